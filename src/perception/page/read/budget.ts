/** The limits of one read: nodes, characters, time and depth. */
export interface Budget {
  nodes: number;
  characters: number;
  until: number;
  depth: number;
  truncated: boolean;
}

const defaultLimits = { nodes: 300_000, characters: 400_000, milliseconds: 1_500 };
const maxDepth = 1_500;
/** The clock is read once per this many nodes. */
const nodesPerClockRead = 16;

export function newBudget(limits: Partial<typeof defaultLimits> = {}): Budget {
  const { nodes, characters, milliseconds } = { ...defaultLimits, ...limits };
  return { nodes, characters, until: performance.now() + milliseconds, depth: 0, truncated: false };
}

/** Counts one node. Returns false when the budget is used up. */
export function consumeNode(budget: Budget): boolean {
  if (budget.truncated) return false;
  budget.nodes -= 1;
  const isOver = budget.nodes < 0 || budget.characters <= 0 || budget.depth > maxDepth;
  if (isOver || (budget.nodes % nodesPerClockRead === 0 && performance.now() > budget.until)) budget.truncated = true;
  return !budget.truncated;
}

/** The start of a text that fits into the budget. */
export function takeText(budget: Budget, text: string): string {
  if (text.length > budget.characters) budget.truncated = true;
  const taken = text.slice(0, Math.max(0, budget.characters));
  budget.characters -= taken.length;
  return taken;
}
