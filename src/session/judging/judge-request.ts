import type { Change } from '../../core/change.js';
import { type Fault, toFault } from '../../core/errors.js';
import type { OutgoingRequest } from '../../core/risk/outgoing-request.js';
import type { ObservedCause, RequestJudge } from '../../core/risk/request-judge.js';
import type { RiskAssessment, RiskClass } from '../../core/risk/risk-class.js';
import { isAtLeast, type Safety } from '../../core/safety.js';
import type { AddressDecision } from '../../rails/addresses/address-rules.js';
import { classifyRequest } from '../../rails/classify/request/classify-request.js';
import type { NewProposal, Proposal, RequestUse } from '../../rails/gate.js';
import { allowsEverything } from '../../rails/policy/policy-guard.js';
import { toDestination } from '../approval/digest.js';
import { type DataMove, findSentData, noteMoved, withDataMove } from '../data-flow.js';
import { noteBlocked } from '../egress-listener.js';
import type { Rails, SessionState } from '../session-state.js';
import type { PerformOptions } from './check-gates.js';
import { checkRequest } from './check-request.js';
import { noteSent, type RequestChange } from './sent-requests.js';

/** An action, and what was decided on the requests that it caused. */
export interface CurrentAction {
  readonly proposal: Proposal;
  readonly options: PerformOptions;
  /** A person approved the action. */
  readonly isApproved: boolean;
  /** The level that the person approved. */
  readonly approvedUpTo: Safety;
  /** Where the forms that a person approved send to: method, host and path. */
  readonly sends: readonly string[];
  /** The requests that were refused. The page does not get another answer. */
  readonly declined: Set<string>;
  /** The refused requests, while the action runs. */
  readonly refusals: { fault: Fault; change: Change }[];
  /** The requests that left the browser while the action ran. */
  readonly sent: RequestChange[];
  isRunning: boolean;
  /** A request counted as part of the action. Others count on their own. */
  hasCounted?: boolean;
}

/** Lets a judge decide on the requests of the pages, if a rule of the session or of the call can refuse one. */
export async function guardRequests(state: SessionState, rails: Rails = {}): Promise<void> {
  const { environment } = state;
  if (!environment.guardRequests) return;
  if (state.guarding === undefined && (needsJudge(state.rails) || needsJudge(rails)))
    state.guarding = environment.guardRequests(createJudge(state));
  await state.guarding;
}

function needsJudge({ policy, gate }: Rails): boolean {
  return gate !== undefined || (policy !== undefined && !allowsEverything(policy.policy));
}

function createJudge(state: SessionState): RequestJudge {
  return (request, observed) => {
    // A person uses the page.
    if (state.isTakenOver) return true;
    const current = state.currentAction;
    const assessment = classify(state, request, observed, current);
    const forbidden = findForbiddenAddress(state, current, request);
    if (forbidden?.verdict === 'deny' && request.kind !== 'navigation') {
      noteForbidden(state, request, forbidden);
      return false;
    }
    const move =
      current && observed.afterAction && !observed.isAmbient
        ? findSentData(state, request, current.options)
        : undefined;
    if (!forbidden && !move && isPlainRead(request, assessment) && !hasRules(state, current)) return true;
    return judge(state, current, request, observed, assessment, { move, isForbidden: forbidden !== undefined }).then(
      (isAllowed) => {
        if (isAllowed && request.kind !== 'download') noteSent(state, current, request, observed, assessment.safety);
        return isAllowed;
      },
    );
  };
}

const ownDownload: RiskAssessment = { safety: 'low_risk', classes: ['download'] };
const pageDownload: RiskAssessment = {
  safety: 'medium',
  classes: ['download'],
  reason: 'the page downloads a file by itself',
};

function classify(
  state: SessionState,
  request: OutgoingRequest,
  observed: ObservedCause,
  current: CurrentAction | undefined,
): RiskAssessment {
  if (isStart(state, request, current)) return { safety: 'safe', classes: [] };
  if (request.kind === 'download') return observed.afterAction ? ownDownload : pageDownload;
  const element = observed.afterAction ? current?.proposal.element : undefined;
  return classifyRequest(request, {
    ...observed,
    element,
    words: element?.text === undefined ? [] : [element.text],
    inputs: inputsOf(state),
    entered: observed.afterAction ? enteredBy(current) : undefined,
    fieldHints: [],
  });
}

/** The user opens this address. What it redirects to is judged by itself. */
function isStart(
  { startUrls }: SessionState,
  { kind, method, url }: OutgoingRequest,
  current: CurrentAction | undefined,
): boolean {
  const isOpening = current?.proposal.action.type === 'navigate' && kind === 'navigation' && method === 'GET';
  return isOpening && startUrls.has(url);
}

