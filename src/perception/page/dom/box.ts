import type { Box, ViewportInfo } from '../protocol.js';

/** The area that two boxes share, if it is at least one pixel in both directions. */
export function intersectBoxes(one: Box, other: Box): Box | undefined {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  return right - left >= 1 && bottom - top >= 1 ? { left, top, right, bottom } : undefined;
}

export function containsPoint(box: Box, x: number, y: number): boolean {
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

export function area(box: Box): number {
  return Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
}

/** The region of the document that the screen shows. A pinch zoom makes it smaller than the viewport. */
export function viewportBox(): Box {
  return knownViewport ?? readViewportBox();
}

let knownViewport: Box | undefined;

/** Does work that reads the viewport for many elements. Reading it from the browser takes longer than reading an element. */
export function withViewport<Result>(work: () => Result): Result {
  knownViewport = readViewportBox();
  try {
    return work();
  } finally {
    knownViewport = undefined;
  }
}

function readViewportBox(): Box {
  const visual = window.visualViewport;
  if (!visual || visual.scale === 1) return { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  const { offsetLeft: left, offsetTop: top, width, height } = visual;
  return { left, top, right: left + width, bottom: top + height };
}

/** True for the box of an element that is not rendered. */
export function isZeroBox(box: Box): boolean {
  return box.left === 0 && box.top === 0 && box.right === 0 && box.bottom === 0;
}

export function readViewport(): ViewportInfo {
  const visual = window.visualViewport;
  return {
    x: visual?.offsetLeft ?? 0,
    y: visual?.offsetTop ?? 0,
    scale: visual?.scale ?? 1,
    width: window.innerWidth,
    height: window.innerHeight,
    pageX: visual?.pageLeft ?? window.scrollX,
    pageY: visual?.pageTop ?? window.scrollY,
    ratio: window.devicePixelRatio,
  };
}

/** One decimal is enough for positions that leave the page. */
export function roundPixels(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A box as position and size. */
export function toBounds({ left, top, right, bottom }: Box): [x: number, y: number, width: number, height: number] {
  return [roundPixels(left), roundPixels(top), roundPixels(right - left), roundPixels(bottom - top)];
}
