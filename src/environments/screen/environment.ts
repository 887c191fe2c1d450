import type { Action } from '../../core/action.js';
import type { Change } from '../../core/change.js';
import { cancelled, within } from '../../core/deadline.js';
import type { ElementId } from '../../core/element.js';
import { HandrailError, toFault } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import type { TabId } from '../../core/observation.js';
import type { Settled } from '../../core/outcome.js';
import type { ReadRequest, ReadResult } from '../../core/read.js';
import type { Environment, Evidence, Look, RawPicture, View } from '../../core/view.js';
import { coveredWindows, type Scene } from './aim.js';
import { cutOffText } from './cut-text.js';
import { type Doing, makeReady } from './doings.js';
import {
  asIfUp,
  type Differences,
  differences,
  type Glimpse,
  isNothing,
  isOver,
  isSuspect,
  learn,
  nothingRestless,
  pixelChange,
  placesOf,
  stillDown,
  touch,
  trust,
} from './evidence.js';
import { gainsFocus, movesFocus } from './focus-moves.js';
import { deadlineOf, isRefusal } from './limits.js';
import {
  isCutShort,
  isDoubtful,
  isOnlyDown,
  isUntold,
  lastGlimpse,
  lateGlimpse,
  upGlimpse,
  watch,
  watchMs,
} from './look-again.js';
import { createNodeIds } from './node-ids.js';
import { cutOff, notDone } from './nothing-seen.js';
import { isBlank } from './pixel-changes.js';
import { readScreen } from './reads.js';
import { doAndRest, neverRests, nothingStirred } from './rest.js';
import { restByLooking } from './rest-by-looking.js';
import { scopedPicture } from './scoped-picture.js';
import type { Screen, ScreenWindow, TreeRequest } from './screen.js';
import { viewOf } from './view-of.js';
import { waitFor } from './waits.js';
import { whenEnabled } from './when-enabled.js';
import { createWindowsInUse, type Scope } from './window-in-use.js';

export type { Scope } from './window-in-use.js';

const lookMs = 10_000;

interface Rested {
  settled: Settled;
  after: Glimpse;
}

/** How far an action has come. */
interface Progress {
  isStarted: boolean;
  /** Its prelude is over: whatever is refused now, something was done. */
  isHalfDone: boolean;
}

