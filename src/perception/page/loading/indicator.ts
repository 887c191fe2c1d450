import { collapseSpaces } from '../dom/flat-tree.js';
import {
  attributeOf,
  checkVisibility,
  hasAttribute,
  parentOf,
  rectOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';
import { matchesSelector, queryAll, queryOne } from '../dom/native-query.js';
import { isLoadingText } from './loading-text.js';

/** Indicators that something is still being loaded: a spinner, a skeleton, "Loading…", `aria-busy`. */

const maxTextRead = 200;
const maxDescendants = 150;
/** Controls: what contains one is no indicator. */
export const controls = 'a[href], button, input, select, textarea, [role=button], [role=link], [contenteditable]';
const indicatorName =
  /(?:^|[-_\s])(?:spinner|loader|loading|preloader|skeleton|shimmer|ghost-line|placeholder-glow|placeholder-wave)(?:[-_\s]|$)/i;

function shortText(element: Element): string {
  return collapseSpaces((textContentOf(element) ?? '').slice(0, maxTextRead));
}

function isShown(element: Element): boolean {
  if (!checkVisibility(element, { opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = rectOf(element);
  return width > 2 && height > 2;
}

function isBusyWidget(element: Element): boolean {
  if (attributeOf(element, 'aria-busy') === 'true') return true;
  if (tagOf(element) === 'PROGRESS') return !hasAttribute(element, 'value');
  return attributeOf(element, 'role') === 'progressbar' && !hasAttribute(element, 'aria-valuenow');
}

/** A spinner or a skeleton has no text of its own and no controls, and is none. A button that loads again can have "loading" in its class. */
function isNamedIndicator(element: Element, text: string): boolean {
  if (text !== '' && !isLoadingText(text)) return false;
  const name = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`;
  return indicatorName.test(splitCase(name)) && queryOne(element, controls) === null && !isPartOfField(element);
}

/** Whether an element is a control, or stands beside a field: the arrows of a number field. */
function isPartOfField(element: Element): boolean {
  if (matchesSelector(element, controls)) return true;
  const parent = parentOf(element);
  return parent !== null && queryOne(parent, ':scope > input:not([type=hidden])') !== null;
}

/** `MuiSkeleton-root` has the word `Skeleton`. */
function splitCase(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1-$2');
}

/** What the indicator shows, or undefined if the element is none or is hidden. */
export function describeIndicator(element: Element): string | undefined {
  const text = shortText(element);
  const isIndicator = isBusyWidget(element) || isLoadingText(text) || isNamedIndicator(element, text);
  if (!isIndicator || !isShown(element)) return undefined;
  if (isLoadingText(text)) return `"${text}"`;
  if (/skeleton|shimmer|placeholder|ghost/i.test(attributeOf(element, 'class') ?? '')) return 'a skeleton';
  return isNamedIndicator(element, text) ? 'a spinner' : 'a busy element';
}

/** The first indicator at or inside an element. */
export function findIndicator(element: Element): string | undefined {
  const own = describeIndicator(element);
  if (own) return own;
  let visited = 0;
  for (const descendant of queryAll(element, '*')) {
    visited += 1;
    if (visited > maxDescendants) return undefined;
    const found = describeIndicator(descendant);
    if (found) return found;
  }
  return undefined;
}
