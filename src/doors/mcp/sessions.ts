import { randomBytes } from 'node:crypto';
import { HandrailError } from '../../core/errors.js';
import type { ManagedSession, ManagedSessionOptions, OtherScreen } from '../session-manager/managed-session.js';
import type { SessionManager } from '../session-manager/session-manager.js';

/** The sessions of one client. */
export interface Sessions {
  /** The session of that handle; without one the default session, which is opened when it is first used. */
  use(handle?: string): Promise<ManagedSession>;
  open(name?: string, how?: Opening): Promise<ManagedSession>;
  /** Those that the client may hear of by asking. */
  list(): ManagedSession[];
  close(handle?: string): Promise<void>;
  /** Closes those that are open and those that are being opened. No other is opened after that. */
  end(): Promise<void>;
  /** Closes those that nobody has used for so long. */
  closeIdle(idleMs: number): Promise<void>;
  count(): number;
  /** What its client has to be told with the next answer. */
  notice(): string | undefined;
}

/** What a client says of a session it opens. */
export interface Opening {
  url?: string;
  screen?: OtherScreen;
  /** A browser, whatever is usual here. */
  isBrowser?: true;
}

export interface SessionsOptions {
  /** How each session is opened. Its profile and its start page are those of the default session. */
  hold: Omit<ManagedSessionOptions, 'by'>;
  /** Whoever knows a handle may use it, and nobody can be told apart: handles that cannot be guessed, and no list of them. */
  areSecret: boolean;
  /** Screens that a client may name itself: only private desktops and those of the kind that the server was started with, or any. */
  anyScreen: boolean;
  /** Sessions at once, at most. */
  most: number;
  /** Throws when there is no room for another one. */
  checkRoom(): void;
}

const defaultName = 'default';

export function createSessions({ hold, areSecret, anyScreen, most, checkRoom }: SessionsOptions): Sessions {
  const { profile, url: startPage, screen: usualScreen, ...common } = hold;
  let hub: SessionManager | undefined;
  let loading: Promise<SessionManager> | undefined;
  let first: Promise<ManagedSession> | undefined;
  let opening = 0;
  let opened = 0;
  let hasEnded = false;
  let hasLapsed = false;

  /** The browser's code is loaded with the first session: a client that only asks for the tools does not wait for it. */
  function load(): Promise<SessionManager> {
    loading ??= import('../session-manager/session-manager.js').then(({ createSessionManager }) => {
      hub = createSessionManager({ most, openWith: () => 'Open one with session(do="open"), or leave `session` out.' });
      return hub;
    });
    return loading;
  }

  async function open(name: string, options: Omit<ManagedSessionOptions, 'by'>): Promise<ManagedSession> {
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

  function openDefault(how: Opening = {}): Promise<ManagedSession> {
    const screen = screenFor(how);
    const url = how.url ?? (screen ? undefined : startPage);
    const own = { ...common, ...(profile ? { profile } : {}), ...(url ? { url } : {}), ...(screen ? { screen } : {}) };
    first = open(defaultName, own).finally(() => {
      first = undefined;
    });
    return first;
  }

  /** Whoever started the server decides whose desktop may be used: a client can only have one of its own made. */
  function screenFor({ screen, isBrowser }: Opening): OtherScreen | undefined {
    if (!screen) return isBrowser ? undefined : usualScreen;
    const isOwn = screen.environment === 'desktop' && (screen.display ?? 'private') === 'private';
    if (isOwn || anyScreen || usualScreen?.environment === screen.environment) return screen;
    const flags = screen.environment === 'desktop' ? `desktop --display ${screen.display}` : 'container';
    throw new HandrailError(
      'needs_approval',
      `To use a ${screen.environment} that is there already needs approval.`,
      `Start with handrail mcp --environment ${flags}, or with --approve all; a private desktop can be opened without.`,
    );
  }

  async function find(handle: string): Promise<ManagedSession> {
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
    async open(name, how = {}) {
      if (name === defaultName && !hub?.has(defaultName) && !first) return openDefault(how);
      const screen = screenFor(how);
      return open(handleFor(name), { ...common, ...(how.url ? { url: how.url } : {}), ...(screen ? { screen } : {}) });
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
