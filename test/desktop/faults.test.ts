import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Action } from '../../src/core/action.js';
import { type PrivateDesktop, startPrivateDesktop } from '../../src/environments/desktop/private/private-desktop.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session/session.js';
import { descendants, until } from '../cli/handrail.js';
import { leftOf, type Traces } from './traces.js';

const home = mkdtempSync(join(tmpdir(), 'handrail-home-'));
const formerHome = process.env.HOME;
const startMs = 60_000;
beforeAll(() => {
  process.env.HOME = home;
});
afterAll(() => {
  process.env.HOME = formerHome;
  rmSync(home, { recursive: true, force: true });
});

function programOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 1)[0] ?? '';
}

/** The X servers that this process has started, and where they show. */
function displays(): (Traces & { pid: number })[] {
  return descendants(process.pid).flatMap((pid) => {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const authority = words[words.indexOf('-auth') + 1];
    if (!words[0]?.endsWith('Xvfb') || !authority) return [];
    const folder = join(authority, '..');
    const [number] = readFileSync(join(folder, 'display'), 'utf8').split(' ');
    return [{ pid, folder, display: `:${number}` }];
  });
}

describe('a display that dies', () => {
  test(
    'fails what is under way within a second, leaves nothing, and is followed by another',
    async () => {
      const notes: string[] = [];
      const session = await openSession({
        policy: 'open',
        environment: 'desktop',
        size: { width: 800, height: 600 },
        launch: [['xterm']],
        note: (text) => notes.push(text),
      });
      try {
        const seen = await session.observe();
        expect(seen.tabs?.map(({ title }) => title)).toHaveLength(1);
        const [display] = displays();
        if (!display) throw new Error('No Xvfb of ours is running.');
        const performing = session.perform({ type: 'key', keys: 'a', holdMs: 20_000 });
        await new Promise((resolve) => setTimeout(resolve, 1_000)); // in the middle of it, on a busy machine, too
        const began = performance.now();
        process.kill(display.pid, 'SIGKILL');
        const outcome = await performing;
        expect(performance.now() - began).toBeLessThan(1_000);
        expect(outcome).toMatchObject({ ok: false, effect: 'unknown', error: { code: 'display_died' } });
        expect(outcome.error?.message).toContain('SIGKILL');
        expect(outcome.error?.hint).toContain('Observe first');
        await until(() => leftOf(display).length === 0, 'all that was on it is gone', 5_000);

        const again = await session.observe();
        expect(again.screen).toEqual({ width: 800, height: 600 });
        expect(again.tabs, 'the programs of the beginning').toHaveLength(1);
        expect(notes.join()).toContain('Started a new one');
        const old = seen.elements[0];
        if (old) {
          const stale = await session.perform({ type: 'click', target: { element: old.id } });
          expect(stale.error?.code, 'what was on the old display is gone').toBe('stale_element');
        }
        expect(await session.perform({ type: 'type', text: 'x' })).toMatchObject({ ok: true, effect: 'changed' });

        const buses = descendants(process.pid).filter((pid) => programOf(pid).endsWith('dbus-daemon'));
        for (const pid of buses) process.kill(pid, 'SIGKILL');
        const bereft = await session.perform({ type: 'key', keys: 'a' });
        expect(bereft.error, 'without a message bus').toMatchObject({ code: 'display_died' });
        expect((await session.observe()).tabs).toHaveLength(1);
        expect(await session.perform({ type: 'type', text: 'x' })).toMatchObject({ ok: true, effect: 'changed' });
      } finally {
        const last = displays();
        await session.close();
        expect(last.flatMap(leftOf)).toEqual([]);
      }
    },
    startMs,
  );
});

