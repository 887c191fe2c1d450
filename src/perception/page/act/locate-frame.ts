import { containsPoint } from '../dom/box.js';
import { deepElementAt, isInside } from '../dom/flat-tree.js';
import { clientLeftOf, clientTopOf, rectOf, zoomOf } from '../dom/native-node.js';
import { elementOf } from '../dom/node-registry.js';
import type { FrameLocation, LocateFrameRequest } from '../protocol.js';
import { startAction } from '../record/recorder.js';
import { summarizeElement } from './summarize-element.js';
import { isInBar, visibleBox } from './visible-box.js';

/** Locates an iframe at a point of this document: whether it is visible and on top there. Scrolls it out from under a bar. */
export function locateFrame({ number, x, y }: LocateFrameRequest): FrameLocation {
  const element = elementOf(number);
  if (!(element instanceof HTMLElement)) return { ok: false };
  startAction();
  const style = getComputedStyle(element);
  const inset = {
    x: clientLeftOf(element) + Number.parseFloat(style.paddingLeft),
    y: clientTopOf(element) + Number.parseFloat(style.paddingTop),
  };
  const clip = visibleBox(element);
  const visible = containsPoint(clip, x - 1, y - 1) && containsPoint(clip, x + 1, y + 1);
  const hit = visible ? deepElementAt(x, y) : null;
  const onTop = hit !== null && isInside(hit, element);
  const location = { ok: true as const, inset, zoom: zoomOf(element) ?? 1, visible, scrolled: false, onTop };
  if (!hit || onTop) return location;
  const scrolled = isInBar(hit) && scrollToMiddle(element, y);
  return { ...location, scrolled, cover: summarizeElement(hit) };
}

function scrollToMiddle(element: Element, y: number): boolean {
  const before = rectOf(element).top;
  window.scrollBy({ top: y - window.innerHeight / 2, behavior: 'instant' });
  return Math.abs(rectOf(element).top - before) > 1;
}
