import { area } from './box.js';
import { flatParent, isInside } from './flat-tree.js';
import { attributeOf, rectOf } from './native-node.js';
import { closestOf, matchesSelector } from './native-query.js';

const maxLevels = 4;
const maxWidgetHeight = 120;
/** A widget is not much larger than what it shows. */
const maxWidgetArea = 120_000;
const controlCss = 'a[href], button, input, select, textarea, [role=button], [role=link], [role=option], [tabindex]';

/**
 * Whether a press at `hit` is one on the field of a combobox: what the same small widget draws over its field, such as the chosen value.
 * A control of its own, such as a button that clears the field, is not.
 */
export function isOwnWidget(field: Element, hit: Element): boolean {
  if (!(field instanceof HTMLInputElement) || !isListField(field)) return false;
  let widget = flatParent(field);
  for (let level = 0; widget && level < maxLevels; level += 1, widget = flatParent(widget)) {
    const rect = rectOf(widget);
    if (rect.height > maxWidgetHeight || area(rect) > maxWidgetArea) return false;
    if (isInside(hit, widget)) return !hasControl(hit, widget);
  }
  return false;
}

function isListField(field: Element): boolean {
  const role = attributeOf(field, 'role');
  return (
    role === 'combobox' || attributeOf(field, 'aria-haspopup') !== null || closestOf(field, '[role=combobox]') !== null
  );
}

function hasControl(hit: Element, widget: Element): boolean {
  for (let current: Element | null = hit; current && current !== widget; current = flatParent(current))
    if (matchesSelector(current, controlCss)) return true;
  return false;
}
