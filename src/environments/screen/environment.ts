import type { Action } from '../../core/action.js';
import type { Change } from '../../core/change.js';
import { cancelled, within } from '../../core/deadline.js';
import type { ElementId } from '../../core/element.js';
import { type Fault, HandrailError, toFault } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import type { TabId } from '../../core/observation.js';
import type { Settled } from '../../core/outcome.js';
import type { ReadRequest, ReadResult } from '../../core/read.js';
import type { Environment, Evidence, Look, RawPicture, View } from '../../core/view.js';
import type { Scene } from './aim.js';
import { type Doing, makeReady } from './doings.js';
import {
  changedIds,
  type Differences,
  differences,
  type Glimpse,
  learn,
  nothingRestless,
  pixelChange,
} from './evidence.js';
import { createNodeIds } from './node-ids.js';
import { isBlank } from './pixel-changes.js';
import { readScreen } from './reads.js';
import { doAndRest, patienceFor, pause } from './rest.js';
import type { Screen, ScreenWindow, TreeRequest } from './screen.js';
import { viewOf } from './view-of.js';
import { waitFor } from './waits.js';
import { createWindowsInUse, type Scope } from './window-in-use.js';

export type { Scope } from './window-in-use.js';

/** Milliseconds that an action may take, without what it is told to wait or hold. */
const actionMs = 30_000;
const lookMs = 10_000;
/** How long it is watched whether something goes on changing by itself. */
const watchMs = 1_200;

