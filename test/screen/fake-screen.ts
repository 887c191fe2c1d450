import type { Rect } from '../../src/core/geometry.js';
import { createScreenEnvironment } from '../../src/environments/screen/environment.js';
import type { InputDriver, Screen, ScreenNode, ScreenWindow } from '../../src/environments/screen/screen.js';
import type { Scope } from '../../src/environments/screen/windows/window-tracker.js';
import { createSession } from '../../src/session/session.js';

/** A screen in memory: the test sets windows, nodes and pixels. Input is recorded. */
export interface FakeScreen {
  windows: ScreenWindow[];
  nodes: ScreenNode[];
  /** The received input, in order. */
  inputs: string[];
  /** Titles of the windows that were drawn on top for a capture. */
  windowsOnTop: string[];
  /** The timeouts of all waits for a change. */
  waits: number[];
  /** Called with each entry of `inputs`: the program's reaction. */
  onInput: (what: string) => void;
  /** Paints a rectangle in a shade of grey. */
  paint(box: Rect, shade: number): void;
  resize(width: number, height: number): void;
  notifyChange(): void;
}

export function createFakeScreen(scope: Scope = {}, hasChangeSignal = true, kind: 'desktop' | 'container' = 'desktop') {
  let size = { width: 320, height: 200 };
  let data = Buffer.alloc(size.width * size.height * 4, 200);
  data.fill(0, 0, 400); // a screen of one colour counts as asleep
  let count = 0;
  const waiting = new Set<() => void>();
  const fake: FakeScreen = {
    windows: [],
    nodes: [],
    inputs: [],
    windowsOnTop: [],
    waits: [],
    onInput: () => undefined,
    paint(box, shade) {
      for (let y = box.y; y < box.y + box.height; y += 1) {
        const from = (y * size.width + box.x) * 4;
        data.fill(shade, from, from + box.width * 4);
      }
      fake.notifyChange();
    },
    resize(width, height) {
      size = { width, height };
      data = Buffer.alloc(width * height * 4, 200);
    },
    notifyChange() {
      count += 1;
      for (const wake of waiting) wake();
    },
  };
  const record = async (what: string): Promise<void> => {
    fake.inputs.push(what);
    fake.onInput(what);
  };
  const name = (target: { node?: ScreenNode; x: number; y: number; window?: ScreenWindow } | undefined): string =>
    target?.node?.name ?? (target ? `${target.x},${target.y} in ${target.window?.title ?? 'nothing'}` : 'nothing');
  const input: InputDriver = {
    click: (target, { button, count: times }) => record(`click ${name(target)} ${button} ${times}`),
    move: (target) => record(`move ${name(target)}`),
    press: (target, button) => record(`press ${name(target)} ${button}`),
    release: (target, button) => record(`release ${name(target)} ${button}`),
    drag: (path) => record(`drag ${path.map(name).join(' to ')}`),
    scroll: (target, { dx, dy }) => record(`scroll ${name(target)} ${dx} ${dy}`),
    type: (text, { window, node }, { clear }) =>
      record(`type ${text}${clear ? ' instead' : ''} in ${node?.name ?? window?.title}`),
    key: (chord, _, { window }) => record(`key ${chord.canonical} in ${window?.title}`),
    setValue: (node, _, value) => record(`set ${node.name} ${String(value)}`),
    chooseMenuItem: (path, window) => record(`menu ${path.join(' > ')} in ${window.title}`),
    raise: (window) => record(`raise ${window.title}`),
    closeWindow: (window) => record(`close ${window.title}`),
    launch: (app, parameters) => record(`launch ${[app, ...parameters].join(' ')}`),
    listApps: async () => [{ app: 'Editor', launch: 'editor' }],
    readClipboard: async () => 'from the clipboard',
    writeClipboard: (text) => record(`clipboard ${text}`),
    releaseAll: () => record('let go'),
  };
  const screen: Screen = {
    reader: {
      size: async () => size,
      windows: async () => [...fake.windows],
      tree: async ({ windows }) => ({
        nodes: fake.nodes.filter(({ window }) => windows.some(({ id }) => id === window)).map((node) => ({ ...node })),
        dropped: 0,
      }),
      picture: async () => ({ bytes: Buffer.alloc(0), type: 'png', size, region: { x: 0, y: 0, ...size } }),
      pixels: async (_signal, onTop = []) => {
        fake.windowsOnTop.push(...onTop.map(({ title }) => title));
        return { ...size, data: Buffer.from(data) };
      },
      ...(hasChangeSignal ? { changes: { waitForChange, count: () => count } } : {}),
    },
    input,
    limitations: [],
    close: () => record('closed'),
  };

  function waitForChange(ms: number, signal?: AbortSignal): Promise<boolean> {
    fake.waits.push(ms);
    return new Promise((resolve) => {
      const end = (changed: boolean) => () => {
        clearTimeout(timer);
        waiting.delete(wake);
        signal?.removeEventListener('abort', stop);
        resolve(changed);
      };
      const wake = end(true);
      const stop = end(false);
      const timer = setTimeout(stop, ms);
      waiting.add(wake);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  return { fake, screen, session: createSession(createScreenEnvironment(kind, screen, scope)) };
}

export function window(id: string, facts: Partial<ScreenWindow> = {}): ScreenWindow {
  return {
    id,
    app: 'Editor',
    title: id,
    pid: 1,
    bounds: { x: 0, y: 0, width: 160, height: 200 },
    active: false,
    shown: true,
    dialog: false,
    popup: false,
    ...facts,
  };
}

export function node(name: string, facts: Partial<ScreenNode> = {}): ScreenNode {
  return {
    key: name,
    window: 'main',
    role: 'Button',
    name,
    states: [],
    bounds: { x: 16, y: 16, width: 64, height: 24 },
    interactive: true,
    ...facts,
  };
}