describe('on one desktop', () => {
  let desktop: PrivateDesktop;
  let session: Session | undefined;
  beforeAll(async () => {
    desktop = await startPrivateDesktop({ size: { width: 1024, height: 768 } });
  });
  afterEach(async () => {
    await session?.close();
    session = undefined;
  });
  afterAll(() => desktop.close());

  const open = async () => {
    session = await openSession({ policy: 'open', environment: 'desktop', display: desktop.display as `:${number}` });
    return session;
  };
  const run = (command: string, ...parameters: string[]) =>
    execFileSync(command, parameters, { env: desktop.env, encoding: 'utf8', timeout: 15_000 });

  /** Every key and button that a device of the server holds down. */
  const held = () =>
    [...run('xinput', 'list').matchAll(/id=(\d+)\s+\[slave/g)].flatMap(
      ([, id = '']) => run('xinput', 'query-state', id).match(/\w+\[\d+\]=down/g) ?? [],
    );

  test(
    'held keys and buttons are let go when the session closes',
    async () => {
      const one = await open();
      await one.perform({ type: 'launch', app: 'xterm' });
      expect(await one.perform({ type: 'key', keys: 'Shift', phase: 'down' })).toMatchObject({ ok: true });
      const { tabs: _, ...seen } = await one.observe();
      const window = seen.elements[0];
      if (!window) throw new Error('xterm is not seen.');
      expect(await one.perform({ type: 'press', target: { element: window.id } })).toMatchObject({ ok: true });
      expect(held().map((line) => line.replace(/\[.*/, ''))).toEqual(expect.arrayContaining(['key', 'button']));
      await one.close();
      expect(held()).toEqual([]);
    },
    startMs,
  );

  test(
    'what cannot be typed is refused before anything is done, and the rest arrives to the last character',
    async () => {
      const one = await open();
      await one.perform({ type: 'launch', app: 'mousepad' });
      const { elements } = await one.observe();
      const area = elements.find(({ role, states }) => role === 'TextInput' && states.includes('multiline'));
      if (!area) throw new Error('mousepad shows no text area.');
      const target = { element: area.id };
      for (const text of ['half \ud800 a character', 'a bell \u0007']) {
        const outcome = await one.perform({ type: 'type', text: text, target });
        expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'invalid_action' } });
      }
      const line = 'Zwölf Boxkämpfer jagen Viktor 😀 quer über den großen Sylter Deich – ¡olé! 漢字\n';
      const text = line.repeat(Math.ceil(100_000 / line.length));
      const began = performance.now();
      expect(await one.perform({ type: 'type', text, target })).toMatchObject({ ok: true, effect: 'changed' });
      expect(performance.now() - began, 'ms for 100 kB').toBeLessThan(15_000);
      const file = join(home, 'long.txt');
      await one.perform({ type: 'key', keys: 'ctrl+s' });
      const dialog = await one.observe();
      const field = dialog.elements.find(({ role, states }) => role === 'TextInput' && !states.includes('multiline'));
      const save = dialog.elements.find(({ role, name }) => role === 'Button' && name === 'Save');
      if (!field || !save) throw new Error(dialog.text);
      await one.perform({ type: 'type', text: file, target: { element: field.id }, clear: true });
      await one.perform({ type: 'click', target: { element: save.id } });
      await until(() => existsSync(file) && readFileSync(file).length > 100_000, 'it is saved', 5_000);
      expect(readFileSync(file, 'utf8').trimEnd()).toBe(text.trimEnd());
    },
    startMs,
  );

  test(
    'a key layout of another country changes nothing of what arrives',
    async () => {
      const file = join(home, 'layout.txt');
      run('setxkbmap', 'de');
      try {
        const one = await open();
        await one.perform({ type: 'launch', app: 'xterm', arguments: ['-e', 'sh', '-c', 'cat > "$1"', 'sh', file] });
        const text = 'yz YZ {[]}\\ @€ ~ |<> "\'` ß€ é Ж 漢 😀 $(rm -rf x)\n';
        expect(await one.perform({ type: 'type', text })).toMatchObject({ ok: true });
        await one.perform({ type: 'key', keys: 'ctrl+d' });
        await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), 'it has arrived', 5_000);
        expect(readFileSync(file, 'utf8')).toBe(text);
      } finally {
        run('setxkbmap', 'us');
      }
    },
    startMs,
  );

  test(
    'another size of the screen, and a locked one, are said',
    async () => {
      const one = await open();
      expect((await one.observe()).screen).toEqual({ width: 1024, height: 768 });
      run('xrandr', '--newmode', '800x600', ...'38.25 800 832 912 1024 600 603 607 624'.split(' '));
      run('xrandr', '--addmode', 'screen', '800x600');
      run('xrandr', '--output', 'screen', '--mode', '800x600');
      const smaller = await one.observe();
      expect(smaller.screen).toEqual({ width: 800, height: 600 });
      expect(JSON.stringify(smaller.changes)).toContain('The screen size changed from 1024×768 to 800×600.');
      const outside: Action = { type: 'click', target: { x: 1000, y: 700 } };
      expect((await one.perform(outside)).error).toMatchObject({ code: 'out_of_range' });

      const locker = spawn('i3lock', ['--nofork', '--color', '203040'], { env: desktop.env });
      try {
        await expect
          .poll(async () => (await one.observe()).text, { timeout: 10_000 })
          .toContain('The screen is locked (i3lock)');
      } finally {
        locker.kill();
      }
    },
    startMs,
  );
});
