import type { Entry } from '../../page-protocol.js';
import { attributeOf, parentNodeOf, parentOf } from '../dom.js';
import { elementOf } from '../registry.js';
import { hasTurnedUp } from './flashes.js';
import { type Noted, standing } from './log.js';

/** What came onto the page since the action began, wherever the page has been scrolled to since. */

const deepest = 64;

/** Which of these were put in, shown or given other words. */
export function arrivedAmong(entries: readonly Entry[]): number[] {
  const whole = new Set<Node>();
  const worded = new Set<Node>();
  for (const noted of standing()) {
    if (noted.doubt) continue;
    if (cameWhole(noted)) whole.add(noted.child ?? noted.node);
    else if (noted.kind === 'added' || noted.kind === 'text') for (const holder of lineOf(noted)) worded.add(holder);
  }
  if (whole.size === 0 && worded.size === 0) return [];
  const isNew = (element: Element): boolean => {
    let at: Node | null = element;
    for (let steps = 0; at && steps < deepest; steps += 1) {
      if (whole.has(at)) return true;
      at = at instanceof ShadowRoot ? at.host : parentNodeOf(at);
    }
    return false;
  };
  return entries.flatMap(({ number, role }) => {
    const element = elementOf(number);
    return element && ((role === 'Text' && worded.has(element)) || isNew(element)) ? [number] : [];
  });
}

/** The element came with all that is in it. */
function cameWhole({ kind, node, child, attribute = '', was }: Noted): boolean {
  if (kind === 'added') return child instanceof Element;
  if (kind !== 'attribute' || !(node instanceof Element)) return false;
  if (attribute === 'hidden') return was != null && attributeOf(node, 'hidden') === null;
  if (attribute === 'open') return was == null && attributeOf(node, 'open') !== null;
  return hasTurnedUp(node);
}

/** The elements whose line the new words stand in. */
function lineOf({ node, child }: Noted): Element[] {
  const line: Element[] = [];
  for (let at = parentOf(child ?? node); at; at = parentOf(at)) {
    line.push(at);
    if (getComputedStyle(at).display !== 'inline') break;
  }
  return line;
}
