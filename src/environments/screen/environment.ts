import type { Action } from '../../core/action.js';
import type { Change } from '../../core/change.js';
import { cancelled, within } from '../../core/deadline.js';
import { HandrailError, toFault } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import type { TabId } from '../../core/observation.js';
import type { ReadRequest, ReadResult } from '../../core/read.js';
import type { Environment, Evidence, RawPicture, View, ViewRequest } from '../../core/view.js';
import { collectEvidence, type SettleResult, seenBy } from './evidence/collect-evidence.js';
import {
  differences,
  isNothing,
  isOver,
  learn,
  nothingRestless,
  type Snapshot,
  trust,
} from './evidence/compare-snapshots.js';
import { cutOff, notDone } from './evidence/empty-evidence.js';
import { isBlank } from './evidence/pixel-changes.js';
import { isCutShort, watchMs } from './evidence/recheck.js';
import { deadlineOf, isRefusal } from './limits.js';
import { createNodeIds } from './node-ids.js';
import { coveredWindows, type Scene } from './prepare/action-target.js';
import { whenEnabled } from './prepare/await-enabled.js';
import { makeReady, type PreparedAction } from './prepare/prepare-action.js';
import { readScreen } from './read-screen.js';
import { scopedPicture } from './scoped-screenshot.js';
import type { Screen, ScreenWindow } from './screen.js';
import { doAndRest, neverRests } from './settle/settle.js';
import { restByLooking } from './settle/settle-by-polling.js';
import { treeRequest } from './tree-request.js';
import { viewOf } from './view-of.js';
import { waitFor } from './wait-for.js';
import { createWindowsInUse, type Scope } from './windows/windows-in-use.js';

export type { Scope } from './windows/windows-in-use.js';

const lookMs = 10_000;

/** How far an action has come. */
interface Progress {
  isStarted: boolean;
  /** Its prelude is over: whatever is refused now, something was done. */
  isHalfDone: boolean;
}

