import type { Element, ElementId } from '../../core/element.js';
import type { View } from '../../core/view.js';
import { matchRedrawn } from '../diff/match-redrawn.js';
import { elementKey } from './element-key.js';
import { findRepeatedParts } from './repeated-parts.js';

/** What the reader of the last map knows about a view. */
export interface KnownElements {
  /** Elements that the last map contained, and that did not change. */
  unchanged: ReadonlySet<ElementId>;
  /** Elements of the last map that are no longer there. */
  gone: readonly Element[];
  /** In a new document: the element of the last map that each repeated element replaces. */
  successors: ReadonlyMap<ElementId, ElementId>;
}

/** With fewer known elements, the whole map is shorter to read. */
const minKnown = 4;

/** Compares a view with the view of the last map. Undefined if the whole map has to be shown. */
export function findKnownElements(last: View, now: View): KnownElements | undefined {
  if (last.sceneId === undefined || now.sceneId === undefined || now.incomplete || last.incomplete) return undefined;
  const known = last.sceneId === now.sceneId ? compareDocument(last, now) : compareSite(last, now);
  return known && known.unchanged.size >= minKnown ? known : undefined;
}

function compareDocument(last: View, now: View): KnownElements {
  const { replaced, replacements } = matchRedrawn(last.elements, now.elements);
  const before = new Map(last.elements.map((element) => [entryId(element), elementKey(element)]));
  const changed = new Set<ElementId>();
  const changedRows = new Set<string>();
  for (const element of now.elements) {
    if (before.get(entryId(element)) === elementKey(element)) continue;
    if (element.role === 'Text' && replacements.has(element)) continue;
    changed.add(element.id);
    if (element.list) changedRows.add(rowId(element));
  }
  // A row is shown as a whole: its other cells say which row it is.
  const isUnchanged = (element: Element) =>
    !changed.has(element.id) && !(element.list && changedRows.has(rowId(element)));
  return {
    unchanged: new Set(now.elements.filter(isUnchanged).map(({ id }) => id)),
    gone: hasScrolled(last, now) ? [] : findGone(last, now, replaced),
    successors: new Map(),
  };
}

/** A container with text of its own is listed twice: as itself and as its text. */
function entryId({ id, role }: Element): string {
  return `${id} ${role}`;
}

function rowId({ list }: Element): string {
  return `${list?.container} ${list?.row}`;
}

function hasScrolled(last: View, now: View): boolean {
  return last.scroll?.x !== now.scroll?.x || last.scroll?.y !== now.scroll?.y;
}

function findGone(last: View, now: View, replaced: ReadonlySet<Element>): Element[] {
  const ids = new Set([...now.elements.map(({ id }) => id), ...(now.remaining ?? [])]);
  return last.elements.filter((element) => !ids.has(element.id) && element.name !== '' && !replaced.has(element));
}

/** On another page of the same site, menus, sidebars and footers are often the same. */
function compareSite(last: View, now: View): KnownElements | undefined {
  if (!isSameSite(last.url, now.url)) return undefined;
  const successors = findRepeatedParts(last.elements, now.elements);
  return { unchanged: new Set(successors.values()), gone: [], successors };
}

function isSameSite(one: string | undefined, other: string | undefined): boolean {
  if (!one || !other || !URL.canParse(one) || !URL.canParse(other)) return false;
  const { origin } = new URL(one);
  return origin !== 'null' && origin === new URL(other).origin;
}
