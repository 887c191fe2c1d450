import { HandrailError } from '../../core/errors.js';
import { nearestName } from '../../core/nearest.js';
import { type ManagedSession, type ManagedSessionOptions, openManagedSession } from './managed-session.js';

/** Sessions by name: each with its own page, cookies, folder and lock. */
export interface SessionManager {
  /** Opens a session under a name that is free. Throws HandrailError when it cannot be had; then nothing is left running. */
  open(name: string, options: ManagedSessionOptions): Promise<ManagedSession>;
  /** Throws `no_session` with what to do next. */
  get(name: string): ManagedSession;
  has(name: string): boolean;
  list(): ManagedSession[];
  /** Nothing is open, nor being opened or closed. */
  isEmpty(): boolean;
  /** Waits while a session of that name is being opened or closed. */
  atRest(name: string): Promise<void>;
  /** Closes a session, or gives up opening it; when that has ended, its browser is gone. */
  close(name: string): Promise<void>;
  /** Closes all of them and gives back their names. */
  closeAll(): Promise<string[]>;
}

export interface HubOptions {
  /** Sessions at once, at most. Default 50. */
  most?: number;
  /** What to do next when there is no session of that name. */
  openWith(name: string): string;
  onOpen?(held: ManagedSession): void;
  /** A better reason why there is no session of that name. */
  explain?(name: string): HandrailError | undefined;
}

const defaultMost = 50;

export function createSessionManager({ most = defaultMost, openWith, onOpen, explain }: HubOptions): SessionManager {
  const sessions = new Map<string, ManagedSession>();
  const opening = new Map<string, { work: Promise<ManagedSession>; stop: AbortController }>();
  const closing = new Map<string, Promise<void>>();

  function get(name: string): ManagedSession {
    const held = sessions.get(name);
    if (held) return held;
    checkName(name);
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

  async function open(name: string, options: ManagedSessionOptions): Promise<ManagedSession> {
    checkName(name);
    if (sessions.has(name))
      throw new HandrailError('invalid_option', `There is a session "${name}" already.`, 'Use it, or close it first.');
    if (opening.has(name) || closing.has(name))
      throw new HandrailError('invalid_option', `The session "${name}" is being opened or closed.`, 'Try again.');
    if (sessions.size + opening.size + closing.size >= most)
      throw new HandrailError('invalid_option', `${most} sessions are open, which is the most.`, 'Close one first.');
    const stop = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
    const work = openManagedSession(name, { ...options, signal });
    opening.set(name, { work, stop });
    try {
      const held = await work;
      sessions.set(name, held);
      onOpen?.(held);
      return held;
    } finally {
      opening.delete(name);
    }
  }

  async function close(name: string): Promise<void> {
    if (!opening.has(name) && !closing.has(name)) get(name);
    await end(name);
  }

  async function end(name: string): Promise<void> {
    opening.get(name)?.stop.abort(new HandrailError('closed', `The session "${name}" was closed.`));
    await atRest(name);
    const work = sessions.get(name)?.close();
    if (!work) return;
    sessions.delete(name);
    closing.set(name, work);
    try {
      await work;
    } finally {
      closing.delete(name);
    }
  }

  async function atRest(name: string): Promise<void> {
    await Promise.allSettled([opening.get(name)?.work, closing.get(name)]);
  }

  return {
    get,
    open,
    close,
    atRest,
    isEmpty: () => sessions.size + opening.size + closing.size === 0,
    has: (name) => sessions.has(name),
    list: () => [...sessions.values()],
    async closeAll() {
      const names = [...sessions.keys(), ...opening.keys()];
      const results = await Promise.allSettled([...names.map(end), ...closing.values()]);
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
    `"${name.slice(0, 80)}" cannot be the name of a session.`,
    'Use up to 64 letters, digits, dots, dashes and underscores; begin with a letter or digit.',
  );
}
