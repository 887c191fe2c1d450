import { randomBytes } from 'node:crypto';
import { HandrailError } from '../../core/errors.js';
import type { ManagedSession, ManagedSessionOptions, NonBrowserOptions } from '../session-manager/managed-session.js';
import type { SessionManager } from '../session-manager/session-manager.js';
import { createVisitedAddresses } from './visited-addresses.js';

export interface ClientSessions {
  /** The session with that handle. Without a handle the default session, which opens on first use. */
  use(handle?: string): Promise<ManagedSession>;
  open(name?: string, options?: OpenOptions): Promise<ManagedSession>;
  list(): ManagedSession[];
  close(handle?: string): Promise<void>;
  /** Closes all open and opening sessions. No session opens after that. */
  closeAll(): Promise<void>;
  /** Closes sessions that have been idle for this long. */
  closeIdle(idleMs: number): Promise<void>;
  count(): number;
  /** Returns and clears the notice for the next result. */
  takeNotice(): string | undefined;
}

/** Options that a client may choose. */
export interface OpenOptions {
  url?: string;
  screen?: NonBrowserOptions;
  /** Opens a browser even if the server was started for another environment. */
  isBrowser?: boolean;
}

export interface ClientSessionsOptions {
  /** Options of every session. Profile and URL apply only to the default session. */
  sessionOptions: Omit<ManagedSessionOptions, 'source'>;
  /** Makes handles unguessable and hides them from lists: clients that cannot be told apart share this object. */
  secretHandles: boolean;
  /** Lets clients use any screen. Otherwise only private desktops, and the kind of screen that the server was started with. */
  allowAnyScreen: boolean;
  maxSessions: number;
  /** Throws if the server has no capacity for another session. */
  checkCapacity(): void;
}

const defaultName = 'default';

export function createClientSessions(options: ClientSessionsOptions): ClientSessions {
  const { sessionOptions, secretHandles, maxSessions, checkCapacity } = options;
  const { profile, url: startUrl, screen: _, ...common } = sessionOptions;
  let manager: SessionManager | undefined;
  let loading: Promise<SessionManager> | undefined;
  let openingDefault: Promise<ManagedSession> | undefined;
  let openingCount = 0;
  let lastNumber = 0;
  const visited = createVisitedAddresses();
  let hasEnded = false;
  let hasExpired = false;

  /** Loads the browser code with the first session, so that listing the tools stays fast. */
  function load(): Promise<SessionManager> {
    loading ??= import('../session-manager/session-manager.js').then(({ createSessionManager }) => {
      manager = createSessionManager({
        maxSessions,
        openHint: () => 'Open one with session(do="open"), or leave `session` out.',
      });
      return manager;
    });
    return loading;
  }

  async function open(name: string, own: Partial<ManagedSessionOptions>): Promise<ManagedSession> {
    checkCapacity();
    openingCount += 1;
    try {
      const sessions = await load();
      visited.note(sessions.list());
      const allowed = visited.optionsFor(own.url, own.url === startUrl);
      const session = await sessions.open(name, { ...common, ...own, ...allowed, source: 'mcp' });
      if (!hasEnded) return session;
      await sessions.close(name);
      throw new HandrailError('closed', 'The client disconnected.');
    } finally {
      openingCount -= 1;
    }
  }

  function openDefault(chosen: OpenOptions = {}): Promise<ManagedSession> {
    const screen = selectScreen(chosen, options);
    const url = chosen.url ?? (screen ? undefined : startUrl);
    openingDefault = open(defaultName, { profile, url, screen }).finally(() => {
      openingDefault = undefined;
    });
    return openingDefault;
  }

  async function find(handle: string): Promise<ManagedSession> {
    const sessions = await load();
    if (!secretHandles || sessions.has(handle)) return sessions.get(handle);
    throw new HandrailError(
      'no_session',
      `There is no session "${handle.slice(0, 80)}".`,
      'Use the handle that session(do="open") returned, or leave `session` out.',
    );
  }

  function createHandle(name: string | undefined): string {
    if (secretHandles) return `${name ?? 's'}-${randomBytes(12).toString('base64url')}`;
    if (name !== undefined) return name;
    do lastNumber += 1;
    while (manager?.has(`s${lastNumber}`));
    return `s${lastNumber}`;
  }

  return {
    async use(handle = defaultName) {
      if (handle !== defaultName) return find(handle);
      return openingDefault ?? (manager?.has(defaultName) ? manager.get(defaultName) : openDefault());
    },
    async open(name, chosen = {}) {
      if (name === defaultName && !manager?.has(defaultName) && !openingDefault) return openDefault(chosen);
      const screen = selectScreen(chosen, options);
      return open(createHandle(name), { url: chosen.url, screen });
    },
    list: () => (manager?.list() ?? []).filter(({ name }) => !secretHandles || name === defaultName),
    async close(handle = defaultName) {
      const { name } = await find(handle);
      visited.note(manager?.list() ?? []);
      await manager?.close(name);
    },
    async closeAll() {
      hasEnded = true;
      await manager?.closeAll();
    },
    async closeIdle(idleMs) {
      const idle = (manager?.list() ?? []).filter((session) => !session.isBusy() && session.idleMs() > idleMs);
      visited.note(manager?.list() ?? []);
      hasExpired ||= idle.some(({ name }) => name === defaultName);
      await Promise.all(idle.map(({ name }) => manager?.close(name)));
    },
    takeNotice() {
      if (!hasExpired || !manager?.has(defaultName)) return undefined;
      hasExpired = false;
      return 'The default session was closed because it was idle. This is a new session.';
    },
    count: () => (manager?.list().length ?? 0) + openingCount,
  };
}

/** The screen of a new session. Clients may always create a private desktop; existing screens need permission. */
function selectScreen(
  { screen, isBrowser }: OpenOptions,
  { allowAnyScreen, sessionOptions: { screen: serverScreen } }: ClientSessionsOptions,
): NonBrowserOptions | undefined {
  if (!screen) return isBrowser ? undefined : serverScreen;
  const isPrivate = screen.environment === 'desktop' && (screen.display ?? 'private') === 'private';
  if (isPrivate || allowAnyScreen || serverScreen?.environment === screen.environment) return screen;
  const flags = screen.environment === 'desktop' ? `desktop --display ${screen.display}` : 'container';
  throw new HandrailError(
    'needs_approval',
    `Using an existing ${screen.environment} needs approval.`,
    `Start the server with handrail mcp --environment ${flags}, or with --approve all. A private desktop needs no approval.`,
  );
}
