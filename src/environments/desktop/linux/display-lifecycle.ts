import { HandrailError } from '../../../core/errors.js';
import type { ChangeSignal, Screen } from '../../screen/screen.js';
import { pause } from '../../screen/settle/settle.js';

/** A screen as long as its display lives. */
export interface Life {
  screen: Screen;
  /** Settles when the display is gone, with the reason. Never rejects. */
  lost: Promise<HandrailError>;
}

/** One screen after the other: when a display dies, the next use starts another. */
export interface DisplayLifecycle {
  /** What the first cannot do: the others are like it. */
  limits: readonly string[];
  isAlive(): boolean;
  /** How many there were, this one among them. */
  count(): number;
  /** Where the screens have one. Goes on counting from one life to the next. */
  stir?: ChangeSignal;
  /** Calls something of the screen that is alive. Rejects as soon as its display dies. */
  use<T>(call: (screen: Screen) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const next =
  'The next step starts another, with the programs of the beginning and nothing of what was open. Observe first.';

const reasonMs = 400;

export interface LivesOptions {
  open(): Promise<Life>;
  /** Another can be started in the place of one that died. */
  mayRevive: boolean;
  /** A display that died while nobody used it is told to whoever comes next, before another is started. */
  tellsLater?: boolean;
  /** Somebody else starts it again, and whoever told of the loss has said what comes next. */
  isNotOurs?: boolean;
  note?: (text: string) => void;
}

/** Opens the first, and another whenever one has died. One that dies before anything was done with it is the last. */
export async function openDisplayLifecycle(options: LivesOptions): Promise<DisplayLifecycle> {
  const { open, mayRevive, tellsLater = false, isNotOurs = false, note } = options;
  let count = 1;
  let wasUsed = true;
  let fault: HandrailError | undefined;
  let ending: Promise<void> | undefined;
  let isClosed = false;
  let isUntold = false;
  const waiting = new Set<(error: HandrailError) => void>();
  const over = new WeakSet<Life>();
  const first = await open();
  let now = first.screen;
  let before = 0;
  let life: Promise<Life> = watched(first);

  async function watched(one: Life): Promise<Life> {
    one.lost.then((reason) => lose(one, reason));
    return one;
  }

  function lose(one: Life, reason: HandrailError): HandrailError {
    if (isClosed || over.has(one)) return reason;
    over.add(one);
    const again = mayRevive && wasUsed;
    fault = new HandrailError(
      reason.code,
      reason.message,
      again ? (isNotOurs && reason.hint) || next : 'Open a new session.',
    );
    before += 1; // what was seen last is there no more
    isUntold = tellsLater && waiting.size === 0;
    for (const reject of waiting) reject(fault);
    waiting.clear();
    ending = one.screen.close();
    ending.catch(() => undefined); // waited for by whoever comes next
    return fault;
  }

  async function revive(died: HandrailError): Promise<Life> {
    await ending;
    const one = await open();
    count += 1;
    wasUsed = false;
    before += (now.reader.changes?.count() ?? 0) + 1;
    now = one.screen;
    const times = count - 1 === 1 ? 'once' : `${count - 1} times`;
    note?.(`${died.message} ${isNotOurs ? 'It was connected to again' : 'Another was started'}: ${times} now.`);
    return watched(one);
  }

  async function alive(): Promise<Life> {
    if (isClosed) throw new HandrailError('closed', 'The desktop is closed.');
    if (!fault) return life;
    if (!mayRevive || !wasUsed || isUntold) {
      isUntold = false;
      throw fault;
    }
    const died = fault;
    fault = undefined;
    life = revive(died);
    life.catch(() => {
      fault = died;
    });
    return life;
  }

  const use: DisplayLifecycle['use'] = async (call) => {
    const one = await alive();
    let forget: (() => void) | undefined;
    const died = new Promise<never>((_, reject) => {
      if (fault) {
        isUntold = false;
        reject(fault);
      }
      waiting.add(reject);
      forget = () => waiting.delete(reject);
    });
    try {
      const result = await Promise.race([call(one.screen), died]);
      wasUsed = true;
      return result;
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code !== 'display_died') throw error;
      // What ended it is known a moment after what it did not answer. Whatever it was: this one is of no use any more.
      await Promise.race([died, pause(reasonMs)]);
      throw lose(one, error);
    } finally {
      forget?.();
    }
  };

  const stir: ChangeSignal = {
    next: (ms, signal) => use(({ reader }) => reader.changes?.next(ms, signal) ?? Promise.resolve(true)),
    count: () => before + (now.reader.changes?.count() ?? 0),
  };

  return {
    ...(first.screen.reader.changes ? { stir } : {}),
    limits: first.screen.limits,
    isAlive: () => fault === undefined && !isClosed,
    count: () => count,
    use,
    async close() {
      if (isClosed) return ending;
      isClosed = true;
      if (fault) await ending;
      else await (await life).screen.close();
    },
  };
}
