import type { ElementId } from '../../../core/element.js';
import { captureCanvases, findAnimated } from '../observe/canvas-pixels.js';
import type { Canvas, CollectedView } from '../observe/collected-view.js';
import { hasAnyListener } from '../settle/late-effects.js';
import { findInterruption } from '../tabs/page-state.js';
import type { RunState } from './run-state.js';

/** Animated canvases are no evidence, and may hide an effect if a script listens. */
export async function compareCanvases(
  run: RunState,
  after: CollectedView,
): Promise<{ changed: ElementId[]; isUnclear: boolean }> {
  const { tab, prepared, before, canvasPixels, settled } = run;
  const compared = before?.canvases.filter((_, index) => canvasPixels[index] !== undefined) ?? [];
  // A canvas at another place shows other pixels, whether or not it changed.
  const inPlace = compared.filter((canvas) => after.canvases.some((other) => isSamePlace(canvas, other)));
  if (inPlace.length === 0 || findInterruption(tab)) return { changed: [], isUnclear: false };
  const pixels = await captureCanvases(tab, inPlace);
  const changed = inPlace.filter((canvas, index) => pixels[index] !== canvasPixels[compared.indexOf(canvas)]);
  const animated = await findAnimated(tab, changed);
  const isUnclear = animated.length > 0 && prepared.awaitsLateEffects && (await hasAnyListener(settled.answers));
  return { changed: changed.filter((canvas) => !animated.includes(canvas)).map(({ element }) => element), isUnclear };
}

function isSamePlace(one: Canvas, other: Canvas): boolean {
  return (
    one.element === other.element &&
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}
