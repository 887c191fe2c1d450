import type { ScreenNode, ScreenWindow } from '../../screen/screen.js';
import type { SheetMemory } from '../sheets/sheet.js';
import { numberRows } from '../tree/number-rows.js';
import { readingOrder } from '../tree/reading-order.js';
import { readTables } from '../tree/tables.js';
import { descend, type Seen, seenFrom, type Walk } from '../tree/walk.js';
import { type Ask, refOf } from './atspi.js';
import { describe } from './describe-object.js';
import { readBoxes, settleBoxes } from './object-bounds.js';
import { readDetails } from './object-details.js';
import { type Facts, has, isApplication, type Program, readFacts } from './object-facts.js';

const mostNodes = 1500;
const mostRows = 100;

/** An object and the way up to its window. */
export async function climb(ask: Ask, key: string): Promise<Seen[]> {
  const way: Facts[] = [];
  let facts = await readFacts(ask, refOf(key));
  while (facts && way.length < 60) {
    way.unshift(facts);
    if (!facts.parent || isApplication(facts.parent)) break;
    facts = await readFacts(ask, facts.parent);
  }
  const chain: Seen[] = [];
  for (const step of way) {
    const parent = chain.at(-1);
    const seen = seenFrom(step, parent);
    parent?.children.push(seen);
    chain.push(seen);
  }
  return chain;
}

/** Everything below one object, shown or not, from a row on. */
export async function readInside(
  ask: Ask,
  { key, from = 0 }: { key: string; from?: number },
  windows: readonly ScreenWindow[],
  memory: SheetMemory,
): Promise<{ nodes: ScreenNode[]; dropped: number }> {
  const chain = await climb(ask, key.split('#')[0] ?? key);
  const [frame] = chain;
  const inner = chain.at(-1);
  const window = frame && windowOf(frame, windows);
  if (!frame || !inner || !window) return { nodes: [], dropped: 0 };
  const walk: Walk = { all: true, shownBy: 'visible', nodes: 0, most: mostNodes + from, dropped: 0 };
  const empty: Program = { bus: inner.facts.ref.bus, facts: new Map(), children: new Map() };
  if (!has(inner.facts, 'managesDescendants')) await descend(ask, empty, [inner], walk);
  numberRows(inner);
  inner.children.splice(0, from);
  await Promise.all([readBoxes(ask, [frame]), readDetails(ask, [inner])]);
  settleBoxes(
    frame,
    window,
    windows.filter((one) => one.popup),
  );
  await readTables(ask, inner, memory, { from, most: mostRows });
  const nodes: ScreenNode[] = [];
  const visit = (seen: Seen) => {
    const node = describe(seen, window);
    if (node) nodes.push(node);
    for (const child of readingOrder(seen.children)) visit(child);
  };
  for (const child of inner.children) visit(child);
  return { nodes, dropped: walk.dropped };
}

/** The window that a top object is: by its words, or the only one of its program. */
function windowOf(frame: Seen, windows: readonly ScreenWindow[]): ScreenWindow | undefined {
  const title = frame.facts.name.trim();
  return windows.find((window) => window.title.trim() === title && title !== '') ?? windows[0];
}
