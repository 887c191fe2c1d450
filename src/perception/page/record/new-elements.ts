import { viewportBox } from '../dom/box.js';
import { attributeOf, isConnected, parentNodeOf, parentOf, rectOf } from '../dom/native-node.js';
import { elementOf } from '../dom/node-registry.js';
import type { Entry } from '../protocol.js';
import { effectiveChanges, type LoggedChange } from './change-log.js';
import { wasRevealed } from './flashes.js';

const maxDepth = 64;

/** The numbers of those entries that were added, shown or given a new text since the action started. */
export function findNewElements(entries: readonly Entry[]): number[] {
  const addedRoots = new Set<Node>();
  const changedTexts = new Set<Node>();
  for (const change of effectiveChanges()) {
    if (change.uncertain) continue;
    if (isSubtreeNew(change)) addedRoots.add(change.child ?? change.node);
    else if (change.kind === 'added' || change.kind === 'text')
      for (const element of elementsOfLine(change)) changedTexts.add(element);
  }
  if (addedRoots.size === 0 && changedTexts.size === 0) return [];
  const isNew = (element: Element): boolean => {
    let node: Node | null = element;
    for (let depth = 0; node && depth < maxDepth; depth += 1) {
      if (addedRoots.has(node)) return true;
      node = node instanceof ShadowRoot ? node.host : parentNodeOf(node);
    }
    return false;
  };
  return entries.flatMap(({ number, role }) => {
    const element = elementOf(number);
    return element && ((role === 'Text' && changedTexts.has(element)) || isNew(element)) ? [number] : [];
  });
}

/** How many elements were added below or above the screen, and stayed. */
export function countNewOffscreen(): number {
  const added = new Set<Element>();
  for (const { kind, child, uncertain } of effectiveChanges())
    if (!uncertain && kind === 'added' && child instanceof Element && isConnected(child)) added.add(child);
  return [...added].filter(isOutsideScreen).length;
}

function isOutsideScreen(element: Element): boolean {
  const { top, bottom, width, height } = rectOf(element);
  const screen = viewportBox();
  return width > 0 && height > 0 && (top >= screen.bottom || bottom <= screen.top);
}

/** Whether the element appeared with all of its content. */
function isSubtreeNew({ kind, node, child, attribute = '', previous }: LoggedChange): boolean {
  if (kind === 'added') return child instanceof Element;
  if (kind !== 'attribute' || !(node instanceof Element)) return false;
  if (attribute === 'hidden') return previous != null && attributeOf(node, 'hidden') === null;
  if (attribute === 'inert') return false;
  if (attribute === 'open') return previous == null && attributeOf(node, 'open') !== null;
  return wasRevealed(node);
}

/** The inline ancestors of a changed text, up to and including their block. */
function elementsOfLine({ node, child }: LoggedChange): Element[] {
  const line: Element[] = [];
  for (let element = parentOf(child ?? node); element; element = parentOf(element)) {
    line.push(element);
    if (getComputedStyle(element).display !== 'inline') break;
  }
  return line;
}
