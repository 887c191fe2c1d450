import { toCancelledError, withAbort } from '../core/deadline.js';
import { HandrailError, messageOf } from '../core/errors.js';
import { normalizeUrl } from '../core/url.js';
import type { Environment } from '../core/view.js';
import { type BrowserEnvironment, type BrowserOptions, openBrowser } from '../environments/browser/environment.js';
import type { ContainerOptions } from '../environments/container/open-container.js';
import type { DesktopOptions } from '../environments/desktop/open-desktop.js';
import { loadTokenizer } from '../perception/count-tokens.js';
import { loadPolicy } from '../rails/policy/load-policy.js';
import { loadSecrets } from '../rails/secrets/load-secrets.js';
import { createGuardedSession, createSession, openRails, type Session } from './session.js';
import { startSessionEgress } from './session-egress.js';
import { checkSessionOptions } from './session-options.js';
import type { SessionRails } from './session-state.js';

/** Options of every kind of session. */
interface StartOptions extends SessionRails {
  /** Cancels the start. What was started is closed. */
  signal?: AbortSignal | undefined;
}

/** Options of a browser session. */
export interface SessionOptions extends BrowserOptions, StartOptions {
  environment?: 'browser' | undefined;
  /** The first page. */
  url?: string | undefined;
}

/** Options of a desktop session: on a new private desktop or on an existing one. */
export interface DesktopSessionOptions extends DesktopOptions, StartOptions {
  environment: 'desktop';
}

/** Options of a session in a container with a display. */
export interface ContainerSessionOptions extends ContainerOptions, StartOptions {
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
  policy,
  home,
  gate,
  approve,
  approvalTimeoutMs,
  journal,
  secrets,
  signal,
  ...browser
}: SessionOptions): Promise<BrowserSession> {
  const rails = openRails(toRails({ policy, home, gate, approve, approvalTimeoutMs, journal, secrets }));
  const { addresses } = rails.policy ?? {};
  const egress = addresses && (await startSessionEgress(addresses, { withProxy: browser.cdp === undefined }));
  let environment: BrowserEnvironment;
  try {
    environment = await start(() => openBrowser({ note: warn, ...browser }, egress?.browser), signal);
  } catch (error) {
    await egress?.close();
    throw error;
  }
  const session = withStorage(createGuardedSession(environment, rails, egress), environment);
  if (url === undefined) return session;
  session.nameStart(toNamed(url));
  const outcome = await session.perform({ type: 'navigate', url }, { shown: false, signal });
  if (outcome.error) {
    await session.close();
    throw HandrailError.from(outcome.error);
  }
  return session;
}

/** The URL as it is opened. One that is no URL fails when it is opened. */
function toNamed(url: string): string {
  try {
    return normalizeUrl(url);
  } catch {
    return url;
  }
}

async function openScreen(options: DesktopSessionOptions | ContainerSessionOptions): Promise<Session> {
  const rails = toRails(options);
  return createSession(await start(() => openEnvironment(options), options.signal), rails);
}

/** Loads the policy and the secrets. Throws HandrailError before anything starts if one is not valid. */
function toRails({ policy, home, gate, approve, approvalTimeoutMs, journal, secrets }: SessionRails): SessionRails {
  return {
    policy: policy === undefined ? undefined : loadPolicy(policy),
    home,
    gate,
    approve,
    approvalTimeoutMs,
    journal,
    secrets: secrets === undefined ? undefined : loadSecrets(secrets),
  };
}

async function openEnvironment(options: DesktopSessionOptions | ContainerSessionOptions): Promise<Environment> {
  const {
    policy: _,
    secrets: _s,
    home: __,
    gate: ___,
    approve: ____,
    approvalTimeoutMs: _a,
    journal: _____,
    signal: ______,
    ...screen
  } = options;
  if (screen.environment === 'desktop') {
    const { environment: _______, ...desktop } = screen;
    const { openDesktop } = await import('../environments/desktop/open-desktop.js');
    return openDesktop({ note: warn, ...desktop });
  }
  const { environment: _______, ...container } = screen;
  const { openContainer } = await import('../environments/container/open-container.js');
  return openContainer({ note: warn, ...container });
}

/** Starts an environment. If the signal aborts, throws at once, and closes the environment when its start has ended. */
async function start<Started extends Environment>(
  open: () => Promise<Started>,
  signal: AbortSignal | undefined,
): Promise<Started> {
  if (!signal) return open();
  if (signal.aborted) throw toCancelledError(signal);
  const opening = open();
  try {
    return await withAbort(opening, signal);
  } catch (error) {
    // A start that failed has left nothing to close.
    const closing = signal.aborted
      ? opening.then(
          (late) => late.close(),
          () => undefined,
        )
      : undefined;
    closing?.catch((problem: unknown) => warn(messageOf(problem)));
    throw error;
  }
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
