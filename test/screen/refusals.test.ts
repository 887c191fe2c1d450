import { describe, expect, test } from 'vitest';
import { createFakeScreen, node, window } from './fake-screen.js';
import { idOf } from './id-of.js';

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
