import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { Rect } from '../../../core/geometry.js';
import type { RawPicture, View } from '../../../core/view.js';
import type { Tab } from '../tabs/tab.js';

const pictureMs = 10_000;
const tries = 3;

export type Shot = Omit<RawPicture, 'secrets'>;

/** A picture of the screen or a part of it, as the browser draws it. */
export async function shoot(tab: Tab, asked: Rect | undefined, signal?: AbortSignal): Promise<Shot> {
  const part = await clipOf(tab, asked, signal);
  const bytes = await draw(tab, part?.clip, signal);
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const region = part?.region ?? { x: 0, y: 0, ...size };
  return { bytes, type: 'png', size, region };
}

type Clip = Rect & { scale: number };

/** Which part of the page to draw. All of the screen, pixel by pixel, needs no asking: then the page is drawn while it is read. */
async function clipOf(
  tab: Tab,
  asked: Rect | undefined,
  signal?: AbortSignal,
): Promise<{ region: Rect; clip: Clip } | undefined> {
  if (!asked && tab.ratio === 1) return undefined;
  const main = tab.frames.main();
  if (!main)
    throw new HandrailError('page_hung', 'The page has no document yet.', 'Wait for page_loaded, then observe.');
  const shown = await main.ask('visual', undefined, pictureMs, signal);
  if (!asked && shown.ratio === 1) return undefined;
  const region = asked ?? { x: 0, y: 0, width: shown.width, height: shown.height };
  // A clip is given in pixels of the page, not of the screen; without one the picture has no more pixels than the page.
  return { region, clip: { ...region, x: region.x + shown.pageX, y: region.y + shown.pageY, scale: shown.ratio } };
}

async function draw(tab: Tab, clip: Clip | undefined, signal: AbortSignal | undefined): Promise<Buffer> {
  for (let turn = 1; ; turn += 1) {
    const shot = tab.session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      ...(clip ? { clip } : {}),
    });
    try {
      return Buffer.from((await within(pictureMs, 'The picture', shot, signal)).data, 'base64');
    } catch (error) {
      // A busy browser now and then has no frame to show: the next one has.
      const isPassing = error instanceof Error && error.message.includes('Unable to capture screenshot');
      if (!isPassing || turn >= tries) throw error;
    }
  }
}

/** Where passwords stand: to be masked before anyone sees the picture. An empty field has nothing to hide. */
export function secretsOf(view: View): Rect[] {
  return view.elements
    .filter(({ states, value }) => states.includes('password') && value !== undefined)
    .map(({ bounds }) => bounds);
}
