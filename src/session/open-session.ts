import { HandrailError } from '../core/errors.js';
import { type BrowserEnvironment, type BrowserOptions, openBrowser } from '../environments/browser/environment.js';
import { warmTokens } from '../perception/tokens.js';
import { createSession, type Rails, type Session } from './session.js';

export interface SessionOptions extends BrowserOptions, Rails {
  /** Where the actions happen. */
  environment?: 'browser';
  /** The page to begin with. */
  url?: string;
}

export interface BrowserSession extends Session {
  readonly environment: BrowserEnvironment;
  /** Cookies and local storage, to be given to another session. */
  storageState: BrowserEnvironment['storageState'];
}

/** Opens a session on a screen. Throws HandrailError when that cannot be had; then nothing is left running. */
export async function openSession(options: SessionOptions = {}): Promise<BrowserSession> {
  const { environment: kind = 'browser', url, gate, approve, journal, ...browser } = options;
  if (kind !== 'browser') {
    throw new HandrailError(
      'invalid_option',
      `There is no environment "${String(kind)}".`,
      'Valid environments: browser.',
    );
  }
  warmTokens();
  const environment = await openBrowser({ note: (text) => process.emitWarning(text, 'Handrail'), ...browser });
  const session = withStorage(
    createSession(environment, {
      ...(gate ? { gate } : {}),
      ...(approve ? { approve } : {}),
      ...(journal ? { journal } : {}),
    }),
    environment,
  );
  if (url === undefined) return session;
  const outcome = await session.perform({ type: 'navigate', url });
  if (outcome.error) {
    await session.close();
    throw new HandrailError(outcome.error.code, outcome.error.message, outcome.error.hint);
  }
  return session;
}

function withStorage(session: Session, environment: BrowserEnvironment): BrowserSession {
  return { ...session, environment, storageState: (path) => environment.storageState(path) };
}
