import type { Element } from '../../core/element.js';
import { type ExecutionState, reply, type Script } from '../execution-state.js';
import { pointing } from './browser/pointer.js';

/** A page that is all under one "START" is begun before anything else is done. */
export async function* begin(world: ExecutionState): Script {
  const { elements } = world.turn.observation;
  const starters = elements.filter(({ name, interactive }) => interactive && /^(?:start|begin)$/iu.test(name.trim()));
  const [starter] = starters;
  if (!starter || starters.length > 1 || /\b(?:start|begin)\b/u.test(world.task)) return;
  const others = elements.filter(({ id, interactive }) => interactive && id !== starter.id);
  if (!others.every((other) => other.states.includes('covered') || lies(other, starter))) return;
  const isLarge = starter.bounds.width >= 120 && starter.bounds.height >= 120;
  if (!isLarge) return;
  yield* reply(world, `${starter.id} "${starter.name}" covers the page: it begins with it.`, [
    pointing(world, 'click', starter),
  ]);
  world.acted = false;
}

function lies({ bounds: inner }: Element, { bounds: outer }: Element): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
