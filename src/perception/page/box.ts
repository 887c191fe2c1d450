import type { Box, Visual } from '../page-protocol.js';

export function overlap(one: Box, other: Box): Box | undefined {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  return right - left >= 1 && bottom - top >= 1 ? { left, top, right, bottom } : undefined;
}

export function holds(box: Box, x: number, y: number): boolean {
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

export function area(box: Box): number {
  return Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
}

/** What the screen shows of the document: less than its viewport when a pinch zooms in. */
export function viewportBox(): Box {
  const seen = window.visualViewport;
  if (!seen || seen.scale === 1) return { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  const { offsetLeft: left, offsetTop: top, width, height } = seen;
  return { left, top, right: left + width, bottom: top + height };
}

export function isBoxless(box: Box): boolean {
  return box.left === 0 && box.top === 0 && box.right === 0 && box.bottom === 0;
}

export function visual(): Visual {
  const seen = window.visualViewport;
  return {
    x: seen?.offsetLeft ?? 0,
    y: seen?.offsetTop ?? 0,
    scale: seen?.scale ?? 1,
    width: window.innerWidth,
    height: window.innerHeight,
    pageX: seen?.pageLeft ?? window.scrollX,
    pageY: seen?.pageTop ?? window.scrollY,
    ratio: window.devicePixelRatio,
  };
}
