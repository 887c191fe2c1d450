import { attributeOf, rootOf } from '../dom/native-node.js';
import { byId, queryAll } from '../dom/native-query.js';

/** The options of a drop-down list: of a select, of the datalist of a field, or of the list that a combobox controls. Undefined for other elements. */
export function optionsOf(element: Element): Element[] | undefined {
  if (element instanceof HTMLSelectElement) return [...element.options];
  if (element instanceof HTMLInputElement && element.list) return [...element.list.options];
  if (attributeOf(element, 'role') !== 'combobox') return undefined;
  const scope = rootOf(element);
  const id = attributeOf(element, 'aria-controls') ?? attributeOf(element, 'aria-owns');
  const list = id && (scope instanceof Document || scope instanceof ShadowRoot) ? byId(scope, id) : null;
  const options = list ? [...queryAll(list, '[role=option]')] : [];
  return options.length > 0 ? options : undefined;
}
