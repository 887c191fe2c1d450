import type { Action } from '../core/action.js';
import { type Element, type ElementId, isElementId } from '../core/element.js';
import { type Fault, HandrailError, toFault } from '../core/errors.js';
import type { Observation } from '../core/observation.js';
import { checkName, checkOptions, option } from '../core/options.js';
import type { Outcome } from '../core/outcome.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import { storeElements } from '../core/store-elements.js';
import type { Environment } from '../core/view.js';
import type { SecretMask } from '../journal/redaction/secret-mask.js';
import { diffViews } from '../perception/diff/diff-views.js';
import { createPolicyGuard } from '../rails/policy/policy-guard.js';
import type { Policy } from '../rails/policy/schema.js';
import { createVault } from '../rails/secrets/vault.js';
import { keepActiveWindow } from './active-window.js';
import { grantPermit, type PermitOptions, type PermitProposal } from './approval/grant-permit.js';
import type { Permit } from './approval/permit.js';
import { noteReadTexts } from './data-flow.js';
import { createEgressListener } from './egress-listener.js';
import { cancelledOutcome, cancelOnAbort, notExecuted } from './failed-outcome.js';
import type { PerformOptions } from './judging/check-gates.js';
import { checkObserveOptions, type ObserveOptions, toPicture, toViewRequest } from './observe-options.js';
import { performAction } from './perform.js';
import { createQueue } from './queue.js';
import type { SessionEgress } from './session-egress.js';
import { performTypes, railsTypes, sessionRailsTypes } from './session-options.js';
import {
  addObservation,
  createSessionState,
  noteView,
  type Rails,
  type SessionEvents,
  type SessionRails,
  type SessionState,
} from './session-state.js';
import { type ShownIds, unknownElement } from './shown-ids.js';
import { type Takeover, takeOver } from './takeover.js';

export type { PerformOptions } from './judging/check-gates.js';
export type { Rails, SessionEvents, SessionRails } from './session-state.js';

