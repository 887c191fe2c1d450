import { HandrailError } from '../../core/errors.js';
import type { Rect, Size } from '../../core/geometry.js';
import type { Accessibility } from '../accessibility/accessibility.js';
import type {
  ChangeSignal,
  Pixels,
  ScreenNode,
  ScreenReader,
  ScreenWindow,
  Tree,
  TreeRequest,
} from '../screen/screen.js';
import { cutPixels, pastePixels, type XDisplay } from './x-display.js';

export interface LinuxEyesParts {
  x: XDisplay;
  accessibility?: Accessibility;
}

/** Windows and pixels from the X server, what is inside the windows from the programs. */
export function linuxEyes({ x, accessibility }: LinuxEyesParts): ScreenReader {
  const silence: Silence = new Map();
  return {
    size: () => x.size(),
    windows: () => x.windows(),
    async tree(request, signal) {
      const told = accessibility ? await accessibility.tree(request, signal) : { nodes: [], dropped: 0 };
      return withBareWindows(told, request, silence);
    },
    async picture({ region, window }) {
      const own = window && (await x.windowPixels(window));
      if (own && window) {
        const shown = { x: window.bounds.x, y: window.bounds.y, width: own.width, height: own.height };
        return pictureOf(own, shown, region);
      }
      const screen = await x.pixels();
      return pictureOf(screen, { x: 0, y: 0, width: screen.width, height: screen.height }, region ?? window?.bounds);
    },
    async pixels(_signal, over = []) {
      const screen = await x.pixels();
      for (const window of [...over].reverse()) {
        const own = await ifOpen(x.windowPixels(window));
        if (own) pastePixels(own, screen, window.bounds);
      }
      return screen;
    },
    changes: accessibility ? either(x.stir, accessibility.stir) : x.stir,
    caughtUp: x.caughtUp,
    ...(accessibility
      ? {
          async nodeExists(node, signal) {
            const [isThere] = await Promise.all([accessibility.isThere(node, signal), x.size()]); // news come before the answer
            return isThere;
          },
        }
      : {}),
  };
}

/** Undefined for a window that was closed meanwhile. */
async function ifOpen(asked: Promise<Pixels | undefined>): Promise<Pixels | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'stale_element') return undefined;
    throw error;
  }
}

/** Windows that were told of, with the moment since which nothing is told of them any more. */
type Silence = Map<string, number | undefined>;

/** A window of which nothing is told any more is about to close, or its program is busy; for longer, it is one that tells nothing. */
const silentMs = 30_000;

/** A window whose program tells nothing can still be named and clicked. */
function withBareWindows(tree: Tree, { windows, inside, find }: TreeRequest, silence: Silence): Tree {
  if (inside) return tree;
  const told = new Set(tree.nodes.map(({ window }) => window));
  const isBare = ({ id, title }: ScreenWindow): boolean =>
    !told.has(id) && (find === undefined ? !isSilentForNow(id, silence) : holds(title, find));
  const bare = windows.filter((window) => window.shown && !window.tooltip && isBare(window)).map(nodeOf);
  for (const id of told) silence.set(id, undefined);
  return bare.length === 0 ? tree : { ...tree, nodes: [...tree.nodes, ...bare] };
}

function isSilentForNow(id: string, silence: Silence): boolean {
  if (!silence.has(id)) return false;
  const since = silence.get(id) ?? performance.now();
  silence.set(id, since);
  return performance.now() - since < silentMs;
}

function nodeOf({ id, title, app, dialog, bounds }: ScreenWindow): ScreenNode {
  return {
    key: `window ${id}`,
    window: id,
    role: dialog ? 'Dialog' : 'Container',
    kind: 'window',
    name: title || app,
    states: [],
    bounds,
    interactive: true,
  };
}

function holds(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}

/** The part of the pixels that lies in the region, as a PNG. */
async function pictureOf(pixels: Pixels, shown: Rect, region: Rect = shown) {
  const part = overlap(shown, region);
  if (!part) {
    throw new HandrailError(
      'out_of_range',
      'The region lies outside of the screen.',
      `The screen is ${sizeText(shown)}.`,
    );
  }
  const cut =
    part.width === pixels.width && part.height === pixels.height
      ? pixels
      : cutPixels(pixels, { ...part, x: part.x - shown.x, y: part.y - shown.y });
  const { default: sharp } = await import('sharp');
  const { width, height } = cut;
  const bytes = await sharp(toRgb(cut), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return { bytes, type: 'png' as const, size: { width, height }, region: part };
}

/** A server keeps blue first and a fourth byte without meaning. */
function toRgb({ data, width, height }: Pixels): Buffer {
  const points = width * height;
  const rgb = Buffer.allocUnsafe(points * 3);
  for (let point = 0, from = 0, to = 0; point < points; point += 1, from += 4, to += 3) {
    rgb[to] = data[from + 2] as number; // within bounds by the loop
    rgb[to + 1] = data[from + 1] as number;
    rgb[to + 2] = data[from] as number;
  }
  return rgb;
}

function overlap(one: Rect, other: Rect): Rect | undefined {
  const x = Math.max(one.x, Math.floor(other.x));
  const y = Math.max(one.y, Math.floor(other.y));
  const right = Math.min(one.x + one.width, Math.ceil(other.x + other.width));
  const bottom = Math.min(one.y + one.height, Math.ceil(other.y + other.height));
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined;
}

function sizeText({ width, height }: Size): string {
  return `${width}x${height}`;
}

/** Rings when one of the two does. */
function either(one: ChangeSignal, other: ChangeSignal): ChangeSignal {
  return {
    count: () => one.count() + other.count(),
    async next(ms, signal) {
      const stop = new AbortController();
      const until = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      const both = [one.next(ms, until), other.next(ms, until)];
      for (const waiting of both) waiting.catch(() => undefined); // the one that is told to stop
      try {
        const first = await Promise.race(both);
        return first || (await Promise.all(both)).includes(true);
      } finally {
        stop.abort();
      }
    },
  };
}
