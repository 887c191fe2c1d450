import type { Action } from '../core/action.js';
import { type Element, isElementId } from '../core/element.js';
import { HandrailError } from '../core/errors.js';
import type { Observation } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import { storeElements } from '../core/store-elements.js';
import type { Environment } from '../core/view.js';
import { diffViews } from '../perception/diff/diff-views.js';
import type { Proposal } from '../rails/gate.js';
import { keepActiveWindow } from './active-window.js';
import { cancelledOutcome, cancelOnAbort } from './failed-outcome.js';
import { type ObserveOptions, toPicture, toViewRequest } from './observe-options.js';
import type { Permit } from './pass-gates.js';
import { checkGates, type PerformOptions, performAction } from './perform.js';
import { createQueue } from './queue.js';
import {
  addObservation,
  createSessionState,
  type Rails,
  type SessionEvents,
  type SessionState,
} from './session-state.js';

export type { PerformOptions } from './perform.js';
export type { Rails, SessionEvents } from './session-state.js';

/** Controls one screen. Every action passes through `perform`. */
export interface Session extends AsyncDisposable {
  readonly environment: Environment;
  observe(options?: ObserveOptions): Promise<Observation>;
  /** Reads from the page without changing it. */
  read<R extends ReadRequest>(request: R, options?: { signal?: AbortSignal }): Promise<ReadResult<R>>;
  /** Runs one action. Never throws: the Outcome reports every error. */
  perform(action: Action, options?: PerformOptions): Promise<Outcome>;
  /** Checks a tool call against the gates as a whole, before its first action. Throws HandrailError when it is refused. */
  permit(proposal: Proposal, options?: { signal?: AbortSignal; rails?: Rails }): Promise<Permit>;
  /** An element as it was last observed. */
  knownElement(id: string): Element | undefined;
  on<E extends keyof SessionEvents>(event: E, listener: (detail: SessionEvents[E]) => void): () => void;
  close(): Promise<void>;
}

/** Creates a session on an environment. Its operations run one at a time, in call order. */
export function createSession(environment: Environment, rails: Rails = {}): Session {
  const state = createSessionState(environment, rails);
  const queue = createQueue();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= environment.close().then(() => state.events.emit('closed', undefined));
    return closing;
  };
  return {
    environment,
    observe: (options = {}) =>
      queue.run(() => observe(state, options), cancelOnAbort<Observation>(options.signal, rethrow)),
    async perform(action, options = {}) {
      const cancellation = cancelOnAbort(options.signal, cancelledOutcome);
      const outcome = await queue.run(() => performAction(state, action, options), cancellation);
      state.events.emit('outcome', { action, outcome });
      return outcome;
    },
    read: (request, { signal } = {}) =>
      queue.run(() => read(state, request, signal), cancelOnAbort<ReadResult<typeof request>>(signal, rethrow)),
    async permit(proposal, options = {}) {
      const url = proposal.url || state.lastView?.url;
      await checkGates(state, url ? { ...proposal, url } : proposal, options);
      const permit: Permit = { safety: proposal.safety };
      state.permits.add(permit);
      return permit;
    },
    knownElement: (id) => (isElementId(id) ? state.elements.get(id) : undefined),
    on: state.events.on,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function read<R extends ReadRequest>(
  { environment, elements }: SessionState,
  request: R,
  signal?: AbortSignal,
): Promise<ReadResult<R>> {
  if (!environment.read)
    throw new HandrailError('unsupported', `A ${environment.kind} cannot be read.`, 'Observe it instead.');
  const result = await environment.read(request, signal);
  if ('elements' in result) storeElements(elements, result.elements);
  return result;
}

function rethrow(error: HandrailError): never {
  throw error;
}

/** Captures a view and renders it, with the changes since the last view of the whole screen. */
async function observe(state: SessionState, options: ObserveOptions): Promise<Observation> {
  const request = toViewRequest(options);
  const captured = await state.environment.captureView(request, options.signal);
  const view = options.windowOnly ? keepActiveWindow(captured) : captured;
  const isWhole = !request.find && !request.inside && !request.region && !options.windowOnly;
  const background = view.backgroundChanges ?? [];
  const changes =
    isWhole && state.lastView ? [...diffViews(state.lastView, view, new Set()), ...background] : background;
  if (isWhole) state.lastView = view;
  const observation = addObservation(state, view, options, changes, request);
  // A page that does not respond has no picture. The text already reports that.
  if (view.picture) observation.image = await toPicture(view.picture, options, view);
  state.events.emit('observation', observation);
  return observation;
}
