// Stands in for the program that holds the driver, and misbehaves as it is told. Parameters: a file to write down what it was asked, how to misbehave.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

const [, , log, manner] = process.argv;
writeFileSync(log, '', { flag: 'a' });
const starts =
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('start')).length + 1;
const note = (text) => appendFileSync(log, `${text}\n`);
note(`start ${process.pid}`);
process.on('disconnect', () => process.exit());

const sizes = { text: '', structured: '{"width":800,"height":600,"scale_factor":1}', pictures: [], isError: false };
const windows = {
  ...sizes,
  structured: JSON.stringify({
    windows: [
      {
        window_id: 7,
        pid: 1,
        app_name: 'App',
        title: 'A window',
        bounds: { x: 0, y: 0, width: 800, height: 600 },
        z_index: 0,
      },
    ],
  }),
};
const answers = { get_screen_size: sizes, list_windows: windows };
const done = { text: 'done', pictures: [], isError: false };
const held = [];

process.on('message', ({ id, tool, input }) => {
  note(`${tool} ${input}`);
  const answer = answers[tool] ?? done;
  const send = () => process.send({ id, answer });
  if (tool === 'set_agent_cursor_enabled' || (tool === 'get_screen_size' && starts === 1 && manner !== 'dies at once'))
    return send();
  if (manner === 'dies at once') return end('no display could be opened');
  if (manner === 'dies over an act' && tool === 'clipboard_write' && starts === 1) return end('segmentation fault');
  if (manner === 'dies over a read' && tool === 'list_windows' && starts === 1) return end('segmentation fault');
  if (manner === 'hangs' && tool === 'clipboard_write') return undefined;
  if (manner === 'hangs over a window' && tool === 'get_window_state') return undefined;
  if (manner === 'answers backwards') {
    held.push({ id, answer: { ...done, structured: JSON.stringify({ text: JSON.parse(input).session, tool }) } });
    if (held.length === 2) for (const one of held.reverse()) process.send(one);
    return undefined;
  }
  if (manner === 'prints junk') {
    process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\nnoise\n');
    for (const junk of [null, 5, 'x', { id }, { id, answer: 5 }, { id: 9999, answer }, { id: 'x', answer }])
      process.send(junk);
  }
  if (manner.startsWith('refuses') && tool === 'clipboard_write') {
    const [, code, text] = manner.split(':');
    return process.send({ id, answer: { ...done, isError: true, text, ...(code ? { code } : {}) } });
  }
  if (manner === 'talks nonsense' && tool === 'list_windows') {
    return process.send({ id, answer: { ...done, structured: '{"windows":' } });
  }
  return send();
});
process.send({ ready: true });

function end(words) {
  process.stderr.write(`${words}\n`, () => process.exit(3));
}
