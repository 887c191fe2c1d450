import { contentBox } from '../collect/visibility.js';
import { intersectBoxes } from '../dom/box.js';
import { firstChildren, flatParent, isInside } from '../dom/flat-tree.js';
import { newRange, treeWalker } from '../dom/native-document.js';
import { hasAttribute, rectOf } from '../dom/native-node.js';
import { knownNumber, numberOf } from '../dom/node-registry.js';
import { nameFromContent } from '../naming/accessible-name.js';
import { parseColor } from '../naming/color-word.js';
import { lookOf } from '../naming/look.js';
import { ariaRole } from '../naming/roles.js';
import type { Box, Entry } from '../protocol.js';
import { type CoverTests, containsBox } from './cover-tests.js';
import type { VisibleElement } from './visible-element.js';

/** Texts and pictures behind an opaque layer: nobody can see them. */

const minOpaqueAlpha = 0.95;
/** In pixels. A larger radius leaves corners free. */
const maxSolidRadius = 24;

/** How an overlay hides what is behind it. */
export function coverOf(style: CSSStyleDeclaration): Pick<VisibleElement, 'isOpaque' | 'isSolid'> {
  const { borderTopLeftRadius: radius, pointerEvents, clipPath } = style;
  const isFull = clipPath === 'none' && !radius.includes('%') && Number.parseFloat(radius) <= maxSolidRadius;
  return { isSolid: isFull && pointerEvents !== 'none', isOpaque: isFull && paintsOpaque(style) };
}

function paintsOpaque({ backgroundColor, opacity, filter, maskImage, mixBlendMode }: CSSStyleDeclaration): boolean {
  if (Number(opacity) < minOpaqueAlpha || filter.includes('opacity') || (maskImage && maskImage !== 'none'))
    return false;
  return mixBlendMode === 'normal' && (parseColor(backgroundColor)?.alpha ?? 0) >= minOpaqueAlpha;
}

/** Removes the entries of hidden texts and pictures, and the hidden texts in the names of controls. */
export function removeHidden(
  visible: readonly VisibleElement[],
  entries: Entry[],
  byNumber: ReadonlyMap<number, Entry>,
  tests: CoverTests,
): void {
  const overlays = visible.filter(({ mayOverlap }) => mayOverlap);
  if (overlays.length === 0) return;
  const controls = new Map<Element, Entry>();
  const hidden = new Set<Entry>();
  for (const one of visible) {
    const entry = one.mayOverlap ? undefined : entryOf(one, byNumber);
    if (!entry) continue;
    if (one.interactive) controls.set(one.element, entry);
    else if (entry.role === 'Text' || entry.role === 'Image') {
      const { parent, box } = one.text ?? { parent: one.element, box: shownBox(one, entry) };
      if (isHidden(parent, box, tests)) hidden.add(entry);
    }
  }
  for (const overlay of overlays) {
    if (!overlay.isOpaque) continue;
    renameCard(overlay, controls, tests);
    for (const face of hiddenFaces(overlay, controls)) hidden.add(face);
  }
  if (hidden.size > 0) entries.splice(0, entries.length, ...entries.filter((entry) => !hidden.has(entry)));
}

function entryOf({ element, text }: VisibleElement, byNumber: ReadonlyMap<number, Entry>): Entry | undefined {
  const own = text && knownNumber(text.node);
  return (own === undefined ? undefined : byNumber.get(own)) ?? byNumber.get(numberOf(element));
}

/** A heading is wider than its letters. */
function shownBox({ element, box }: VisibleElement, { role }: Entry): Box {
  const content = role === 'Text' ? contentBox(element) : undefined;
  return (content && intersectBoxes(content, box)) ?? box;
}

/** Points of a text to test, as fractions of its width. */
const testPoints = [0.5, 0.05, 0.95] as const;

/** Whether opaque layers are in front of the whole text directly inside `parent`. */
function isHidden(parent: Element, box: Box, tests: CoverTests): boolean {
  const layers = tests
    .overlaysOn(box)
    .filter(({ element, isSolid, box: outer }) => isSolid && containsBox(outer, box) && !isInside(parent, element));
  if (layers.length === 0) return false;
  const known = tests.known(parent, box, layers);
  if (known === 'free') return false;
  if (known?.isOpaque) return true;
  for (const across of testPoints) {
    if (!tests.isWithinBudget()) return false;
    const hit = tests.hit(parent, box.left + (box.right - box.left) * across, (box.top + box.bottom) / 2, layers);
    const layer = layers.find(({ element }) => isInside(hit, element));
    if (!layer || !isOpaqueUpTo(hit, layer.element)) return false;
  }
  return true;
}

/** Whether an element, or one around it inside the layer, paints an opaque background. */
function isOpaqueUpTo(hit: Element | null, layer: Element): boolean {
  for (let current = hit; current; current = current === layer ? null : flatParent(current))
    if (paintsOpaque(getComputedStyle(current))) return true;
  return false;
}

const maxCardLevels = 3;
const maxTexts = 20;
const maxNameLength = 120;

/** The control around a layer that hides all other texts of the control, a card that is turned over, is named by the layer. */
function renameCard(layer: VisibleElement, controls: ReadonlyMap<Element, Entry>, tests: CoverTests): void {
  let card = flatParent(layer.element);
  for (let level = 0; card && level < maxCardLevels && !controls.has(card); level += 1) card = flatParent(card);
  const entry = card && controls.get(card);
  if (!card || !entry?.name || hasAttribute(card, 'aria-label') || hasAttribute(card, 'aria-labelledby')) return;
  if (entry.name !== nameFromContent(card, maxNameLength) || !hidesOtherTexts(layer, card, tests)) return;
  entry.name = nameFromContent(layer.element, maxNameLength);
  const look = lookOf(layer.element, getComputedStyle(layer.element), rectOf(layer.element));
  if (entry.name === '' && look) entry.look = look;
}

const maxFaces = 4;

/** The other faces of a card whose faces are listed one by one: siblings of the layer without a role, completely behind it. */
function hiddenFaces({ element, box }: VisibleElement, controls: ReadonlyMap<Element, Entry>): Entry[] {
  const card = controls.has(element) ? flatParent(element) : null;
  return firstChildren(card ?? element, card ? maxFaces : 0).flatMap((face) => {
    const entry = face === element ? undefined : controls.get(face);
    const isHiddenFace = entry?.states.includes('covered') && ariaRole(face) === 'generic';
    return entry && isHiddenFace && containsBox(box, rectOf(face)) ? [entry] : [];
  });
}

function hidesOtherTexts({ element, box: outer }: VisibleElement, card: Element, tests: CoverTests): boolean {
  const walker = treeWalker(card, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = flatParent(node);
    if (!(node instanceof Text) || !/\S/.test(node.data) || !parent || isInside(parent, element)) continue;
    count += 1;
    const range = newRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (count > maxTexts || !containsBox(outer, box) || !isHidden(parent, box, tests)) return false;
  }
  return count > 0;
}
