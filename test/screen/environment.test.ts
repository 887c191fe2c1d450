import { describe, expect, test, vi } from 'vitest';
import type { ElementId } from '../../src/core/element.js';
import { HandrailError } from '../../src/core/errors.js';
import { makePaper, node, window } from './paper-screen.js';

async function idOf(session: ReturnType<typeof makePaper>['session'], name: string): Promise<ElementId> {
  const { elements } = await session.observe();
  const found = elements.find((element) => element.name === name);
  if (!found) throw new Error(`There is no "${name}".`);
  return found.id;
}

test('a window that closes between the words and the picture is in neither', async () => {
  const { paper, screen, session } = makePaper();
  paper.windows = [window('Save As', { dialog: true, active: true }), window('main')];
  const { picture } = screen.reader;
  screen.reader.picture = (...asked) => {
    paper.windows = [window('main', { active: true })];
    paper.ring();
    return picture(...asked);
  };
  const { tabs } = await session.observe({ picture: 'plain' });
  expect(tabs?.map(({ title }) => title)).toEqual(['main']);
});

test.each([
  ['container', 'Files'],
  ['desktop', 'Editor'],
] as const)('in a %s, keys go on to %s when a window of Files opens and takes them', async (kind, app) => {
  const { paper, session } = makePaper({}, true, kind);
  paper.windows = [window('main', { active: true })];
  await session.observe();
  paper.windows = [window('folder', { app: 'Files', pid: 2, active: true }), window('main')];
  expect((await session.observe()).app).toBe(app);
  await session.perform({ type: 'key', keys: 'Enter' });
  expect(paper.did).toContain(`key Enter in ${kind === 'container' ? 'folder' : 'main'}`);
});

test('what takes too long is given up, and does not go on while something else is done', async () => {
  const { paper, screen, session } = makePaper();
  paper.windows = [window('main')];
  await session.observe();
  screen.input.scroll = (_aim, _by, _modifiers, signal) =>
    new Promise((resolve) =>
      signal?.addEventListener('abort', () => {
        paper.did.push('stopped');
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
  expect(paper.did).toContain('stopped');
});

test('a look that failed has seen nothing: as long as the screen is gone, nothing is told as perhaps done', async () => {
  const { paper, screen, session } = makePaper();
  paper.windows = [window('main')];
  paper.nodes = [node('Save')];
  const target = { element: await idOf(session, 'Save') };
  await session.perform({ type: 'click', target });
  screen.reader.windows = () => Promise.reject(new HandrailError('display_died', 'It is gone.'));
  paper.ring();
  for (const _ of ['once', 'again'])
    expect(await session.perform({ type: 'click', target })).toMatchObject({
      effect: 'unchanged',
      error: { code: 'display_died' },
    });
});

describe('what a screen is told as', () => {
  test('windows are listed, the one in use is named, others are told by their title', async () => {
    const { paper, session } = makePaper();
    paper.windows = [
      window('main', { active: true }),
      window('other', { app: 'Files', pid: 2, bounds: { x: 160, y: 0, width: 160, height: 200 } }),
    ];
    paper.nodes = [node('Save'), node('Open', { window: 'other', bounds: { x: 200, y: 20, width: 40, height: 20 } })];
    const { text, app, title, tabs } = await session.observe();
    expect({ app, title }).toEqual({ app: 'Editor', title: 'main' });
    expect(tabs?.map((tab) => [tab.title, tab.url, tab.active])).toEqual([
      ['main', 'Editor', true],
      ['other', 'Files', false],
    ]);
    expect(text).toContain('windows: tab_1 "main" active, tab_2 "other"');
    expect(text).toMatch(/in window "other":\n\[el_2\] Button "Open"/);
  });

  test('what lies under another window is covered, what is out of the screen is not shown', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('front', { pid: 2, app: 'Files' }), window('main')];
    paper.nodes = [node('Under'), node('Out', { bounds: { x: 900, y: 20, width: 40, height: 20 } })];
    const { elements } = await session.observe();
    expect(elements.map(({ name, states }) => [name, states])).toEqual([
      ['Under', ['covered']],
      ['Out', ['offscreen']],
    ]);
  });

  test('a session about one program knows its windows and menus only', async () => {
    const { paper, session } = makePaper({ app: 'edit' });
    paper.windows = [
      window('menu', { popup: true }),
      window('front', { pid: 2, app: 'Files' }),
      window('main'),
      window('foreign menu', { popup: true, pid: 2, app: 'Files' }),
    ];
    paper.nodes = [node('Save'), node('Copy', { window: 'menu' }), node('Paste', { window: 'front' })];
    const { elements, tabs } = await session.observe();
    expect(elements.map(({ name }) => name)).toEqual(['Save', 'Copy']);
    expect(tabs?.map(({ title }) => title)).toEqual(['main']);
  });

  test('another size of the screen and a lock in front of it are told', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main')];
    await session.observe();
    paper.resize(400, 300);
    paper.windows = [
      window('lock', { app: 'i3lock', popup: true, bounds: { x: 0, y: 0, width: 400, height: 300 } }),
      window('main'),
    ];
    const { changes, text } = await session.observe();
    expect(JSON.stringify(changes)).toContain('The screen is 400×300 now; it was 320×200.');
    expect(text).toContain('The screen is locked (i3lock)');
  });
});

