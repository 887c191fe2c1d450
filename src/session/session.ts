import { type Action, parseAction } from '../core/action.js';
import type { Change } from '../core/change.js';
import type { Element } from '../core/element.js';
import { type Fault, HandrailError, toFault } from '../core/errors.js';
import type { Observation } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import type { Recorder } from '../core/recorder.js';
import type { Environment, View, ViewRequest } from '../core/view.js';
import { diffViews } from '../perception/diff/diff-views.js';
import { judge } from '../perception/judge-effect.js';
import { blockedInput } from '../rails/blocked-input.js';
import type { Approve, Gate, Proposal } from '../rails/gate.js';
import { riskOf } from '../rails/risk.js';
import { targetOf, unnamedTarget } from './action-target.js';
import { goneHint } from './gone-hint.js';
import { cancelledOutcome, cancelling, nothingDone } from './not-executed.js';
import { finish, type ObserveOptions, type RenderOptions, toLook } from './observe-options.js';
import { type Permit, passGates } from './pass-gates.js';
import { createQueue } from './queue.js';
import { createSeenElements } from './seen-elements.js';
import { toObservation } from './to-observation.js';
import { onlyWindowInUse, windowIn } from './window-in-use.js';

/** What holds for a session, or for a run on it besides. */
export interface Rails {
  /** Decides on every action before it happens. */
  gate?: Gate;
  /** Asked where a gate says `ask`. Without one, such an action is refused. */
  approve?: Approve;
  /** Told before an action what is meant to be done, and after it what came of it. When it cannot be told, nothing is done. */
  journal?: Recorder;
}

export interface PerformOptions {
  signal?: AbortSignal;
  /** Tokens of text in the observation, at most. */
  budget?: number;
  /** As of an observation. */
  coordinates?: boolean;
  /** Hold besides those of the session. */
  rails?: Rails;
  permit?: Permit;
}

export interface SessionEvents {
  action: Proposal;
  approval: { proposal: Proposal; allowed?: boolean };
  outcome: { action: unknown; outcome: Outcome };
  observation: Observation;
  closed: undefined;
}

/** The one door to a screen: everything that is done to it passes `perform`. */
export interface Session extends AsyncDisposable {
  readonly environment: Environment;
  observe(options?: ObserveOptions): Promise<Observation>;
  /** Reads from the page without changing it. */
  read<R extends ReadRequest>(request: R, options?: { signal?: AbortSignal }): Promise<ReadResult<R>>;
  /** Never throws: whatever happens is in the Outcome. */
  perform(action: Action, options?: PerformOptions): Promise<Outcome>;
  /** Passes something that is more than one action through the gates as a whole. Throws HandrailError when it may not be done. */
  permit(proposal: Proposal, options?: { signal?: AbortSignal; rails?: Rails }): Promise<Permit>;
  /** An element as it was last seen. */
  seen(id: string): Element | undefined;
  on<E extends keyof SessionEvents>(event: E, listener: (detail: SessionEvents[E]) => void): () => void;
  close(): Promise<void>;
}