/** An environment on a screen that has no page of its own: a desktop, or the inside of a container. */
export function screenEnvironment(kind: 'desktop' | 'container', screen: Screen, scope: Scope = {}): Environment {
  const { eyes, hands } = screen;
  const ids = createNodeIds();
  const windows = createWindowsInUse(scope, kind === 'container');
  const restless = nothingRestless();
  const isScoped = scope.app !== undefined || scope.window !== undefined;
  const held = new Set<string>();
  let size: Size | undefined;
  let scene: Scene | undefined;
  let last: Glimpse | undefined;
  /** How often the screen had stirred when the last glimpse began. */
  let stirred: number | undefined;
  /** Since when it has not stirred, as far as anyone asked. */
  let calm = { count: eyes.stir?.count(), since: performance.now() };
  /** The windows of the program that is acted on, front first, while others stand in front of them. */
  let over: readonly ScreenWindow[] = [];
  /** Its process. */
  let program: number | undefined;
  /** When what is being done was begun (performance.now). */
  let startedAt = 0;
  /** When the last action was over (performance.now). */
  let actedAt = Number.NEGATIVE_INFINITY;
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
    // Who works on one program sees it alone: what stands in front of it is not there.
    const around = isScoped ? all.filter((window) => own.includes(window)) : all;
    const view = viewOf({ size: now, windows: around, own, tree }, ids, windows, look);
    if (isWhole(look))
      scene = {
        size: now,
        windows: all,
        own,
        isScoped,
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
    noteCalm();
    const begun = eyes.stir?.count();
    let view = await within(lookMs, 'Looking at the screen', see(request, signal), signal);
    if (request.picture) {
      const take = () => within(lookMs, 'Taking a picture', photograph(request, signal), signal);
      let picture = await take();
      // A window that closed in between stands in the words and not in the picture: both are made anew, once.
      if (eyes.stir?.count() !== begun && isWhole(request) && (await windowsDiffer(signal))) {
        view = await within(lookMs, 'Looking at the screen', see(request, signal), signal);
        picture = await take();
      }
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

  /** Other windows are shown than were seen last. */
  async function windowsDiffer(signal?: AbortSignal): Promise<boolean> {
    const shown = (all: readonly ScreenWindow[] = []): string =>
      all.map((window) => (window.shown ? `${window.id} ${window.title}` : '')).join('\n');
    return shown(await eyes.windows(signal)) !== shown(scene?.windows);
  }

  function photograph({ region }: Look, signal?: AbortSignal): Promise<Omit<RawPicture, 'secrets'>> {
    const wanted = region ? { region } : {};
    if (!isScoped || !scene) return eyes.picture(wanted, signal);
    const own = new Set(scene.own.map(({ id }) => id));
    const inOrder = scene.windows.filter(({ id }) => own.has(id));
    return scopedPicture(eyes, { size: scene.size, windows: inOrder, ...wanted }, signal);
  }

  /** Where passwords stand: whatever part was asked for, the whole screen is searched for them. */
  async function secretsOf(request: Look, view: View, signal?: AbortSignal): Promise<RawPicture['secrets']> {
    const whole = isWhole(request) ? view : await see({}, signal);
    return whole.elements.filter(({ states }) => states.includes('password')).map(({ bounds }) => bounds);
  }

  async function glimpse(signal?: AbortSignal): Promise<Glimpse> {
    const count = eyes.stir?.count();
    const begun = performance.now();
    const drawnOver = over;
    const [view, pixels] = await Promise.all([see({}, signal), eyes.pixels(signal, drawnOver)]);
    if (isBlank(pixels) && scene?.windows.some(({ shown }) => shown))
      view.incomplete = [
        view.incomplete,
        'The picture of the screen is all one colour though windows are open: it may be asleep, locked, or not drawn.',
      ]
        .filter(Boolean)
        .join(' ');
    stirred = count; // a look that failed has seen nothing
    const at = performance.now();
    return { view, pixels, over: drawnOver, windows: scene?.windows ?? [], program, at, tookMs: at - begun };
  }

  async function act(action: Action, signal?: AbortSignal): Promise<Evidence> {
    const progress: Progress = { isStarted: false, isHalfDone: false };
    const giveUp = new AbortController();
    const end = signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal;
    try {
      checkOpen();
      const carry = (): Promise<Evidence> => carryOut(action, progress, end);
      // An item of a menu is asked for again by the hands: to look for it opens menus.
      const mayRepeat = (): boolean => action.type !== 'menu' && !progress.isHalfDone;
      const carrying = whenEnabled(carry, { eyes, hasStirred, mayRepeat, actedAt, signal: end });
      const evidence = await within(deadlineOf(action), `"${action.type}"`, carrying, signal);
      actedAt = performance.now();
      noteCalm();
      return evidence;
    } catch (error) {
      const fault = toFault(error);
      giveUp.abort(fault); // it is not to go on while something else is done
      if (!progress.isStarted || (isRefusal(fault) && !progress.isHalfDone)) return notDone(fault);
      held.clear();
      await hands.letGo().catch(() => undefined); // the screen may be gone; what failed is told already
      return cutOff(fault);
    }
  }

  function hasStirred(): boolean {
    return eyes.stir?.count() !== stirred;
  }

  /** Where nothing has stirred for long, nothing ticks. */
  function noteCalm(): void {
    const count = eyes.stir?.count();
    if (count === undefined) return;
    if (calm.count !== count) calm = { count, since: performance.now() };
    else if (performance.now() - calm.since > watchMs) trust(restless);
  }

  /** The screen as it is before an action: as it was last seen, where nothing stirred since. */
  async function glimpseBefore(signal?: AbortSignal): Promise<Glimpse> {
    noteCalm();
    if (last && scene && eyes.stir && !hasStirred()) {
      scene = { ...scene, current: windows.current() };
      return last;
    }
    let now = await glimpse(signal);
    if (last && isCutShort(now, last)) now = await glimpse(signal);
    if (last) learn(restless, last, now);
    return now;
  }

  /** News of the screen may be on their way while a busy machine gets to them: what is acted on is asked for itself. */
  async function isOutdated({ node }: Doing, signal?: AbortSignal): Promise<boolean> {
    if (!node || !eyes.isThere) return false;
    return !(await eyes.isThere(node, signal)) || hasStirred();
  }

  async function carryOut(action: Action, progress: Progress, signal?: AbortSignal): Promise<Evidence> {
    const start = (): void => {
      if (signal?.aborted) throw cancelled(signal);
      progress.isStarted = true;
    };
    const askedAt = performance.now();
    let before = await glimpseBefore(signal);
    last = before;
    if (action.type === 'wait') {
      start();
      await waitFor(action, { see, eyes, askedAt, signal });
      const after = await glimpse(signal);
      // Whoever waits does nothing: what changed meanwhile did so by itself.
      learn(restless, before, after);
      last = after;
      return { ...seenBy(before, after), changes: [], settled: { ms: 0, because: 'it was waited for' } };
    }
    if (!scene) throw new HandrailError('internal', 'The screen was not looked at.');
    let doing = makeReady(action, { hands, scene, windows, held });
    if (await isOutdated(doing, signal)) {
      before = await glimpse(signal);
      doing = makeReady(action, { hands, scene, windows, held });
    }
    const actedOn = doing.isElsewhere ? undefined : (doing.window ?? windows.current());
    over = coveredWindows(actedOn, scene);
    program = actedOn?.pid;
    if (!isOver(before, over)) before = { ...before, pixels: await eyes.pixels(signal, over), over };
    last = before;
    start();
    startedAt = performance.now();
    const { prelude } = doing;
    const begun = prelude && (await doAndLook(before, { ...doing, go: prelude }, signal)).after;
    progress.isHalfDone = begun !== undefined;
    const rested = await doAndLook(begun ?? before, doing, signal);
    if (!doing.window || doing.leavesKeys) return finish(before, doing, rested, begun, signal);
    // That another window is in use now is our own doing, and no effect of what was done there.
    const view = doing.isSwitch ? before.view : inUseFrom(before.view, windows.numberOf(doing.window));
    return finish({ ...before, view }, doing, rested, begun, signal);
  }

  async function doAndLook(before: Glimpse, doing: Doing, signal?: AbortSignal): Promise<Rested> {
    const go = async (): Promise<void> => {
      await doing.go(signal);
      if (doing.window && !doing.leavesKeys) windows.use(doing.window);
    };
    const differ = (one: Glimpse, other: Glimpse): boolean => !isNothing(differences(one, other, restless, doing.own));
    if (eyes.stir) {
      let seen: Glimpse | undefined;
      const isAtRest = async (): Promise<boolean> => {
        const former = seen;
        seen = await glimpse(signal);
        return former !== undefined && !differ(former, seen);
      };
      const settled = await doAndRest(eyes.stir, before, go, isAtRest, signal);
      return { settled, after: seen && settled.because === neverRests ? seen : await glimpse(signal) };
    }
    await go();
    return restByLooking({ glimpse, pixels: (asked) => eyes.pixels(asked, over), differ }, before, signal);
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

  /** Looks again where it is worth it, and says what the action changed. `begun` is what was seen when its prelude was over. */
  async function finish(
    before: Glimpse,
    doing: Doing,
    { settled, after: first }: Rested,
    begun: Glimpse | undefined,
    signal?: AbortSignal,
  ): Promise<Evidence> {
    const since = begun ?? before;
    const watching = { eyes, glimpse, hasStirred, restless, signal };
    let after = first;
    const target = doing.node && ids.idOf(doing.node);
    const down = stillDown(restless, startedAt, target);
    // The pointer leaves what it was on last: that looks otherwise then, too.
    const own = [...doing.own, ...(restless.touched[0]?.places ?? []), ...placesOf(before.view, down)];
    const compare = (): Differences => differences(asIfUp(since, after, down), after, restless, own);
    let found = compare();
    const isOfWindow = (id: ElementId): boolean => ids.nodeOf(id)?.window === doing.window?.id;
    const focuses = (): boolean =>
      (target !== undefined && doing.node?.role === 'TextInput' && gainsFocus(before.view, after.view, target)) ||
      (doing.movesFocus === true && movesFocus(before.view, after.view, isOfWindow));
    const told = async (): Promise<Change[]> => (await doing.tells?.(scene?.windows ?? [])) ?? [];
    const isTold = (await told()).length > 0;
    // A click into a field is for the keys.
    const isOpen = (): boolean => !isTold && isUntold(found) && !(doing.written === undefined && focuses());
    if (isOnlyDown(found)) {
      after = await upGlimpse(asIfUp(since, after, down), after, { ...watching, own: doing.own });
      found = compare();
    }
    // Where nothing stirred at all, it was waited for as long already.
    if (doing.mayBeLate && settled.because !== nothingStirred && isOpen()) {
      after = await lateGlimpse(asIfUp(since, after, down), after, { ...watching, own: doing.own });
      found = compare();
    }
    let isCertain = true;
    if (isOpen() && !doing.isSwitch) {
      ({ after, isCertain } = await lastGlimpse(asIfUp(since, after, down), after, doing.window, {
        ...watching,
        own: doing.own,
      }));
      found = compare();
    }
    if (isDoubtful(found, { target, written: doing.written }, restless) && isSuspect(found, restless)) {
      after = await watch(after, found, { ...watching, own: doing.own });
      found = compare();
    }
    const cutNow = () =>
      target && doing.written ? cutOffText(doing.written, target, before.view, after.view) : undefined;
    let cut = cutNow();
    // Keys that a program has not read yet when it is looked at are no loss.
    for (let looks = 0; cut && looks < lateText.looks; looks += 1) {
      await eyes.caughtUp?.(doing.window, lateText.readMs, signal);
      if (!hasStirred() && !(await eyes.stir?.next(lateText.shownMs, signal))) break;
      after = await glimpse(signal);
      cut = cutNow();
    }
    const origin = asIfUp(before, after, down);
    found = differences(origin, after, restless, own);
    last = after;
    touch(restless, { target, changes: found.changes, places: doing.own, at: performance.now() });
    return {
      ...seenBy(origin, after),
      complete: isCertain,
      ...(cut ? { error: cut } : {}),
      changes: [...(await told()), ...pixelChange(found, after.pixels)],
      settled,
      focuses: focuses(),
    };
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

/** How long a program may take to read what was typed, and to show it; how often it is looked whether there is more. */
const lateText = { readMs: 1_500, shownMs: 300, looks: 8 };
