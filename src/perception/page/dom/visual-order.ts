import type { Box } from '../protocol.js';
import { nodeTypeOf, rectOf } from './native-node.js';

/** The order in which a user reads the items of a flex or grid container, where its style changes the order of the document. */

const maxItems = 40;

type Item<T> = { child: T; box: Box };

/** The children in the order of the screen, or undefined if the style of the container and of its children does not change their order. */
export function inVisualOrder<T extends { node: Node }>(
  children: readonly T[],
  style: CSSStyleDeclaration,
): T[] | undefined {
  const { display, flexDirection, direction } = style;
  const isGrid = display.endsWith('grid');
  if (!isGrid && !display.endsWith('flex')) return undefined;
  if (children.length < 2 || children.length > maxItems * 2) return undefined;
  const items: Item<T>[] = [];
  let isMoved = !isGrid && flexDirection.endsWith('reverse');
  for (const child of children) {
    if (child.node instanceof Element) {
      isMoved ||= isPlaced(getComputedStyle(child.node), isGrid);
      items.push({ child, box: rectOf(child.node) });
    } else if (nodeTypeOf(child.node) === Node.TEXT_NODE && /\S/.test((child.node as Text).data)) return undefined;
  }
  return isMoved && items.length <= maxItems ? sortByLines(items, direction === 'rtl') : undefined;
}

function isPlaced({ order, gridRowStart, gridColumnStart }: CSSStyleDeclaration, isGrid: boolean): boolean {
  return order !== '0' || (isGrid && (gridRowStart !== 'auto' || gridColumnStart !== 'auto'));
}

/** Line by line. An item is on a line if its middle is not below the first item of the line. */
function sortByLines<T>(items: readonly Item<T>[], isRightToLeft: boolean): T[] {
  const sorted: Item<T>[] = [];
  let line: Item<T>[] = [];
  const endLine = (): void => {
    sorted.push(
      ...line.sort((one, other) => (isRightToLeft ? other.box.right - one.box.right : one.box.left - other.box.left)),
    );
    line = [];
  };
  for (const item of [...items].sort((one, other) => one.box.top - other.box.top)) {
    const [first] = line;
    if (first && (item.box.top + item.box.bottom) / 2 >= first.box.bottom) endLine();
    line.push(item);
  }
  endLine();
  return sorted.map(({ child }) => child);
}
