/** How much of a page one reading may take: nodes, characters, time, depth. */
export interface Budget {
  nodes: number;
  characters: number;
  until: number;
  depth: number;
  truncated: boolean;
}

const usual = { nodes: 300_000, characters: 400_000, milliseconds: 1_500 };
const deepest = 1_500;

export function newBudget(caps: Partial<typeof usual> = {}): Budget {
  const { nodes, characters, milliseconds } = { ...usual, ...caps };
  return { nodes, characters, until: performance.now() + milliseconds, depth: 0, truncated: false };
}

/** Counts one node. True when there is nothing left for it. */
export function isSpent(budget: Budget): boolean {
  if (budget.truncated) return true;
  budget.nodes -= 1;
  const isOver = budget.nodes < 0 || budget.characters <= 0 || budget.depth > deepest;
  if (isOver || (budget.nodes % 16 === 0 && performance.now() > budget.until)) budget.truncated = true;
  return budget.truncated;
}

/** As much of a text as there is room for. */
export function spend(budget: Budget, text: string): string {
  if (text.length > budget.characters) budget.truncated = true;
  const part = text.slice(0, Math.max(0, budget.characters));
  budget.characters -= part.length;
  return part;
}
