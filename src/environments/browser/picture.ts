import { within } from '../../core/deadline.js';
import type { Size } from '../../core/geometry.js';
import type { PictureRequest, RawPicture, View } from '../../core/view.js';
import { onPage } from './pixels.js';
import type { Tab } from './tab.js';

const pictureMs = 10_000;

/** A picture of the screen or a part of it, with the places of passwords beside it. */
export async function capture(
  tab: Tab,
  request: PictureRequest,
  view: View,
  viewport: Size,
  scale: number,
  signal?: AbortSignal,
): Promise<RawPicture> {
  const region = request.region ?? { x: 0, y: 0, ...viewport };
  const clip = request.region ? { ...(await onPage(tab, request.region)), scale: 1 } : undefined;
  const shot = tab.session.send('Page.captureScreenshot', {
    format: request.type,
    optimizeForSpeed: true,
    ...(request.type !== 'png' && request.quality ? { quality: request.quality } : {}),
    ...(clip ? { clip } : {}),
  });
  const { data } = await within(pictureMs, 'The picture', shot, signal);
  const secrets = view.elements
    .filter((element) => element.states.includes('password'))
    .map((element) => element.bounds);
  return {
    bytes: Buffer.from(data, 'base64'),
    type: request.type,
    size: { width: Math.round(region.width * scale), height: Math.round(region.height * scale) },
    region,
    secrets,
  };
}