export interface ReadOptions {
  /** `false`: as in `observe`. */
  shown?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** Controls one screen. Every action passes through `perform`. */
export interface Session extends AsyncDisposable {
  readonly environment: Environment;
  /** The policy that decides on its actions. Absent if it has none of its own. */
  readonly policy?: Policy | undefined;
  observe(options?: ObserveOptions): Promise<Observation>;
  /** Reads from the page without changing it. */
  read<R extends ReadRequest>(request: R, options?: ReadOptions): Promise<ReadResult<R>>;
  /** Runs one action. Never throws: the Outcome reports every error. */
  perform(action: Action, options?: PerformOptions): Promise<Outcome>;
  /** Checks a tool call against the gates as a whole, before its first action. Throws HandrailError when it is refused. */
  permit(proposal: PermitProposal, options?: PermitOptions): Promise<Permit>;
  /** Names a URL: its host and port may be reached, even on this machine or in a private network. For addresses that come from the user. */
  nameAddress(url: string): void;
  /** Names a URL that the user opens: going to exactly this address needs no approval, whatever its words are. Rules still apply. */
  nameStart(url: string): void;
  /** Names the first address that an action opens, if it is one of this machine. For callers that cannot tell who chose it. */
  nameFirstAddress(): void;
  /** Lets a person use the screen in its window. All operations wait until `handBack`, and nothing of it is recorded. */
  takeOver(options?: { signal?: AbortSignal | undefined }): Promise<Takeover>;
  /** The element ids that the caller has received. `perform` refuses others. */
  readonly shownIds: ShownIds;
  /** Masks what was typed into password fields. Texts of observations and answers of tools are masked; `elements` and `read` are not. */
  readonly secrets: SecretMask;
  /** An element as it was last observed. */
  knownElement(id: string): Element | undefined;
  /** Follows one kind of event inside Handrail, with pictures and without masks. Returns the function that stops it. */
  listen<E extends keyof SessionEvents>(event: E, listener: (detail: SessionEvents[E]) => void): () => void;
  close(): Promise<void>;
}

/** Creates a session on an environment. Its operations run one at a time, in call order. */
export function createSession(environment: Environment, options: SessionRails = {}): Session {
  checkOptions('createSession', options, sessionRailsTypes);
  return createGuardedSession(environment, openRails(options));
}

/** The rails of a session. Throws HandrailError if the policy or the secrets are not valid. */
export function openRails({ policy, home, secrets, ...others }: SessionRails): Rails {
  return {
    ...others,
    policy: policy === undefined ? undefined : createPolicyGuard(policy, home),
    secrets: secrets === undefined ? undefined : createVault(secrets),
  };
}

/** The same with rails that exist already. The session closes its way out. */
export function createGuardedSession(environment: Environment, rails: Rails, egress?: SessionEgress): Session {
  const state = createSessionState(environment, rails);
  egress?.listen(createEgressListener(state));
  const queue = createQueue();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= environment
      .close()
      .finally(() => egress?.close())
      .then(() => state.events.emit('closed', undefined));
    return closing;
  };
  return {
    environment,
    policy: rails.policy?.policy,
    async observe(options = {}) {
      checkObserveOptions(options);
      return queue.run(() => observe(state, options), cancelOnAbort<Observation>(options.signal, rethrow));
    },
    async perform(action, options = {}) {
      const fault = findOptionFault(options);
      if (fault) return notExecuted(fault);
      const cancellation = cancelOnAbort(options.signal, cancelledOutcome);
      const outcome = await queue.run(() => performAction(state, action, options), cancellation);
      if (options.shown !== false) state.shownIds.addOutcome(outcome);
      state.events.emit('outcome', { action, outcome });
      return outcome;
    },
    async read(request, options = {}) {
      checkRead(request, options);
      const cancellation = cancelOnAbort<ReadResult<typeof request>>(options.signal, rethrow);
      return queue.run(() => read(state, request, options), cancellation);
    },
    permit: (proposal, options = {}) => grantPermit(state, proposal, options),
    nameAddress: (url) => rails.policy?.addresses?.name(url),
    nameStart(url) {
      rails.policy?.addresses?.name(url);
      state.startUrls.add(withoutFragment(url));
    },
    nameFirstAddress() {
      state.namesFirstAddress = true;
    },
    takeOver: ({ signal } = {}) => takeOver(state, queue, signal),
    shownIds: state.shownIds,
    secrets: state.secrets,
    knownElement: (id) => (isElementId(id) ? state.elements.get(id) : undefined),
    listen: state.events.on,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function read<R extends ReadRequest>(
  state: SessionState,
  request: R,
  { signal, shown = true }: ReadOptions,
): Promise<ReadResult<R>> {
  const { environment, elements, shownIds } = state;
  if (!environment.read)
    throw new HandrailError('unsupported', `A ${environment.kind} cannot be read.`, 'Observe it instead.');
  if (shown && 'element' in request && request.element) requireShown(shownIds, request.element);
  const result = await environment.read(request, signal);
  noteReadTexts(state, result, request.what === 'clipboard');
  if ('elements' in result) storeElements(elements, result.elements);
  if (shown && 'elements' in result) shownIds.addElements(result.elements);
  if (shown && 'blocks' in result)
    for (const block of result.blocks) if ('element' in block && block.element) shownIds.add(block.element);
  return result;
}

const readKinds = ['elements', 'text', 'html', 'attributes', 'markdown', 'data', 'clipboard', 'apps'] as const;

function checkRead(request: ReadRequest, options: ReadOptions): void {
  checkOptions('the request of read', request ?? null, { what: option.any, css: option.text, element: option.text });
  checkName('read', 'kind of content', request.what, readKinds);
  checkOptions('read', options, { shown: option.flag, signal: option.signal });
}

/** `perform` never throws, so an invalid option is the error of the outcome. */
function findOptionFault(options: PerformOptions): Fault | undefined {
  try {
    checkOptions('perform', options, performTypes);
    checkOptions('rails of perform', options.rails, railsTypes);
    return undefined;
  } catch (error) {
    return toFault(error);
  }
}

/** Throws `unknown_element` for an id that the caller has not received. */
function requireShown(shownIds: ShownIds, id: ElementId): void {
  if (!shownIds.has(id)) throw unknownElement(id);
}

function rethrow(error: HandrailError): never {
  throw error;
}

/** Captures a view and renders it, with the changes since the last view of the whole screen. */
async function observe(state: SessionState, options: ObserveOptions): Promise<Observation> {
  const request = toViewRequest(options);
  const isShown = options.shown !== false;
  if (isShown && request.inside) requireShown(state.shownIds, request.inside.element);
  const captured = await state.environment.captureView(request, options.signal);
  const view = options.windowOnly ? keepActiveWindow(captured) : captured;
  const isWhole = !request.find && !request.inside && !request.region && !options.windowOnly;
  const background = view.backgroundChanges ?? [];
  const changes =
    isWhole && state.lastView ? [...diffViews(state.lastView, view, new Set()), ...background] : background;
  if (isWhole) noteView(state, view);
  const observation = addObservation(state, view, options, changes, request);
  // A page that does not respond has no picture. The text already reports that.
  if (view.picture) observation.image = await toPicture(view.picture, options, view);
  if (isShown) state.shownIds.addObservation(observation);
  state.events.emit('observation', observation);
  return observation;
}

/** The URL as a request shows it. */
function withoutFragment(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}
