import type { Action } from '../core/action.js';
import type { Change } from '../core/change.js';
import type { Element, ElementId } from '../core/element.js';
import type { JournalWriter } from '../core/journal-writer.js';
import type { Observation } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import { storeElements } from '../core/store-elements.js';
import type { Environment, View, ViewRequest } from '../core/view.js';
import { createSecretMask, type SecretMask } from '../journal/redaction/secret-mask.js';
import type { ApprovalAnswer, Approve } from '../rails/approval.js';
import { createInputBlocker, type InputBlocker } from '../rails/blocked-input.js';
import { createDataFlow, type DataFlow } from '../rails/flow/data-flow.js';
import type { Gate, Proposal } from '../rails/gate.js';
import type { PolicyGuard, PolicySource } from '../rails/policy/policy-guard.js';
import { createRunGrants, type RunGrants } from '../rails/run-grants.js';
import type { SecretsSource } from '../rails/secrets/load-secrets.js';
import type { Vault } from '../rails/secrets/vault.js';
import type { Permit, PermitGrant } from './approval/permit.js';
import { noteShownTexts } from './data-flow.js';
import { createEmitter, type Emitter } from './emitter.js';
import type { CurrentAction } from './judging/judge-request.js';
import { maskEnvironment } from './mask-environment.js';
import type { RenderOptions } from './observe-options.js';
import { createShownIds, type ShownIds } from './shown-ids.js';
import { toObservation } from './to-observation.js';

/** The rules and the journal of a session, or of one run on it. */
export interface Rails {
  /** Decides on every action and request, in addition to the gate. The strictest verdict counts. */
  policy?: PolicyGuard | undefined;
  /** Decides on every action before it runs. */
  gate?: Gate | undefined;
  /** Decides when a rule or a gate asks. Without an approver, such an action is refused. */
  approve?: Approve | undefined;
  /** The secrets that a text can name as `{{secret:NAME}}`. */
  secrets?: Vault | undefined;
  /** The time that a person has for an answer, in milliseconds. Then the answer is no. Default 600,000. */
  approvalTimeoutMs?: number | undefined;
  /** What a person allowed for the rest of the run. Default: of the session. */
  grants?: RunGrants | undefined;
  /** What the user wrote. Data that it contains may go to any origin. */
  userTexts?: (() => readonly string[]) | undefined;
  /** Records the intent before each action and the outcome after it. If the intent cannot be recorded, the action does not run. */
  journal?: JournalWriter | undefined;
}

/** The same as options. */
export interface SessionRails extends Omit<Rails, 'policy' | 'secrets' | 'grants'> {
  /** Decides on every action and request: a preset (`watch`, `careful`, `trusted`, `open`), the path of a file, or a policy. Default `careful`. */
  policy?: PolicySource | undefined;
  /** The folder in which the limits of a day count. Default `.handrail`, or HANDRAIL_HOME. */
  home?: string | undefined;
  /** The secrets that a text can name as `{{secret:NAME}}`: the path of a secrets file, or their definitions. */
  secrets?: SecretsSource | undefined;
}

export interface SessionEvents {
  action: Proposal;
  /** An approval request; with `approved`, the decision on it. */
  approval: { proposal: Proposal; approved?: boolean; answer?: ApprovalAnswer };
  /** A person took the screen over, or handed it back. */
  takeover: { isOver: boolean; seconds: number };
  outcome: { action: Action; outcome: Outcome };
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
  /** The ids that the caller has received. */
  readonly shownIds: ShownIds;
  /** The texts that were typed into password fields. Answers mask them. */
  readonly secrets: SecretMask;
  /** The secrets that were opened to be typed. Views, evidence and what is read are masked before anything else receives them. */
  readonly opened: SecretMask;
  /** The permits that this session granted. */
  readonly permits: WeakMap<Permit, PermitGrant>;
  /** What a person allowed for the rest of the session. */
  readonly grants: RunGrants;
  /** Ends when the last question to a person was answered. */
  asking: Promise<void>;
  readonly events: Emitter<SessionEvents>;
  /** Where texts were read. Data that goes from one origin to another needs approval. */
  readonly flow: DataFlow;
  /** What was typed at each origin, piece by piece. */
  readonly typedPieces: Map<string, string[]>;
  /** What the clipboard contains, as far as this session filled it. */
  clipboard: { origin?: string; text?: string };
  /** The first address that an action opens is named, if it is one of this machine. */
  namesFirstAddress: boolean;
  /** The addresses that the user opens. */
  readonly startUrls: Set<string>;
  observationCount: number;
  /** A person uses the screen. */
  isTakenOver: boolean;
  /** The action that runs, or the last one: the cause of what the page sends. */
  currentAction?: CurrentAction | undefined;
  /** Set when a judge decides on the requests of the pages. */
  guarding?: Promise<void> | undefined;
  /** Requests that were refused while no action ran. The next outcome reports them. */
  readonly lateChanges: Change[];
  /** The last view of the whole screen. `noteView` sets it. */
  lastView?: View;
  /** The last view of each page and tab that the caller knows, by its `sceneId`. */
  readonly knownViews: Map<string, View>;
}

/** A session has at most as many tabs. */
const maxKnownViews = 20;

/**
 * Notes the current view of the whole screen. If the caller does not see it, the last one of the page that it knows stays the last view, so
 * that changes since then are reported with the next refusal.
 */
export function noteView(state: SessionState, view: View, isSeen = true): void {
  const { knownViews } = state;
  const known = view.sceneId === undefined ? undefined : knownViews.get(view.sceneId);
  state.lastView = isSeen ? view : (known ?? view);
  if (!isSeen || view.sceneId === undefined) return;
  knownViews.delete(view.sceneId);
  knownViews.set(view.sceneId, { ...view, picture: undefined });
  for (const scene of knownViews.keys()) {
    if (knownViews.size <= maxKnownViews) break;
    knownViews.delete(scene);
  }
}

export function createSessionState(environment: Environment, rails: Rails): SessionState {
  const opened = createSecretMask();
  return {
    environment: maskEnvironment(environment, opened),
    rails,
    inputBlocker: environment.kind === 'browser' ? undefined : createInputBlocker(),
    elements: new Map(),
    shownIds: createShownIds(),
    secrets: createSecretMask(),
    opened,
    permits: new WeakMap(),
    grants: createRunGrants(),
    asking: Promise.resolve(),
    events: createEmitter(),
    flow: createDataFlow(),
    typedPieces: new Map(),
    clipboard: {},
    namesFirstAddress: false,
    startUrls: new Set(),
    observationCount: 0,
    isTakenOver: false,
    lateChanges: [],
    knownViews: new Map(),
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
  noteShownTexts(state, view);
  state.observationCount += 1;
  return toObservation(state.observationCount, view, options, changes, request, state.secrets.apply);
}
