import { type Action, parseAction } from '../core/action.js';
import type { Change } from '../core/change.js';
import { cancelled } from '../core/deadline.js';
import type { Element, ElementId } from '../core/element.js';
import { type Fault, HandrailError, toFault } from '../core/errors.js';
import type { Rect, Size } from '../core/geometry.js';
import type { Observation, Picture } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import type { ReadRequest, ReadResult } from '../core/read.js';
import type { Recorder } from '../core/recorder.js';
import type { Environment, Look, RawPicture, View } from '../core/view.js';
import { diffViews } from '../perception/delta.js';
import { judge } from '../perception/effect.js';
import { looksLike } from '../perception/looks-like.js';
import { finishPicture } from '../perception/marks.js';
import { renderMap, type UiMap } from '../perception/ui-map.js';
import { blockedInput } from '../rails/blocked-input.js';
import type { Approve, Gate, Proposal } from '../rails/gate.js';
import { riskOf } from '../rails/risk-of.js';
import { elementUnder } from './element-under.js';
import { type Permit, passGates } from './gate.js';
import { type Cancel, createQueue } from './queue.js';

export interface ObserveOptions {
  /** Tokens of text, at most. Default 2,000. */
  budget?: number;
  /** False leaves out where each element is, for readers who act by id. Default true. */
  places?: boolean;
  /** No picture unless asked. `marks` draws the number of each element beside it. */
  picture?: false | 'plain' | 'marks';
  pictureAs?: {
    type?: 'png' | 'jpeg' | 'webp';
    quality?: number;
    /** Fitted into this, never enlarged. */
    size?: Partial<Size>;
    /** Exactly this size, given the size of the part that is shown and of the whole screen. */
    exactly?: (shown: Size, screen: Size) => Size;
  };
  /** Elements anywhere on the page that hold these words. */
  find?: string;
  /** Everything inside an element, on the screen or not; from a row on, for long lists. */
  expand?: ElementId | { element: ElementId; from?: number };
  /** The same as `expand`, by its plainer name. */
  element?: ElementId;
  /** A part of the screen. */
  region?: Rect;
  /** Of a desktop, only the window in use with its menus: the others are left out of elements, text and marks. */
  windowOnly?: boolean;
  signal?: AbortSignal;
}

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
  places?: boolean;
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

const defaultBudget = 2_000;
const remembered = 5_000;

