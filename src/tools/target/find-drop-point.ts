import type { Target } from '../../core/action.js';
import type { ToolContext } from '../context.js';

/** The point to drop at among items in a column: pages choose the position by the half of the item under the pointer. Empty for other targets. */
export async function findDropPoint(from: Target, to: Target, { observe }: ToolContext): Promise<Target[]> {
  const { elements } = await observe({ budget: 1 });
  const find = (target: Target) => elements.find(({ id }) => 'element' in target && target.element === id);
  const source = find(from);
  const goal = find(to);
  if (!source || !goal || source === goal || source.role !== goal.role) return [];
  const { bounds: a } = source;
  const { bounds: b } = goal;
  const isApart = a.y >= b.y + b.height || b.y >= a.y + a.height;
  if (!isApart || Math.abs(a.x - b.x) > 4 || Math.abs(a.height - b.height) > b.height / 4) return [];
  return [{ x: b.x + b.width / 2, y: b.y + b.height * (a.y > b.y ? 0.25 : 0.75) }];
}
