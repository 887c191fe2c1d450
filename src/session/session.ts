import { type Action, parseAction } from '../core/action.js';
import type { Change } from '../core/change.js';
import { cancelled } from '../core/deadline.js';
import type { Element, ElementId } from '../core/element.js';
import { type Fault, HandrailError, toFault } from '../core/errors.js';
import type { Rect, Size } from '../core/geometry.js';
import type { Observation, Picture } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import type { Environment, Look, RawPicture, View } from '../core/view.js';
import { diffViews } from '../perception/delta.js';
import { judge } from '../perception/effect.js';
import { looksLike } from '../perception/looks-like.js';
import { finishPicture } from '../perception/marks.js';
import { renderMap } from '../perception/ui-map.js';
import { type Gate, type Proposal, passGate } from './gate.js';
import { type Cancel, createQueue } from './queue.js';

export interface ObserveOptions {
  /** Tokens of text, at most. Default 2,000. */
  budget?: number;
  /** No picture unless asked. `marks` draws the number of each element beside it. */
  picture?: false | 'plain' | 'marks';
  pictureAs?: { type?: 'png' | 'jpeg' | 'webp'; quality?: number; size?: Partial<Size> };
  /** Elements anywhere on the page that hold these words. */
  find?: string;
  /** Everything inside an element, on the screen or not; from a row on, for long lists. */
  expand?: ElementId | { element: ElementId; from?: number };
  /** The same as `expand`, by its plainer name. */
  element?: ElementId;
  /** A part of the screen. */
  region?: Rect;
  signal?: AbortSignal;
}

export interface SessionEvents {
  action: Proposal;
  outcome: { action: unknown; outcome: Outcome };
  observation: Observation;
  closed: undefined;
}

/** The one door to a screen: everything that is done to it passes `perform`. */
export interface Session extends AsyncDisposable {
  readonly environment: Environment;
  observe(options?: ObserveOptions): Promise<Observation>;
  /** Never throws: whatever happens is in the Outcome. */
  perform(action: Action, options?: { signal?: AbortSignal; budget?: number }): Promise<Outcome>;
  on<E extends keyof SessionEvents>(event: E, listener: (detail: SessionEvents[E]) => void): () => void;
  close(): Promise<void>;
}

const defaultBudget = 2_000;
const remembered = 5_000;

export function createSession(environment: Environment, gate: Gate): Session {
  const queue = createQueue();
  const listeners = new Map<keyof SessionEvents, Set<(detail: never) => void>>();
  const seen = new Map<ElementId, Element>();
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

  function toObservation(view: View, budget: number, changes?: Change[], look: Look = {}): Observation {
    remember(view);
    const { text, truncated } = renderMap(view, { budget, look });
    count += 1;
    const observation: Observation = {
      id: count,
      at: new Date().toISOString(),
      screen: view.screen,
      elements: view.elements,
      total: view.elements.length + view.dropped,
      truncated,
      text,
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
    const view = await environment.look(look, options.signal);
    const isWhole = !look.find && !look.inside && !look.region;
    const news = view.news ?? [];
    const changes = isWhole && lastView ? [...diffViews(lastView, view, new Set()), ...news] : news;
    if (isWhole) lastView = view;
    const observation = toObservation(view, options.budget ?? defaultBudget, changes, look);
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

  async function perform(input: unknown, options: { signal?: AbortSignal; budget?: number }): Promise<Outcome> {
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
      const element = id && seen.get(id);
      const proposal: Proposal = {
        action,
        ...(element ? { element } : {}),
        ...(lastView?.url ? { url: lastView.url } : {}),
      };
      await passGate(gate, proposal);
      emit('action', proposal);
    } catch (error) {
      return { ...nothing, error: toFault(error) };
    }
    try {
      const evidence = await environment.act(action, options.signal);
      const { effect, changes } = judge(evidence);
      const outcome: Outcome = {
        ok: evidence.done === 'yes' && !evidence.error,
        effect,
        changes,
        settled: evidence.settled,
      };
      if (evidence.after) {
        lastView = evidence.after;
        outcome.observation = toObservation(evidence.after, options.budget ?? defaultBudget, changes);
      }
      if (evidence.error) outcome.error = await withHint(action, evidence.error);
      return outcome;
    } catch (error) {
      return { ...nothing, effect: 'unknown', error: toFault(error) };
    }
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
  const { type = 'png', quality, size } = pictureAs;
  return finishPicture(raw, {
    type,
    ...(quality ? { quality } : {}),
    ...(size ? { size } : {}),
    ...(picture === 'marks' ? { marks: view.elements } : {}),
  });
}

function targetOf(action: Action): ElementId | undefined {
  const target = action.type === 'drag' ? action.path[0] : 'target' in action ? action.target : undefined;
  return target && 'element' in target ? target.element : undefined;
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
