import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Action } from '../../src/core/action.js';
import type { Element } from '../../src/core/element.js';
import type { Outcome } from '../../src/core/outcome.js';
import { type PrivateDesktop, startPrivateDesktop } from '../../src/environments/desktop/private/private-desktop.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session/session.js';
import { until } from '../cli/handrail.js';
import { looks } from '../support/looks.js';
import { type Bystander, openBystander } from './bystander.js';

const home = mkdtempSync(join(tmpdir(), 'handrail-home-'));
const formerHome = process.env.HOME;
const startMs = 60_000;

let desktop: PrivateDesktop;
let session: Session;
let bystander: Bystander;

beforeAll(async () => {
  process.env.HOME = home;
  desktop = await startPrivateDesktop({ size: { width: 1280, height: 800 } });
  bystander = await openBystander(desktop.env);
  session = await openSession({ policy: 'open', environment: 'desktop', display: desktop.display as `:${number}` });
}, startMs);

afterAll(async () => {
  await session?.close();
  bystander?.close();
  await desktop?.close();
  process.env.HOME = formerHome;
  rmSync(home, { recursive: true, force: true });
});

// Everything below happens behind the window of the user, who notices nothing of it.
let before: ReturnType<Bystander['where']>;
beforeEach(() => {
  before = bystander.where();
  expect(before.focus).toBe('bystander');
  bystander.heard();
});
afterEach(() => {
  expect(bystander.where()).toEqual(before);
  expect(bystander.heard()).toEqual([]);
});

async function perform(action: Action): Promise<Outcome> {
  const outcome = await session.perform(action);
  expect(outcome.error, JSON.stringify(action)).toBeUndefined();
  return outcome;
}

/** Programs take their time to show what they have. */
async function find(matches: (element: Element) => boolean): Promise<Element> {
  for await (const _ of looks(15_000, 100)) {
    const found = (await session.observe()).elements.find(matches);
    if (found) return found;
  }
  throw new Error(`Not on the screen:\n${(await session.observe()).text}`);
}

const named = (role: string, name: string | RegExp) => (element: Element) =>
  element.role === role && (typeof name === 'string' ? element.name === name : name.test(element.name));

async function click(role: string, name: string | RegExp): Promise<Outcome> {
  return perform({ type: 'click', target: { element: (await find(named(role, name))).id } });
}

/** What a program has put on the clipboard, as another program reads it. */
function clipboard(): string {
  return execFileSync('xclip', ['-o', '-selection', 'clipboard'], {
    env: desktop.env,
    encoding: 'utf8',
    timeout: 15_000,
  });
}

