import { firstElementOf, hasAttribute, nextElementOf, tagOf } from '../dom/native-node.js';
import { closestAround } from '../dom/native-query.js';

const testedItems = 4;

/** Whether a focusable element is a list whose items the user clicks: a menu of suggestions, a list box without a role. */
export function isItemList(element: Element): boolean {
  if (hasAttribute(element, 'aria-label')) return false;
  const items: Element[] = [];
  for (let item = firstElementOf(element); item && items.length < testedItems; item = nextElementOf(item))
    items.push(item);
  const [first] = items;
  if (!first || items.some((item) => tagOf(item) !== tagOf(first))) return false;
  return /^(?:UL|OL)$/.test(tagOf(element)) || (items.length > 1 && items.every(isItem));
}

function isItem(element: Element): boolean {
  return hasAttribute(element, 'tabindex') || getComputedStyle(element).cursor === 'pointer';
}

/** Whether an element is an item of a list that takes the focus and passes it to its items. */
export function isListItem(element: Element): boolean {
  return (
    hasAttribute(element, 'tabindex') &&
    closestAround(element, ':is(ul, ol)[tabindex], [role=menu], [role=listbox]') !== null
  );
}
