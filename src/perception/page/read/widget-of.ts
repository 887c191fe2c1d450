import { flatParent, isInside } from '../dom/flat-tree.js';
import { attributeOf, checkVisibility, nextElementOf, rectOf } from '../dom/native-node.js';
import { closestOf, matchesSelector, queryAll } from '../dom/native-query.js';

const maxLevels = 4;
const minVisiblePixels = 2;
const boxCss = '[role=combobox], [aria-haspopup=listbox], [aria-haspopup=true]';
const fieldCss = `${boxCss}, input:not([type=hidden]), button, [tabindex]`;

/**
 * The widget that a field is a part of: the combobox around an editable field, or the visible widget that took the place of a hidden
 * native list or of one of its options.
 */
export function widgetOf(element: Element): Element | undefined {
  const list = element instanceof HTMLOptionElement ? closestOf(element, 'select') : element;
  if (list instanceof HTMLSelectElement) return isShown(list) ? undefined : replacingWidget(list);
  if (!(element instanceof HTMLInputElement) || attributeOf(element, 'role') !== null) return undefined;
  return boxAround(element);
}

function boxAround(element: Element): Element | undefined {
  let current = flatParent(element);
  for (let level = 0; current && level < maxLevels; level += 1, current = flatParent(current))
    if (matchesSelector(current, '[role=combobox]')) return current;
  return undefined;
}

/** A widget is around the hidden list, or in the element after it. */
function replacingWidget(list: HTMLSelectElement): Element | undefined {
  const around = boxAround(list);
  if (around && isShown(around)) return around;
  const next = nextElementOf(list);
  if (!next || !isShown(next)) return undefined;
  if (matchesSelector(next, boxCss)) return next;
  const inside = [...queryAll(next, boxCss), ...queryAll(next, fieldCss)];
  const [first] = inside;
  return inside.find(isShown) ?? (first && shownAround(first, next));
}

/** The smallest visible element around a hidden field, up to `outer`. */
function shownAround(field: Element, outer: Element): Element | undefined {
  for (let current = flatParent(field); current && isInside(current, outer); current = flatParent(current))
    if (isShown(current)) return current;
  return undefined;
}

function isShown(element: Element): boolean {
  const { width, height } = rectOf(element);
  if (width < minVisiblePixels || height < minVisiblePixels) return false;
  return checkVisibility(element, { opacityProperty: true, visibilityProperty: true });
}
