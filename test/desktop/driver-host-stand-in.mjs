// Stands in for the program that holds the driver, and misbehaves as it is told.
// Parameters: a file to write down what it was asked, and how to misbehave.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const [, , log = '', manner = ''] = process.argv;
writeFileSync(log, '', { flag: 'a' });
const isFirst = !readFileSync(log, 'utf8').includes('start');
appendFileSync(log, `start ${process.pid}\n`);
process.on('disconnect', () => process.exit());

const done = { text: 'done', pictures: [], isError: false };
const bounds = { x: 0, y: 0, width: 800, height: 600 };
const windows = [{ window_id: 7, pid: 1, app_name: 'App', title: 'A window', bounds, z_index: 0 }];
const facts = new Map([
  ['get_screen_size', '{"width":800,"height":600,"scale_factor":1}'],
  ['list_windows', JSON.stringify({ windows })],
]);
const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();
/** @type {object[]} */
const held = [];

/** @param {unknown} message */
function tell(message) {
  process.send?.(message);
}

/** @param {string} words */
function die(words) {
  process.stderr.write(`${words}\n`, () => process.exit(3));
}

/** Answers a question, or does not. @param {{ id: number, tool: string, input: string }} question */
function answer({ id, tool, input }) {
  appendFileSync(log, `${tool} ${input}\n`);
  const structured = facts.get(tool);
  const pictures = tool === 'get_desktop_state' ? [{ type: 'image/png', bytes: picture }] : [];
  const right = structured === undefined ? { ...done, pictures } : { ...done, structured };
  if (tool === 'set_agent_cursor_enabled') return tell({ id, answer: right });
  if (manner === 'dies at once') return die('no display could be opened');
  if (manner === 'dies over an act' && tool === 'clipboard_write' && isFirst) return die('segmentation fault');
  if (manner === 'dies over a read' && tool === 'list_windows' && isFirst) return die('segmentation fault');
  if (manner === 'hangs' && tool === 'clipboard_write') return;
  if (manner === 'hangs over a window' && tool === 'get_window_state') return;
  if (manner === 'answers backwards' && tool.startsWith('clipboard')) {
    held.push({ id, answer: { ...done, structured: JSON.stringify({ text: `asked by ${tool}` }) } });
    if (held.length === 2) for (const one of held.reverse()) tell(one);
    return;
  }
  if (manner === 'prints junk') {
    process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\nnoise\n');
    const wrong = { ...done, structured: '{"windows":[]}' };
    for (const junk of [
      null,
      5,
      'x',
      { id },
      { id, answer: 5 },
      { id: 9_999, answer: wrong },
      { id: 'x', answer: wrong },
    ]) {
      tell(junk);
    }
  }
  if (manner === 'talks nonsense' && tool === 'list_windows') {
    return tell({ id, answer: { ...done, structured: '{"windows":' } });
  }
  if (manner === 'refuses' && tool === 'clipboard_write') {
    const [code, text] = JSON.parse(input).text.split(':');
    return tell({ id, answer: { ...done, isError: true, text, ...(code ? { code } : {}) } });
  }
  tell({ id, answer: right });
}

process.on('message', (message) => answer(/** @type {{ id: number, tool: string, input: string }} */ (message)));
tell({ ready: true });
