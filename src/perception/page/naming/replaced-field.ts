import { flatParent } from '../dom/flat-tree.js';
import { checkVisibility, previousElementOf, rectOf, tagOf } from '../dom/native-node.js';
import { nameFromContent, nameOf } from './accessible-name.js';
import { labelsNaming } from './labels.js';

const maxLevels = 3;
const maxNameLength = 120;
const fieldTags = new Set(['INPUT', 'SELECT', 'TEXTAREA']);

/**
 * The name of a widget that takes the place of a native field: from a label with the id of the widget, or from the hidden field before the
 * widget.
 */
export function replacedFieldName(widget: Element): string {
  const [label] = labelsNaming(widget);
  const own = label ? nameFromContent(label, maxNameLength) : '';
  if (own) return own;
  if (widget instanceof HTMLSelectElement) return '';
  let current: Element | null = widget;
  for (let level = 0; current && level < maxLevels; level += 1, current = flatParent(current)) {
    const previous = previousElementOf(current);
    if (previous && fieldTags.has(tagOf(previous))) return isStandIn(previous) ? nameOf(previous) : '';
  }
  return '';
}

/** The name of the hidden field that a widget replaced, if both are inside `outer`: it is before `part` or one of the elements around it. */
export function nameOfFieldBefore(part: Element, outer: Element): string {
  for (let current: Element | null = part; current && current !== outer; current = flatParent(current)) {
    const previous = previousElementOf(current);
    if (previous && fieldTags.has(tagOf(previous)) && isStandIn(previous)) return nameOf(previous);
  }
  return '';
}

/** Whether a widget can take the place of a field. A hidden check box has its own label in its place. */
function isStandIn(field: Element): boolean {
  const isBox = field instanceof HTMLInputElement && /^(?:checkbox|radio|file)$/.test(field.type);
  return !isBox && isHidden(field);
}

/** Whether this is a native field that another element takes the place of. */
export function isHiddenField(element: Element): boolean {
  return fieldTags.has(tagOf(element)) && isHidden(element);
}

/** Not rendered, or reduced to one pixel, as for text that is meant for screen readers only. */
function isHidden(field: Element): boolean {
  const { width, height } = rectOf(field);
  return width <= 1 || height <= 1 || !checkVisibility(field, { opacityProperty: true, visibilityProperty: true });
}