describe('ids', () => {
  test('the same thing keeps its id, another thing of that name gets another', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main')];
    paper.nodes = [node('Save', { key: 'a' })];
    const first = await idOf(session, 'Save');
    expect(await idOf(session, 'Save')).toBe(first);
    paper.nodes = [node('Save', { key: 'b' })];
    paper.ring();
    const { error, effect } = await session.perform({ type: 'click', target: { element: first } });
    expect(error).toMatchObject({ code: 'stale_element' });
    expect(error?.message).toMatch(/el_1 is gone; el_2 Button "Save" looks the same/);
    expect(effect).toBe('unchanged');
    expect(paper.did).toEqual([]);
  });

  test('an id that was never given, and what is disabled', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main')];
    paper.nodes = [node('Save', { states: ['disabled'] })];
    const save = await idOf(session, 'Save');
    const unknown = await session.perform({ type: 'click', target: { element: 'el_99' } });
    const disabled = await session.perform({ type: 'click', target: { element: save } });
    expect([unknown.error?.code, disabled.error?.code]).toEqual(['unknown_element', 'disabled']);
    expect(paper.did).toEqual([]);
  });
});

test('what an action enables a moment later is waited for', async () => {
  const { paper, session } = makePaper();
  paper.windows = [window('main')];
  const off = node('Save', { states: ['disabled'] });
  paper.nodes = [node('Name', { role: 'TextInput', bounds: { x: 16, y: 60, width: 64, height: 24 } }), off];
  const [save, field] = [await idOf(session, 'Save'), await idOf(session, 'Name')];
  expect((await session.perform({ type: 'click', target: { element: save } })).error?.code).toBe('disabled');
  await session.perform({ type: 'type', text: 'words', target: { element: field } });
  const clicking = session.perform({ type: 'click', target: { element: save } });
  setTimeout(() => {
    off.states = [];
    paper.ring();
  }, 100);
  expect((await clicking).error).toBeUndefined();
  expect(paper.did).toEqual(['type words in Name', 'click Save left 1']);
});

