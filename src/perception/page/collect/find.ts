import type { Box, Entry } from '../../page-protocol.js';
import { checkVisibility, childrenOf, parentOf, tagOf } from '../dom.js';
import { pageTitle, treeWalker } from '../own-document.js';
import { elementOf, shadowRootOf } from '../registry.js';
import { collapse } from '../tree.js';
import { childCount, paintParent } from './children.js';
import { walk } from './collect.js';
import { byAllWords, newPlaces, saysWords, usableParts, withGroups, wordless } from './find-place.js';
import { defaultCaps, type Walk } from './walk.js';

const everywhere: Box = { left: -1e7, top: -1e7, right: 1e7, bottom: 1e7 };

/** Everything inside one element, on the screen or not, from row `from` on. */
export function walkInside(number: number, from: number): Walk | undefined {
  const element = elementOf(number);
  if (!element) return undefined;
  const parent = paintParent(element);
  if (from <= 0 || childCount(parent) <= from) return walk(element, everywhere, { ...defaultCaps, entries: 600 }, true);
  const part: Walk = { seen: [], entries: [], dropped: 0, hosts: [], mute: [], canvases: [], lists: [] };
  const total = childCount(parent);
  let row = from;
  for (; row < total && part.entries.length < 600; row += 1) {
    const child = childrenOf(parent)[row];
    if (!child) break;
    const found = walk(child, everywhere, { ...defaultCaps, entries: 100 }, true);
    for (const entry of found.entries) part.entries.push({ ...entry, list: [number, row, total] });
  }
  if (row >= total) part.lists.push([number, from, 0]);
  return part;
}

const findCaps = { nodes: 300_000, milliseconds: 250, matches: 40 };

/** Elements anywhere on the page whose words hold all of `words`: by text, name, value, placeholder, title. */
export function walkFinding(words: string): { parts: Walk[]; complete: boolean } {
  const wanted = collapse(words).toLowerCase();
  const started = performance.now();
  const roots: ParentNode[] = [];
  const places = newPlaces(findCaps.matches);
  let complete = true;
  let count = 0;
  const search = (root: ParentNode): void => {
    roots.push(root);
    const walker = treeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node && complete && !places.isFull(); node = walker.nextNode()) {
      count += 1;
      if (count > findCaps.nodes || (count % 512 === 0 && performance.now() - started > findCaps.milliseconds)) {
        complete = false;
        return;
      }
      if (node instanceof Text) {
        const parent = parentOf(node);
        const text = node.data.toLowerCase();
        if (parent && text.includes(wanted) && !wordless.has(tagOf(parent)))
          places.add(parent, collapse(text) === wanted);
      } else if (node instanceof Element) {
        const said = saysWords(node, wanted);
        if (said) places.add(node, said === 'exactly');
        const shadow = shadowRootOf(node);
        if (shadow) search(shadow);
      }
    }
  };
  const look = (found: Iterable<Element>): Walk[] => {
    const parts: Walk[] = [];
    for (const place of found) {
      const part = walk(place, everywhere, { ...defaultCaps, entries: 40 }, true);
      if (part.entries.length > 0) parts.push(part);
      if (performance.now() - started < findCaps.milliseconds * 2) continue;
      complete = false;
      break;
    }
    return parts;
  };
  search(document);
  let parts = look(usableParts(places.foremost()));
  if (parts.length === 0) parts = look(byAllWords(wanted, roots, started + findCaps.milliseconds));
  return { parts: withGroups(parts), complete };
}

/** Whether words are to be seen anywhere on the page, on the screen or not. */
export function showsText({ text }: { text: string }): boolean {
  const wanted = collapse(text).toLowerCase();
  const title = pageTitle().toLowerCase();
  if (title.includes(wanted)) return true;
  const started = performance.now();
  const walker = treeWalker(document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), count = 0; node; node = walker.nextNode(), count += 1) {
    if (count % 512 === 0 && performance.now() - started > findCaps.milliseconds) return false;
    const parent = parentOf(node);
    if (!(node instanceof Text) || !parent) continue;
    if (collapse(node.data).toLowerCase().includes(wanted) && checkVisibility(parent, { visibilityProperty: true }))
      return true;
  }
  return walkFinding(text).parts.some((part) => part.entries.some((entry) => holdsWords(entry, wanted)));
}

function holdsWords(entry: Entry, wanted: string): boolean {
  return `${entry.name} ${entry.value ?? ''}`.toLowerCase().includes(wanted);
}
