import type { Change } from '../../core/change.js';
import { type Element, isSecretField, type State } from '../../core/element.js';
import { intersect, type Point, type Rect, type Size } from '../../core/geometry.js';
import { displayValue, maskedValue } from '../ui-map/element-line.js';
import { textDifference } from './text-difference.js';

/** A smaller distance is a hover effect or rounding, not a move. */
const minMovePixels = 8;

export function isOffscreen(element: Element): boolean {
  return element.states.includes('offscreen');
}

/**
 * Whether an element that is listed under the same id shows another text in another place: loose texts of a block are listed under the
 * id of the block.
 */
export function isOtherText(was: Element, now: Element): boolean {
  if (now.role !== 'Text' || was.role !== 'Text' || was.name === '' || now.name === '') return false;
  if (intersect(was.bounds, now.bounds)) return false;
  if (Math.abs(was.bounds.y - now.bounds.y) < minMovePixels) return true; // beside each other on one line
  const words = new Set(wordsOf(was.name));
  return !wordsOf(now.name).some((word) => words.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/);
}

/** What changed about an element that is in both views. */
export function elementChanges(was: Element, now: Element, shift: Point, screen: Size): Change[] {
  const { id: element, name } = now;
  const changes: Change[] = [];
  const to = now.value ?? '';
  if ((was.value ?? '') !== to) {
    const secret = isSecretField(was) || isSecretField(now);
    const from = secret ? undefined : displayValue(was);
    changes.push({ kind: 'value', element, name, from, to: secret && to !== '' ? maskedValue : to });
  }
  const scrolled = shift.x !== 0 || shift.y !== 0;
  const isReported = (state: State): boolean =>
    state !== 'focused' && state !== 'offscreen' && !(state === 'covered' && scrolled);
  const added = now.states.filter((state) => isReported(state) && !was.states.includes(state));
  const removed = was.states.filter((state) => isReported(state) && !now.states.includes(state));
  if (added.length > 0 || removed.length > 0) changes.push({ kind: 'state', element, name, added, removed });
  if (was.name !== now.name) changes.push(renamedChange(was, now));
  if (hasMoved(was, now, shift, screen)) changes.push({ kind: 'moved', element, name });
  return changes;
}

function hasMoved(was: Element, now: Element, shift: Point, screen: Size): boolean {
  if (isOffscreen(was) || isOffscreen(now)) return false;
  // A box at the edge of the screen is clipped, so its position does not show a move.
  if (touchesEdge(was.bounds, screen) || touchesEdge(now.bounds, screen)) return false;
  const x = now.bounds.x - was.bounds.x;
  const y = now.bounds.y - was.bounds.y;
  const fixed = Math.hypot(x, y);
  const scrolled = Math.hypot(x + shift.x, y + shift.y);
  return Math.min(fixed, scrolled) > minMovePixels;
}

function renamedChange(was: Element, now: Element): Change {
  const change: Change = { kind: 'renamed', element: now.id, from: was.name, to: now.name };
  const [shorter, longer] = was.name.length < now.name.length ? [was.name, now.name] : [now.name, was.name];
  const isPart = shorter !== '' && (longer.startsWith(`${shorter} `) || longer.endsWith(` ${shorter}`));
  // Of a text that grew or shrank, the part that changed says more than both texts.
  return now.role === 'Text' && isPart ? { ...change, difference: textDifference(was.name, now.name) } : change;
}

function touchesEdge(bounds: Rect, screen: Size): boolean {
  return (
    bounds.x <= 0 ||
    bounds.y <= 0 ||
    bounds.x + bounds.width >= screen.width ||
    bounds.y + bounds.height >= screen.height
  );
}
