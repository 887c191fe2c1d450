import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Element } from '../../src/core/element.js';
import type { Action, Outcome, Session } from '../../src/index.js';
import { openSession } from '../../src/index.js';
import { type ContainerDesk, openContainerDesk } from '../support/container-desk.js';
import { imageMs } from '../support/container-image.js';
import { looks } from '../support/looks.js';
import { sample } from '../support/sample.js';

let desk: ContainerDesk;
let session: Session;
let home: string;

beforeAll(async () => {
  desk = await openContainerDesk();
  home = (await desk.run('sh', '-c', 'echo $HOME')).trim();
  session = await openSession({ policy: 'open', environment: 'container', container: desk.name });
}, imageMs);

afterAll(async () => {
  await session?.close();
  await desk?.close();
});

// A test that failed leaves its program open: the next one begins on an empty desk.
afterEach(async () => {
  await desk.run('sh', '-c', 'pkill -x "galculator|mousepad|[Tt]hunar|xterm|soffice.bin"; true');
});

async function perform(action: Action): Promise<Outcome> {
  const outcome = await session.perform(action);
  expect(outcome.error, JSON.stringify(action)).toBeUndefined();
  return outcome;
}

/** Waits until something like that is on the screen. */
async function find(matches: (element: Element) => boolean, ms = 15_000): Promise<Element> {
  const until = performance.now() + ms;
  for (;;) {
    const { elements, text } = await session.observe();
    const found = elements.find(matches);
    if (found) return found;
    if (performance.now() > until) throw new Error(`Not on the screen:\n${text}`);
  }
}

const named = (role: string, name: string | RegExp) => (element: Element) =>
  element.role === role && (typeof name === 'string' ? element.name === name : name.test(element.name));

async function click(role: string, name: string | RegExp): Promise<Outcome> {
  return perform({ type: 'click', target: { element: (await find(named(role, name))).id } });
}

/** What a file inside holds, once it holds it. */
async function untilHolds(path: string, holds: (text: string) => boolean): Promise<string> {
  for await (const _ of looks(15_000, 100)) {
    const text = await desk.read(path);
    if (text !== undefined && holds(text)) return text;
  }
  throw new Error(`${path} holds ${JSON.stringify(await desk.read(path))}`);
}

async function untilThere(path: string): Promise<void> {
  await expect
    .poll(() => desk.run('sh', '-c', 'test -e "$1" && echo yes || true', 'sh', path), { timeout: 15_000 })
    .toBe('yes\n');
}

const emptySheet = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:body><office:spreadsheet><table:table table:name="Sheet1"><table:table-row><table:table-cell/></table:table-row></table:table></office:spreadsheet></office:body>
</office:document>
`;

const errands: Record<string, () => Promise<void>> = {
  'galculator computes': async () => {
    await perform({ type: 'launch', app: 'galculator' });
    for (const key of ['1', '2', '*', '3', '4', '=']) {
      const outcome = await click('Button', key);
      if (/\d|=/.test(key)) expect(outcome.effect, key).toBe('changed');
    }
    await perform({ type: 'key', keys: 'ctrl+c' });
    expect(await desk.run('xclip', '-o', '-selection', 'clipboard')).toBe('408');
    // One button again and again, as fast as it goes.
    const { id } = await find(named('Button', '7'));
    for (let times = 0; times < 4; times += 1) await perform({ type: 'click', target: { element: id } });
    await perform({ type: 'key', keys: 'ctrl+c' });
    expect(await desk.run('xclip', '-o', '-selection', 'clipboard')).toBe('7777');
    // A button that a key presses is deaf to that key for a moment.
    await perform({ type: 'key', keys: 'Escape' });
    await perform({ type: 'type', text: '12*12\n' });
    await perform({ type: 'key', keys: 'ctrl+c' });
    expect(await desk.run('xclip', '-o', '-selection', 'clipboard')).toBe('144');
    await perform({ type: 'close_app', app: 'galculator' });
  },

  'mousepad saves any text under any name, by its file dialog': async () => {
    const text = 'Grüße, мир! 你好 – “quoted” ½ €\n\tעברית 😀👩‍👩‍👧 zero\n{"a": [1, \'b\']} \\ `c` $HOME\n';
    const file = `${home}/Grüße 你好.txt`;
    await perform({ type: 'launch', app: 'mousepad' });
    const area = await find((element) => element.role === 'TextInput' && element.states.includes('multiline'));
    const typed = await perform({ type: 'type', text, target: { element: area.id } });
    expect(typed.effect).toBe('changed');
    await perform({ type: 'key', keys: 'ctrl+s' });
    const field = await find((element) => element.role === 'TextInput' && !element.states.includes('multiline'));
    await perform({ type: 'type', text: file, target: { element: field.id }, clear: true });
    await click('Button', /^Save$/i);
    const saved = await untilHolds(file, (holds) => holds !== '');
    expect(saved.replace(/\n$/, '')).toBe(text.replace(/\n$/, ''));
    await perform({ type: 'close_app', app: 'mousepad' });
  },

  'thunar creates the folder Projects': async () => {
    const place = `${home}/place`;
    await desk.run('mkdir', place);
    await perform({ type: 'launch', app: 'thunar', arguments: [place] });
    await find((element) => element.role === 'Menu' || element.role === 'MenuItem');
    await perform({ type: 'menu', path: ['File', 'Create Folder…'] });
    const field = await find((element) => element.role === 'TextInput' && element.states.includes('focused'));
    await perform({ type: 'type', text: 'Projects', target: { element: field.id }, clear: true });
    await click('Button', /^Create$/);
    await untilThere(`${place}/Projects`);
    expect((await desk.run('stat', '-c', '%F', `${place}/Projects`)).trim()).toBe('directory');
    await perform({ type: 'close_app', app: 'thunar' });
  },

  'xterm is typed into': async () => {
    const file = `${home}/typed.txt`;
    await perform({ type: 'launch', app: 'xterm', arguments: ['-e', 'sh', '-c', 'cat > "$1"', 'sh', file] });
    await untilThere(file);
    await perform({ type: 'wait', for: { element: { name: 'sh' } } });
    await perform({ type: 'type', text: 'Zeile „eins“ 😀 $HOME\n' });
    await perform({ type: 'key', keys: 'ctrl+d' });
    expect(await untilHolds(file, (holds) => holds.endsWith('\n'))).toBe('Zeile „eins“ 😀 $HOME\n');
  },

  'a cell of Calc is filled, saved, and read back': async () => {
    const file = `${home}/sheet.fods`;
    await desk.run('sh', '-c', 'printf %s "$1" > "$2"', 'sh', emptySheet, file);
    await perform({
      type: 'launch',
      app: 'LibreOffice Calc',
      arguments: ['--norestore', '--nologo', '--nofirststartwizard', file],
    });
    const cell = await find((element) => element.role === 'TableCell' && /\bB2\b/.test(element.name), 40_000);
    await perform({ type: 'type', text: '=6*7', target: { element: cell.id }, submit: true });
    const filled = await find((element) => element.role === 'TableCell' && /\bB2\b/.test(element.name));
    expect(`${filled.name} ${filled.value}`).toContain('42');
    await perform({ type: 'key', keys: 'ctrl+s' });
    expect(await untilHolds(file, (holds) => holds.includes('of:=6*7'))).toMatch(/office:value="42"/);
    await perform({ type: 'close_app', app: 'sheet' });
  },
};

// By steps and by computer_use all of them are tried, too.
describe('real programs in a container', () => {
  test.each(sample(Object.entries(errands), 3))('%s', (_, goes) => goes());
});
