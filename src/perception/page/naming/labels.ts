import { idOf, precedes, rootOf } from '../dom/native-node.js';
import { byTag, closestOf, queryAll } from '../dom/native-query.js';
import { changeCount } from '../record/change-count.js';

/**
 * The labels of a control. `element.labels` searches the whole document each time, so labels with `for` are looked up in a table that is
 * rebuilt after the document changed.
 */
const maxLabels = 5_000;
const maxLabelsPerControl = 5;
const tables = new WeakMap<Node, { at: number; byId: Map<string, HTMLLabelElement[]> }>();

export function labelsOf(element: Element): HTMLLabelElement[] {
  const wrapping = closestOf(element, 'label');
  const labels = idOf(element) ? (tableOf(rootOf(element)).get(idOf(element)) ?? []) : [];
  const own = labels.filter((label) => label.control === element);
  if (!wrapping || wrapping.control !== element || own.includes(wrapping)) return own.slice(0, maxLabelsPerControl);
  return [...own, wrapping].sort(inDocumentOrder).slice(0, maxLabelsPerControl);
}

/** The labels that name an element which is not a form control. The browser does not associate them, but their author did. */
export function labelsNaming(element: Element): HTMLLabelElement[] {
  const labels = idOf(element) ? (tableOf(rootOf(element)).get(idOf(element)) ?? []) : [];
  return labels.filter((label) => label.control === null);
}

function tableOf(root: Node): Map<string, HTMLLabelElement[]> {
  const known = tables.get(root);
  if (known?.at === changeCount()) return known.byId;
  const byId = new Map<string, HTMLLabelElement[]>();
  const found =
    root instanceof Document ? byTag(root, 'label') : root instanceof ShadowRoot ? queryAll(root, 'label') : [];
  let count = 0;
  for (const label of found) {
    count += 1;
    if (count > maxLabels) break;
    if (!(label instanceof HTMLLabelElement) || !label.htmlFor) continue;
    const list = byId.get(label.htmlFor) ?? [];
    list.push(label);
    byId.set(label.htmlFor, list);
  }
  tables.set(root, { at: changeCount(), byId });
  return byId;
}

function inDocumentOrder(one: Node, other: Node): number {
  return precedes(one, other) ? -1 : 1;
}
