import { collapseSpaces } from '../dom/flat-tree.js';
import { attributeOf, rootOf } from '../dom/native-node.js';
import { textById } from '../dom/native-query.js';
import { nameFromContent, placeholderOf } from './accessible-name.js';
import { labelsOf } from './labels.js';

const maxLength = 200;
const maxReferences = 5;
const maxNameLength = 120;

/** The accessible description, or a title that differs from the name. An element without a name is described by its visible text. */
export function descriptionOf(element: Element, name: string): string | undefined {
  const own = attributeOf(element, 'aria-description');
  if (own?.trim()) return shorten(own);
  const order = attributeOf(element, 'aria-sort');
  if (order === 'ascending' || order === 'descending') return `sorted ${order}`;
  const ids = attributeOf(element, 'aria-describedby');
  if (!ids) return name ? titleOf(element, name) : describeUnnamed(element);
  const scope = rootOf(element);
  if (!(scope instanceof Document || scope instanceof ShadowRoot)) return undefined;
  const texts = ids
    .split(/\s+/)
    .slice(0, maxReferences)
    .map((id) => shorten(textById(scope, id)));
  return texts.filter(Boolean).join(' ') || undefined;
}

function shorten(text: string): string {
  return collapseSpaces(text).slice(0, maxLength);
}

function titleOf(element: Element, name: string): string | undefined {
  const title = shorten(attributeOf(element, 'title') ?? '');
  return title && title !== name ? title : undefined;
}

/** For example, a hidden label removes the accessible name of a button, but not its visible text. */
function describeUnnamed(element: Element): string | undefined {
  const value =
    element instanceof HTMLInputElement && /^(submit|reset|button)$/.test(element.type) ? element.value : '';
  const text = placeholderOf(element) || attributeOf(element, 'title') || value || textOfLabelledButton(element);
  return shorten(text) || undefined;
}

function textOfLabelledButton(element: Element): string {
  const isLabelled = element instanceof HTMLButtonElement && labelsOf(element).length > 0;
  return isLabelled ? nameFromContent(element, maxNameLength) : '';
}
