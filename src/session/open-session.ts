import { HandrailError } from '../core/errors.js';
import type { Environment } from '../core/view.js';
import { type BrowserEnvironment, type BrowserOptions, openBrowser } from '../environments/browser/environment.js';
import type { ContainerOptions } from '../environments/container/open-container.js';
import type { DesktopOptions } from '../environments/desktop/open-desktop.js';
import { loadTokenizer } from '../perception/count-tokens.js';
import { createSession, type Rails, type Session } from './session.js';
import { checkSessionOptions } from './session-options.js';

/** Options of a browser session. */
export interface SessionOptions extends BrowserOptions, Rails {
  environment?: 'browser' | undefined;
  /** The first page. */
  url?: string | undefined;
}

/** Options of a desktop session: on a new private desktop or on an existing one. */
export interface DesktopSessionOptions extends DesktopOptions, Rails {
  environment: 'desktop';
}

/** Options of a session in a container with a display. */
export interface ContainerSessionOptions extends ContainerOptions, Rails {
  environment: 'container';
}

export type AnySessionOptions = SessionOptions | DesktopSessionOptions | ContainerSessionOptions;

export interface BrowserSession extends Session {
  readonly environment: BrowserEnvironment;
  /** Cookies and local storage, for use in another session. */
  storageState: BrowserEnvironment['storageState'];
}

/** Opens a session. Throws HandrailError if that fails, and then leaves no process behind. */
export function openSession(options?: SessionOptions): Promise<BrowserSession>;
export function openSession(options: DesktopSessionOptions | ContainerSessionOptions): Promise<Session>;
export function openSession(options: AnySessionOptions): Promise<Session>;
export async function openSession(options: AnySessionOptions = {}): Promise<Session> {
  checkNoUrl(options);
  checkSessionOptions('openSession', options);
  if (options.environment === 'desktop' || options.environment === 'container') {
    loadTokenizer();
    return openScreen(options);
  }
  return openPage(options);
}

async function openPage({
  environment: _,
  url,
  gate,
  approve,
  journal,
  ...browser
}: SessionOptions): Promise<BrowserSession> {
  const environment = await openBrowser({ note: warn, ...browser });
  const session = withStorage(createSession(environment, { gate, approve, journal }), environment);
  if (url === undefined) return session;
  const outcome = await session.perform({ type: 'navigate', url }, { shown: false });
  if (outcome.error) {
    await session.close();
    throw HandrailError.from(outcome.error);
  }
  return session;
}

async function openScreen(options: DesktopSessionOptions | ContainerSessionOptions): Promise<Session> {
  const { gate, approve, journal } = options;
  return createSession(await openEnvironment(options), { gate, approve, journal });
}

async function openEnvironment(options: DesktopSessionOptions | ContainerSessionOptions): Promise<Environment> {
  if (options.environment === 'desktop') {
    const { environment: _, gate: __, approve: ___, journal: ____, ...desktop } = options;
    const { openDesktop } = await import('../environments/desktop/open-desktop.js');
    return openDesktop({ note: warn, ...desktop });
  }
  const { environment: _, gate: __, approve: ___, journal: ____, ...container } = options;
  const { openContainer } = await import('../environments/container/open-container.js');
  return openContainer({ note: warn, ...container });
}

/** Callers without type checks can pass a url to a desktop. */
function checkNoUrl(options: AnySessionOptions): void {
  const { environment: kind = 'browser' } = options;
  if (kind === 'browser' || !('url' in options) || options.url === undefined) return;
  throw new HandrailError(
    'invalid_option',
    `The option url is only for environment "browser", not for "${options.environment}".`,
    'Remove url, or start a browser on the desktop and type the URL into it.',
  );
}

function warn(text: string): void {
  process.emitWarning(text, 'Handrail');
}

function withStorage(session: Session, environment: BrowserEnvironment): BrowserSession {
  const storageState: BrowserEnvironment['storageState'] = async (path) => {
    if (path !== undefined && typeof path !== 'string')
      throw new HandrailError('invalid_option', 'storageState takes the path of a file.', 'Pass a text, or nothing.');
    return environment.storageState(path);
  };
  return { ...session, environment, storageState };
}
