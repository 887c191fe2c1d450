import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mainKeys, numpadKeys } from '../../src/core/keys/key-table.js';
import { keysymsOf } from '../../src/environments/x11/input/keysyms.js';
import type { Action, Outcome, Session } from '../../src/index.js';
import { openSession } from '../../src/index.js';
import { ensureBuilt } from '../cli/handrail.js';
import { type ContainerDesk, openContainerDesk } from '../support/container-desk.js';
import { imageMs } from '../support/container-image.js';
import { sample } from '../support/sample.js';
import { heldOn, startWitness, takeEvents, textOf } from './witness.js';

let desk: ContainerDesk;
let session: Session;

beforeAll(async () => {
  desk = await openContainerDesk();
  await startWitness(desk);
  session = await openSession({ policy: 'open', environment: 'container', container: desk.name });
}, imageMs);

afterAll(async () => {
  await session?.close();
  await desk?.close();
});

async function perform(action: Action): Promise<Outcome> {
  const outcome = await session.perform(action);
  expect(outcome.error, JSON.stringify(action).slice(0, 200)).toBeUndefined();
  return outcome;
}

async function field() {
  const { elements, text } = await session.observe();
  const found = elements.find(({ role, states }) => role === 'TextInput' && states.includes('multiline'));
  if (!found) throw new Error(text);
  return found;
}

async function typeInto(text: string): Promise<Outcome> {
  return perform({ type: 'type', text, target: { element: (await field()).id }, clear: true });
}

async function untilText(text: string): Promise<void> {
  await expect.poll(() => textOf(desk), { timeout: 15_000, interval: 50 }).toBe(text);
}

describe('typing in a container is exact', () => {
  const texts: [name: string, text: string][] = [
    ['signs that shells love', `$(touch /tmp/pwned) \`id\` "quoted" 'single' \\ ; & | > < * ? ~ ! # % {} []`],
    ['several writing systems', 'Grüße, Ærø, Żółć, мир, Ελλάδα, עברית, العربية, 你好, かな, 한국어'],
    ['emoji and joined ones', '😀👩‍👩‍👧🇩🇪é – “…” ½ €'],
    ['lines and tabs', 'one\n\ttwo\n\n\nthree'],
  ];
  test.each(texts)('%s', async (_, text) => {
    await typeInto(text);
    await untilText(text);
  });

  test.each(sample(['de', 'fr', 'ru', 'gr'], 2))('with the layout %s', async (layout) => {
    await desk.run('setxkbmap', layout);
    const text = `yz YZ @{}[]\\|~ ${layout} Straße мир`;
    await typeInto(text);
    await untilText(text);
    await desk.run('setxkbmap', 'us');
  });

  test('100 kB', async () => {
    const line = 'Zeile – “zitiert” 0123456789 abcdefghij ';
    const text = line.repeat(Math.ceil(100_000 / line.length));
    await typeInto(text);
    await untilText(text);
  });

  test('a lone surrogate is refused, and nothing is typed', async () => {
    await typeInto('before');
    await untilText('before');
    const outcome = await session.perform({ type: 'type', text: 'x\ud83dy' });
    expect(outcome.error?.code).toBe('invalid_action');
    expect(outcome.effect).toBe('unchanged');
    expect(await textOf(desk)).toBe('before');
  });

  test('a terminal without a locale, which would drop characters, gets no text', async () => {
    const bare = ['env', '-u', 'LANG', '-u', 'LC_ALL', '-u', 'LC_CTYPE', 'xterm', '-T', 'Bare', '-e'];
    await desk.start(...bare, 'sh', '-c', 'cat > /tmp/bare.txt');
    await expect.poll(async () => (await session.observe()).text, { timeout: 20_000 }).toContain('Bare');
    await perform({ type: 'focus_app', app: 'Bare', raise: true });
    const { effect, error } = await session.perform({ type: 'type', text: 'Zürich €\n' });
    expect({ effect, code: error?.code }).toEqual({ effect: 'unchanged', code: 'unsupported' });
    await perform({ type: 'type', text: 'plain\n' });
    await expect.poll(() => desk.read('/tmp/bare.txt'), { timeout: 20_000 }).toBe('plain\n');
    await perform({ type: 'close_app', app: 'Bare' });
  });

  test('no shell interprets the text', async () => {
    expect(await desk.read('/tmp/pwned')).toBeUndefined();
    const outcome = await session.perform({ type: 'launch', app: 'touch /tmp/pwned; true' });
    expect(outcome.error?.code).toBe('unknown_app');
    await perform({ type: 'launch', app: 'touch', arguments: ['/tmp/not `touch pwned`'] });
    expect(await desk.read('/tmp/pwned')).toBeUndefined();
    expect(await desk.read('/tmp/not `touch pwned`')).toBe('');
  });
});

