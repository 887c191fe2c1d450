import { describe, expect, test, vi } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { createFakeScreen, node, window } from './fake-screen.js';
import { idOf } from './id-of.js';

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

test('close releases held keys once, and later calls fail with closed', async () => {
  const { fake, session } = createFakeScreen();
  fake.windows = [window('main')];
  await Promise.all([session.close(), session.close()]);
  expect(fake.inputs).toEqual(['let go', 'closed']);
  expect(await session.perform({ type: 'key', keys: 'a' })).toMatchObject({ error: { code: 'closed' } });
});