/** An environment on a screen that has no page of its own: a desktop, or the inside of a container. */
export function screenEnvironment(kind: 'desktop' | 'container', screen: Screen, scope: Scope = {}): Environment {
  const { eyes, hands } = screen;
  const ids = createNodeIds();
  const windows = createWindowsInUse(scope);
  const restless = nothingRestless();
  const held = new Set<string>();
  let size: Size | undefined;
  let scene: Scene | undefined;
  let last: Glimpse | undefined;
  /** How often the screen had stirred when the last glimpse began. */
  let stirred: number | undefined;
  const news: Change[] = [];
  let closing: Promise<void> | undefined;

  function checkOpen(): void {
    if (closing) throw new HandrailError('closed', 'The session is closed.', 'Open another one.');
  }

  /** Everything that is to be seen without a picture. */
  async function see(look: Look, signal?: AbortSignal): Promise<View> {
    const [now, all] = await Promise.all([eyes.size(signal), eyes.windows(signal)]);
    if (size && (size.width !== now.width || size.height !== now.height))
      news.push({
        kind: 'text',
        text: `The screen is ${now.width}×${now.height} now; it was ${size.width}×${size.height}.`,
      });
    size = now;
    const own = windows.see(all);
    const tree = await eyes.tree(treeRequest(look, own), signal);
    const view = viewOf({ size: now, windows: all, own, tree }, ids, windows, look);
    if (isWhole(look))
      scene = {
        size: now,
        windows: all,
        own,
        nodes: new Map(tree.nodes.map((node) => [node.key, node])),
        isPartial: tree.dropped > 0 || tree.incomplete !== undefined,
        ids,
        current: windows.current(),
      };
    return view;
  }

  function treeRequest({ inside, find }: Look, own: readonly ScreenWindow[]): TreeRequest {
    const shown = own.filter((window) => window.shown || window.id === windows.current()?.id);
    if (find !== undefined) return { windows: shown, find };
    if (!inside) return { windows: shown };
    const node = ids.nodeOf(inside.element);
    if (!node)
      throw ids.wasGiven(inside.element)
        ? new HandrailError('stale_element', `${inside.element} is gone.`, 'Observe again.')
        : new HandrailError(
            'unknown_element',
            `There is no ${inside.element}.`,
            'Use an id from the last observation.',
          );
    return { windows: shown, inside: { key: node.key, ...(inside.from === undefined ? {} : { from: inside.from }) } };
  }

  async function look(request: Look, signal?: AbortSignal): Promise<View> {
    checkOpen();
    const view = await within(lookMs, 'Looking at the screen', see(request, signal), signal);
    if (request.picture) {
      const picture = await within(lookMs, 'Taking a picture', photograph(request, signal), signal);
      view.picture = { ...picture, secrets: await secretsOf(request, view, signal) };
    }
    // The pixels are those of the glimpse before: of a look without a picture only the words can be compared.
    if (isWhole(request) && last) {
      const now = { ...last, view, at: performance.now() };
      learn(restless, last, now);
      last = now;
    }
    return { ...view, news: news.splice(0) };
  }

  function photograph({ region }: Look, signal?: AbortSignal): Promise<Omit<RawPicture, 'secrets'>> {
    const isScoped = scope.app !== undefined || scope.window !== undefined;
    const current = windows.current();
    if (region) return eyes.picture({ region }, signal);
    return eyes.picture(isScoped && current ? { window: current } : {}, signal);
  }

  /** Where passwords stand: whatever part was asked for, the whole screen is searched for them. */
  async function secretsOf(request: Look, view: View, signal?: AbortSignal): Promise<RawPicture['secrets']> {
    const whole = isWhole(request) ? view : await see({}, signal);
    return whole.elements.filter(({ states }) => states.includes('password')).map(({ bounds }) => bounds);
  }

  async function glimpse(signal?: AbortSignal): Promise<Glimpse> {
    stirred = eyes.stir?.count();
    const begun = performance.now();
    const [view, pixels] = await Promise.all([see({}, signal), eyes.pixels(signal)]);
    if (isBlank(pixels) && scene?.windows.some(({ shown }) => shown))
      view.incomplete = [
        view.incomplete,
        'The picture of the screen is all one colour though windows are open: it may be asleep, locked, or not drawn.',
      ]
        .filter(Boolean)
        .join(' ');
    const at = performance.now();
    return { view, pixels, at, tookMs: at - begun };
  }

  async function act(action: Action, signal?: AbortSignal): Promise<Evidence> {
    let started = false;
    try {
      checkOpen();
      const carrying = carryOut(
        action,
        () => {
          if (signal?.aborted) throw cancelled(signal);
          started = true;
        },
        signal,
      );
      return await within(deadlineOf(action), `"${action.type}"`, carrying, signal);
    } catch (error) {
      if (started) {
        held.clear();
        await hands.letGo().catch(() => undefined); // the screen may be gone; what failed is told already
      }
      const fault = toFault(error);
      return started && !isRefusal(fault) ? cutOff(fault) : notDone(fault);
    }
  }

  /** The screen as it is before an action: as it was last seen, where nothing stirred since. */
  async function glimpseBefore(signal?: AbortSignal): Promise<Glimpse> {
    if (last && scene && eyes.stir && eyes.stir.count() === stirred) {
      // Whatever ticks would have ticked.
      if (performance.now() - last.at > watchMs) restless.isSuspected = false;
      scene = { ...scene, current: windows.current() };
      return last;
    }
    const now = await glimpse(signal);
    if (last) learn(restless, last, now);
    return now;
  }

  async function carryOut(action: Action, start: () => void, signal?: AbortSignal): Promise<Evidence> {
    const before = await glimpseBefore(signal);
    last = before;
    if (action.type === 'wait') {
      start();
      await waitFor(action, { see, stir: eyes.stir, signal });
      const after = await glimpse(signal);
      // Whoever waits does nothing: what changed meanwhile did so by itself.
      learn(restless, before, after);
      last = after;
      return { ...seenBy(before, after), changes: [], settled: { ms: 0, because: 'it was waited for' } };
    }
    if (!scene) throw new HandrailError('internal', 'The screen was not looked at.');
    const doing = makeReady(action, { hands, scene, windows, held });
    start();
    const settled = await doAndRest(eyes, before, () => doing.go(signal), signal);
    if (!doing.window) return finish(before, { settled, doing }, signal);
    windows.use(doing.window);
    // That another window is in use now is our own doing, and no effect of what was done there.
    const view = doing.isSwitch ? before.view : inUseFrom(before.view, windows.numberOf(doing.window));
    return finish({ ...before, view }, { settled, doing }, signal);
  }

  function seenBy(before: Glimpse, after: Glimpse) {
    return {
      done: 'yes',
      complete: true,
      focuses: false,
      restless: [...restless.elements],
      before: before.view,
      after: after.view,
    } as const satisfies Partial<Evidence>;
  }

  /** Looks again, and says what the action changed. */
  async function finish(
    before: Glimpse,
    { settled, doing }: { settled: Settled; doing: Doing },
    signal?: AbortSignal,
  ): Promise<Evidence> {
    let after = await glimpse(signal);
    // The pointer leaves what it was on last: that looks otherwise then, too.
    const own = [...doing.own, ...restless.touched.places];
    let found = differences(before, after, restless, own);
    if (doing.mayBeLate && isNothing(found)) {
      after = await lateGlimpse(before, after, doing, signal);
      found = differences(before, after, restless, own);
    }
    const target = doing.node && ids.idOf(doing.node);
    if (restless.isSuspected && isDoubtful(found, target)) {
      after = await watch(after, found, doing, signal);
      found = differences(before, after, restless, own);
    }
    last = after;
    restless.touched = { element: target, places: doing.own };
    const focuses = Boolean(
      target && hasFocus(after.view, target) && !hasFocus(before.view, target) && doing.node?.role === 'TextInput',
    );
    const cut = target && doing.written ? cutOffText(doing.written, target, before.view, after.view) : undefined;
    return {
      ...seenBy(before, after),
      ...(cut ? { error: cut } : {}),
      changes: [...(doing.tells?.() ?? []), ...pixelChange(found, after.pixels)],
      settled,
      focuses,
    };
  }

  /** A program that is busy answers late: a window that opens or closes a moment after the key that asked for it. */
  async function lateGlimpse(before: Glimpse, first: Glimpse, { own }: Doing, signal?: AbortSignal): Promise<Glimpse> {
    const until = performance.now() + patienceFor(Math.max(before.tookMs, first.tookMs));
    let after = first;
    while (performance.now() < until) {
      if (eyes.stir && !(await eyes.stir.next(until - performance.now(), signal))) return after;
      if (!eyes.stir) await pause(Math.min(100, until - performance.now()), signal);
      after = await glimpse(signal);
      if (!isNothing(differences(before, after, restless, own))) return after;
    }
    return after;
  }

  /** Something changed elsewhere than where it was acted: would it have changed by itself? What goes on changing would have. */
  async function watch(first: Glimpse, found: Differences, { own }: Doing, signal?: AbortSignal): Promise<Glimpse> {
    const suspects = new Set(changedIds(found.changes));
    const until = performance.now() + watchMs;
    let former = first;
    let isHabit = false;
    while (performance.now() < until && !isHabit) {
      const left = until - performance.now();
      if (!(await nextLook(left, signal))) break;
      if (signal?.aborted) throw cancelled(signal);
      const now = await glimpse(signal);
      const again = differences(former, now, restless, own);
      for (const id of changedIds(again.changes)) if (suspects.has(id)) restless.elements.add(id);
      for (const square of again.squares) if (found.squares.has(square)) restless.squares.add(square);
      isHabit = isDoubtless(found, restless);
      former = now;
    }
    restless.isSuspected = isHabit;
    return former;
  }

  /** When it is worth looking again. False when nothing stirs any more. */
  async function nextLook(ms: number, signal?: AbortSignal): Promise<boolean> {
    if (eyes.stir) return eyes.stir.next(ms, signal);
    await pause(Math.min(200, ms), signal);
    return true;
  }

  async function read<R extends ReadRequest>(request: R, signal?: AbortSignal): Promise<ReadResult<R>> {
    checkOpen();
    return within(lookMs, 'Reading the screen', readScreen(request, { see, hands, ids, windows, signal }), signal);
  }

  return {
    kind,
    limits: screen.limits,
    look,
    act,
    read,
    close() {
      closing ??= hands
        .letGo()
        .catch(() => undefined) // a screen that is gone holds nothing
        .then(() => screen.close());
      return closing;
    },
  };
}

