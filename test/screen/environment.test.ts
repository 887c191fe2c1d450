import { describe, expect, test, vi } from 'vitest';
import type { ElementId } from '../../src/core/element.js';
import { HandrailError } from '../../src/core/errors.js';
import { createFakeScreen, node, window } from './fake-screen.js';

async function idOf(session: ReturnType<typeof createFakeScreen>['session'], name: string): Promise<ElementId> {
  const { elements } = await session.observe();
  const found = elements.find((element) => element.name === name);
  if (!found) throw new Error(`There is no "${name}".`);
  return found.id;
}

test('a window that closes between the element read and the picture is in neither', async () => {
  const { fake, screen, session } = createFakeScreen();
  fake.windows = [window('Save As', { dialog: true, active: true }), window('main')];
  const { picture } = screen.reader;
  screen.reader.picture = (...asked) => {
    fake.windows = [window('main', { active: true })];
    fake.notifyChange();
    return picture(...asked);
  };
  const { tabs } = await session.observe({ picture: 'plain' });
  expect(tabs?.map(({ title }) => title)).toEqual(['main']);
});

test.each([
  ['container', 'Files'],
  ['desktop', 'Editor'],
] as const)('in a %s, keys go on to %s when a window of Files opens and takes them', async (kind, app) => {
  const { fake, session } = createFakeScreen({}, true, kind);
  fake.windows = [window('main', { active: true })];
  await session.observe();
  fake.windows = [window('folder', { app: 'Files', pid: 2, active: true }), window('main')];
  expect((await session.observe()).app).toBe(app);
  await session.perform({ type: 'key', keys: 'Enter' });
  expect(fake.inputs).toContain(`key Enter in ${kind === 'container' ? 'folder' : 'main'}`);
});

test('an action that times out stops and sends no input during the next action', async () => {
  const { fake, screen, session } = createFakeScreen();
  fake.windows = [window('main')];
  await session.observe();
  screen.input.scroll = (_aim, _by, _modifiers, signal) =>
    new Promise((resolve) =>
      signal?.addEventListener('abort', () => {
        fake.inputs.push('stopped');
        resolve();
      }),
    );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const scrolling = session.perform({ type: 'scroll', target: { x: 20, y: 20 }, dx: 0, dy: 1e9 });
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await scrolling).toMatchObject({ effect: 'unknown', error: { code: 'deadline' } });
  } finally {
    vi.useRealTimers();
  }
  expect(fake.inputs).toContain('stopped');
});

test('while the screen is gone, actions are reported as not executed', async () => {
  const { fake, screen, session } = createFakeScreen();
  fake.windows = [window('main')];
  fake.nodes = [node('Save')];
  const target = { element: await idOf(session, 'Save') };
  await session.perform({ type: 'click', target });
  screen.reader.windows = () => Promise.reject(new HandrailError('display_died', 'It is gone.'));
  fake.notifyChange();
  for (const _ of ['once', 'again'])
    expect(await session.perform({ type: 'click', target })).toMatchObject({
      effect: 'unchanged',
      error: { code: 'display_died' },
    });
});

describe('views', () => {
  test('a view lists the windows, names the current one, and gives the title for elements of others', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [
      window('main', { active: true }),
      window('other', { app: 'Files', pid: 2, bounds: { x: 160, y: 0, width: 160, height: 200 } }),
    ];
    fake.nodes = [node('Save'), node('Open', { window: 'other', bounds: { x: 200, y: 20, width: 40, height: 20 } })];
    const { text, app, title, tabs } = await session.observe();
    expect({ app, title }).toEqual({ app: 'Editor', title: 'main' });
    expect(tabs?.map((tab) => [tab.title, tab.url, tab.active])).toEqual([
      ['main', 'Editor', true],
      ['other', 'Files', false],
    ]);
    expect(text).toContain('windows: tab_1 "main" active, tab_2 "other"');
    expect(text).toMatch(/in window "other":\n\[el_2\] Button "Open"/);
  });

  test('elements under another window are covered, elements outside the screen are offscreen', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('front', { pid: 2, app: 'Files' }), window('main')];
    fake.nodes = [node('Under'), node('Out', { bounds: { x: 900, y: 20, width: 40, height: 20 } })];
    const { elements } = await session.observe();
    expect(elements.map(({ name, states }) => [name, states])).toEqual([
      ['Under', ['covered']],
      ['Out', ['offscreen']],
    ]);
  });

  test('a session with an app scope sees only the windows and menus of that program', async () => {
    const { fake, session } = createFakeScreen({ app: 'edit' });
    fake.windows = [
      window('menu', { popup: true }),
      window('front', { pid: 2, app: 'Files' }),
      window('main'),
      window('foreign menu', { popup: true, pid: 2, app: 'Files' }),
    ];
    fake.nodes = [node('Save'), node('Copy', { window: 'menu' }), node('Paste', { window: 'front' })];
    const { elements, tabs } = await session.observe();
    expect(elements.map(({ name }) => name)).toEqual(['Save', 'Copy']);
    expect(tabs?.map(({ title }) => title)).toEqual(['main']);
  });

  test('a changed screen size and a screen lock are reported', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main')];
    await session.observe();
    fake.resize(400, 300);
    fake.windows = [
      window('lock', { app: 'i3lock', popup: true, bounds: { x: 0, y: 0, width: 400, height: 300 } }),
      window('main'),
    ];
    const { changes, text } = await session.observe();
    expect(JSON.stringify(changes)).toContain('The screen size changed from 320×200 to 400×300.');
    expect(text).toContain('The screen is locked (i3lock)');
  });
});