export function createSession(environment: Environment, own: Rails = {}): Session {
  const queue = createQueue();
  const listeners = new Map<keyof SessionEvents, Set<(detail: never) => void>>();
  const seen = new Map<ElementId, Element>();
  const permits = new WeakSet<Permit>();
  const blocked = environment.kind === 'browser' ? undefined : blockedInput();
  let count = 0;
  let lastView: View | undefined;

  function emit<E extends keyof SessionEvents>(event: E, detail: SessionEvents[E]): void {
    for (const listener of listeners.get(event) ?? []) (listener as (detail: SessionEvents[E]) => void)(detail);
  }

  function remember(view: View): void {
    for (const element of view.elements) {
      seen.delete(element.id);
      seen.set(element.id, element);
    }
    for (const id of seen.keys()) {
      if (seen.size <= remembered) break;
      seen.delete(id);
    }
  }

  function toObservation(
    view: View,
    { budget = defaultBudget, places = true }: Pick<ObserveOptions, 'budget' | 'places'>,
    changes?: Change[],
    look: Look = {},
  ): Observation {
    remember(view);
    // Whoever acts again without reading need not wait for the text.
    let map: UiMap | undefined;
    const rendered = (): UiMap => {
      map ??= renderMap(view, { budget, look, places });
      return map;
    };
    count += 1;
    const observation: Observation = {
      id: count,
      at: new Date().toISOString(),
      screen: view.screen,
      elements: view.elements,
      total: view.elements.length + view.dropped,
      get truncated() {
        return rendered().truncated;
      },
      get text() {
        return rendered().text;
      },
    };
    if (view.url !== undefined) observation.url = view.url;
    if (view.title !== undefined) observation.title = view.title;
    if (view.app !== undefined) observation.app = view.app;
    if (view.tabs) observation.tabs = view.tabs;
    if (view.scroll) observation.scroll = view.scroll;
    if (view.modal) observation.modal = view.modal;
    if (changes) observation.changes = changes;
    return observation;
  }

  async function observe(options: ObserveOptions): Promise<Observation> {
    const look = toLook(options);
    const whole = await environment.look(look, options.signal);
    const view = options.windowOnly ? windowInUse(whole) : whole;
    const isWhole = !look.find && !look.inside && !look.region && !options.windowOnly;
    const news = view.news ?? [];
    const changes = isWhole && lastView ? [...diffViews(lastView, view, new Set()), ...news] : news;
    if (isWhole) lastView = view;
    const observation = toObservation(view, options, changes, look);
    // A page that cannot be asked cannot be drawn either: the text says so already.
    if (view.picture) observation.image = await finish(view.picture, options, view);
    emit('observation', observation);
    return observation;
  }

  /** "el_12 is gone; el_31 Button "Submit" looks the same". */
  async function withHint(action: Action, fault: Fault): Promise<Fault> {
    const id = targetOf(action);
    const gone = id && seen.get(id);
    if (fault.code !== 'stale_element' || !gone) return fault;
    const view = await environment.look({});
    remember(view);
    lastView = view;
    const like = looksLike(gone, view.elements);
    if (!like)
      return {
        ...fault,
        hint: `It was ${gone.role} "${gone.name.slice(0, 60)}"; nothing like it is on the screen now. Observe again.`,
      };
    return {
      ...fault,
      message: `${id} is gone; ${like.id} ${like.role} "${like.name.slice(0, 60)}" looks the same.`,
      hint: `Use ${like.id} if it is what you mean.`,
    };
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
    const nothing = {
      ok: false,
      effect: 'unchanged' as const,
      changes: [],
      settled: { ms: 0, because: 'nothing was done' },
    };
    let action: Action;
    try {
      action = parseAction(input);
      const id = targetOf(action);
      const element = id ? seen.get(id) : isTyping(action) ? focusedIn(lastView) : elementUnder(action, lastView);
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
      return { ...nothing, error: toFault(error) };
    }
    const outcome = await carryOut(action, options, nothing);
    try {
      const { observation: _, value: __, ...told } = outcome;
      for (const [index, journal] of journals.entries())
        journal.write({ type: 'outcome', intent: intents[index], ...told });
      return outcome;
    } catch (error) {
      return { ...outcome, error: outcome.error ?? toFault(error) };
    }
  }

  async function carryOut(action: Action, options: PerformOptions, nothing: Outcome): Promise<Outcome> {
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
        outcome.observation = toObservation(evidence.after, options, changes);
      }
      if (evidence.error) outcome.error = await withHint(action, evidence.error);
      return outcome;
    } catch (error) {
      return { ...nothing, effect: 'unknown', error: toFault(error) };
    }
  }

  async function read<R extends ReadRequest>(request: R, signal?: AbortSignal): Promise<ReadResult<R>> {
    if (!environment.read)
      throw new HandrailError('unsupported', `A ${environment.kind} cannot be read.`, 'Observe it instead.');
    const result = await environment.read(request, signal);
    if ('elements' in result) for (const element of result.elements) seen.set(element.id, element);
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
      const outcome = await queue.run(() => perform(action, options), cancelling(options.signal, toOutcome));
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
    seen: (id) => seen.get(id as ElementId),
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

function cancelling<T>(
  signal: AbortSignal | undefined,
  instead: (error: HandrailError, begun: boolean) => T,
): Cancel<T> | undefined {
  return signal && { signal, instead: (begun) => instead(cancelled(signal), begun) };
}

function fail(error: HandrailError): never {
  throw error;
}

function toOutcome({ fault: error }: HandrailError, begun: boolean): Outcome {
  return begun
    ? { ok: false, effect: 'unknown', changes: [], settled: { ms: 0, because: 'cancelled' }, error }
    : { ok: false, effect: 'unchanged', changes: [], settled: { ms: 0, because: 'nothing was done' }, error };
}

/** The picture as it was asked for: its type, its size, with marks or without. */
function finish(raw: RawPicture, { picture, pictureAs = {} }: ObserveOptions, view: View): Promise<Picture> {
  const { type = 'png', quality, size, exactly } = pictureAs;
  return finishPicture(raw, {
    type,
    ...(quality ? { quality } : {}),
    ...(size ? { size } : {}),
    ...(exactly ? { exactly: exactly({ width: raw.region.width, height: raw.region.height }, view.screen) } : {}),
    ...(picture === 'marks' ? { marks: view.elements } : {}),
  });
}

/** Elements of other windows are said to be: by the title of theirs. */
function windowInUse(view: View): View {
  const others = new Set((view.tabs ?? []).filter(({ active }) => !active).map(({ title, url }) => title || url));
  return { ...view, elements: view.elements.filter(({ frame }) => frame === undefined || !others.has(frame)) };
}

function targetOf(action: Action): ElementId | undefined {
  const target = action.type === 'drag' ? action.path[0] : 'target' in action ? action.target : undefined;
  return target && 'element' in target ? target.element : undefined;
}

/** What has no target goes where the focus is. */
function isTyping(action: Action): boolean {
  return (action.type === 'type' && !action.target) || action.type === 'key';
}

/** The window in use, of a screen that has several. */
function windowIn(view: View | undefined): string | undefined {
  return view?.tabs?.find(({ active }) => active)?.id;
}

function focusedIn(view: View | undefined): Element | undefined {
  return view?.elements.find(({ states }) => states.includes('focused'));
}

function toLook({ find, element, expand = element, region, budget, picture }: ObserveOptions): Look {
  if (budget !== undefined && !(Number.isFinite(budget) && budget > 0)) {
    throw new HandrailError(
      'invalid_option',
      `A budget of ${budget} tokens cannot be kept.`,
      'Give a number of tokens above 0.',
    );
  }
  const look: Look = {};
  if (find !== undefined) {
    if (!find.trim()) throw new HandrailError('invalid_option', 'There is nothing to find.', 'Give words to look for.');
    look.find = find;
  }
  if (region) look.region = region;
  if (picture) look.picture = true;
  if (expand !== undefined) {
    const inside = typeof expand === 'string' ? { element: expand } : expand;
    if (!/^el_[1-9]\d*$/.test(inside.element))
      throw new HandrailError(
        'unknown_element',
        `There is no ${inside.element}.`,
        'Use an id from the last observation.',
      );
    look.inside = inside;
  }
  return look;
}
