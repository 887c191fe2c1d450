import { contains } from '../../../core/geometry.js';
import { type ExecutionState, perform, type Script } from '../../execution-state.js';

/** Thunar's view of icons tells nobody what is in it; its list of details (Control+2) does. */
export async function* showItems(world: ExecutionState, words: string): Script {
  const { app, elements } = world.turn.observation;
  const pane = elements.find(({ kind }) => kind === 'directory pane');
  if (!pane || !/^thunar\b/iu.test(app ?? '')) return;
  const isListed = elements.some(
    ({ id, role, bounds }) => id !== pane.id && /^(?:TableCell|Table)$/u.test(role) && contains(pane.bounds, bounds),
  );
  if (isListed) return;
  yield* perform(world, words, 'The view of icons does not tell what is in it: Control+2 lists it.', {
    tool: 'press_key',
    input: { key: 'Control+2' },
  });
}
