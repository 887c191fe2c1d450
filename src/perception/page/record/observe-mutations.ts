import { siblings } from '../dom/flat-tree.js';
import { pageBody } from '../dom/native-document.js';
import { attributeOf, firstChildOf, openRootOf, parentNodeOf, parentOf, tagOf } from '../dom/native-node.js';
import { isRecurring, noteAmbientChange } from './ambient-changes.js';
import { countChange } from './change-count.js';
import { noteRemoved, noteShown, noteVisibilityChange, textSnippet } from './flashes.js';
import { handlingPhase } from './input-handling.js';
import { recordChange } from './record-change.js';
import { keepNumbers } from './successors.js';

const maxRecords = 400;
const maxVisibilityChecks = 24;
const maxHosts = 100;
const movingAttributes = /^(style|class|transform|width|height|x|y|d)$/;
const visibilityAttributes = /^(class|style|hidden|open|aria-hidden|data-)/;
const unrenderedTags = /^(HEAD|SCRIPT|STYLE|LINK|META|TITLE|TEMPLATE)$/;

let lastStyleChange = 0;
let visibilityChecks = 0;

const observer = new MutationObserver(recordMutations);
const observedRoots = new WeakSet<Node>();

/** Observes a root: the document, or a shadow root. */
export function observeRoot(root: Node): void {
  if (observedRoots.has(root)) return;
  observedRoots.add(root);
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributes: true,
    attributeOldValue: true,
  });
}

/** Observes the shadow roots at the top of the body, where many pages show messages. */
export function observeTopHosts(): void {
  const body = pageBody();
  for (const child of siblings(body && firstChildOf(body), maxHosts)) {
    const root = child instanceof Element && openRootOf(child);
    if (root) observeRoot(root);
  }
}

/** When an attribute that can move an element last changed. */
export function lastStyleChangeAt(): number {
  return lastStyleChange;
}

/** Records the mutations that the browser has not delivered yet. */
export function recordPendingMutations(): void {
  recordMutations(observer.takeRecords());
}

function recordMutations(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  countChange();
  keepNumbers(records);
  const now = performance.now();
  visibilityChecks = 0;
  for (const record of records.slice(0, maxRecords)) {
    const element = record.target instanceof Element ? record.target : parentOf(record.target);
    if (element && tagOf(element) === 'TITLE')
      recordChange({ node: element, aspect: 'title', kind: 'title', text: '' }, now);
    if (element && isUnrendered(element)) continue;
    if (record.type === 'childList') recordChildren(record, now);
    else if (record.type === 'characterData') recordText(record, now);
    else if (element) recordAttribute(record, element, now);
  }
}

/** Children with the same tag and class count as one aspect: a carousel replaces a child with a similar one. */
function childAspect(node: Node): string {
  return node instanceof Element ? `${tagOf(node)}.${attributeOf(node, 'class') ?? ''}` : '#text';
}

function recordChildren(
  { target: node, addedNodes, removedNodes, nextSibling: nextNode }: MutationRecord,
  now: number,
): void {
  for (const child of addedNodes) {
    if (!hasContent(child)) continue;
    const text = textSnippet(child);
    const logged = recordChange({ node, aspect: childAspect(child), kind: 'added', text, child }, now);
    if (logged !== 'ambient') noteShown(child, now, logged);
  }
  for (const child of removedNodes) {
    if (!hasContent(child)) continue;
    const text = textSnippet(child);
    recordChange({ node, aspect: childAspect(child), kind: 'removed', text, child, nextNode }, now);
    noteRemoved(child, now);
  }
}

function hasContent(node: Node): node is Element | Text {
  if (node instanceof Element) return !isUnrendered(node);
  return node instanceof Text && textSnippet(node) !== '';
}

function recordText({ target, oldValue }: MutationRecord, now: number): void {
  const parent = parentNodeOf(target);
  const aspect = '#text';
  if (parent && isRecurring(parent, aspect, now) && handlingPhase() !== 'handlers')
    return void noteAmbientChange(parent, aspect, now);
  recordChange({ node: target, aspect, kind: 'text', text: textSnippet(target), previous: oldValue ?? '' }, now);
}

function recordAttribute({ attributeName, oldValue }: MutationRecord, element: Element, now: number): void {
  const attribute = attributeName ?? '';
  if (movingAttributes.test(attribute)) lastStyleChange = now;
  if (oldValue === attributeOf(element, attribute)) return;
  const logged = recordChange(
    { node: element, aspect: `@${attribute}`, kind: 'attribute', text: '', attribute, previous: oldValue },
    now,
  );
  if (logged === 'ambient' || visibilityChecks >= maxVisibilityChecks) return;
  if (!visibilityAttributes.test(attribute)) return;
  visibilityChecks += 1;
  noteVisibilityChange(element, now, logged);
}

function isUnrendered(element: Element): boolean {
  return unrenderedTags.test(tagOf(element));
}
