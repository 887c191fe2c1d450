import { withTimeout } from '../../../core/deadline.js';
import { type ElementId, isSecretField } from '../../../core/element.js';
import { intersect, type Rect, type Size } from '../../../core/geometry.js';
import type { RawPicture, View, ViewRequest } from '../../../core/view.js';
import { learnAmbientChanges } from '../evidence/ambient-changes.js';
import type { ScreenReader, ScreenWindow } from '../screen.js';
import type { ScreenEnvironmentState } from '../state.js';
import { isWholeScreen, readView } from './read-view.js';
import { updateQuiet } from './take-snapshot.js';
import { coverTest } from './to-view.js';

/** Limit for one read of the screen. */
export const maxReadMs = 10_000;

/** The view that was requested, with the changes that happened in the background. */
export async function captureView(
  state: ScreenEnvironmentState,
  request: ViewRequest,
  signal?: AbortSignal,
): Promise<View> {
  updateQuiet(state);
  const view = request.picture
    ? await readWithPicture(state, request, signal)
    : await readWithin(state, request, signal);
  const { lastSnapshot } = state;
  if (isWholeScreen(request) && lastSnapshot) {
    // The pixels stay those of the last snapshot, so only elements are compared here.
    const snapshot = { ...lastSnapshot, view, at: performance.now() };
    learnAmbientChanges(state.ambient, lastSnapshot, snapshot);
    state.lastSnapshot = snapshot;
  }
  return { ...view, backgroundChanges: state.backgroundChanges.splice(0) };
}

function readWithin(state: ScreenEnvironmentState, request: ViewRequest, signal?: AbortSignal): Promise<View> {
  return withTimeout(maxReadMs, 'Reading the screen', readView(state, request, signal), signal);
}

async function readWithPicture(
  state: ScreenEnvironmentState,
  request: ViewRequest,
  signal?: AbortSignal,
): Promise<View> {
  const { reader } = state;
  const takePicture = () => withTimeout(maxReadMs, 'Taking a picture', capture(state, request, signal), signal);
  const changeCount = reader.changes?.count();
  let view = await readWithin(state, request, signal);
  let picture = await takePicture();
  // A window that opened or closed in between is in only one of the two. Read both again, once.
  if (reader.changes?.count() !== changeCount && isWholeScreen(request) && (await haveWindowsChanged(state, signal))) {
    view = await readWithin(state, request, signal);
    picture = await takePicture();
  }
  view.picture = { ...picture, secretRegions: await findSecrets(state, request, view, signal) };
  if (request.activeWindow) view.picture.uncovered = findUncovered(state);
  return view;
}

async function haveWindowsChanged({ reader, layout }: ScreenEnvironmentState, signal?: AbortSignal): Promise<boolean> {
  const describe = (windows: readonly ScreenWindow[] = []): string =>
    windows.map((window) => (window.shown ? `${window.id} ${window.title}` : '')).join('\n');
  return describe(await reader.windows(signal)) !== describe(layout?.windows);
}

/** The active window and its menus, front first. */
function activeWindows({ layout }: ScreenEnvironmentState): readonly ScreenWindow[] {
  const { windows = [], current } = layout ?? {};
  if (!current) return [];
  const isOwnPopup = ({ popup, pid, app }: ScreenWindow): boolean =>
    popup && (pid === undefined ? app === current.app : pid === current.pid);
  return windows.filter((window) => window.id === current.id || isOwnPopup(window));
}

/** The elements of the active window and its menus that none of these covers. */
function findUncovered(state: ScreenEnvironmentState): ReadonlySet<ElementId> {
  const { layout, ids } = state;
  const windows = activeWindows(state);
  const isCovered = coverTest(windows);
  const shownIds = new Set(windows.map(({ id }) => id));
  const nodes = [...(layout?.nodes.values() ?? [])].filter((node) => shownIds.has(node.window) && !isCovered(node));
  return new Set(nodes.map((node) => ids.idOf(node)));
}

function capture(
  state: ScreenEnvironmentState,
  { region, activeWindow }: ViewRequest,
  signal?: AbortSignal,
): Promise<Omit<RawPicture, 'secretRegions'>> {
  const { reader, layout, isScoped } = state;
  if (activeWindow && layout?.current?.shown)
    return scopedPicture(reader, { size: layout.size, windows: activeWindows(state), region }, signal);
  if (!isScoped || !layout) return reader.picture({ region }, signal);
  const scopedIds = new Set(layout.scopedWindows.map(({ id }) => id));
  const windows = layout.windows.filter(({ id }) => scopedIds.has(id));
  return scopedPicture(reader, { size: layout.size, windows, region }, signal);
}

/** The bounds of all password fields on the screen, also those outside the requested part. */
async function findSecrets(
  state: ScreenEnvironmentState,
  request: ViewRequest,
  view: View,
  signal?: AbortSignal,
): Promise<RawPicture['secretRegions']> {
  const { elements } = isWholeScreen(request) ? view : await readView(state, {}, signal);
  return elements.filter(isSecretField).map(({ bounds }) => bounds);
}

const background = { r: 128, g: 128, b: 128 };

/** A picture of the screen with only these windows (front first) on it, without what covers them. */
async function scopedPicture(
  reader: ScreenReader,
  { size, windows, region }: { size: Size; windows: readonly ScreenWindow[]; region?: Rect },
  signal?: AbortSignal,
): Promise<Omit<RawPicture, 'secretRegions'>> {
  const { default: sharp } = await import('sharp');
  const screen: Rect = { x: 0, y: 0, ...size };
  const shown = region ? (intersect(region, screen) ?? screen) : screen;
  const layers = [];
  // The front window is drawn last.
  for (const window of [...windows].reverse()) {
    if (!window.shown || !intersect(window.bounds, screen)) continue;
    const { bytes, region: bounds } = await reader.picture({ window }, signal);
    const visible = intersect(bounds, screen);
    if (!visible) continue;
    const { x: left, y: top, width, height } = visible;
    const crop = { left: left - bounds.x, top: top - bounds.y, width, height };
    layers.push({ input: await sharp(bytes).extract(crop).png({ compressionLevel: 0 }).toBuffer(), left, top });
  }
  const whole = await sharp({ create: { ...size, channels: 3, background } })
    .composite(layers)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { x: left, y: top, width, height } = shown;
  const bytes = region
    ? await sharp(whole).extract({ left, top, width, height }).png({ compressionLevel: 1 }).toBuffer()
    : whole;
  return { bytes, type: 'png', size: { width, height }, region: shown };
}
