import { area, viewportBox } from '../dom/box.js';
import { collapseSpaces } from '../dom/flat-tree.js';
import { rectOf, rootOf, textContentOf } from '../dom/native-node.js';
import { matchesSelector, queryAll, queryOne } from '../dom/native-query.js';
import { shadowRootOf } from '../dom/node-registry.js';

const widgetRoles = 'button link tab option menuitem checkbox radio switch combobox slider treeitem'.split(' ');

export const controlSelector = [
  'a[href], button, input:not([type=hidden]), select, textarea, summary',
  ...widgetRoles.map((role) => `[role=${role}]`),
].join();

/** The controls inside an element, inside its shadow root or in a slot inside it. */
export function controlsIn(element: Element): Element[] {
  const inside = queryAll(element, controlSelector);
  if (inside.length > 0) return [...inside];
  const shadow = shadowRootOf(element);
  if (shadow) return [...queryAll(shadow, controlSelector)];
  if (!(rootOf(element) instanceof ShadowRoot)) return [];
  const slotted = [...queryAll<HTMLSlotElement>(element, 'slot')].flatMap((slot) => slot.assignedElements());
  return slotted.filter((one) => matchesSelector(one, controlSelector));
}

/** Fraction of the viewport. */
const maxPartFraction = 0.1;
const maxPartText = 100;

/** Whether an element is small, has little text and no control of its own. */
export function isOnePart(element: Element): boolean {
  if (area(rectOf(element)) > area(viewportBox()) * maxPartFraction || textLength(element) > maxPartText) return false;
  return queryOne(element, controlSelector) === null;
}

/** The length of the text inside an element, which is not counted to its end where it is long. */
export function textLength(element: Element): number {
  return collapseSpaces(textContentOf(element)?.slice(0, maxPartText * 4) ?? '').length;
}
