import { z } from 'zod';
import type { Target } from '../../core/action.js';
import type { ToolContext } from '../context.js';
import { acted, actedBy, plain, selector, timeout } from '../fields.js';
import { resolveWithRetry } from '../target/resolve-with-retry.js';
import { defineTool } from '../tool.js';

export const drag = defineTool({
  category: 'interaction',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  timeoutMs: 30_000,
  ...plain,
  name: 'drag',
  title: 'Drag and drop',
  description:
    'Drags one element onto another. In a list, what is dropped on an item lands before it when moved up, after it when moved down.',
  input: z.object({
    source: selector.describe('What to drag'),
    target: selector.describe('Where to drop it'),
    timeout,
  }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['drag(source="Third song", target="First song")', 'drag(source="h1", target="search field")'],
  aliases: ['drag_and_drop'],
  fieldAliases: { source_selector: 'source', target_selector: 'target', from: 'source', to: 'target' },
  async run({ source, target, timeout: ms }, context) {
    const from = await resolveWithRetry(context, source, ms);
    const to = await resolveWithRetry(context, target, ms);
    const edge = await edgeOf(from.target, to.target, context);
    return actedBy(await context.perform({ type: 'drag', path: [from.target, to.target, ...edge] }));
  },
});

/** Among items that stand one above the other, the edge to drop at: pages go by the half of the item that the pointer is in. */
async function edgeOf(from: Target, to: Target, { observe }: ToolContext): Promise<Target[]> {
  const { elements } = await observe({ budget: 1 });
  const at = (target: Target) => elements.find(({ id }) => 'element' in target && target.element === id);
  const source = at(from);
  const goal = at(to);
  if (!source || !goal || source === goal || source.role !== goal.role) return [];
  const { bounds: a } = source;
  const { bounds: b } = goal;
  const isApart = a.y >= b.y + b.height || b.y >= a.y + a.height;
  if (!isApart || Math.abs(a.x - b.x) > 4 || Math.abs(a.height - b.height) > b.height / 4) return [];
  return [{ x: b.x + b.width / 2, y: b.y + b.height * (a.y > b.y ? 0.25 : 0.75) }];
}
