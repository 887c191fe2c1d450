import { withTimeout } from '../../../core/deadline.js';
import { isSecretField } from '../../../core/element.js';
import type { Rect } from '../../../core/geometry.js';
import type { RawPicture, View, ViewRequest } from '../../../core/view.js';
import { pageWithoutDocument } from '../frames/page-document.js';
import type { Tab } from '../tabs/tab.js';

const captureMs = 10_000;
const maxAttempts = 3;

export type Screenshot = Omit<RawPicture, 'secretRegions'>;

/** Captures the screen, a region of it, or the whole page, `pictureScale` times as large. */
export async function captureScreenshot(
  tab: Tab,
  { region, wholePage, pictureScale = 1 }: Pick<ViewRequest, 'region' | 'wholePage' | 'pictureScale'>,
  signal?: AbortSignal,
): Promise<Screenshot> {
  const clipped = await (wholePage ? toPageClip(tab, pictureScale, signal) : toClip(tab, region, pictureScale, signal));
  const bytes = await capture(tab, clipped?.clip, wholePage ?? false, signal);
  const size = pngSize(bytes);
  const { screenshotScale = 1 } = tab.page;
  const whole = { x: 0, y: 0, width: size.width / screenshotScale, height: size.height / screenshotScale };
  return { bytes, type: 'png', size, region: clipped?.region ?? whole };
}

/** The size that a PNG file states. */
export function pngSize(bytes: Buffer): { width: number; height: number } {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

type Clip = Rect & { scale: number };

/** The region to capture, in page pixels. Undefined for the whole screen at scale 1, which needs no call to the page. */
async function toClip(
  tab: Tab,
  requested: Rect | undefined,
  scale: number,
  signal?: AbortSignal,
): Promise<{ region: Rect; clip: Clip } | undefined> {
  const { screenshotScale = 1 } = tab.page;
  if (!requested && scale === 1 && tab.devicePixelRatio === screenshotScale) return undefined;
  const main = tab.frames.main();
  if (!main) throw pageWithoutDocument();
  const { width, height, pageX, pageY, ratio } = await main.call('readViewport', undefined, captureMs, signal);
  if (!requested && scale === 1 && ratio === screenshotScale) return undefined;
  const region = requested ?? { x: 0, y: 0, width, height };
  const clipScale = (ratio / screenshotScale) * scale;
  return { region, clip: { ...region, x: region.x + pageX, y: region.y + pageY, scale: clipScale } };
}

/** The most that Chromium captures in one direction. */
const maxPagePixels = 16_384;

/** The whole page, in page pixels. */
async function toPageClip(tab: Tab, scale: number, signal?: AbortSignal): Promise<{ region: Rect; clip: Clip }> {
  const main = tab.frames.main();
  if (!main) throw pageWithoutDocument();
  const { width, pageX, pageY, ratio } = await main.call('readViewport', undefined, captureMs, signal);
  const metrics = tab.session.send('Page.getLayoutMetrics');
  const { cssContentSize } = await withTimeout(captureMs, 'Measuring the page', metrics, signal);
  const size = {
    width: Math.min(maxPagePixels, Math.max(width, Math.ceil(cssContentSize.width))),
    height: Math.min(maxPagePixels, Math.ceil(cssContentSize.height)),
  };
  const clipScale = (ratio / (tab.page.screenshotScale ?? 1)) * scale;
  return { region: { x: 0 - pageX, y: 0 - pageY, ...size }, clip: { x: 0, y: 0, ...size, scale: clipScale } };
}

const lastCaptures = new WeakMap<Tab, Promise<unknown>>();

/**
 * Requests one screenshot at a time. For a clip, the browser moves the viewport and moves it back afterwards: a second request in between would
 * make it move back to the wrong place, for as long as the tab is open.
 */
export function requestScreenshot(
  tab: Tab,
  clip: Clip | undefined,
  captureBeyondViewport = false,
): Promise<{ data: string }> {
  const parameters = { format: 'png', optimizeForSpeed: true, clip, captureBeyondViewport } as const;
  const previous = lastCaptures.get(tab) ?? Promise.resolve();
  const captured = previous.then(() => tab.session.send('Page.captureScreenshot', parameters));
  lastCaptures.set(
    tab,
    captured.catch(() => undefined), // its caller receives the error
  );
  return captured;
}

async function capture(
  tab: Tab,
  clip: Clip | undefined,
  isBeyondScreen: boolean,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    const captured = requestScreenshot(tab, clip, isBeyondScreen);
    try {
      return Buffer.from((await withTimeout(captureMs, 'The screenshot', captured, signal)).data, 'base64');
    } catch (error) {
      // A busy browser sometimes has no frame to capture.
      const isTransient = error instanceof Error && error.message.includes('Unable to capture screenshot');
      if (!isTransient || attempt >= maxAttempts) throw error;
    }
  }
}

/** The bounds of password fields that are not empty: masked before any other code gets the picture. */
export function findSecrets(view: View): Rect[] {
  return view.elements
    .filter((element) => isSecretField(element) && element.value !== undefined)
    .map(({ bounds }) => bounds);
}