/** What a page loads by itself does not make the action fail. */
function noteForbidden(state: SessionState, { method, url }: OutgoingRequest, { rule, reason }: AddressDecision): void {
  const shown = state.secrets.apply(url.slice(0, 300));
  noteBlocked(state, { kind: 'request', method, url: shown, blocked: `${reason} (${rule})` });
}

/** The first address rule that does not simply allow the request. */
function findForbiddenAddress(
  { rails }: SessionState,
  current: CurrentAction | undefined,
  { url, kind }: OutgoingRequest,
): AddressDecision | undefined {
  for (const guard of [rails.policy, current?.options.rails?.policy]) {
    const decision = guard?.addresses?.judgeUrl(url, kind === 'navigation' ? 'page' : 'resource');
    if (decision && decision.verdict !== 'allow') return decision;
  }
  return undefined;
}

/** What the fields of the page show, and what the last action entered. */
function inputsOf({ lastView, currentAction }: SessionState): string[] {
  const shown = lastView?.elements.flatMap(({ value }) => value || []) ?? [];
  return [shown, enteredBy(currentAction) || []].flat();
}

/** What an action types or chooses, if it does nothing else. */
function enteredBy(current: CurrentAction | undefined): string | undefined {
  const action = current?.proposal.action;
  if (action?.type === 'type') return action.submit || /[\r\n]/.test(action.text) ? undefined : action.text;
  return action?.type === 'set_value' && typeof action.value === 'string' ? action.value : undefined;
}

/** Nothing but the address and the page's own loading leaves the browser. */
function isPlainRead({ method }: OutgoingRequest, { safety }: RiskAssessment): boolean {
  return method === 'GET' && safety === 'safe';
}

/** Rules can refuse any request, for example by its host. */
function hasRules({ rails }: SessionState, current: CurrentAction | undefined): boolean {
  return [rails.policy, current?.options.rails?.policy].some((guard) => guard?.policy.rules?.length);
}

async function judge(
  state: SessionState,
  current: CurrentAction | undefined,
  request: OutgoingRequest,
  { afterAction }: ObservedCause,
  assessment: RiskAssessment,
  { move, isForbidden }: { move: DataMove | undefined; isForbidden: boolean },
): Promise<boolean> {
  const { safety, classes, reason: evidence, amount } = assessment;
  const { method, url, kind, fields } = request;
  const cause = afterAction ? current?.proposal.action : undefined;
  const causeType = cause?.type === 'tool' || cause?.type === 'request' ? undefined : cause?.type;
  const action: RequestUse = { type: 'request', method, url, kind, fields, cause: causeType };
  const plain: NewProposal & { action: RequestUse } = {
    action,
    safety,
    classes,
    evidence,
    amount,
    url: request.documentUrl,
    element: cause ? current?.proposal.element : undefined,
    counted: cause && !current?.hasCounted ? countedBy(current?.proposal) : undefined,
  };
  const proposal = { ...withDataMove(plain, move), action };
  if (!move && current && !isForbidden && isCovered(current, request, classes, safety)) return true;
  const key = `${method} ${url}`;
  if (current?.declined.has(key)) return false;
  try {
    await checkRequest(state, proposal, request.body, current?.options ?? {});
    if (cause && current && isAtLeast(safety, 'medium')) current.hasCounted = true;
    noteMoved(state, move);
    return true;
  } catch (error) {
    current?.declined.add(key);
    const fault = toFault(error);
    const change = {
      kind: 'request' as const,
      method,
      url: state.secrets.apply(url.slice(0, 300)),
      blocked: fault.message,
    };
    const isOfPage = (isForbidden && kind !== 'navigation') || (kind === 'download' && !afterAction);
    if (isOfPage) noteBlocked(state, change);
    else if (current?.isRunning) current.refusals.push({ fault, change });
    else state.lateChanges.push(change);
    return false;
  }
}

/** What the policies counted for the action. */
function countedBy(proposal: Proposal | undefined): NewProposal['counted'] {
  return proposal && { safety: proposal.safety, classes: proposal.classes ?? [], amount: proposal.amount };
}

/** Whether a person approved the action for what this request does, to the site of the page. */
function isCovered(
  { proposal, isApproved, approvedUpTo, sends }: CurrentAction,
  { method, url }: OutgoingRequest,
  classes: readonly RiskClass[],
  safety: RiskAssessment['safety'],
): boolean {
  if (!isApproved) return false;
  const approved = proposal.classes ?? [];
  const isSameClass = classes.every((name) => name === 'unknown_write' || approved.includes(name));
  const isWithinLevel = isAtLeast(approvedUpTo, safety);
  // The person saw where the form sends to.
  if (sends.includes(toDestination(method, url))) return isSameClass || isWithinLevel;
  const isSameHost = proposal.url !== undefined && hostOf(proposal.url) === hostOf(url);
  return isSameHost && isSameClass && isWithinLevel;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
