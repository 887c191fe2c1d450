import { within } from '../../../core/deadline.js';
import type { Rect } from '../../../core/geometry.js';
import type { Tab } from '../tabs/tab.js';

/** Pictures of the places where a page draws by itself: the last resort for telling whether anything changed. */
export async function drawings(tab: Tab, places: readonly Rect[]): Promise<string[]> {
  const shots = places.slice(0, 4).map(async (place) => {
    const shot = tab.session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      clip: { ...(await onPage(tab, place)), scale: 1 },
    });
    return (await within(3_000, 'A picture of a drawing', shot)).data;
  });
  return Promise.all(shots);
}

/** A clip is given in pixels of the page, not of the screen. */
export async function onPage(tab: Tab, place: Rect): Promise<Rect> {
  const { cssVisualViewport } = await tab.session.send('Page.getLayoutMetrics');
  return { ...place, x: place.x + cssVisualViewport.pageX, y: place.y + cssVisualViewport.pageY };
}

/** How long a drawing may stand still between two frames of its own. */
const stillMs = 120;

/** How many of the places draw on without being asked. */
export async function moves(tab: Tab, places: readonly Rect[]): Promise<number> {
  if (places.length === 0) return 0;
  const before = await drawings(tab, places);
  const until = performance.now() + stillMs;
  while (performance.now() < until) await tab.bell.next(until - performance.now());
  const after = await drawings(tab, places);
  return before.filter((picture, index) => picture !== after[index]).length;
}
