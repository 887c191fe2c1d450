import { randomBytes } from 'node:crypto';
import { HandrailError } from '../../core/errors.js';
import type { Held, HoldOptions } from '../hub/held.js';
import type { Hub } from '../hub/hub.js';

/** The sessions of one client. */
export interface Sessions {
  /** The session of that handle; without one the default session, which is opened when it is first used. */
  use(handle?: string): Promise<Held>;
  open(name?: string, url?: string): Promise<Held>;
  /** Those that the client may hear of by asking. */
  list(): Held[];
  close(handle?: string): Promise<void>;
  /** Closes those that are open and those that are being opened. No other is opened after that. */
  end(): Promise<void>;
  /** Closes those that nobody has used for so long. */
  closeIdle(idleMs: number): Promise<void>;
  count(): number;
  /** What its client has to be told with the next answer. */
  notice(): string | undefined;
}

export interface SessionsOptions {
  /** How each session is opened. Its profile and its start page are those of the default session. */
  hold: Omit<HoldOptions, 'by'>;
  /** Whoever knows a handle may use it, and nobody can be told apart: handles that cannot be guessed, and no list of them. */
  areSecret: boolean;
  /** Sessions at once, at most. */
  most: number;
  /** Throws when there is no room for another one. */
  checkRoom(): void;
}

const defaultName = 'default';

export function createSessions({ hold, areSecret, most, checkRoom }: SessionsOptions): Sessions {
  const { profile, url: startPage, ...common } = hold;
  let hub: Hub | undefined;
  let loading: Promise<Hub> | undefined;
  let first: Promise<Held> | undefined;
  let opening = 0;
  let opened = 0;
  let hasEnded = false;
  let hasLapsed = false;

  /** The browser's code is loaded with the first session: a client that only asks for the tools does not wait for it. */
  function load(): Promise<Hub> {
    loading ??= import('../hub/hub.js').then(({ createHub }) => {
      hub = createHub({ most, openWith: () => 'Open one with session(do="open"), or leave `session` out.' });
      return hub;
    });
    return loading;
  }

  async function open(name: string, options: Omit<HoldOptions, 'by'>): Promise<Held> {
    checkRoom();
    opening += 1;
    try {
      const hub = await load();
      const held = await hub.open(name, { ...options, by: 'mcp' });
      if (!hasEnded) return held;
      await hub.close(name);
      throw new HandrailError('closed', 'The client has left.');
    } finally {
      opening -= 1;
    }
  }

  function openDefault(url = startPage): Promise<Held> {
    first = open(defaultName, { ...common, ...(profile ? { profile } : {}), ...(url ? { url } : {}) }).finally(() => {
      first = undefined;
    });
    return first;
  }

  async function find(handle: string): Promise<Held> {
    const hub = await load();
    if (!areSecret || hub.has(handle)) return hub.get(handle);
    throw new HandrailError(
      'no_session',
      `There is no session "${handle.slice(0, 80)}".`,
      'Use the handle that session(do="open") gave, or leave `session` out.',
    );
  }

  function handleFor(name: string | undefined): string {
    if (areSecret) return `${name ?? 's'}-${randomBytes(12).toString('base64url')}`;
    if (name !== undefined) return name;
    do opened += 1;
    while (hub?.has(`s${opened}`));
    return `s${opened}`;
  }

  return {
    async use(handle = defaultName) {
      if (handle !== defaultName) return find(handle);
      return first ?? (hub?.has(defaultName) ? hub.get(defaultName) : openDefault());
    },
    async open(name, url) {
      if (name === defaultName && !hub?.has(defaultName) && !first) return openDefault(url);
      return open(handleFor(name), { ...common, ...(url ? { url } : {}) });
    },
    list: () => (hub?.list() ?? []).filter(({ name }) => !areSecret || name === defaultName),
    async close(handle = defaultName) {
      const { name } = await find(handle);
      await hub?.close(name);
    },
    async end() {
      hasEnded = true;
      await hub?.closeAll();
    },
    async closeIdle(idleMs) {
      const idle = (hub?.list() ?? []).filter((held) => !held.isBusy() && held.idleMs() > idleMs);
      hasLapsed ||= idle.some(({ name }) => name === defaultName);
      await Promise.all(idle.map(({ name }) => hub?.close(name)));
    },
    notice() {
      if (!hasLapsed || !hub?.has(defaultName)) return undefined;
      hasLapsed = false;
      return 'The default session was closed because nobody used it; this is a new one.';
    },
    count: () => (hub?.list().length ?? 0) + opening,
  };
}