describe('real programs behind the window of the user', () => {
  test(
    'galculator computes',
    async () => {
      await perform({ type: 'launch', app: 'Galculator' });
      for (const key of ['1', '2', '*', '3', '4', '=']) {
        const outcome = await click('Button', key);
        if (key !== '*') expect(outcome.effect, key).toBe('changed'); // that one shows nothing
      }
      await perform({ type: 'key', keys: 'ctrl+c' });
      expect(clipboard()).toBe('408');
      // One button again and again, as fast as it goes.
      const { id } = await find(named('Button', '7'));
      for (let times = 0; times < 4; times += 1) await perform({ type: 'click', target: { element: id } });
      await perform({ type: 'key', keys: 'ctrl+c' });
      expect(clipboard()).toBe('7777');
      // A button that a key presses is deaf to that key for a moment.
      await perform({ type: 'key', keys: 'Escape' });
      await perform({ type: 'type', text: '12*12\n' });
      await perform({ type: 'key', keys: 'ctrl+c' });
      expect(clipboard()).toBe('144');
      await perform({ type: 'close_app', app: 'galculator' });
    },
    startMs,
  );

  test(
    'mousepad saves what was typed under a name, by its file dialog',
    async () => {
      const text = 'Grüße, мир! 你好 – “quoted” ½ €\n\tעברית 😀👩‍👩‍👧 zero\n';
      const file = join(home, 'Grüße 你好.txt');
      await perform({ type: 'launch', app: 'mousepad' });
      const area = await find((element) => element.role === 'TextInput' && element.states.includes('multiline'));
      const typed = await perform({ type: 'type', text, target: { element: area.id } });
      expect(typed.effect).toBe('changed');
      await perform({ type: 'key', keys: 'ctrl+s' });
      const field = await find((element) => element.role === 'TextInput' && !element.states.includes('multiline'));
      // The dialog lets Enter fall until it has read the folder of the path.
      await perform({ type: 'type', text: file, target: { element: field.id }, clear: true, submit: true });
      await until(() => existsSync(file), 'the file is there', 5_000);
      expect(readFileSync(file, 'utf8').replace(/\n$/, '')).toBe(text.replace(/\n$/, ''));
      await perform({ type: 'close_app', app: 'mousepad' });
    },
    startMs,
  );

  test(
    'thunar creates the folder Projects',
    async () => {
      const place = join(home, 'place');
      mkdirSync(place);
      await perform({ type: 'launch', app: 'thunar', arguments: [place] });
      await perform({ type: 'key', keys: 'ctrl+shift+n' });
      const field = await find(({ role }) => role === 'TextInput');
      await perform({ type: 'type', text: 'Projects', target: { element: field.id }, clear: true });
      await click('Button', /^Create$/);
      await until(() => existsSync(join(place, 'Projects')), 'the folder is there', 5_000);
      expect(statSync(join(place, 'Projects')).isDirectory()).toBe(true);
      await perform({ type: 'close_app', app: 'thunar' });
    },
    startMs,
  );

  test(
    'xterm is typed into',
    async () => {
      const file = join(home, 'typed.txt');
      await perform({ type: 'launch', app: 'xterm', arguments: ['-e', 'sh', '-c', 'cat > "$1"', 'sh', file] });
      const typed = await perform({ type: 'type', text: `Zeile „eins“ 😀 $HOME\n`, submit: false });
      expect(typed.effect, 'drawn behind the window in front').toBe('changed');
      expect((await perform({ type: 'key', keys: 'shift' })).effect).toBe('unchanged');
      await perform({ type: 'key', keys: 'ctrl+d' });
      await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), 'it was written', 5_000);
      expect(readFileSync(file, 'utf8')).toBe('Zeile „eins“ 😀 $HOME\n');
    },
    startMs,
  );

  test(
    'a cell of Calc is filled, saved, and read back',
    async () => {
      const file = join(home, 'sheet.fods');
      writeFileSync(file, emptySheet);
      await perform({
        type: 'launch',
        app: 'LibreOffice Calc',
        arguments: ['--norestore', '--nologo', '--nofirststartwizard', file],
      });
      const cell = await find((element) => element.role === 'TableCell' && /\bB2\b/.test(element.name));
      await perform({ type: 'type', text: '=6*7', target: { element: cell.id }, submit: true });
      const filled = await find((element) => element.role === 'TableCell' && /\bB2\b/.test(element.name));
      expect(`${filled.name} ${filled.value}`).toContain('42');
      const { elements } = await session.observe();
      const at = (address: string) => ({ element: elements.find(named('TableCell', address))?.id ?? 'el_0' }) as const;
      for (const [address, value] of [
        ['D1', '7'],
        ['D2', '-8.5'],
      ] as const)
        expect((await perform({ type: 'set_value', target: at(address), value })).effect).toBe('changed');
      const typed = 'milk and 👩‍🚀\nmi\t𝔘 teh e\u0301\n';
      await perform({ type: 'type', text: typed, target: at('B3') });
      await perform({ type: 'key', keys: 'ctrl+s' });
      const isSaved = () => /of:=6\*7[\s\S]*<\/office:document>/.test(readFileSync(file, 'utf8'));
      await until(isSaved, 'the file has the formula', 20_000);
      const saved = readFileSync(file, 'utf8');
      expect(saved).toMatch(/office:value="42"/);
      const [, cells = ''] = saved.split('<office:body>');
      const texts = [...cells.matchAll(/<text:p>(.*?)<\/text:p>/g)].map(([, text]) => text);
      expect(texts).toEqual(['7', '42', '-8.5', 'milk and 👩‍🚀', 'mi', '𝔘 teh e\u0301']);
      const { tabs = [] } = await session.observe();
      expect(tabs.filter(({ title }) => /tip of the day/i.test(title))).toEqual([]);
      await perform({ type: 'close_app', app: 'sheet' });
    },
    2 * startMs,
  );
});

describe('settings and state of programs', () => {
  const run = (program: string, ...words: string[]): string =>
    execFileSync(program, words, { env: desktop.env, encoding: 'utf8', timeout: 10_000 });

  test('settings belong to the desktop, the trash to the user', () => {
    const scheme = ['org.gtk.Settings.FileChooser', 'sort-order'];
    run('gsettings', 'set', ...scheme, 'descending');
    expect(run('gsettings', 'get', ...scheme).trim()).toBe("'descending'");
    expect(existsSync(join(desktop.folder, 'homes/config/dconf/user'))).toBe(true);
    expect(existsSync(join(home, '.config'))).toBe(false);
    const file = join(home, 'rubbish.txt');
    writeFileSync(file, 'not needed');
    run('gio', 'trash', file);
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(join(home, '.local/share/Trash/files/rubbish.txt'), 'utf8')).toBe('not needed');
  });

  test(
    'a program does not meet what another session left unsaved',
    async () => {
      for (const round of ['first', 'second']) {
        const own = await openSession({ policy: 'open', environment: 'desktop', launch: [['mousepad']] });
        try {
          const shown = await own.perform({ type: 'wait', for: { text: 'Untitled 1' } });
          expect(shown.error, round).toBeUndefined();
          expect((await own.perform({ type: 'type', text: 'unsaved' })).effect, round).toBe('changed');
          const { elements, text } = await own.observe();
          expect(elements.find(({ role }) => role === 'TextInput')?.value, text).toBe('unsaved');
          // A second start hands its errand to the program that runs.
          const again = await own.perform({ type: 'launch', app: 'mousepad' });
          expect(
            again.observation?.elements.map(({ name }) => name),
            round,
          ).toContain('Untitled 2');
        } finally {
          await own.close();
        }
      }
      expect(existsSync(join(home, '.local/share/Mousepad'))).toBe(false);
    },
    startMs,
  );
});

const emptySheet = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:body><office:spreadsheet><table:table table:name="Sheet1"><table:table-row><table:table-cell/></table:table-row></table:table></office:spreadsheet></office:body>
</office:document>
`;
