import type { ElementId } from '../../../core/element.js';
import type { TargetFacts } from '../../../core/target-facts.js';
import { acquireTab } from './recovery.js';
import { resolveElement } from './resolve-element.js';
import type { ChromiumState } from './state.js';

/** What an element is and would send now. Undefined: it is gone. */
export async function describeTarget(
  state: ChromiumState,
  element: ElementId,
  signal?: AbortSignal,
): Promise<TargetFacts | undefined> {
  const { tab } = await acquireTab(state, signal);
  const { ids, limits, instance } = state;
  const { document, number } = resolveElement({ tab, tabs: instance.tabs, ids, limits, signal }, element);
  return document.call('describeTarget', { number }, limits.observeTimeoutMs, signal);
}