/** The view as it would have been with that window in use. */
function inUseFrom(view: View, window: TabId): View {
  const tabs = view.tabs?.map((tab) => ({ ...tab, active: tab.id === window }));
  const current = tabs?.find(({ active }) => active);
  return current && tabs ? { ...view, tabs, title: current.title, app: current.url } : view;
}

function isWhole({ find, inside, region }: Look): boolean {
  return find === undefined && !inside && !region;
}

/** Longer values are not told whole. */
const comparedText = 200;

/** A field that holds only the beginning of what was written takes no more. */
function cutOffText(text: string, id: ElementId, before: View, after: View): Fault | undefined {
  const field = after.elements.find((element) => element.id === id);
  const value = field?.value ?? '';
  if (field?.role !== 'TextInput' || value === '' || text.length > comparedText) return undefined;
  const former = before.elements.find((element) => element.id === id)?.value ?? '';
  const isCut = [text, former + text].some((whole) => value.length < whole.length && whole.startsWith(value));
  if (!isCut || value === former) return undefined;
  return {
    code: 'expectation_failed',
    message: `"${field.name.slice(0, 60)}" took only a part of the text: it holds "${value.slice(0, 80)}".`,
    hint: 'It seems to take no more. Use a shorter text, or another field.',
  };
}

function hasFocus({ elements }: View, id: ElementId): boolean {
  return elements.some((element) => element.id === id && element.states.includes('focused'));
}

