import { HandrailError } from '../../../core/errors.js';
import { intersect, type Rect, type Size } from '../../../core/geometry.js';
import type { Pixels, ScreenNode, ScreenReader, ScreenWindow, Tree, TreeRequest } from '../../screen/screen.js';
import type { DriverLine, DriverReply } from './driver-connection.js';
import { below } from './driver-menu.js';
import { roleOf } from './driver-roles.js';
import type { Snapshot, Snapshots } from './driver-snapshots.js';
import { addressOf, isDialogRoot, readWindows } from './driver-windows.js';

const readMs = 5_000;

/** A screen as the driver sees it. */
export function driverEyes(line: DriverLine, snapshots: Snapshots, session: string): ScreenReader {
  let scale = 1;

  async function size(signal?: AbortSignal): Promise<Size> {
    const { facts } = await line.read('get_screen_size', { session }, { ms: readMs, signal });
    const { width, height, scale_factor: factor } = facts;
    if (typeof width !== 'number' || typeof height !== 'number' || !(width > 0 && height > 0)) {
      throw new HandrailError('driver_failed', 'The desktop driver does not know how large the screen is.');
    }
    if (typeof factor === 'number' && factor > 0) scale = factor;
    return { width: Math.round(width), height: Math.round(height) };
  }

  async function windows(signal?: AbortSignal): Promise<ScreenWindow[]> {
    const { facts } = await line.read('list_windows', { session }, { ms: readMs, signal });
    const all = readWindows(facts);
    snapshots.keepOnly(all);
    for (const window of all) {
      const hasSibling = all.some((other) => other !== window && other.pid === window.pid);
      if (hasSibling && window.shown && snapshots.rootOf(window) === undefined) await learnRoot(window, signal);
    }
    return all.map((window) => ({ ...window, dialog: isDialogRoot(snapshots.rootOf(window)) }));
  }

  /** Only a look into a window tells whether it is a dialog. One that cannot be looked into is taken for none. */
  async function learnRoot(window: ScreenWindow, signal?: AbortSignal): Promise<void> {
    try {
      await snapshots.take(window, signal);
    } catch (error) {
      if (signal?.aborted || !(error instanceof HandrailError)) throw error;
    }
  }

  async function picture(
    { region, window }: { region?: Rect; window?: ScreenWindow },
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<ScreenReader['picture']>>> {
    const whole: Rect = window?.bounds ?? { x: 0, y: 0, ...(await size(signal)) };
    const reply = window
      ? await line.read(
          'get_window_state',
          { session, ...addressOf(window), include_accessibility_tree: false },
          { ms: readMs, signal },
        )
      : await line.read('get_desktop_state', { session }, { ms: readMs, signal });
    const { bytes, size: own } = await decode(reply);
    if (!region) return { bytes, type: 'png', size: own, region: whole };
    const part = intersect(region, whole);
    if (!part) throw new HandrailError('out_of_range', 'The region lies outside the picture.');
    const factor = own.width / whole.width;
    const cut = {
      left: Math.floor((part.x - whole.x) * factor),
      top: Math.floor((part.y - whole.y) * factor),
      width: Math.max(1, Math.round(part.width * factor)),
      height: Math.max(1, Math.round(part.height * factor)),
    };
    const { default: sharp } = await import('sharp');
    const piece = await sharp(bytes).extract(cut).png().toBuffer();
    return { bytes: piece, type: 'png', size: { width: cut.width, height: cut.height }, region: part };
  }

  return {
    size,
    windows,
    tree: (request, signal) => treeOf(request, snapshots, signal),
    picture,
    async pixels(signal): Promise<Pixels> {
      const reply = await line.read('get_desktop_state', { session }, { ms: readMs, signal });
      const { screen_width: width, screen_height: height } = reply.facts;
      const whole = typeof width === 'number' && typeof height === 'number' ? { width, height } : await size(signal);
      const { bytes, size: own } = await decode(reply);
      const { default: sharp } = await import('sharp');
      const image = sharp(bytes).ensureAlpha();
      const isLike = own.width === whole.width && own.height === whole.height;
      const sized = isLike
        ? image
        : image.resize({ ...whole, fit: 'fill', kernel: scale > 1 ? 'lanczos3' : 'nearest' });
      return { ...whole, data: await sized.raw().toBuffer() };
    },
  };
}

async function decode({ pictures }: DriverReply): Promise<{ bytes: Buffer; size: Size }> {
  const { default: sharp } = await import('sharp');
  const found = pictures.find(({ type }) => type.startsWith('image/'));
  if (!found) {
    throw new HandrailError(
      'bad_picture',
      'The driver gave no picture of the screen.',
      'Let the program that runs Handrail record the screen (macOS: System Settings, Privacy & Security).',
    );
  }
  const bytes = Buffer.from(found.bytes);
  try {
    const { width, height, format } = await sharp(bytes).metadata();
    if (format === 'png') return { bytes, size: { width, height } };
    return { bytes: await sharp(bytes).png().toBuffer(), size: { width, height } };
  } catch (error) {
    throw new HandrailError('bad_picture', 'The driver gave a picture that cannot be read.', undefined, {
      cause: error,
    });
  }
}

async function treeOf(request: TreeRequest, snapshots: Snapshots, signal?: AbortSignal): Promise<Tree> {
  const nodes: ScreenNode[] = [];
  const troubles: string[] = [];
  for (const window of request.windows) {
    try {
      const snapshot = await snapshots.take(window, signal);
      nodes.push(...chosen(snapshot, window, request));
      if (snapshot.incomplete !== undefined) troubles.push(snapshot.incomplete);
    } catch (error) {
      if (signal?.aborted || !(error instanceof HandrailError)) throw error;
      if (error.code !== 'driver_failed' && error.code !== 'not_found') throw error;
      troubles.push(`"${window.title}" could not be looked into: ${error.message}`);
    }
  }
  const tree: Tree = { nodes, dropped: 0 };
  if (troubles.length > 0) tree.incomplete = troubles.join(' ');
  return tree;
}

function chosen(snapshot: Snapshot, window: ScreenWindow, { inside, find }: TreeRequest): ScreenNode[] {
  const { nodes } = snapshot;
  if (find !== undefined) {
    const words = find.toLowerCase();
    const holds = (text: string | undefined) => text?.toLowerCase().includes(words) ?? false;
    return [...nodes, ...textsOf(snapshot, window)].filter(({ name, value }) => holds(name) || holds(value));
  }
  if (inside) return below(snapshot, inside.key);
  return nodes.filter(({ bounds }) => bounds && intersect(bounds, window.bounds));
}

/** Plain text has no handle and no place, but it is there. */
function textsOf({ texts }: Snapshot, window: ScreenWindow): ScreenNode[] {
  return texts.map(({ role, text }, index) => ({
    key: `${window.id}/text ${index} ${text}`,
    window: window.id,
    role: roleOf(role).role,
    name: text,
    states: [],
    interactive: false,
  }));
}