/** An environment on a screen that has no page of its own: a desktop, or the inside of a container. */
export function screenEnvironment(kind: 'desktop' | 'container', screen: Screen, scope: Scope = {}): Environment {
  const { reader, input } = screen;
  const ids = createNodeIds();
  const windows = createWindowsInUse(scope, kind === 'container');
  const restless = nothingRestless();
  const isScoped = scope.app !== undefined || scope.window !== undefined;
  const held = new Set<string>();
  let size: Size | undefined;
  let scene: Scene | undefined;
  let last: Snapshot | undefined;
  /** How often the screen had stirred when the last glimpse began. */
  let stirred: number | undefined;
  /** Since when it has not stirred, as far as anyone asked. */
  let calm = { count: reader.changes?.count(), since: performance.now() };
  /** The windows of the program that is acted on, front first, while others stand in front of them. */
  let over: readonly ScreenWindow[] = [];
  /** Its process. */
  let program: number | undefined;
  /** When the last action was over (performance.now). */
  let actedAt = Number.NEGATIVE_INFINITY;
  const news: Change[] = [];
  let closing: Promise<void> | undefined;

  function checkOpen(): void {
    if (closing) throw new HandrailError('closed', 'The session is closed.', 'Open another one.');
  }

  /** Everything that is to be seen without a picture. */
  async function see(look: ViewRequest, signal?: AbortSignal): Promise<View> {
    const [now, all] = await Promise.all([reader.size(signal), reader.windows(signal)]);
    if (size && (size.width !== now.width || size.height !== now.height))
      news.push({
        kind: 'text',
        text: `The screen is ${now.width}×${now.height} now; it was ${size.width}×${size.height}.`,
      });
    size = now;
    const own = windows.see(all);
    const tree = await reader.tree(treeRequest(look, own, windows.current(), ids), signal);
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

  async function captureView(request: ViewRequest, signal?: AbortSignal): Promise<View> {
    checkOpen();
    noteCalm();
    const begun = reader.changes?.count();
    let view = await within(lookMs, 'Looking at the screen', see(request, signal), signal);
    if (request.picture) {
      const take = () => within(lookMs, 'Taking a picture', photograph(request, signal), signal);
      let picture = await take();
      // A window that closed in between stands in the words and not in the picture: both are made anew, once.
      if (reader.changes?.count() !== begun && isWhole(request) && (await windowsDiffer(signal))) {
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
    return shown(await reader.windows(signal)) !== shown(scene?.windows);
  }

  function photograph({ region }: ViewRequest, signal?: AbortSignal): Promise<Omit<RawPicture, 'secrets'>> {
    const wanted = region ? { region } : {};
    if (!isScoped || !scene) return reader.picture(wanted, signal);
    const own = new Set(scene.own.map(({ id }) => id));
    const inOrder = scene.windows.filter(({ id }) => own.has(id));
    return scopedPicture(reader, { size: scene.size, windows: inOrder, ...wanted }, signal);
  }

  /** Where passwords stand: whatever part was asked for, the whole screen is searched for them. */
  async function secretsOf(request: ViewRequest, view: View, signal?: AbortSignal): Promise<RawPicture['secrets']> {
    const whole = isWhole(request) ? view : await see({}, signal);
    return whole.elements.filter(({ states }) => states.includes('password')).map(({ bounds }) => bounds);
  }

  async function glimpse(signal?: AbortSignal): Promise<Snapshot> {
    const count = reader.changes?.count();
    const begun = performance.now();
    const drawnOver = over;
    const [view, pixels] = await Promise.all([see({}, signal), reader.pixels(signal, drawnOver)]);
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
      // An item of a menu is asked for again by the input: to look for it opens menus.
      const mayRepeat = (): boolean => action.type !== 'menu' && !progress.isHalfDone;
      const carrying = whenEnabled(carry, { reader, hasStirred, mayRepeat, actedAt, signal: end });
      const evidence = await within(deadlineOf(action), `"${action.type}"`, carrying, signal);
      actedAt = performance.now();
      noteCalm();
      return evidence;
    } catch (error) {
      const fault = toFault(error);
      giveUp.abort(fault); // it is not to go on while something else is done
      if (!progress.isStarted || (isRefusal(fault) && !progress.isHalfDone)) return notDone(fault);
      held.clear();
      await input.releaseAll().catch(() => undefined); // the screen may be gone; what failed is told already
      return cutOff(fault);
    }
  }

  function hasStirred(): boolean {
    return reader.changes?.count() !== stirred;
  }

  /** Where nothing has stirred for long, nothing ticks. */
  function noteCalm(): void {
    const count = reader.changes?.count();
    if (count === undefined) return;
    if (calm.count !== count) calm = { count, since: performance.now() };
    else if (performance.now() - calm.since > watchMs) trust(restless);
  }

  /** The screen as it is before an action: as it was last seen, where nothing stirred since. */
  async function glimpseBefore(signal?: AbortSignal): Promise<Snapshot> {
    noteCalm();
    if (last && scene && reader.changes && !hasStirred()) {
      scene = { ...scene, current: windows.current() };
      return last;
    }
    let now = await glimpse(signal);
    if (last && isCutShort(now, last)) now = await glimpse(signal);
    if (last) learn(restless, last, now);
    return now;
  }

  /** News of the screen may be on their way while a busy machine gets to them: what is acted on is asked for itself. */
  async function isOutdated({ node }: PreparedAction, signal?: AbortSignal): Promise<boolean> {
    if (!node || !reader.nodeExists) return false;
    return !(await reader.nodeExists(node, signal)) || hasStirred();
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
      await waitFor(action, { see, reader, askedAt, signal });
      const after = await glimpse(signal);
      // Whoever waits does nothing: what changed meanwhile did so by itself.
      learn(restless, before, after);
      last = after;
      return { ...seenBy(before, after, restless), changes: [], settled: { ms: 0, because: 'it was waited for' } };
    }
    if (!scene) throw new HandrailError('internal', 'The screen was not looked at.');
    let doing = makeReady(action, { input, scene, windows, held });
    if (await isOutdated(doing, signal)) {
      before = await glimpse(signal);
      doing = makeReady(action, { input, scene, windows, held });
    }
    const actedOn = doing.isElsewhere ? undefined : (doing.window ?? windows.current());
    over = coveredWindows(actedOn, scene);
    program = actedOn?.pid;
    if (!isOver(before, over)) before = { ...before, pixels: await reader.pixels(signal, over), over };
    last = before;
    start();
    const startedAt = performance.now();
    const { prelude } = doing;
    const begun = prelude && (await doAndLook(before, { ...doing, go: prelude }, signal)).after;
    progress.isHalfDone = begun !== undefined;
    const rested = await doAndLook(begun ?? before, doing, signal);
    // That another window is in use now is our own doing, and no effect of what was done there.
    const isMoved = doing.window && !doing.leavesKeys && !doing.isSwitch;
    const view = isMoved && doing.window ? inUseFrom(before.view, windows.numberOf(doing.window)) : before.view;
    const deed = { before: { ...before, view }, begun, doing, rested, startedAt };
    const windowsNow = (): readonly ScreenWindow[] => scene?.windows ?? [];
    const watching = { reader, glimpse, hasStirred, restless, signal };
    const { evidence, after } = await collectEvidence(deed, { ...watching, ids, windows: windowsNow });
    last = after;
    return evidence;
  }

  async function doAndLook(before: Snapshot, doing: PreparedAction, signal?: AbortSignal): Promise<SettleResult> {
    const go = async (): Promise<void> => {
      await doing.go(signal);
      if (doing.window && !doing.leavesKeys) windows.use(doing.window);
    };
    const differ = (one: Snapshot, other: Snapshot): boolean =>
      !isNothing(differences(one, other, restless, doing.own));
    if (reader.changes) {
      let seen: Snapshot | undefined;
      const isAtRest = async (): Promise<boolean> => {
        const former = seen;
        seen = await glimpse(signal);
        return former !== undefined && !differ(former, seen);
      };
      const settled = await doAndRest(reader.changes, before, go, isAtRest, signal);
      return { settled, after: seen && settled.because === neverRests ? seen : await glimpse(signal) };
    }
    await go();
    return restByLooking({ glimpse, pixels: (asked) => reader.pixels(asked, over), differ }, before, signal);
  }

  async function read<R extends ReadRequest>(request: R, signal?: AbortSignal): Promise<ReadResult<R>> {
    checkOpen();
    return within(lookMs, 'Reading the screen', readScreen(request, { see, input, ids, windows, signal }), signal);
  }

  return {
    kind,
    limits: screen.limits,
    captureView,
    act,
    read,
    close() {
      closing ??= input
        .releaseAll()
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

function isWhole({ find, inside, region }: ViewRequest): boolean {
  return find === undefined && !inside && !region;
}
