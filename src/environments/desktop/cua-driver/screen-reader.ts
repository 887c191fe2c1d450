import { HandrailError } from '../../../core/errors.js';
import { intersect, type Rect, type Size } from '../../../core/geometry.js';
import type { RawPicture } from '../../../core/view.js';
import type { ScreenNode, ScreenReader, ScreenWindow, Tree, TreeRequest } from '../../screen/screen.js';
import type { DriverConnection, DriverReply } from './connection.js';
import { descendants } from './menu.js';
import { parseRole } from './roles.js';
import type { Snapshot, Snapshots } from './snapshots.js';
import { isDialogRole, parseWindows, windowParameters } from './windows.js';

const readTimeoutMs = 5_000;

/** Reads a screen through the driver. */
export function createDriverReader(connection: DriverConnection, snapshots: Snapshots, session: string): ScreenReader {
  let scale = 1;
  const read = (tool: string, parameters: object, signal?: AbortSignal): Promise<DriverReply> =>
    connection.read(tool, { session, ...parameters }, { timeoutMs: readTimeoutMs, signal });

  async function size(signal?: AbortSignal): Promise<Size> {
    const { width, height, scale_factor: factor } = (await read('get_screen_size', {}, signal)).data;
    if (typeof width !== 'number' || typeof height !== 'number' || !(width > 0 && height > 0))
      throw new HandrailError(
        'driver_failed',
        'The desktop driver did not report the size of the screen.',
        'Run `handrail doctor`.',
      );
    if (typeof factor === 'number' && factor > 0) scale = factor;
    return { width: Math.round(width), height: Math.round(height) };
  }

  /** Takes a snapshot to learn the window's role. A window that cannot be read counts as no dialog. */
  async function learnRootRole(window: ScreenWindow, signal?: AbortSignal): Promise<void> {
    try {
      await snapshots.take(window, signal);
    } catch (error) {
      if (signal?.aborted || !(error instanceof HandrailError)) throw error;
    }
  }

  return {
    size,
    async windows(signal) {
      const windows = parseWindows((await read('list_windows', {}, signal)).data);
      snapshots.retain(windows);
      for (const window of windows) {
        const hasSibling = windows.some((other) => other !== window && other.pid === window.pid);
        if (hasSibling && window.shown && snapshots.rootRoleOf(window) === undefined)
          await learnRootRole(window, signal);
      }
      return windows.map((window) => ({ ...window, dialog: isDialogRole(snapshots.rootRoleOf(window)) }));
    },
    tree: (request, signal) => readTree(request, snapshots, signal),
    async picture({ region, window }, signal) {
      const bounds: Rect = window?.bounds ?? { x: 0, y: 0, ...(await size(signal)) };
      const reply = window
        ? await read('get_window_state', { ...windowParameters(window), include_accessibility_tree: false }, signal)
        : await read('get_desktop_state', {}, signal);
      const { bytes, size: pixels } = await decodePicture(reply);
      return region
        ? crop(bytes, bounds, region, pixels.width / bounds.width)
        : { bytes, type: 'png', size: pixels, region: bounds };
    },
    async pixels(signal) {
      const reply = await read('get_desktop_state', {}, signal);
      const { screen_width: width, screen_height: height } = reply.data;
      const screen = typeof width === 'number' && typeof height === 'number' ? { width, height } : await size(signal);
      const { bytes, size: pixels } = await decodePicture(reply);
      const { default: sharp } = await import('sharp');
      const image = sharp(bytes).ensureAlpha();
      const hasScreenSize = pixels.width === screen.width && pixels.height === screen.height;
      const resized = hasScreenSize
        ? image
        : image.resize({ ...screen, fit: 'fill', kernel: scale > 1 ? 'lanczos3' : 'nearest' });
      return { ...screen, data: await resized.raw().toBuffer() };
    },
  };
}

async function crop(
  bytes: Buffer,
  bounds: Rect,
  region: Rect,
  scale: number,
): Promise<Omit<RawPicture, 'secretRegions'>> {
  const visible = intersect(region, bounds);
  if (!visible)
    throw new HandrailError('out_of_range', 'The region is outside the picture.', 'Use a region inside the screen.');
  const width = Math.max(1, Math.round(visible.width * scale));
  const height = Math.max(1, Math.round(visible.height * scale));
  const left = Math.floor((visible.x - bounds.x) * scale);
  const top = Math.floor((visible.y - bounds.y) * scale);
  const { default: sharp } = await import('sharp');
  const cropped = await sharp(bytes).extract({ left, top, width, height }).png().toBuffer();
  return { bytes: cropped, type: 'png', size: { width, height }, region: visible };
}

async function decodePicture({ pictures }: DriverReply): Promise<{ bytes: Buffer; size: Size }> {
  const picture = pictures.find(({ type }) => type.startsWith('image/'));
  if (!picture)
    throw new HandrailError(
      'bad_picture',
      'The driver returned no picture of the screen.',
      'Allow the program that runs Handrail to record the screen (macOS: System Settings, Privacy & Security).',
    );
  const { default: sharp } = await import('sharp');
  const bytes = Buffer.from(picture.bytes);
  try {
    const { width, height, format } = await sharp(bytes).metadata();
    return { bytes: format === 'png' ? bytes : await sharp(bytes).png().toBuffer(), size: { width, height } };
  } catch (error) {
    throw new HandrailError('bad_picture', 'The driver returned a picture that cannot be decoded.', undefined, {
      cause: error,
    });
  }
}

async function readTree(request: TreeRequest, snapshots: Snapshots, signal?: AbortSignal): Promise<Tree> {
  const nodes: ScreenNode[] = [];
  const problems: string[] = [];
  for (const window of request.windows) {
    try {
      const snapshot = await snapshots.take(window, signal);
      nodes.push(...selectNodes(snapshot, window, request));
      if (snapshot.incomplete !== undefined) problems.push(snapshot.incomplete);
    } catch (error) {
      if (signal?.aborted || !(error instanceof HandrailError)) throw error;
      if (error.code !== 'driver_failed' && error.code !== 'not_found') throw error;
      problems.push(`"${window.title}" cannot be read: ${error.message}`);
    }
  }
  const tree: Tree = { nodes, dropped: 0 };
  if (problems.length > 0) tree.incomplete = problems.join(' ');
  return tree;
}

function selectNodes(snapshot: Snapshot, window: ScreenWindow, { inside, find }: TreeRequest): ScreenNode[] {
  const { nodes } = snapshot;
  if (find !== undefined) {
    const query = find.toLowerCase();
    const matches = (text: string | undefined) => text?.toLowerCase().includes(query) ?? false;
    return [...nodes, ...textNodes(snapshot, window)].filter(({ name, value }) => matches(name) || matches(value));
  }
  if (inside) return descendants(snapshot, inside.key);
  return nodes.filter(({ bounds }) => bounds && intersect(bounds, window.bounds));
}

/** Static text, which has no handle and no bounds. */
function textNodes({ texts }: Snapshot, window: ScreenWindow): ScreenNode[] {
  return texts.map(({ role, text }, index) => ({
    key: `${window.id}/text ${index} ${text}`,
    window: window.id,
    role: parseRole(role).role,
    name: text,
    states: [],
    interactive: false,
  }));
}
