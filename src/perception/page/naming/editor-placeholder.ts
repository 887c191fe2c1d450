import { collapseSpaces } from '../dom/flat-tree.js';
import { attributeOf, firstElementOf, isContentEditable } from '../dom/native-node.js';
import { pseudoElementText } from './rendered-text.js';

const maxLength = 200;
/** A rendered placeholder disappears when text is entered. It is kept, because it is the name of the field. */
const renderedPlaceholders = new WeakMap<Element, string>();

/** The placeholder of a rich-text editor, from an attribute or from the text that a style renders while it is empty. */
export function editorPlaceholder(element: Element, value: string | undefined): string {
  if (!isContentEditable(element)) return '';
  const first = firstElementOf(element);
  const sources = first ? [element, first] : [element];
  for (const source of sources) {
    const placeholder = collapseSpaces(attributeOf(source, 'data-placeholder') ?? '');
    if (placeholder) return placeholder.slice(0, maxLength);
  }
  if (value) return renderedPlaceholders.get(element) ?? '';
  for (const source of sources) {
    const placeholder = collapseSpaces(pseudoElementText(source, '::before')).slice(0, maxLength);
    if (!placeholder) continue;
    renderedPlaceholders.set(element, placeholder);
    return placeholder;
  }
  return '';
}
