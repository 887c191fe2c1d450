import { withTimeout } from '../../../core/deadline.js';
import type { Rect } from '../../../core/geometry.js';
import type { Tab } from '../tabs/tab.js';
import { requestScreenshot } from './screenshot.js';

const maxCanvases = 4;
const captureMs = 3_000;
/** An animation draws at least one frame in this time. */
const animationMs = 120;

/** Screenshots of canvases, as base64 text. Their pixels are the only sign that their content changed. */
export async function captureCanvases(tab: Tab, canvases: readonly Rect[]): Promise<string[]> {
  const captures = canvases.slice(0, maxCanvases).map(async (canvas) => {
    const capture = requestScreenshot(tab, { ...(await toPageRect(tab, canvas)), scale: 1 });
    return (await withTimeout(captureMs, 'Capturing a canvas', capture)).data;
  });
  return Promise.all(captures);
}

/** A clip is in pixels of the page, not of the screen. */
async function toPageRect(tab: Tab, rect: Rect): Promise<Rect> {
  const { cssVisualViewport } = await tab.session.send('Page.getLayoutMetrics');
  return { ...rect, x: rect.x + cssVisualViewport.pageX, y: rect.y + cssVisualViewport.pageY };
}

/** The canvases that keep changing without input. */
export async function findAnimated<Area extends Rect>(tab: Tab, canvases: readonly Area[]): Promise<Area[]> {
  if (canvases.length === 0) return [];
  const before = await captureCanvases(tab, canvases);
  const until = performance.now() + animationMs;
  while (performance.now() < until) await tab.changeSignal.wait(until - performance.now());
  const after = await captureCanvases(tab, canvases);
  return canvases.filter((_, index) => before[index] !== after[index]);
}