describe('ids', () => {
  test('a node keeps its id, another node with the same name gets a new one', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main')];
    fake.nodes = [node('Save', { key: 'a' })];
    const first = await idOf(session, 'Save');
    expect(await idOf(session, 'Save')).toBe(first);
    fake.nodes = [node('Save', { key: 'b' })];
    fake.notifyChange();
    const { error, effect } = await session.perform({ type: 'click', target: { element: first } });
    expect(error).toMatchObject({ code: 'stale_element' });
    expect(error?.message).toMatch(/el_1 is gone; el_2 Button "Save" looks the same/);
    expect(effect).toBe('unchanged');
    expect(fake.inputs).toEqual([]);
  });

  test('an unknown id and a disabled element are refused', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main')];
    fake.nodes = [node('Save', { states: ['disabled'] })];
    const save = await idOf(session, 'Save');
    const unknown = await session.perform({ type: 'click', target: { element: 'el_99' } });
    const disabled = await session.perform({ type: 'click', target: { element: save } });
    expect([unknown.error?.code, disabled.error?.code]).toEqual(['unknown_element', 'disabled']);
    expect(fake.inputs).toEqual([]);
  });
});

test('an action waits for a control that the previous action enables a moment later', async () => {
  const { fake, session } = createFakeScreen();
  fake.windows = [window('main')];
  const off = node('Save', { states: ['disabled'] });
  fake.nodes = [node('Name', { role: 'TextInput', bounds: { x: 16, y: 60, width: 64, height: 24 } }), off];
  const [save, field] = [await idOf(session, 'Save'), await idOf(session, 'Name')];
  expect((await session.perform({ type: 'click', target: { element: save } })).error?.code).toBe('disabled');
  await session.perform({ type: 'type', text: 'words', target: { element: field } });
  const clicking = session.perform({ type: 'click', target: { element: save } });
  setTimeout(() => {
    off.states = [];
    fake.notifyChange();
  }, 100);
  expect((await clicking).error).toBeUndefined();
  expect(fake.inputs).toEqual(['type words in Name', 'click Save left 1']);
});

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

describe('refused before any input', () => {
  const cases = [
    [{ type: 'click', target: { x: 320, y: 10 } }, 'out_of_range'],
    [{ type: 'click', target: { x: -1, y: 10 } }, 'out_of_range'],
    [{ type: 'type', text: 'half \ud83d of it' }, 'invalid_action'],
    [{ type: 'key', keys: 'Hyperspace' }, 'unknown_key'],
    [{ type: 'focus_app', app: 'Browser' }, 'unknown_app'],
    [{ type: 'navigate', url: 'https://example.com' }, 'unsupported'],
    [{ type: 'dialog', accept: true }, 'unsupported'],
    [{ type: 'tab', do: 'new' }, 'unsupported'],
    [{ type: 'wait', for: 'url_changed' }, 'unsupported'],
  ] as const;
  for (const [action, code] of cases) {
    test(JSON.stringify(action), async () => {
      const { fake, session } = createFakeScreen();
      fake.windows = [window('main')];
      const outcome = await session.perform(action);
      expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code } });
      expect(outcome.error?.hint).toBeTruthy();
      expect(fake.inputs.filter((what) => what !== 'let go')).toEqual([]);
    });
  }

  test('a point in a window outside the scope is refused', async () => {
    const { fake, session } = createFakeScreen({ app: 'Editor' });
    fake.windows = [
      window('main'),
      window('other', { app: 'Files', pid: 2, bounds: { x: 160, y: 0, width: 160, height: 200 } }),
    ];
    const { error } = await session.perform({ type: 'click', target: { x: 200, y: 100 } });
    expect(error).toMatchObject({ code: 'out_of_range' });
    expect(fake.inputs).toEqual([]);
  });
});

