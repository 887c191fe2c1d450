import { siblings } from '../dom/flat-tree.js';
import { animations } from '../dom/native-document.js';
import { firstChildOf, parentNodeOf, rootOf, tagOf } from '../dom/native-node.js';
import { isAmbientChild, isAmbientNode } from './ambient-changes.js';
import { touchedNodes, unattributedNodes } from './change-log.js';
import { trackField } from './field-values.js';
import { observeRoot } from './observe-mutations.js';
import { resolveUncertainChanges } from './recorder.js';

const maxAnimations = 200;
const maxChildren = 12;
const maxParents = 3;
const maxAnimatedParents = 8;
const cacheMs = 5;

let animated: Set<Node> = new Set();
let touched: Set<Node> = new Set();
let unattributed: Set<Node> = new Set();
let cachedAt = -1;

/** Whether the content of the element changes without input. Tracks the element if it is a field. */
export function isAmbientElement(element: Element): boolean {
  trackField(element);
  const root = rootOf(element);
  if (root instanceof ShadowRoot) observeRoot(root);
  const now = performance.now();
  if (now - cachedAt > cacheMs) {
    resolveUncertainChanges(now);
    touched = touchedNodes();
    unattributed = unattributedNodes();
    animated = endlesslyAnimated();
    cachedAt = now;
  }
  if (touched.has(element)) return false;
  if (changesWithoutInput(element, now)) return true;
  for (const child of siblings(firstChildOf(element), maxChildren)) if (changesWithoutInput(child, now)) return true;
  for (const parent of ancestors(parentNodeOf(element), maxParents))
    if (isAmbientChild(parent, now) || isAmbientNode(parent, now, true)) return true;
  for (const node of ancestors(element, maxAnimatedParents))
    if (animated.has(node) || (node instanceof Element && tagOf(node) === 'MARQUEE')) return true;
  return false;
}

function changesWithoutInput(node: Node, now: number): boolean {
  return isAmbientChild(node, now) || unattributed.has(node) || isAmbientNode(node, now);
}

function* ancestors(from: Node | null, max: number): Iterable<Node> {
  for (let node = from, steps = 0; node && steps < max; node = parentNodeOf(node), steps += 1) yield node;
}

/** The targets of animations that never end. */
function endlesslyAnimated(): Set<Node> {
  const found = new Set<Node>();
  for (const { effect, playState } of animations().slice(0, maxAnimations)) {
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target) continue;
    if (effect.getComputedTiming().endTime === Number.POSITIVE_INFINITY) found.add(effect.target);
  }
  return found;
}
