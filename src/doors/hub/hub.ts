import { HandrailError } from '../../core/errors.js';
import { nearestName } from '../../core/nearest.js';
import { type Held, type HoldOptions, holdSession } from './held.js';

/** Sessions by name: each with its own page, cookies, folder and lock. */
export interface Hub {
  /** Opens a session under a name that is free. Throws HandrailError when it cannot be had; then nothing is left running. */
  open(name: string, options: HoldOptions): Promise<Held>;
  /** Throws `no_session` with what to do next. */
  get(name: string): Held;
  has(name: string): boolean;
  list(): Held[];
  /** A session is being opened. */
  isOpening(): boolean;
  /** Closes a session; when that has ended, its browser is gone. */
  close(name: string): Promise<void>;
  closeAll(): Promise<void>;
}

export interface HubOptions {
  /** Sessions at once, at most. Default 50. */
  most?: number;
  /** What to do next when there is no session of that name. */
  openWith(name: string): string;
  onOpen?(held: Held): void;
  /** A better reason why there is no session of that name. */
  explain?(name: string): HandrailError | undefined;
}

const defaultMost = 50;

export function createHub({ most = defaultMost, openWith, onOpen, explain }: HubOptions): Hub {
  const sessions = new Map<string, Held>();
  const taken = new Set<string>();

  function get(name: string): Held {
    const held = sessions.get(name);
    if (held) return held;
    const reason = explain?.(name);
    if (reason) throw reason;
    const names = [...sessions.keys()];
    const near = nearestName(name, names);
    const open = names.length > 0 ? ` Open: ${names.join(', ')}.` : '';
    throw new HandrailError(
      'no_session',
      `There is no session "${name}".${near ? ` Did you mean "${near}"?` : ''}${open}`,
      openWith(name),
    );
  }

  async function close(name: string): Promise<void> {
    const held = get(name);
    sessions.delete(name);
    try {
      await held.close();
    } finally {
      taken.delete(name);
    }
  }

  return {
    get,
    close,
    isOpening: () => taken.size > sessions.size,
    has: (name) => sessions.has(name),
    list: () => [...sessions.values()],
    async open(name, options) {
      checkName(name);
      if (taken.has(name))
        throw new HandrailError(
          'invalid_option',
          `There is a session "${name}" already.`,
          'Use it, or close it first.',
        );
      if (taken.size >= most)
        throw new HandrailError('invalid_option', `${most} sessions are open, which is the most.`, 'Close one first.');
      taken.add(name);
      try {
        const held = await holdSession(name, options);
        sessions.set(name, held);
        onOpen?.(held);
        return held;
      } catch (error) {
        taken.delete(name);
        throw error;
      }
    },
    async closeAll() {
      const results = await Promise.allSettled([...sessions.keys()].map(close));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

function checkName(name: string): void {
  if (/^[\w.-]{1,64}$/.test(name)) return;
  throw new HandrailError(
    'invalid_option',
    `"${name.slice(0, 80)}" cannot be the name of a session.`,
    'Use up to 64 letters, digits, dots, dashes and underscores.',
  );
}