export function createSession(environment: Environment, own: Rails = {}): Session {
  const queue = createQueue();
  const listeners = new Map<keyof SessionEvents, Set<(detail: never) => void>>();
  const seen = createSeenElements();
  const permits = new WeakSet<Permit>();
  const blocked = environment.kind === 'browser' ? undefined : blockedInput();
  let count = 0;
  let lastView: View | undefined;

  function emit<E extends keyof SessionEvents>(event: E, detail: SessionEvents[E]): void {
    for (const listener of listeners.get(event) ?? []) (listener as (detail: SessionEvents[E]) => void)(detail);
  }

  function tell(view: View, how: RenderOptions, changes?: Change[], look?: ViewRequest): Observation {
    seen.note(view.elements);
    count += 1;
    return toObservation(count, view, how, changes, look);
  }

  async function observe(options: ObserveOptions): Promise<Observation> {
    const look = toLook(options);
    const whole = await environment.captureView(look, options.signal);
    const view = options.windowOnly ? onlyWindowInUse(whole) : whole;
    const isWhole = !look.find && !look.inside && !look.region && !options.windowOnly;
    const news = view.news ?? [];
    const changes = isWhole && lastView ? [...diffViews(lastView, view, new Set()), ...news] : news;
    if (isWhole) lastView = view;
    const observation = tell(view, options, changes, look);
    // A page that cannot be asked cannot be drawn either: the text says so already.
    if (view.picture) observation.image = await finish(view.picture, options, view);
    emit('observation', observation);
    return observation;
  }

  async function withHint(action: Action, fault: Fault): Promise<Fault> {
    const id = targetOf(action);
    const gone = id && seen.get(id);
    if (fault.code !== 'stale_element' || !gone) return fault;
    const view = await environment.captureView({});
    seen.note(view.elements);
    lastView = view;
    return goneHint(fault, gone, view.elements);
  }

  async function pass(proposal: Proposal, { signal, rails = {}, permit }: PerformOptions): Promise<void> {
    if (proposal.action.type !== 'tool') blocked?.check(proposal.action, windowIn(lastView));
    return passGates(proposal, {
      gates: [own.gate, rails.gate].filter((gate) => gate !== undefined),
      approve: rails.approve ?? own.approve,
      permit: permit && permits.has(permit) ? permit : undefined,
      signal,
      onAsk: () => emit('approval', { proposal }),
      onAnswer: (_, allowed) => emit('approval', { proposal, allowed }),
    });
  }

  async function perform(input: unknown, options: PerformOptions): Promise<Outcome> {
    const journals = [own.journal, options.rails?.journal].filter((journal) => journal !== undefined);
    const intents: number[] = [];
    let action: Action;
    try {
      action = parseAction(input);
      const id = targetOf(action);
      const element = id ? seen.get(id) : unnamedTarget(action, lastView);
      const proposal: Proposal = {
        action,
        safety: riskOf(action, element, lastView?.elements),
        ...(element ? { element } : {}),
        ...(lastView?.url ? { url: lastView.url } : {}),
        ...(lastView?.app ? { app: lastView.app } : {}),
      };
      await pass(proposal, options);
      blocked?.note(action, windowIn(lastView));
      for (const journal of journals)
        intents.push(journal.write({ type: 'intent', ...proposal }, { durable: proposal.safety !== 'safe' }));
      emit('action', proposal);
    } catch (error) {
      return nothingDone(toFault(error));
    }
    const outcome = await carryOut(action, options);
    try {
      const { observation: _, value: __, ...told } = outcome;
      for (const [index, journal] of journals.entries())
        journal.write({ type: 'outcome', intent: intents[index], ...told });
      return outcome;
    } catch (error) {
      return { ...outcome, error: outcome.error ?? toFault(error) };
    }
  }

  async function carryOut(action: Action, options: PerformOptions): Promise<Outcome> {
    try {
      const evidence = await environment.act(action, options.signal);
      const { effect, changes } = judge(evidence);
      const outcome: Outcome = {
        ok: evidence.done === 'yes' && !evidence.error,
        effect,
        changes,
        settled: evidence.settled,
      };
      if (evidence.value !== undefined) outcome.value = evidence.value;
      if (evidence.after) {
        lastView = evidence.after;
        if (evidence.before && evidence.before.scene !== evidence.after.scene) outcome.elsewhere = true;
        outcome.observation = tell(evidence.after, options, changes);
      }
      if (evidence.error) outcome.error = await withHint(action, evidence.error);
      return outcome;
    } catch (error) {
      return { ...nothingDone(toFault(error)), effect: 'unknown' };
    }
  }

  async function read<R extends ReadRequest>(request: R, signal?: AbortSignal): Promise<ReadResult<R>> {
    if (!environment.read)
      throw new HandrailError('unsupported', `A ${environment.kind} cannot be read.`, 'Observe it instead.');
    const result = await environment.read(request, signal);
    if ('elements' in result) seen.note(result.elements);
    return result;
  }

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= environment.close().then(() => emit('closed', undefined));
    return closing;
  };

  return {
    environment,
    observe: (options = {}) => queue.run(() => observe(options), cancelling<Observation>(options.signal, fail)),
    async perform(action, options = {}) {
      const outcome = await queue.run(() => perform(action, options), cancelling(options.signal, cancelledOutcome));
      emit('outcome', { action, outcome });
      return outcome;
    },
    read: (request, { signal } = {}) =>
      queue.run(() => read(request, signal), cancelling<ReadResult<typeof request>>(signal, fail)),
    async permit(proposal, options = {}) {
      const told = lastView?.url && !proposal.url ? { ...proposal, url: lastView.url } : proposal;
      await pass(told, options);
      const permit: Permit = { safety: proposal.safety };
      permits.add(permit);
      return permit;
    },
    seen: (id) => seen.get(id),
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      set.add(listener as (detail: never) => void);
      listeners.set(event, set);
      return () => set.delete(listener as (detail: never) => void);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function fail(error: HandrailError): never {
  throw error;
}
