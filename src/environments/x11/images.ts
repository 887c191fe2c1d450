import { HandrailError } from '../../core/errors.js';
import type { Rect } from '../../core/geometry.js';
import type { Pixels } from '../screen/screen.js';
import { pause } from '../screen/settle/settle.js';
import { extension, type XConnection } from './protocol/connection.js';
import { events, geometryOf } from './protocol/core-requests.js';
import { request, u8, u16, u32 } from './protocol/wire.js';

/** Reads what is drawn. */
export interface Images {
  screen(): Promise<Pixels>;
  /** A window with nothing in front of it. Undefined when the server keeps no such picture, or the window is not shown. */
  window(number: number): Promise<Pixels | undefined>;
  /** Its picture is kept from now on, while it is new and draws itself anyway: whoever asks for it later has it at once. */
  keep(number: number): void;
}

const zPixmap = 2;
const allPlanes = 0xffffffff;
const automatic = 0;
/** How long a program has to begin drawing what was hidden, and the time between two looks. */
const drawingMs = 250;
const betweenMs = 40;

/** `watch` is told each window whose picture is kept from now on. */
export async function createImages(x: XConnection, watch: (number: number) => void): Promise<Images> {
  const composite = await extension(x, 'Composite');
  if (composite) await x.ask(request(composite.opcode, 0, u32(0, 4)));
  const kept = new Set<number>();
  // The number of a window that is gone is given to another one.
  x.listen((event) => {
    if ((event[0] ?? 0) % 128 === events.destroyed) kept.delete(event.readUInt32LE(8));
  });
  const root = await geometryOf(x, x.root);
  if (root && root.depth < 24) throw tooFewColours(root.depth);

  async function read(drawable: number, part: Rect, depth: number): Promise<Pixels | undefined> {
    if (depth < 24) throw tooFewColours(depth);
    const { x: left, y: top, width, height } = part;
    const reply = await x.tryAsk(request(73, zPixmap, u32(drawable), u16(left, top, width, height), u32(allPlanes)));
    if (!reply) return undefined;
    const data = reply.body.subarray(24, 24 + width * height * 4);
    return { width, height, data };
  }

  async function screen(): Promise<Pixels> {
    for (let tries = 3; tries > 0; tries -= 1) {
      const whole = await geometryOf(x, x.root);
      if (!whole) break;
      const pixels = await read(x.root, { x: 0, y: 0, width: whole.width, height: whole.height }, whole.depth);
      if (pixels) return pixels; // refused only when the screen shrank in between
    }
    throw new HandrailError('bad_picture', 'The X server gave no picture of its screen.', 'Look again.');
  }

  async function readWindow(number: number): Promise<Pixels | undefined> {
    const size = await geometryOf(x, number);
    if (!size || !composite) return undefined;
    const pixmap = x.newId();
    x.send(request(composite.opcode, 6, u32(number, pixmap)));
    try {
      // The picture is that of the window with its border.
      const part = { x: size.border, y: size.border, width: size.width, height: size.height };
      return await read(pixmap, part, size.depth);
    } finally {
      x.send(request(54, 0, u32(pixmap)));
      x.freeId(pixmap);
    }
  }

  /** What was hidden until now is drawn by the program when it comes to it: looked at until it stays the same. */
  async function drawn(number: number): Promise<Pixels | undefined> {
    const until = performance.now() + drawingMs;
    let last = await readWindow(number);
    let isDrawing = false;
    while (last && performance.now() < (isDrawing ? until + drawingMs : until)) {
      await pause(betweenMs);
      const now = await readWindow(number);
      if (!now || (isDrawing && now.data.equals(last.data))) return now;
      isDrawing ||= !now.data.equals(last.data);
      last = now;
    }
    return last;
  }

  function keep(number: number): void {
    if (!composite || kept.has(number)) return;
    x.send(request(composite.opcode, 1, u32(number), u8(automatic, 0, 0, 0)));
    kept.add(number);
    watch(number);
  }

  return {
    screen,
    async window(number) {
      if (!composite) return undefined;
      if (kept.has(number)) return readWindow(number);
      keep(number);
      return drawn(number);
    },
    keep,
  };
}

function tooFewColours(depth: number): HandrailError {
  return new HandrailError(
    'unsupported',
    `The display has ${depth} bits a pixel; 24 are needed.`,
    'Start the display with 24: Xvfb :99 -screen 0 1440x900x24.',
  );
}
