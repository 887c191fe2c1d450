import { comesBefore, idOf, rootOf } from '../dom.js';
import { byTag, closestOf, queryAll } from '../query.js';
import { changeCount } from '../record/change-count.js';

/**
 * The labels of a control. `element.labels` searches the whole document for each control, so the labels that name their control by `for`
 * are looked up in a table, made once for a document that has not changed since.
 */
const mostLabels = 5_000;
const mostPerControl = 5;
const tables = new WeakMap<Node, { at: number; byId: Map<string, HTMLLabelElement[]> }>();

export function labelsOf(element: Element): HTMLLabelElement[] {
  const around = closestOf(element, 'label');
  const labels = idOf(element) ? (tableOf(rootOf(element)).get(idOf(element)) ?? []) : [];
  const own = labels.filter((label) => label.control === element);
  if (!around || around.control !== element || own.includes(around)) return own.slice(0, mostPerControl);
  return [...own, around].sort(inDocumentOrder).slice(0, mostPerControl);
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
    if (count > mostLabels) break;
    if (!(label instanceof HTMLLabelElement) || !label.htmlFor) continue;
    const list = byId.get(label.htmlFor) ?? [];
    list.push(label);
    byId.set(label.htmlFor, list);
  }
  tables.set(root, { at: changeCount(), byId });
  return byId;
}

function inDocumentOrder(one: Node, other: Node): number {
  return comesBefore(one, other) ? -1 : 1;
}
