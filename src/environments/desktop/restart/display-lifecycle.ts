import { HandrailError, joinSentences } from '../../../core/errors.js';
import { createPendingCalls, type PendingCalls } from '../../processes/pending-calls.js';
import type { ChangeSignal, Screen } from '../../screen/screen.js';
import { sleep } from '../../screen/settle/sleep.js';

/** The screen of one display. */
export interface DisplayInstance {
  screen: Screen;
  /** Resolves with the reason when the display is gone. Never rejects. */
  lost: Promise<HandrailError>;
}

/** A sequence of displays: after a display dies, the next use opens a new one. */
export interface DisplayLifecycle {
  /** The limitations of the first screen. Later screens have the same. */
  limitations: readonly string[];
  isAlive(): boolean;
  /** Number of displays so far, starting with 1. */
  generation(): number;
  /** Where the screens have one. Its count goes on over restarts. */
  changes?: ChangeSignal;
  /** Calls a method of the current screen. Rejects as soon as its display dies. */
  use<T>(call: (screen: Screen) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DisplayLifecycleOptions {
  open(): Promise<DisplayInstance>;
  /** A new display can replace one that died. */
  canRestart: boolean;
  /** A loss between two uses is reported by the next use, before a new display is opened. */
  reportsIdleLoss?: boolean;
  /** The display belongs to something else, which restarts it and whose error already has a hint. */
  isExternal?: boolean;
  note?: (text: string) => void;
}

interface LifecycleState {
  readonly options: DisplayLifecycleOptions;
  readonly pending: PendingCalls;
  readonly lostInstances: WeakSet<DisplayInstance>;
  generation: number;
  instance: Promise<DisplayInstance>;
  screen: Screen;
  /** Added to the change count of the current screen. */
  changeOffset: number;
  /** A call of the current screen succeeded. A display that dies before is not replaced. */
  wasUsed: boolean;
  fault?: HandrailError;
  hasUnreportedLoss: boolean;
  /** Closes the last screen. */
  closing?: Promise<void>;
  isClosed: boolean;
}

const restartHint =
  'The next action starts a new desktop with the initial programs. Everything that was open is lost. Observe first.';
/** The reason of a loss may become known this long after the first failed call. */
const maxReasonMs = 400;

/** Opens the first display. */
export async function openDisplayLifecycle(options: DisplayLifecycleOptions): Promise<DisplayLifecycle> {
  const first = await options.open();
  const state: LifecycleState = {
    options,
    pending: createPendingCalls(),
    lostInstances: new WeakSet(),
    generation: 1,
    instance: Promise.resolve(first),
    screen: first.screen,
    changeOffset: 0,
    wasUsed: true,
    hasUnreportedLoss: false,
    isClosed: false,
  };
  watch(state, first);
  const use: DisplayLifecycle['use'] = (call) => callScreen(state, call);
  const changes: ChangeSignal = {
    waitForChange: (ms, signal) =>
      use(({ reader }) => reader.changes?.waitForChange(ms, signal) ?? Promise.resolve(true)),
    count: () => state.changeOffset + (state.screen.reader.changes?.count() ?? 0),
  };
  return {
    changes: first.screen.reader.changes ? changes : undefined,
    limitations: first.screen.limitations,
    isAlive: () => state.fault === undefined && !state.isClosed,
    generation: () => state.generation,
    use,
    async close() {
      if (state.isClosed) return state.closing;
      state.isClosed = true;
      if (state.fault) await state.closing;
      else await (await state.instance).screen.close();
    },
  };
}

function watch(state: LifecycleState, instance: DisplayInstance): void {
  instance.lost.then((reason) => lose(state, instance, reason));
}

/** Marks a display as lost and rejects all calls in progress. Returns the error to report. */
function lose(state: LifecycleState, instance: DisplayInstance, reason: HandrailError): HandrailError {
  if (state.isClosed || state.lostInstances.has(instance)) return reason;
  state.lostInstances.add(instance);
  const { canRestart, isExternal, reportsIdleLoss = false } = state.options;
  const hint = (isExternal && reason.hint) || restartHint;
  const fault = new HandrailError(
    reason.code,
    reason.message,
    canRestart && state.wasUsed ? hint : 'Open a new session.',
  );
  state.fault = fault;
  state.changeOffset += 1; // the last snapshot is outdated
  state.hasUnreportedLoss = reportsIdleLoss && state.pending.count() === 0;
  state.pending.rejectAll(fault);
  state.closing = instance.screen.close();
  state.closing.catch(() => undefined); // the next restart awaits it
  return fault;
}

/** The current display, or a new one when the last one died. */
async function requireInstance(state: LifecycleState): Promise<DisplayInstance> {
  const { fault } = state;
  if (state.isClosed) throw new HandrailError('closed', 'The desktop is closed.');
  if (!fault) return state.instance;
  if (!state.options.canRestart || !state.wasUsed || state.hasUnreportedLoss) {
    state.hasUnreportedLoss = false;
    throw fault;
  }
  state.fault = undefined;
  state.instance = restart(state, fault);
  state.instance.catch(() => {
    state.fault = fault;
  });
  return state.instance;
}

async function restart(state: LifecycleState, fault: HandrailError): Promise<DisplayInstance> {
  const { open, isExternal, note } = state.options;
  await state.closing;
  const instance = await open();
  state.generation += 1;
  state.wasUsed = false;
  state.changeOffset += (state.screen.reader.changes?.count() ?? 0) + 1;
  state.screen = instance.screen;
  const restarts = state.generation - 1;
  note?.(
    joinSentences(
      fault.message,
      `${isExternal ? 'Connected again' : 'Started a new one'} (${restarts === 1 ? 'once' : `${restarts} times`} so far).`,
    ),
  );
  watch(state, instance);
  return instance;
}

async function callScreen<T>(state: LifecycleState, call: (screen: Screen) => Promise<T>): Promise<T> {
  const instance = await requireInstance(state);
  if (state.fault) {
    state.hasUnreportedLoss = false;
    throw state.fault;
  }
  try {
    const result = await state.pending.run(() => call(instance.screen));
    state.wasUsed = true;
    return result;
  } catch (error) {
    if (state.fault === error || !(error instanceof HandrailError) || error.code !== 'display_died') throw error;
    if (state.fault) throw state.fault;
    // The display's own reason, which explains more, may follow a moment later.
    await state.pending.run(() => sleep(maxReasonMs));
    throw lose(state, instance, error);
  }
}