describe('effects', () => {
  for (const rings of [true, false]) {
    const how = rings ? 'told by rings' : 'seen by comparing';
    test(`a button that does nothing, though it looks pressed: ${how}`, async () => {
      const { paper, session } = makePaper({}, rings);
      paper.windows = [window('main')];
      paper.nodes = [node('Dead')];
      paper.answer = () => paper.paint({ x: 16, y: 16, width: 64, height: 24 }, 90);
      const target = { element: await idOf(session, 'Dead') };
      expect(await session.perform({ type: 'click', target })).toMatchObject({ ok: true, effect: 'unchanged' });
    });

    test(`pixels elsewhere: ${how}`, async () => {
      const { paper, session } = makePaper({}, rings);
      paper.windows = [window('main')];
      paper.nodes = [node('Draw')];
      paper.answer = () => paper.paint({ x: 200, y: 100, width: 32, height: 32 }, 10);
      const target = { element: await idOf(session, 'Draw') };
      const { effect, changes } = await session.perform({ type: 'click', target });
      expect(effect).toBe('changed');
      expect(changes).toEqual([{ kind: 'pixels', share: expect.closeTo((9 * 256) / (320 * 200), 2) }]);
    });
  }

  test('what is drawn in windows of other programs is theirs; one that comes is an effect', async () => {
    const { paper, session } = makePaper();
    const clock = window('clock', { app: 'Clock', pid: 2, bounds: { x: 170, y: 10, width: 100, height: 100 } });
    paper.windows = [window('main'), clock];
    paper.nodes = [node('Go')];
    const target = { element: await idOf(session, 'Go') };
    paper.answer = () => paper.paint({ x: 200, y: 50, width: 30, height: 30 }, paper.did.length);
    expect(await session.perform({ type: 'click', target })).toMatchObject({ ok: true, effect: 'unchanged' });
    paper.answer = () => {
      paper.windows = [window('main'), { ...clock, bounds: { x: 170, y: 40, width: 100, height: 100 } }];
      paper.paint({ x: 170, y: 10, width: 100, height: 130 }, 90);
    };
    expect(await session.perform({ type: 'click', target })).toMatchObject({ ok: true, effect: 'changed' });
  });

  test('a field that takes nothing of what it was set to, and is empty now, has failed', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main')];
    paper.nodes = [node('Digits', { role: 'TextInput', value: '345' })];
    const target = { element: await idOf(session, 'Digits') };
    paper.answer = () => {
      paper.nodes = [node('Digits', { role: 'TextInput', value: '' })];
      paper.ring();
    };
    expect(await session.perform({ type: 'set_value', target, value: 'abc' })).toMatchObject({
      ok: false,
      effect: 'changed',
      error: { code: 'expectation_failed', message: '"Digits" took nothing of the text: it is empty now.' },
    });
    expect(await session.perform({ type: 'set_value', target, value: '' })).toMatchObject({ ok: true });
  });

  test('a text cursor that blinks is no effect', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main')];
    paper.nodes = [node('Dead')];
    paper.answer = () => paper.paint({ x: 250, y: 100, width: 2, height: 20 }, 0);
    const target = { element: await idOf(session, 'Dead') };
    expect(await session.perform({ type: 'click', target })).toMatchObject({ effect: 'unchanged' });
  });

  test('a clock is no effect; a result that appears once is', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main')];
    const clock = node('12:00:00', { key: 'clock', role: 'Text', bounds: { x: 200, y: 20, width: 60, height: 20 } });
    const result = node('', { key: 'result', role: 'Text', bounds: { x: 200, y: 60, width: 60, height: 20 } });
    paper.nodes = [node('Dead', { key: 'dead' }), clock, result];
    let seconds = 0;
    const ticking = setInterval(() => {
      seconds += 1;
      clock.name = `12:00:${seconds}`;
      paper.ring();
    }, 250);
    try {
      const target = { element: await idOf(session, 'Dead') };
      expect(await session.perform({ type: 'click', target })).toMatchObject({ effect: 'unchanged' });
      paper.answer = () => {
        result.name = 'Saved';
      };
      const { effect, changes } = await session.perform({ type: 'click', target });
      expect(effect).toBe('changed');
      expect(changes.filter(({ kind }) => kind === 'renamed')).toMatchObject([{ to: 'Saved' }]);
    } finally {
      clearInterval(ticking);
    }
  });

  test('a button that the action before pressed, and that comes up meanwhile, is no effect', async () => {
    const { paper, session } = makePaper();
    const seven = node('Seven', { kind: 'toggle button' });
    paper.windows = [window('main')];
    paper.nodes = [seven, node('Nothing', { bounds: { x: 16, y: 100, width: 64, height: 24 } })];
    paper.answer = (what) => {
      seven.states = what.startsWith('click Seven') ? ['pressed'] : [];
      paper.paint(seven.bounds ?? { x: 0, y: 0, width: 0, height: 0 }, what.startsWith('click Seven') ? 90 : 200);
    };
    const [first, second] = [await idOf(session, 'Seven'), await idOf(session, 'Nothing')];
    expect((await session.perform({ type: 'click', target: { element: first } })).effect).toBe('changed');
    const { effect, changes } = await session.perform({ type: 'click', target: { element: second } });
    expect({ effect, changes }).toEqual({ effect: 'unchanged', changes: [] });
  });

  test('a button that only flashes has done nothing; one that stays down has', async () => {
    const { paper, session } = makePaper();
    const [flash, stay] = ['Flash', 'Stay'].map((name) => node(name, { kind: 'toggle button' }));
    if (!flash || !stay) throw new Error('both are there');
    paper.windows = [window('main')];
    paper.nodes = [flash, stay];
    paper.answer = (what) => {
      (what.startsWith('click Flash') ? flash : stay).states = ['pressed'];
      setTimeout(() => {
        flash.states = [];
        paper.ring();
      }, 150);
      paper.ring();
    };
    const effects = [];
    for (const name of ['Flash', 'Stay'])
      effects.push((await session.perform({ type: 'click', target: { element: await idOf(session, name) } })).effect);
    expect(effects).toEqual(['unchanged', 'changed']);
  });

  test('what was typed is seen where nobody aimed: no clock shows that, and nothing is watched', async () => {
    const { paper, session } = makePaper();
    const area = node('', { key: 'area', role: 'TextInput' });
    paper.windows = [window('main')];
    paper.nodes = [area];
    paper.answer = () => {
      area.value = 'words';
      paper.ring();
    };
    expect((await session.perform({ type: 'type', text: 'words' })).effect).toBe('changed');
    expect(paper.waits.filter((ms) => ms > 1_000 && ms < 10_000)).toEqual([]);
  });

  test('a display that only shows what the keys make of it has cut off nothing', async () => {
    const { paper, session } = makePaper();
    const display = node('', { key: 'display', role: 'TextInput', value: '0', states: ['readonly', 'focused'] });
    paper.windows = [window('main')];
    paper.nodes = [display];
    paper.answer = () => {
      display.value = '12';
      paper.ring();
    };
    const { effect, error } = await session.perform({ type: 'type', text: '12*12' });
    expect({ effect, error }).toEqual({ effect: 'changed', error: undefined });
  });

  test('an Enter after a text is waited for by itself: the text is no sign of it', async () => {
    const { paper, session } = makePaper();
    const field = node('Name', { role: 'TextInput', window: 'ask' });
    paper.windows = [window('ask', { dialog: true }), window('main')];
    paper.nodes = [field];
    paper.answer = (what) => {
      if (what.startsWith('type')) field.value = 'words';
      if (what.startsWith('key'))
        setTimeout(() => {
          paper.windows = paper.windows.slice(1);
          paper.ring();
        }, 120);
      paper.ring();
    };
    const target = { element: await idOf(session, 'Name') };
    const { changes } = await session.perform({ type: 'type', text: 'words', target, submit: true });
    expect(changes.some((change) => change.kind === 'tab' && change.do === 'closed')).toBe(true);
  });

  test('a window that opens is an effect, and takes the keys from then on', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main', { active: true })];
    paper.nodes = [node('Save as')];
    paper.answer = () => {
      paper.windows = [window('Save As', { dialog: true }), window('main')];
      paper.answer = () => undefined;
      paper.ring();
    };
    const target = { element: await idOf(session, 'Save as') };
    const { effect, changes } = await session.perform({ type: 'click', target });
    expect(effect).toBe('changed');
    expect(changes).toContainEqual({ kind: 'tab', tab: 'tab_2', do: 'opened', window: 'Save As' });
    await session.perform({ type: 'key', keys: 'ctrl+a' });
    paper.windows = [window('main')];
    paper.ring();
    await session.perform({ type: 'type', text: 'hello' });
    expect(paper.did.slice(1)).toEqual(['key Control+A in Save As', 'type hello in main']);
  });

  test('a pointer that passes over another window, or a wheel that turns there, leaves the keys where they are', async () => {
    const { paper, session } = makePaper();
    const beside = { x: 200, y: 0, width: 100, height: 100 };
    paper.windows = [window('beside', { bounds: beside }), window('main', { active: true })];
    await session.perform({ type: 'focus_app', app: 'main' });
    await session.perform({ type: 'move', target: { x: 250, y: 50 } });
    await session.perform({ type: 'scroll', dx: 0, dy: 100, target: { x: 250, y: 50 } });
    await session.perform({ type: 'key', keys: 'a' });
    await session.perform({ type: 'click', target: { x: 250, y: 50 } });
    await session.perform({ type: 'key', keys: 'a' });
    expect(paper.did).toEqual([
      'move 250,50 in beside',
      'scroll 250,50 in beside 0 100',
      'key a in main',
      'click 250,50 in beside left 1',
      'key a in beside',
    ]);
  });
});

