import { viewportBox } from '../dom/box.js';
import { deepElementAt, flatParent, isInside } from '../dom/flat-tree.js';
import { animations, pageBody, pageRoot } from '../dom/native-document.js';
import { checkVisibility, rectOf, textContentOf } from '../dom/native-node.js';
import { byTag, closestOf, queryAll, queryOne } from '../dom/native-query.js';
import { elementOf } from '../dom/node-registry.js';
import type { Box, PageView } from '../protocol.js';
import { countScheduled } from '../record/scheduled-work.js';
import type { Unready } from '../recorded-changes.js';
import { controls, describeIndicator, findIndicator } from './indicator.js';
import { isLoadingText } from './loading-text.js';

/** Why a document that has just loaded cannot be used yet: it is empty, covered, or shows that it is loading. */

type Shown = Pick<PageView, 'entries' | 'canvases'>;

/** Undefined if the document can be used. `view`: what it shows. */
export function findUnready(view: Shown): Unready | undefined {
  const cover = findLoadingCover();
  if (cover) return { what: `a cover with ${cover}`, isBlocking: true, isActive: true };
  const indicator = findVisibleIndicator(view);
  if (indicator) return { what: indicator, isBlocking: !hasContent(view), isActive: true };
  if (!hasContent(view) && hasEndlessShape())
    return { what: 'an animation without end', isBlocking: true, isActive: true, isGuess: true };
  return isEmpty(view) ? { what: 'nothing yet', isBlocking: true, isActive: countScheduled().timers > 0 } : undefined;
}

const media = 'img, svg, video, canvas, iframe, object, embed, frame';

/** Nothing is shown, but a script may add content. */
function isEmpty({ entries, canvases }: Shown): boolean {
  if (entries.length > 0 || canvases.length > 0) return false;
  if (queryOne(document, 'script') === null) return false;
  for (const element of queryAll(document, media)) if (checkVisibility(element, {})) return false;
  return true;
}

const minContentLength = 200;
const minControls = 3;

/** Whether there is more to see than an indicator: some controls or some text. */
function hasContent({ entries }: Shown): boolean {
  let controlCount = 0;
  let length = 0;
  for (const { interactive, name } of entries) {
    if (interactive) controlCount += 1;
    if (!isLoadingText(name)) length += name.length;
  }
  return controlCount >= minControls || length >= minContentLength;
}

const maxAncestors = 6;
const maxAnimations = 100;
const maxBusyElements = 50;
const busySelector = '[aria-busy=true], progress, [role=progressbar]';
/** By parts of a class, which is slow to search. A page that waits for its content is small. */
const namedSelector = `${busySelector}, [class*=spinner i], [class*=loader i], [class*=loading i], [class*=skeleton i], [class*=shimmer i], [class*=placeholder i]`;
const maxSmallPage = 3_000;

function findVisibleIndicator({ entries }: Shown): string | undefined {
  const candidates = new Set<Element>();
  const add = (element: Element | null | undefined, steps: number) => {
    for (let at = element ?? null, step = 0; at && step < steps; at = flatParent(at), step += 1) candidates.add(at);
  };
  for (const { number, name } of entries) if (isLoadingText(name)) add(elementOf(number), 1);
  for (const { effect } of animations().slice(0, maxAnimations))
    if (effect instanceof KeyframeEffect && effect.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
      add(effect.target, 3);
  let busy = 0;
  const isSmall = byTag(document, '*').length <= maxSmallPage;
  for (const element of queryAll(document, isSmall ? namedSelector : busySelector)) {
    if (busy >= maxBusyElements) break;
    busy += 1;
    add(element, 1);
  }
  for (const point of gridPoints(4)) add(deepElementAt(point.x, point.y), 3);
  const root = pageRoot();
  for (const element of candidates) {
    if (element === root || element === pageBody() || !isOnScreen(element)) continue;
    const found = describeIndicator(element);
    if (found) return found;
  }
  return undefined;
}

const maxShapePixels = 200;
const minShapePixels = 8;

/** A small shape without text that is animated without end. On a page with little else it is likely a spinner. */
function hasEndlessShape(): boolean {
  return animations()
    .slice(0, maxAnimations)
    .some(({ effect, playState }) => {
      if (playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target) return false;
      if (effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) return false;
      return isShape(effect.target) && isOnScreen(effect.target);
    });
}

function isShape(element: Element): boolean {
  const { width, height } = rectOf(element);
  if (Math.max(width, height) > maxShapePixels || Math.min(width, height) < minShapePixels) return false;
  if (!checkVisibility(element, { opacityProperty: true, visibilityProperty: true })) return false;
  if (/\S/.test(textContentOf(element) ?? '')) return false;
  return (
    queryOne(element, `${controls}, img, video, canvas`) === null && closestOf(element, `${controls}, img`) === null
  );
}

function isOnScreen(element: Element): boolean {
  const { left, top, right, bottom } = rectOf(element);
  const screen: Box = viewportBox();
  return right > screen.left && bottom > screen.top && left < screen.right && top < screen.bottom;
}

/** The middles of `n` × `n` fields of the screen. */
function gridPoints(n: number): { x: number; y: number }[] {
  const { left, top, right, bottom } = viewportBox();
  return Array.from({ length: n * n }, (_, index) => ({
    x: left + ((right - left) * ((index % n) + 0.5)) / n,
    y: top + ((bottom - top) * (Math.floor(index / n) + 0.5)) / n,
  }));
}

const minCoveredFraction = 0.85;

/** What a cover of the whole screen shows, if that is an indicator. A cover with controls is a dialog, which stays. */
function findLoadingCover(): string | undefined {
  const hits = gridPoints(2).map(({ x, y }) => deepElementAt(x, y));
  let cover: Element | null = hits[0] ?? null;
  for (let step = 0; cover && step < maxAncestors; cover = flatParent(cover), step += 1) {
    if (cover === pageBody() || cover === pageRoot()) return undefined;
    if (isLargeOverlay(cover) && hits.every((hit) => hit && cover && isInside(hit, cover))) break;
  }
  if (!cover || !isLargeOverlay(cover) || queryOne(cover, `${controls}, canvas, video, iframe`) !== null)
    return undefined;
  return findIndicator(cover);
}

function isLargeOverlay(element: Element): boolean {
  const { position } = getComputedStyle(element);
  if (position !== 'fixed' && position !== 'absolute') return false;
  const { width, height } = rectOf(element);
  const screen = viewportBox();
  return width * height >= minCoveredFraction * (screen.right - screen.left) * (screen.bottom - screen.top);
}