describe('windows', () => {
  test('focus_app sends keys to the window without raising it; with raise it raises it', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main', { active: true }), window('other', { app: 'Files', pid: 2 })];
    await session.perform({ type: 'focus_app', app: 'files' });
    await session.perform({ type: 'key', keys: 'F5' });
    await session.perform({ type: 'focus_app', app: 'tab_1', raise: true });
    await session.perform({ type: 'menu', path: ['File', 'Save'], app: 'Files' });
    expect(fake.inputs).toEqual(['key F5 in other', 'raise main', 'menu File > Save in other']);
  });

  test('close_app with a program name closes all its windows, with a title one window', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('one'), window('two'), window('three', { app: 'Files', pid: 2 })];
    await session.perform({ type: 'close_app', app: 'two' });
    await session.perform({ type: 'close_app', app: 'editor' });
    expect(fake.inputs).toEqual(['close two', 'close one', 'close two']);
  });

  test('when a program closes, the previously current window becomes current, not the window of the user', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('person', { active: true, pid: 3, app: 'Mail' }), window('main')];
    await session.perform({ type: 'focus_app', app: 'main' });
    fake.onInput = () => {
      fake.windows = [window('new', { pid: 9, app: 'Files' }), ...fake.windows];
      fake.onInput = () => undefined;
      fake.notifyChange();
    };
    await session.perform({ type: 'launch', app: 'files' });
    fake.windows = fake.windows.slice(1);
    fake.notifyChange();
    await session.perform({ type: 'key', keys: 'F5' });
    expect(fake.inputs).toEqual(['launch files', 'key F5 in main']);
  });

  test('covered windows are drawn on top only for actions in them', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('person', { active: true, pid: 3, app: 'Mail' }), window('main')];
    await session.perform({ type: 'focus_app', app: 'main' });
    await session.perform({ type: 'launch', app: 'files' });
    await session.perform({ type: 'clipboard', text: 'words' });
    expect(fake.windowsOnTop).toEqual([]);
    await session.perform({ type: 'key', keys: 'F5' });
    expect(new Set(fake.windowsOnTop)).toEqual(new Set(['main']));
  });

  test('reads apps and clipboard', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main', { active: true }), window('files', { app: 'Files', pid: 2 })];
    expect(await session.read({ what: 'clipboard' })).toEqual({ text: 'from the clipboard' });
    expect(await session.read({ what: 'apps' })).toEqual({
      apps: [
        { app: 'Files', windows: [{ title: 'files', active: false }] },
        { app: 'Editor', windows: [{ title: 'main', active: true }], launch: 'editor' },
      ],
    });
  });
});

describe('waiting', () => {
  test('for a text, for an element that disappears, and until the timeout', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main')];
    setTimeout(() => {
      fake.nodes = [node('Ready')];
      fake.notifyChange();
    }, 100);
    expect(await session.perform({ type: 'wait', for: { text: 'ready' } })).toMatchObject({ ok: true });
    const id = await idOf(session, 'Ready');
    setTimeout(() => {
      fake.nodes = [];
      fake.notifyChange();
    }, 100);
    expect(await session.perform({ type: 'wait', for: { gone: { id } } })).toMatchObject({ ok: true });
    const vain = await session.perform({ type: 'wait', for: { element: { name: 'Never' } }, timeoutMs: 200 });
    expect(vain).toMatchObject({ ok: false, error: { code: 'wait_timeout' } });
  });

  test('a cancelled wait ends at once', async () => {
    const { fake, session } = createFakeScreen();
    fake.windows = [window('main')];
    const cancel = new AbortController();
    const begun = performance.now();
    const waiting = session.perform({ type: 'wait', for: { seconds: 30 } }, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 50);
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

test('close releases held keys once, and later calls fail with closed', async () => {
  const { fake, session } = createFakeScreen();
  fake.windows = [window('main')];
  await Promise.all([session.close(), session.close()]);
  expect(fake.inputs).toEqual(['let go', 'closed']);
  expect(await session.perform({ type: 'key', keys: 'a' })).toMatchObject({ error: { code: 'closed' } });
});
