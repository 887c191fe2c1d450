import { messageOf } from '../../core/errors.js';
import type { Picture } from '../../core/observation.js';
import { toPicture } from '../observe-options.js';
import type { SessionState } from '../session-state.js';
import type { ResolvedTarget } from './resolve-target.js';

/** Captures the screen with marks on the elements of the target. Undefined if the screen cannot be captured now. */
export async function captureTarget(
  state: SessionState,
  { parts }: ResolvedTarget,
  signal: AbortSignal | undefined,
): Promise<Picture | undefined> {
  try {
    const view = await state.environment.captureView({ picture: true }, signal);
    state.lateChanges.push(...(view.backgroundChanges ?? []));
    if (!view.picture) return undefined;
    const marked = view.elements.filter(({ id }) => parts.some((part) => part.id === id));
    return await toPicture(view.picture, { picture: 'marks' }, { ...view, elements: marked });
  } catch (error) {
    process.emitWarning(`The picture for an approval could not be captured: ${messageOf(error)}`, 'Handrail');
    return undefined;
  }
}