describe('pointer and keys in a container', () => {
  beforeEach(async () => {
    await perform({ type: 'click', target: { element: (await field()).id } });
    await takeEvents(desk);
  });

  /** The pad between the buttons and the text. */
  async function pad() {
    const { elements } = await session.observe();
    const button = elements.find(({ name }) => name === 'Accept Order');
    if (!button) throw new Error('There is no button.');
    return { x: button.bounds.x + 40, y: button.bounds.y + button.bounds.height + 50 };
  }

  test('buttons, double and triple clicks', async () => {
    const target = await pad();
    await perform({ type: 'click', target, button: 'right' });
    await perform({ type: 'click', target, button: 'middle' });
    expect(await takeEvents(desk)).toEqual(['button-press button 3', 'button-press button 2']);
    await perform({ type: 'click', target, count: 2 });
    expect(await takeEvents(desk)).toContain('2button-press button 1');
    await perform({ type: 'click', target, count: 3 });
    expect(await takeEvents(desk)).toContain('3button-press button 1');
  });

  test('scrolling honours the amount, in all four directions', async () => {
    const target = await pad();
    const scroll = (dx: number, dy: number) => perform({ type: 'scroll', target, dx, dy });
    await scroll(0, 300);
    expect(await takeEvents(desk)).toEqual(Array(3).fill('scroll down'));
    await scroll(0, -700);
    expect(await takeEvents(desk)).toEqual(Array(7).fill('scroll up'));
    await scroll(200, 0);
    expect(await takeEvents(desk)).toEqual(Array(2).fill('scroll right'));
    await scroll(-100, 0);
    expect(await takeEvents(desk)).toEqual(['scroll left']);
  });

  test('every known key reaches the program', async () => {
    await desk.start('sh', '-c', 'stdbuf -oL xev -name Keys -event keyboard > /tmp/keys.txt');
    await expect.poll(() => desk.run('sh', '-c', 'xdotool getactivewindow getwindowname || true')).toBe('Keys\n');
    const keys = [...mainKeys.map(({ key }) => (key === ' ' ? 'Space' : key)), ...numpadKeys.map(({ code }) => code)];
    for (const phase of ['by the connection', 'by xdotool'] as const) {
      await session.perform({ type: 'focus_app', app: 'Keys' });
      // The window manager takes PrintScreen for itself; the others change what the keys after them are.
      const left = ['PrintScreen', 'CapsLock', 'NumLock', 'ScrollLock', 'HangulMode'];
      const all = keys.filter((key) => !left.includes(key));
      const pressed = phase === 'by xdotool' ? sample(all, 8) : all;
      const hold = phase === 'by xdotool' ? { holdMs: 0 } : {};
      await perform({ type: 'key', keys: pressed.join(' '), ...hold });
      const expected = pressed.map((key) => keysymsOf(key === 'Space' ? ' ' : key)[0]?.toString(16) ?? key);
      const seen = async () => {
        const told = (await desk.read('/tmp/keys.txt')) ?? '';
        return [...told.matchAll(/^KeyPress[\s\S]*?keysym 0x([0-9a-f]+)/gm)].map(([, symbol = '']) => symbol);
      };
      const lost = async () => {
        const got = new Set(await seen());
        return pressed.filter((_, index) => !got.has(expected[index] ?? ''));
      };
      await expect.poll(lost, { timeout: 20_000, message: phase }).toEqual([]);
      await desk.run('sh', '-c', ': > /tmp/keys.txt');
    }
    await desk.run('pkill', '-x', 'xev');
  });

  test('a covered element is uncovered and clicked', async () => {
    await desk.start('xterm', '-geometry', '200x60+0+0', '-T', 'Cover', '-e', 'sleep', '60');
    await expect.poll(() => desk.run('sh', '-c', 'xdotool getactivewindow getwindowname || true')).toBe('Cover\n');
    const { elements } = await session.observe();
    const button = elements.find(({ name }) => name === 'Cancel Order');
    await perform({ type: 'click', target: { element: button?.id ?? 'el_1' } });
    expect(await takeEvents(desk)).toContain('clicked Cancel Order');
    await perform({ type: 'close_app', app: 'Cover' });
  });

  test('typing continues at the end of a field, Tab moves to the next, and an expander expands whatever its content is', async () => {
    const form = readFileSync(fileURLToPath(new URL('../fixtures/container-form.py', import.meta.url)), 'utf8');
    await desk.start('python3', '-c', form);
    const on = async (name: string) => {
      const find = async () =>
        (await session.observe()).elements.find((element) => element.name === name && element.interactive)?.id;
      await expect.poll(find, { timeout: 30_000 }).toBeDefined();
      return { element: (await find()) ?? 'el_0' } as const;
    };
    const last = async () => (await desk.read('/tmp/form.log'))?.trim().split('\n').slice(-2);
    await perform({ type: 'type', text: ' and new\tnext', target: await on('First') });
    const first = async () => (await desk.read('/tmp/form.log'))?.match(/^First: .*$/gm)?.at(-1);
    await expect.poll(first, { timeout: 20_000 }).toBe('First: old and new');
    await expect.poll(last, { timeout: 20_000 }).toContain('Second: next');
    await perform({ type: 'click', target: await on('Details') });
    await expect.poll(last, { timeout: 20_000 }).toContain('open');
    await on('Inner');
    await perform({ type: 'click', target: await on('Details') });
    await expect.poll(last, { timeout: 20_000 }).toEqual(['open', 'shut']);
    await perform({ type: 'close_app', app: 'Form' });
  });

  test('a drag is dropped after the target program has accepted it', async () => {
    const parcels = readFileSync(fileURLToPath(new URL('../fixtures/parcel.py', import.meta.url)), 'utf8');
    await desk.start('python3', '-c', parcels, '/tmp/parcels.log');
    const on = async (name: string) => {
      const find = async () => (await session.observe()).elements.find((element) => element.name === name)?.id;
      await expect.poll(find, { timeout: 15_000 }).toBeDefined();
      return { element: (await find()) ?? 'el_0' } as const;
    };
    await perform({ type: 'drag', path: [await on('Parcel'), await on('Box')] });
    await expect.poll(() => desk.read('/tmp/parcels.log'), { timeout: 15_000 }).toBe('dropped a parcel\n');
    await perform({ type: 'close_app', app: 'Parcels' });
  });

  test('held keys and buttons are released when a session closes', async () => {
    const other = await openSession({ policy: 'open', environment: 'container', container: desk.name });
    await other.perform({ type: 'key', keys: 'Control+Shift', phase: 'down' });
    await other.perform({ type: 'press', button: 'left', target: await pad() });
    expect(await heldOn(desk)).toBe('button1-mask control-mask shift-mask');
    await other.close();
    expect(await heldOn(desk)).toBe('');
  });

  test('and when its process is killed', async () => {
    ensureBuilt();
    const hold = `
      const { openSession } = await import(process.argv[1]);
      const session = await openSession({ policy: 'open', environment: 'container', container: process.argv[2] });
      await session.perform({ type: 'key', keys: 'Shift', phase: 'down' });
      console.log('held');
      setInterval(() => undefined, 1000);`;
    const main = new URL('../../dist/index.js', import.meta.url).href;
    const child = spawn(process.execPath, ['--input-type=module', '-e', hold, main, desk.name], { stdio: 'pipe' });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(await heldOn(desk)).toBe('shift-mask');
    const before = await desk.processes();
    child.kill('SIGKILL');
    await expect.poll(() => heldOn(desk), { timeout: 15_000 }).toBe('');
    expect(before.filter((line) => /perl/.test(line)).length).toBeGreaterThan(2);
  }, 120_000);

  test('writes and reads any clipboard text', async () => {
    await perform({ type: 'clipboard', text: 'Grüße 你好 😀\n2' });
    expect(await desk.run('xclip', '-o', '-selection', 'clipboard')).toBe('Grüße 你好 😀\n2');
    await desk.run('sh', '-c', 'printf %s "von außen" | xclip -i -selection clipboard >/dev/null 2>&1');
    // xclip takes the selection in the background.
    await expect.poll(() => session.environment.read?.({ what: 'clipboard' })).toEqual({ text: 'von außen' });
  });
});

test('a closed session leaves no process in the container', async () => {
  const before = (await desk.processes()).filter((line) => /perl|xclip/.test(line)).length;
  const other = await openSession({ policy: 'open', environment: 'container', container: desk.name });
  await other.observe();
  expect((await desk.processes()).filter((line) => /perl/.test(line)).length).toBeGreaterThan(before);
  await other.close();
  await expect
    .poll(async () => (await desk.processes()).filter((line) => /perl|xclip/.test(line)).length, { timeout: 15_000 })
    .toBe(before);
});
