import type { Change } from '../core/change.js';
import type { Element, ElementId } from '../core/element.js';
import type { JournalWriter } from '../core/journal-writer.js';
import type { Observation } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import { storeElements } from '../core/store-elements.js';
import type { Environment, View, ViewRequest } from '../core/view.js';
import { createInputBlocker, type InputBlocker } from '../rails/blocked-input.js';
import type { Approve, Gate, Proposal } from '../rails/gate.js';
import { createEmitter, type Emitter } from './emitter.js';
import type { RenderOptions } from './observe-options.js';
import type { Permit } from './pass-gates.js';
import { toObservation } from './to-observation.js';

/** The rules and the journal of a session, or of one run on it. */
export interface Rails {
  /** Decides on every action before it runs. */
  gate?: Gate;
  /** Decides when a gate returns `ask`. Without an approver, such an action is refused. */
  approve?: Approve;
  /** Records the intent before each action and the outcome after it. If the intent cannot be recorded, the action does not run. */
  journal?: JournalWriter;
}

export interface SessionEvents {
  action: Proposal;
  /** An approval request; with `approved`, the decision on it. */
  approval: { proposal: Proposal; approved?: boolean };
  outcome: { action: unknown; outcome: Outcome };
  observation: Observation;
  closed: undefined;
}

/** What the operations of one session share. */
export interface SessionState {
  readonly environment: Environment;
  readonly rails: Rails;
  /** Blocks dangerous input. Absent in a browser, where input cannot leave the page. */
  readonly inputBlocker?: InputBlocker;
  /** The most recently observed elements. */
  readonly elements: Map<ElementId, Element>;
  /** The permits that this session granted. */
  readonly permits: WeakSet<Permit>;
  readonly events: Emitter<SessionEvents>;
  observationCount: number;
  /** The last view of the whole screen. */
  lastView?: View;
}

export function createSessionState(environment: Environment, rails: Rails): SessionState {
  return {
    environment,
    rails,
    inputBlocker: environment.kind === 'browser' ? undefined : createInputBlocker(),
    elements: new Map(),
    permits: new WeakSet(),
    events: createEmitter(),
    observationCount: 0,
  };
}

/** Renders a view as the next observation of the session. */
export function addObservation(
  state: SessionState,
  view: View,
  options: RenderOptions,
  changes?: Change[],
  request?: ViewRequest,
): Observation {
  storeElements(state.elements, view.elements);
  state.observationCount += 1;
  return toObservation(state.observationCount, view, options, changes, request);
}
