import { contentBox } from '../collect/visibility.js';
import { intersectBoxes, viewportBox } from '../dom/box.js';
import { collapseSpaces, flatParent } from '../dom/flat-tree.js';
import { pageBody, pageRoot, pageScroller } from '../dom/native-document.js';
import {
  checkVisibility,
  isConnected,
  rectOf,
  scrollHeightOf,
  scrollWidthOf,
  textContentOf,
} from '../dom/native-node.js';
import { elementOf, nodeOf } from '../dom/node-registry.js';
import type { Box, Entry } from '../protocol.js';
import { isInAmbientChild } from './ambient-changes.js';

/**
 * Elements of earlier views that the current view does not list although a user did not lose them: other content pushed them off the screen,
 * they were scrolled away, or the page made them inert behind a dialog.
 */

export type Listed = Pick<Entry, 'number' | 'role' | 'name'>;

/** How many missing elements are checked for one view. */
const maxChecked = 300;
const maxAncestors = 64;
const maxTextRead = 4_000;
const maxComparedText = 60;

let lastListed: readonly Listed[] = [];
let away: readonly Listed[] = [];

/** A view of the whole screen was captured, with the result of `findRemaining` for it. */
export function noteListed(entries: readonly Entry[], remaining: readonly Listed[]): void {
  away = remaining;
  lastListed = entries.map(({ number, role, name }) => ({ number, role, name }));
}

/** The elements of earlier views that are not among `entries` and still exist for a user. */
export function findRemaining(entries: readonly Entry[]): Listed[] {
  const listed = new Set(entries.map(keyOf));
  const missing = [...lastListed, ...away].filter((one) => !listed.has(keyOf(one)));
  if (missing.length === 0) return [];
  const readClip = createClipReader();
  return missing.slice(0, maxChecked).filter((one) => remains(one, readClip));
}

/** The numbers of elements of the last view that the page removed without input. */
export function removedWithoutInput(): number[] {
  return lastListed.flatMap(({ number }) => {
    const node = nodeOf(number);
    return node && !isConnected(node) && isInAmbientChild(node) ? [number] : [];
  });
}

/** A container with text of its own is listed twice: as itself and as its text. */
function keyOf({ number, role }: Listed): string {
  return `${number} ${role}`;
}

function remains({ number, role, name }: Listed, readClip: (element: Element) => Clip): boolean {
  const element = elementOf(number);
  if (!element || !checkVisibility(element, { opacityProperty: true, visibilityProperty: true })) return false;
  if (
    role === 'Text' &&
    !collapseSpaces((textContentOf(element) ?? '').slice(0, maxTextRead)).includes(name.slice(0, maxComparedText))
  )
    return false;
  const rect = rectOf(element);
  const box: Box | undefined = rect.width < 1 || rect.height < 1 ? contentBox(element) : rect;
  return box !== undefined && isReachable(element, box, readClip);
}

/** What an ancestor does to the content outside its box. */
type Clip = { kind: 'none' | 'fixed' } | { kind: 'hides' | 'scrolls'; box: Box };

/** Reads each ancestor once, since neighbours have the same ones. */
function createClipReader(): (element: Element) => Clip {
  const known = new Map<Element, Clip>();
  return (element) => {
    const clip = known.get(element) ?? clipOf(element);
    known.set(element, clip);
    return clip;
  };
}

function clipOf(element: Element): Clip {
  // The overflow of the page itself belongs to the screen.
  if (element === pageBody() || element === pageRoot()) return { kind: 'none' };
  const { position, overflowX, overflowY, display } = getComputedStyle(element);
  if (position === 'fixed') return { kind: 'fixed' };
  if (display === 'inline' || display === 'contents') return { kind: 'none' };
  if (overflowX === 'visible' && overflowY === 'visible') return { kind: 'none' };
  const scrolls = /auto|scroll/.test(`${overflowX} ${overflowY}`);
  return { kind: scrolls ? 'scrolls' : 'hides', box: rectOf(element) };
}

/** Whether the box is on the screen, or scrolling can show it. */
function isReachable(element: Element, box: Box, readClip: (element: Element) => Clip): boolean {
  let shown: Box = box;
  let isFixed = false;
  for (let at: Element | null = element, steps = 0; at && steps < maxAncestors; at = flatParent(at), steps += 1) {
    const clip = readClip(at);
    if (clip.kind === 'fixed') isFixed = true;
    if (at === element || (clip.kind !== 'hides' && clip.kind !== 'scrolls')) continue;
    const visible = intersectBoxes(shown, clip.box);
    if (!visible && clip.kind === 'hides') return false;
    // What a scroll area hides is where the area is.
    shown = visible ?? clip.box;
  }
  return isFixed ? intersectBoxes(shown, viewportBox()) !== undefined : isOnPage(shown);
}

/** Whether scrolling the page can show the box. Something moved to the left of the page or above it cannot be shown. */
function isOnPage({ left, top, right, bottom }: Box): boolean {
  const scroller = pageScroller() ?? pageRoot();
  if (!scroller) return false;
  const { scrollX, scrollY } = window;
  return (
    right + scrollX > 0 &&
    bottom + scrollY > 0 &&
    left + scrollX < scrollWidthOf(scroller) &&
    top + scrollY < scrollHeightOf(scroller)
  );
}
