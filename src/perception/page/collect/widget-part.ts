import { attributeOf, childrenOf, hasAttribute, parentOf, tagOf, textContentOf } from '../dom/native-node.js';
import { closestAround } from '../dom/native-query.js';
import { hasHandler } from './clickable.js';
import { isPointable } from './visibility.js';

/** Parts of a widget that are no elements of their own. */

const choiceRoles = '[role=radio], [role=checkbox], [role=switch], [role=menuitemradio], [role=menuitemcheckbox]';

function isChoice(element: Element): boolean {
  return element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio');
}

/** Whether an element is the native box inside an element with the role of one, or what is drawn beside a native box. */
export function isWidgetPart(element: Element, role: string): boolean {
  if (isChoice(element)) return closestAround(element, choiceRoles) !== null;
  if (role !== 'generic' && role !== 'none') return false;
  return isDrawnBox(element);
}

const maxSiblings = 4;

/** An element without text, name and handler beside a native box that takes the clicks. */
function isDrawnBox(element: Element): boolean {
  const parent = parentOf(element);
  if (!parent || tagOf(element) === 'LABEL' || hasAttribute(element, 'tabindex') || hasHandler(element)) return false;
  const siblings = childrenOf(parent);
  if (siblings.length < 2 || siblings.length > maxSiblings) return false;
  if (attributeOf(element, 'aria-label') || attributeOf(element, 'title')) return false;
  if (/\S/.test(textContentOf(element) ?? '')) return false;
  return [...siblings].some((sibling) => isChoice(sibling) && isPointable(sibling));
}
