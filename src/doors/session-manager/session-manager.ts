import { HandrailError } from '../../core/errors.js';
import { suggestName } from '../../core/words/suggest-name.js';
import {
  type ManagedSession,
  type ManagedSessionOptions,
  openManagedSession,
  type SessionRules,
} from './managed-session.js';

/** Sessions by name. Each has its own page, cookies, run folder and queue. */
export interface SessionManager {
  /** Opens a session under a free name. Throws HandrailError if that fails, and then leaves nothing running. */
  open(name: string, options: ManagedSessionOptions): Promise<ManagedSession>;
  /** Returns an open session. Throws `no_session` with the next step. */
  get(name: string): ManagedSession;
  has(name: string): boolean;
  /** The rules of a session of that name that was lost. */
  lostRules(name: string): SessionRules | undefined;
  list(): ManagedSession[];
  /** True if no session is open, opening or closing. */
  isEmpty(): boolean;
  /** Waits while the session of that name is opening or closing. */
  waitUntilSettled(name: string): Promise<void>;
  /** Closes a session, or aborts opening it. When this resolves, its browser has ended. */
  close(name: string): Promise<void>;
  /** Closes all sessions and returns their names. */
  closeAll(): Promise<string[]>;
}

export interface SessionManagerOptions {
  /** Default 50. */
  maxSessions?: number;
  /** The hint of `no_session`: how to open a session of that name. */
  openHint(name: string): string;
  onOpen?(session: ManagedSession): void;
  /** A more specific error than `no_session`, if there is one. */
  lostRules?(name: string): SessionRules | undefined;
  explainMissing?(name: string): HandrailError | undefined;
}

const defaultMaxSessions = 50;

export function createSessionManager({
  maxSessions = defaultMaxSessions,
  openHint,
  onOpen,
  lostRules = () => undefined,
  explainMissing,
}: SessionManagerOptions): SessionManager {
  const sessions = new Map<string, ManagedSession>();
  const opening = new Map<string, { opened: Promise<ManagedSession>; controller: AbortController }>();
  const closing = new Map<string, Promise<void>>();
  const count = (): number => sessions.size + opening.size + closing.size;

  function get(name: string): ManagedSession {
    const session = sessions.get(name);
    if (session) return session;
    checkName(name);
    const reason = explainMissing?.(name);
    if (reason) throw reason;
    const names = [...sessions.keys()];
    const similar = suggestName(name, names);
    const open = names.length > 0 ? ` Open: ${names.join(', ')}.` : '';
    throw new HandrailError(
      'no_session',
      `There is no session "${name}".${similar ? ` Did you mean "${similar}"?` : ''}${open}`,
      openHint(name),
    );
  }

  async function open(name: string, options: ManagedSessionOptions): Promise<ManagedSession> {
    checkName(name);
    if (sessions.has(name))
      throw new HandrailError('invalid_option', `The session "${name}" is already open.`, 'Use it, or close it first.');
    if (opening.has(name) || closing.has(name))
      throw new HandrailError('invalid_option', `The session "${name}" is being opened or closed.`, 'Try again.');
    if (count() >= maxSessions)
      throw new HandrailError(
        'invalid_option',
        `${maxSessions} sessions are open, which is the maximum.`,
        'Close one first.',
      );
    const controller = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, controller.signal]) : controller.signal;
    const opened = openManagedSession(name, { ...options, signal });
    opening.set(name, { opened, controller });
    try {
      const session = await opened;
      sessions.set(name, session);
      onOpen?.(session);
      return session;
    } finally {
      opening.delete(name);
    }
  }

  async function waitUntilSettled(name: string): Promise<void> {
    await Promise.allSettled([opening.get(name)?.opened, closing.get(name)]);
  }

  async function closeIfOpen(name: string): Promise<void> {
    opening.get(name)?.controller.abort(new HandrailError('closed', `The session "${name}" was closed.`));
    await waitUntilSettled(name);
    const closed = sessions.get(name)?.close();
    if (!closed) return;
    sessions.delete(name);
    closing.set(name, closed);
    try {
      await closed;
    } finally {
      closing.delete(name);
    }
  }

  return {
    lostRules,
    get,
    open,
    waitUntilSettled,
    isEmpty: () => count() === 0,
    has: (name) => sessions.has(name),
    list: () => [...sessions.values()],
    async close(name) {
      if (!opening.has(name) && !closing.has(name)) get(name);
      await closeIfOpen(name);
    },
    async closeAll() {
      const names = [...sessions.keys(), ...opening.keys()];
      const results = await Promise.allSettled([...names.map(closeIfOpen), ...closing.values()]);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return names;
    },
  };
}

function checkName(name: string): void {
  if (/^\w[\w.-]{0,63}$/.test(name)) return;
  throw new HandrailError(
    'invalid_option',
    `"${name.slice(0, 80)}" is not a valid session name.`,
    'Use up to 64 letters, digits, dots, dashes and underscores; start with a letter, digit or underscore.',
  );
}
