import { contains } from '../../../core/geometry.js';
import type { Execution } from '../../calls.js';
import { pressKey } from '../../executor/element-calls.js';
import type { Step } from '../../step.js';

/** Thunar's icon view has no accessible items. Switches to the list view with Control+2. */
export async function* switchToListView(step: Step): Execution {
  const { app, elements } = step.screen.turn.observation;
  const pane = elements.find(({ kind }) => kind === 'directory pane');
  if (!pane || !/^thunar\b/iu.test(app ?? '')) return;
  const isListed = elements.some(
    ({ id, role, bounds }) => id !== pane.id && /^(?:TableCell|Table)$/u.test(role) && contains(pane.bounds, bounds),
  );
  if (isListed) return;
  yield* pressKey(step, 'The icon view has no accessible items: Control+2 switches to the list view.', 'Control+2');
}
