import type { Box, Entry } from '../protocol.js';
import { childCount, paintParent } from './children.js';
import { defaultCaps, type Walk, walk } from './collect.js';
import { attributeOf, checkVisibility, childrenOf, hasAttributes, parentOf, textContentOf } from './dom.js';
import { pageTitle, treeWalker } from './own-document.js';
import { closestOf, queryAll } from './query.js';
import { elementOf, shadowRootOf } from './registry.js';
import { collapse } from './tree.js';

const everywhere: Box = { left: -1e7, top: -1e7, right: 1e7, bottom: 1e7 };

/** Everything inside one element, on the screen or not, from row `from` on. */
export function walkInside(number: number, from: number): Walk | undefined {
  const element = elementOf(number);
  if (!element) return undefined;
  const parent = paintParent(element);
  if (from <= 0 || childCount(parent) <= from) return walk(element, everywhere, { ...defaultCaps, entries: 600 }, true);
  const part: Walk = { seen: [], entries: [], dropped: 0, hosts: [], mute: [], canvases: [] };
  const total = childCount(parent);
  for (let row = from; row < total && part.entries.length < 600; row += 1) {
    const child = childrenOf(parent)[row];
    if (!child) break;
    const found = walk(child, everywhere, { ...defaultCaps, entries: 100 }, true);
    for (const entry of found.entries) part.entries.push({ ...entry, list: [number, row, total] });
  }
  return part;
}

const findCaps = { nodes: 300_000, milliseconds: 250, matches: 40 };

/** Elements anywhere on the page whose words hold all of `words`: by text, name, value, placeholder, title. */
export function walkFinding(words: string, root: ParentNode = document): { parts: Walk[]; complete: boolean } {
  const wanted = collapse(words).toLowerCase();
  const started = performance.now();
  const places = new Set<Element>();
  let complete = true;
  let count = 0;
  const search = (tree: Node): void => {
    const walker = treeWalker(tree, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node && complete && places.size < findCaps.matches; node = walker.nextNode()) {
      count += 1;
      if (count > findCaps.nodes || (count % 512 === 0 && performance.now() - started > findCaps.milliseconds)) {
        complete = false;
        return;
      }
      if (node instanceof Text) {
        const parent = parentOf(node);
        if (parent && node.data.toLowerCase().includes(wanted)) places.add(parent);
      } else if (node instanceof Element) {
        if (attributesHold(node, wanted)) places.add(node);
        const shadow = shadowRootOf(node);
        if (shadow) search(shadow);
      }
    }
  };
  search(root);
  if (places.size === 0) for (const element of byAllWords(wanted, root, started)) places.add(element);
  const parts: Walk[] = [];
  for (const place of places) {
    const part = walk(rowAround(place), everywhere, { ...defaultCaps, entries: 40 }, true);
    if (part.entries.length > 0) parts.push(part);
    if (performance.now() - started > findCaps.milliseconds * 2) return { parts, complete: false };
  }
  return { parts, complete };
}

const spoken = ['aria-label', 'placeholder', 'title', 'alt', 'value', 'name', 'id'];

function attributesHold(element: Element, wanted: string): boolean {
  if (!hasAttributes(element)) return false;
  return spoken.some((name) => attributeOf(element, name)?.toLowerCase().includes(wanted));
}

/** The words apart: rows that hold all of them somewhere. */
function byAllWords(wanted: string, root: ParentNode, started: number): Element[] {
  const words = wanted.split(' ').filter((word) => word.length > 1);
  if (words.length < 2) return [];
  const found: Element[] = [];
  for (const element of queryAll(
    root,
    'tr, li, article, [role=row], [role=listitem], p, h1, h2, h3, h4, a, button, label',
  )) {
    if (found.length >= 10 || performance.now() - started > findCaps.milliseconds) break;
    const text = textContentOf(element)?.slice(0, 1_000).toLowerCase() ?? '';
    if (words.every((word) => text.includes(word))) found.push(element);
  }
  return found;
}

/** A match alone says little: its row, item or control is what a reader can use. */
function rowAround(element: Element): Element {
  const around = closestOf(
    element,
    'a, button, label, tr, li, article, option, [role=row], [role=listitem], [role=option], [role=button]',
  );
  return around && (textContentOf(around)?.length ?? 0) < 2_000 ? around : element;
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
