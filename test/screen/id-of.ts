import type { ElementId } from '../../src/core/element.js';
import type { createFakeScreen } from './fake-screen.js';

/** The id of the element with this name. */
export async function idOf(session: ReturnType<typeof createFakeScreen>['session'], name: string): Promise<ElementId> {
  const { elements } = await session.observe();
  const found = elements.find((element) => element.name === name);
  if (!found) throw new Error(`There is no "${name}".`);
  return found.id;
}
