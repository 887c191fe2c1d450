import type { Rect } from '../../src/core/geometry.js';
import { screenEnvironment } from '../../src/environments/screen/environment.js';
import type { InputDriver, Screen, ScreenNode, ScreenWindow } from '../../src/environments/screen/screen.js';
import type { Scope } from '../../src/environments/screen/windows/windows-in-use.js';
import { createSession } from '../../src/session/session.js';

/** A screen that exists on paper only: windows, nodes and pixels are what the test says. What input did is written down. */
export interface PaperScreen {
  windows: ScreenWindow[];
  nodes: ScreenNode[];
  /** What the input were told, in order. */
  did: string[];
  /** Windows that a picture was taken of as if nothing stood in front of them. */
  pictured: string[];
  /** How long each time it was waited for something to stir, at most. */
  waits: number[];
  /** Called with each entry of `did`: the program's answer. */
  answer: (what: string) => void;
  /** Paints a box in a shade of grey. */
  paint(box: Rect, shade: number): void;
  resize(width: number, height: number): void;
  ring(): void;
}

export function makePaper(scope: Scope = {}, rings = true, kind: 'desktop' | 'container' = 'desktop') {
  let size = { width: 320, height: 200 };
  let data = Buffer.alloc(size.width * size.height * 4, 200);
  data.fill(0, 0, 400); // a screen of one colour would be told as asleep
  let count = 0;
  const waiting = new Set<() => void>();
  const paper: PaperScreen = {
    windows: [],
    nodes: [],
    did: [],
    pictured: [],
    waits: [],
    answer: () => undefined,
    paint(box, shade) {
      for (let y = box.y; y < box.y + box.height; y += 1) {
        const from = (y * size.width + box.x) * 4;
        data.fill(shade, from, from + box.width * 4);
      }
      paper.ring();
    },
    resize(width, height) {
      size = { width, height };
      data = Buffer.alloc(width * height * 4, 200);
    },
    ring() {
      count += 1;
      for (const wake of waiting) wake();
    },
  };
  const note = async (what: string): Promise<void> => {
    paper.did.push(what);
    paper.answer(what);
  };
  const name = (aim: { node?: ScreenNode; x: number; y: number; window?: ScreenWindow } | undefined): string =>
    aim?.node?.name ?? (aim ? `${aim.x},${aim.y} in ${aim.window?.title ?? 'nothing'}` : 'nothing');
  const input: InputDriver = {
    click: (aim, { button, count: times }) => note(`click ${name(aim)} ${button} ${times}`),
    move: (aim) => note(`move ${name(aim)}`),
    press: (aim, button) => note(`press ${name(aim)} ${button}`),
    release: (aim, button) => note(`release ${name(aim)} ${button}`),
    drag: (path) => note(`drag ${path.map(name).join(' to ')}`),
    scroll: (aim, { dx, dy }) => note(`scroll ${name(aim)} ${dx} ${dy}`),
    type: (text, { window, node }, { clear }) =>
      note(`type ${text}${clear ? ' instead' : ''} in ${node?.name ?? window?.title}`),
    key: (chord, _, { window }) => note(`key ${chord.normal} in ${window?.title}`),
    setValue: (node, _, value) => note(`set ${node.name} ${String(value)}`),
    menu: (path, window) => note(`menu ${path.join(' > ')} in ${window.title}`),
    raise: (window) => note(`raise ${window.title}`),
    closeWindow: (window) => note(`close ${window.title}`),
    launch: (app, parameters) => note(`launch ${[app, ...parameters].join(' ')}`),
    apps: async () => [{ app: 'Editor', launch: 'editor' }],
    readClipboard: async () => 'from the clipboard',
    writeClipboard: (text) => note(`clipboard ${text}`),
    releaseAll: () => note('let go'),
  };
  const screen: Screen = {
    reader: {
      size: async () => size,
      windows: async () => [...paper.windows],
      tree: async ({ windows }) => ({
        nodes: paper.nodes.filter(({ window }) => windows.some(({ id }) => id === window)).map((node) => ({ ...node })),
        dropped: 0,
      }),
      picture: async () => ({ bytes: Buffer.alloc(0), type: 'png', size, region: { x: 0, y: 0, ...size } }),
      pixels: async (_signal, over = []) => {
        paper.pictured.push(...over.map(({ title }) => title));
        return { ...size, data: Buffer.from(data) };
      },
      ...(rings ? { changes: { next: nextRing, count: () => count } } : {}),
    },
    input,
    limits: [],
    close: () => note('closed'),
  };

  function nextRing(ms: number, signal?: AbortSignal): Promise<boolean> {
    paper.waits.push(ms);
    return new Promise((resolve) => {
      const end = (rang: boolean) => () => {
        clearTimeout(timer);
        waiting.delete(wake);
        signal?.removeEventListener('abort', stop);
        resolve(rang);
      };
      const wake = end(true);
      const stop = end(false);
      const timer = setTimeout(stop, ms);
      waiting.add(wake);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  return { paper, screen, session: createSession(screenEnvironment(kind, screen, scope)) };
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
