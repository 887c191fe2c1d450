import { pageRoot, treeWalker } from '../dom/native-document.js';
import { rectOf, tagOf } from '../dom/native-node.js';
import { nameOf } from '../naming/accessible-name.js';
import { ariaRole } from '../naming/roles.js';
import type { Collection } from './collection.js';

const maxSteps = 400;
const maxHeadings = 4;
const maxLength = 60;

/** The next headings above and below the visible elements. */
export function offscreenHeadings({ firstVisible, lastVisible }: Collection): { above: string[]; below: string[] } {
  const above = readHeadings(
    firstVisible,
    (walker) => walker.previousNode(),
    (rect) => rect.bottom <= 0,
  );
  const below = readHeadings(
    lastVisible,
    (walker) => walker.nextNode(),
    (rect) => rect.top >= window.innerHeight,
  );
  return { above: above.reverse(), below };
}

function readHeadings(
  from: Element | undefined,
  step: (walker: TreeWalker) => Node | null,
  isOutside: (rect: DOMRect) => boolean,
): string[] {
  const found: string[] = [];
  if (!from) return found;
  const walker = treeWalker(pageRoot(), NodeFilter.SHOW_ELEMENT);
  walker.currentNode = from;
  for (let steps = 0; steps < maxSteps && found.length < maxHeadings; steps += 1) {
    const node = step(walker);
    if (!(node instanceof Element)) break;
    if (!/^H[1-6]$/.test(tagOf(node)) && ariaRole(node) !== 'heading') continue;
    const rect = rectOf(node);
    const name = rect.height > 0 && isOutside(rect) ? nameOf(node).slice(0, maxLength) : '';
    if (name) found.push(name);
  }
  return found;
}