describe('what is refused before anything is done', () => {
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
      const { paper, session } = makePaper();
      paper.windows = [window('main')];
      const outcome = await session.perform(action);
      expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code } });
      expect(outcome.error?.hint).toBeTruthy();
      expect(paper.did.filter((what) => what !== 'let go')).toEqual([]);
    });
  }

  test('a place that belongs to a program this session is not about', async () => {
    const { paper, session } = makePaper({ app: 'Editor' });
    paper.windows = [
      window('main'),
      window('other', { app: 'Files', pid: 2, bounds: { x: 160, y: 0, width: 160, height: 200 } }),
    ];
    const { error } = await session.perform({ type: 'click', target: { x: 200, y: 100 } });
    expect(error).toMatchObject({ code: 'out_of_range' });
    expect(paper.did).toEqual([]);
  });
});

describe('windows', () => {
  test('focus_app sends keys there without raising it; with raise it is raised', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main', { active: true }), window('other', { app: 'Files', pid: 2 })];
    await session.perform({ type: 'focus_app', app: 'files' });
    await session.perform({ type: 'key', keys: 'F5' });
    await session.perform({ type: 'focus_app', app: 'tab_1', raise: true });
    await session.perform({ type: 'menu', path: ['File', 'Save'], app: 'Files' });
    expect(paper.did).toEqual(['key F5 in other', 'raise main', 'menu File > Save in other']);
  });

  test('by the name of a program all its windows close, by a title one', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('one'), window('two'), window('three', { app: 'Files', pid: 2 })];
    await session.perform({ type: 'close_app', app: 'two' });
    await session.perform({ type: 'close_app', app: 'editor' });
    expect(paper.did).toEqual(['close two', 'close one', 'close two']);
  });

  test('when a program closes, what was worked with before is worked with again, not what the person has in front', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('person', { active: true, pid: 3, app: 'Mail' }), window('main')];
    await session.perform({ type: 'focus_app', app: 'main' });
    paper.answer = () => {
      paper.windows = [window('new', { pid: 9, app: 'Files' }), ...paper.windows];
      paper.answer = () => undefined;
      paper.ring();
    };
    await session.perform({ type: 'launch', app: 'files' });
    paper.windows = paper.windows.slice(1);
    paper.ring();
    await session.perform({ type: 'key', keys: 'F5' });
    expect(paper.did).toEqual(['launch files', 'key F5 in main']);
  });

  test('what stands behind others is pictured for what is done there, and for nothing that is done elsewhere', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('person', { active: true, pid: 3, app: 'Mail' }), window('main')];
    await session.perform({ type: 'focus_app', app: 'main' });
    await session.perform({ type: 'launch', app: 'files' });
    await session.perform({ type: 'clipboard', text: 'words' });
    expect(paper.pictured).toEqual([]);
    await session.perform({ type: 'key', keys: 'F5' });
    expect(new Set(paper.pictured)).toEqual(new Set(['main']));
  });

  test('apps and clipboard are read', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main', { active: true }), window('files', { app: 'Files', pid: 2 })];
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
  test('for a text, for an element that goes, and in vain', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main')];
    setTimeout(() => {
      paper.nodes = [node('Ready')];
      paper.ring();
    }, 100);
    expect(await session.perform({ type: 'wait', for: { text: 'ready' } })).toMatchObject({ ok: true });
    const id = await idOf(session, 'Ready');
    setTimeout(() => {
      paper.nodes = [];
      paper.ring();
    }, 100);
    expect(await session.perform({ type: 'wait', for: { gone: { id } } })).toMatchObject({ ok: true });
    const vain = await session.perform({ type: 'wait', for: { element: { name: 'Never' } }, timeoutMs: 200 });
    expect(vain).toMatchObject({ ok: false, error: { code: 'wait_timeout' } });
  });

  test('cancelled at once', async () => {
    const { paper, session } = makePaper();
    paper.windows = [window('main')];
    const cancel = new AbortController();
    const begun = performance.now();
    const waiting = session.perform({ type: 'wait', for: { seconds: 30 } }, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 50);
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

test('closing lets go of what is held, once, and later calls say so', async () => {
  const { paper, session } = makePaper();
  paper.windows = [window('main')];
  await Promise.all([session.close(), session.close()]);
  expect(paper.did).toEqual(['let go', 'closed']);
  expect(await session.perform({ type: 'key', keys: 'a' })).toMatchObject({ error: { code: 'closed' } });
});
