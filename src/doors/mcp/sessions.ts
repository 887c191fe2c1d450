import { randomBytes } from 'node:crypto';
import { HandrailError } from '../../core/errors.js';
import type { Held, HoldOptions } from '../hub/held.js';
import { createHub } from '../hub/hub.js';

/** The sessions of one client. */
export interface Sessions {
  /** The session of that handle; without one the default session, which is opened when it is first used. */
  use(handle?: string): Promise<Held>;
  open(name?: string, url?: string): Promise<Held>;
  /** Those that the client may hear of by asking. */
  list(): Held[];
  close(handle?: string): Promise<void>;
  closeAll(): Promise<void>;
  /** Closes those that nobody has used for so long. */
  closeIdle(idleMs: number): Promise<void>;
  count(): number;
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
  const hub = createHub({ most, openWith: () => 'Open one with session(do="open"), or leave `session` out.' });
  const { profile, url: startPage, ...common } = hold;
  let opening: Promise<Held> | undefined;
  let opened = 0;

  function openDefault(url = startPage): Promise<Held> {
    checkRoom();
    const first = { ...common, by: 'mcp', ...(profile ? { profile } : {}), ...(url ? { url } : {}) };
    opening = hub.open(defaultName, first).finally(() => {
      opening = undefined;
    });
    return opening;
  }

  function find(handle: string): Held {
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
    while (hub.has(`s${opened}`));
    return `s${opened}`;
  }

  return {
    async use(handle = defaultName) {
      if (handle !== defaultName) return find(handle);
      return opening ?? (hub.has(defaultName) ? hub.get(defaultName) : openDefault());
    },
    async open(name, url) {
      if (name === defaultName && !hub.has(defaultName) && !opening) return openDefault(url);
      checkRoom();
      return hub.open(handleFor(name), { ...common, by: 'mcp', ...(url ? { url } : {}) });
    },
    list: () => hub.list().filter(({ name }) => !areSecret || name === defaultName),
    async close(handle = defaultName) {
      await hub.close(find(handle).name);
    },
    closeAll: () => hub.closeAll(),
    async closeIdle(idleMs) {
      const idle = hub.list().filter((held) => !held.isBusy() && Date.now() - held.usedAt().getTime() > idleMs);
      await Promise.all(idle.map(({ name }) => hub.close(name)));
    },
    count: () => hub.list().length + (opening ? 1 : 0),
  };
}
