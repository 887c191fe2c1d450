import type { Action } from '../../core/action.js';
import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { storeElements } from '../../core/store-elements.js';
import type { TargetFacts } from '../../core/target-facts.js';
import type { View } from '../../core/view.js';
import type { ToolUse } from '../../rails/gate.js';
import { affectedElement, elementIdsOf } from '../action-target.js';
import { noteView, type SessionState } from '../session-state.js';

/** What an action or a tool call is about, as the screen shows it now. */
export interface ResolvedTarget {
  view: View;
  element: Element | undefined;
  /** The elements that it names or affects, as their documents describe them. */
  parts: readonly TargetPart[];
}

export interface TargetPart {
  id: ElementId;
  /** Absent on a screen without documents. */
  facts: TargetFacts | undefined;
  element: Element | undefined;
}

export interface Subject {
  action: Action | ToolUse;
  /** The element that the input of a tool means. */
  elementId?: ElementId | undefined;
}

/** A drag through more elements than this is compared up to here, and by its coordinates. */
const maxParts = 20;

/** Observes the screen and resolves the target on it. What the observation reports is kept for the next outcome. */
export async function observeTarget(
  state: SessionState,
  subject: Subject,
  signal: AbortSignal | undefined,
): Promise<ResolvedTarget> {
  const view = await state.environment.captureView({}, signal);
  state.lateChanges.push(...(view.backgroundChanges ?? []));
  storeElements(state.elements, view.elements);
  noteView(state, view, false);
  return resolveTarget(state, subject, view, signal);
}

/** Resolves the target on a view. Throws `stale_element` if an element is gone. */
export async function resolveTarget(
  { environment, elements }: SessionState,
  { action, elementId }: Subject,
  view: View,
  signal: AbortSignal | undefined,
): Promise<ResolvedTarget> {
  const find = (id: ElementId) => view.elements.find((one) => one.id === id) ?? elements.get(id);
  const affected = action.type === 'tool' ? undefined : affectedElement(action, elements, view);
  const named = action.type === 'tool' ? [] : elementIdsOf(action);
  const main = elementId ?? affected?.id;
  const ids = new Set([...named, ...(main === undefined ? [] : [main])]);
  const parts: TargetPart[] = [];
  for (const id of [...ids].slice(0, maxParts)) {
    const facts = await environment.describeTarget?.(id, signal);
    if (environment.describeTarget && !facts)
      throw new HandrailError('stale_element', `${id} is gone.`, 'Observe again.');
    parts.push({ id, facts, element: find(id) });
  }
  return { view, element: main === undefined ? undefined : find(main), parts };
}
