import { describe, expect, test } from 'vitest';
import { createFakeScreen, node, window } from './fake-screen.js';
import { idOf } from './id-of.js';

describe('effects', () => {
  for (const hasChangeSignal of [true, false]) {
    const how = hasChangeSignal ? 'with a change signal' : 'by comparing pixels';
    test(`a button that does nothing, though it looks pressed: ${how}`, async () => {
      const { fake, session } = createFakeScreen({}, hasChangeSignal);
      fake.windows = [window('main')];
      fake.nodes = [node('Dead')];
      fake.onInput = () => fake.paint({ x: 16, y: 16, width: 64, height: 24 }, 90);
      const target = { element: await idOf(session, 'Dead') };
      expect(await session.perform({ type: 'click', target })).toMatchObject({ ok: true, effect: 'unchanged' });
    });

    test(`pixels elsewhere: ${how}`, async () => {
      const { fake, session } = createFakeScreen({}, hasChangeSignal);
      fake.windows = [window('main')];
      fake.nodes = [node('Draw')];
      fake.onInput = () => fake.paint({ x: 200, y: 100, width: 32, height: 32 }, 10);
      const target = { element: await idOf(session, 'Draw') };
      const { effect, changes } = await session.perform({ type: 'click', target });
      expect(effect).toBe('changed');
      expect(changes).toEqual([{ kind: 'pixels', fraction: expect.closeTo((9 * 256) / (320 * 200), 2) }]);
    });
  }

  test('pixels in windows of other programs are no effect; a new window is', async () => {
    const { fake, session } = createFakeScreen();
    const clock = window('clock', { app: 'Clock', pid: 2, bounds: { x: 170, y: 10, width: 100, height: 100 } });
    fake.windows = [window('main'), clock];
    fake.nodes = [node('Go')];
    const target = { element: await idOf(session, 'Go') };
    fake.onInput = () => fake.paint({ x: 200, y: 50, width: 30, height: 30 }, fake.inputs.length);
    expect(await session.perform({ type: 'click', target })).toMatchObject({ ok: true, effect: 'unchanged' });
    fake.onInput = () => {
      fake.windows = [window('main'), { ...clock, bounds: { x: 170, y: 40, width: 100, height: 100 } }];
      fake.paint({ x: 170, y: 10, width: 100, height: 130 }, 90);
    };
    expect(await session.perform({ type: 'click', target })).toMatchObject({ ok: true, effect: 'changed' });
  });

  test('set_value fails when the field stays empty', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main')];
    fake.nodes = [node('Digits', { role: 'TextInput', value: '345' })];
    const target = { element: await idOf(session, 'Digits') };
    fake.onInput = () => {
      fake.nodes = [node('Digits', { role: 'TextInput', value: '' })];
      fake.notifyChange();
    };
    expect(await session.perform({ type: 'set_value', target, value: 'abc' })).toMatchObject({
      ok: false,
      effect: 'changed',
      error: { code: 'expectation_failed', message: '"Digits" did not accept the text and is empty now.' },
    });
    expect(await session.perform({ type: 'set_value', target, value: '' })).toMatchObject({ ok: true });
  });

  test('a blinking caret is no effect', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main')];
    fake.nodes = [node('Dead')];
    fake.onInput = () => fake.paint({ x: 250, y: 100, width: 2, height: 20 }, 0);
    const target = { element: await idOf(session, 'Dead') };
    expect(await session.perform({ type: 'click', target })).toMatchObject({ effect: 'unchanged' });
  });

  test('a clock is no effect; a result that appears once is', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main')];
    const clock = node('12:00:00', { key: 'clock', role: 'Text', bounds: { x: 200, y: 20, width: 60, height: 20 } });
    const result = node('', { key: 'result', role: 'Text', bounds: { x: 200, y: 60, width: 60, height: 20 } });
    fake.nodes = [node('Dead', { key: 'dead' }), clock, result];
    let seconds = 0;
    const ticking = setInterval(() => {
      seconds += 1;
      clock.name = `12:00:${seconds}`;
      fake.notifyChange();
    }, 250);
    try {
      const target = { element: await idOf(session, 'Dead') };
      expect(await session.perform({ type: 'click', target })).toMatchObject({ effect: 'unchanged' });
      fake.onInput = () => {
        result.name = 'Saved';
      };
      const { effect, changes } = await session.perform({ type: 'click', target });
      expect(effect).toBe('changed');
      expect(changes.filter(({ kind }) => kind === 'renamed')).toMatchObject([{ to: 'Saved' }]);
    } finally {
      clearInterval(ticking);
    }
  });

  test('the release of a button that the previous action pressed is no effect', async () => {
    const { fake, session } = createFakeScreen();
    const seven = node('Seven', { kind: 'toggle button' });
    fake.windows = [window('main')];
    fake.nodes = [seven, node('Nothing', { bounds: { x: 16, y: 100, width: 64, height: 24 } })];
    fake.onInput = (what) => {
      seven.states = what.startsWith('click Seven') ? ['pressed'] : [];
      fake.paint(seven.bounds ?? { x: 0, y: 0, width: 0, height: 0 }, what.startsWith('click Seven') ? 90 : 200);
    };
    const [first, second] = [await idOf(session, 'Seven'), await idOf(session, 'Nothing')];
    expect((await session.perform({ type: 'click', target: { element: first } })).effect).toBe('changed');
    const { effect, changes } = await session.perform({ type: 'click', target: { element: second } });
    expect({ effect, changes }).toEqual({ effect: 'unchanged', changes: [] });
  });

  test('a button that is pressed only briefly has no effect; one that stays pressed has', async () => {
    const { fake, session } = createFakeScreen();
    const [flash, stay] = ['Flash', 'Stay'].map((name) => node(name, { kind: 'toggle button' }));
    if (!flash || !stay) throw new Error('both are there');
    fake.windows = [window('main')];
    fake.nodes = [flash, stay];
    fake.onInput = (what) => {
      (what.startsWith('click Flash') ? flash : stay).states = ['pressed'];
      setTimeout(() => {
        flash.states = [];
        fake.notifyChange();
      }, 150);
      fake.notifyChange();
    };
    const effects = [];
    for (const name of ['Flash', 'Stay'])
      effects.push((await session.perform({ type: 'click', target: { element: await idOf(session, name) } })).effect);
    expect(effects).toEqual(['unchanged', 'changed']);
  });

  test('typed text in another element is an effect at once, without observing for ambient changes', async () => {
    const { fake, session } = createFakeScreen();
    const area = node('', { key: 'area', role: 'TextInput' });
    fake.windows = [window('main')];
    fake.nodes = [area];
    fake.onInput = () => {
      area.value = 'words';
      fake.notifyChange();
    };
    expect((await session.perform({ type: 'type', text: 'words' })).effect).toBe('changed');
    expect(fake.waits.filter((ms) => ms > 1_000 && ms < 10_000)).toEqual([]);
  });

  test('a read-only display that shows a result is not reported as truncated', async () => {
    const { fake, session } = createFakeScreen();
    const display = node('', { key: 'display', role: 'TextInput', value: '0', states: ['readonly', 'focused'] });
    fake.windows = [window('main')];
    fake.nodes = [display];
    fake.onInput = () => {
      display.value = '12';
      fake.notifyChange();
    };
    const { effect, error } = await session.perform({ type: 'type', text: '12*12' });
    expect({ effect, error }).toEqual({ effect: 'changed', error: undefined });
  });

  test('Enter after a text settles on its own: the typed text is no effect of it', async () => {
    const { fake, session } = createFakeScreen();
    const field = node('Name', { role: 'TextInput', window: 'ask' });
    fake.windows = [window('ask', { dialog: true }), window('main')];
    fake.nodes = [field];
    fake.onInput = (what) => {
      if (what.startsWith('type')) field.value = 'words';
      if (what.startsWith('key'))
        setTimeout(() => {
          fake.windows = fake.windows.slice(1);
          fake.notifyChange();
        }, 120);
      fake.notifyChange();
    };
    const target = { element: await idOf(session, 'Name') };
    const { changes } = await session.perform({ type: 'type', text: 'words', target, submit: true });
    expect(changes.some((change) => change.kind === 'tab' && change.do === 'closed')).toBe(true);
  });

  test('a window that opens is an effect and becomes the current window', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main', { active: true })];
    fake.nodes = [node('Save as')];
    fake.onInput = () => {
      fake.windows = [window('Save As', { dialog: true }), window('main')];
      fake.onInput = () => undefined;
      fake.notifyChange();
    };
    const target = { element: await idOf(session, 'Save as') };
    const { effect, changes } = await session.perform({ type: 'click', target });
    expect(effect).toBe('changed');
    expect(changes).toContainEqual({ kind: 'tab', tab: 'tab_2', do: 'opened', window: 'Save As' });
    await session.perform({ type: 'key', keys: 'ctrl+a' });
    fake.windows = [window('main')];
    fake.notifyChange();
    await session.perform({ type: 'type', text: 'hello' });
    expect(fake.inputs.slice(1)).toEqual(['key Control+A in Save As', 'type hello in main']);
  });

  test('move and scroll over another window do not change the current window', async () => {
    const { fake, session } = createFakeScreen();
    const beside = { x: 200, y: 0, width: 100, height: 100 };
    fake.windows = [window('beside', { bounds: beside }), window('main', { active: true })];
    await session.perform({ type: 'focus_app', app: 'main' });
    await session.perform({ type: 'move', target: { x: 250, y: 50 } });
    await session.perform({ type: 'scroll', dx: 0, dy: 100, target: { x: 250, y: 50 } });
    await session.perform({ type: 'key', keys: 'a' });
    await session.perform({ type: 'click', target: { x: 250, y: 50 } });
    await session.perform({ type: 'key', keys: 'a' });
    expect(fake.inputs).toEqual([
      'move 250,50 in beside',
      'scroll 250,50 in beside 0 100',
      'key a in main',
      'click 250,50 in beside left 1',
      'key a in beside',
    ]);
  });
});