function isNothing({ changes, squares }: Differences): boolean {
  return squares.size === 0 && changes.every(({ kind }) => kind === 'focus' || kind === 'moved');
}

/** All there is to show for it are words or pixels elsewhere: a clock could be the reason. */
function isDoubtful({ changes, squares }: Differences, target: ElementId | undefined): boolean {
  const strong = changes.filter(({ kind }) => kind !== 'focus' && kind !== 'moved' && kind !== 'title');
  if (strong.some((change) => !('element' in change) || change.element === target)) return false;
  const words = changedIds(strong);
  if (words.length < strong.length) return false;
  return words.length > 0 || squares.size > 0;
}

/** Everything that was found is known to change by itself. */
function isDoubtless(
  { changes, squares }: Differences,
  { elements, squares: still }: ReturnType<typeof nothingRestless>,
): boolean {
  return changedIds(changes).every((id) => elements.has(id)) && [...squares].every((square) => still.has(square));
}

/** How long an action may take, all told. */
function deadlineOf(action: Action): number {
  if (action.type === 'wait') {
    const seconds = typeof action.for === 'object' && 'seconds' in action.for ? action.for.seconds * 1_000 : 0;
    return Math.max(seconds, action.timeoutMs ?? 10_000) + 5_000;
  }
  if (action.type === 'key') return actionMs + (action.holdMs ?? 0) * (action.repeat ?? 1);
  return action.type === 'type' ? actionMs + action.text.length * 2 : actionMs;
}

const refusals = new Set<Fault['code']>([
  'background_unavailable',
  'covered',
  'unsupported',
  'not_editable',
  'unknown_option',
  'not_found',
  'disabled',
  'not_visible',
  'stale_element',
  'unknown_app',
  'ambiguous',
  'invalid_action',
  'program_missing',
  'unknown_key',
  'out_of_range',
  'modal_open',
  'wait_timeout',
]);

/** Hands refuse before they have done anything. */
function isRefusal({ code }: Fault): boolean {
  return refusals.has(code);
}

const nothingSeen = { changes: [], restless: [], focuses: false };

function notDone(error: Fault): Evidence {
  return { done: 'no', complete: true, settled: { ms: 0, because: 'nothing was done' }, error, ...nothingSeen };
}

/** It was begun, and what came of it was not seen. */
function cutOff(error: Fault): Evidence {
  return { done: 'maybe', complete: false, settled: { ms: 0, because: 'cut off' }, error, ...nothingSeen };
}
