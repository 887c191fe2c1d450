import type { Environment } from '../core/view.js';
import { defaultPolicy } from '../session/judging/default-policy.js';
import {
  type AnySessionOptions,
  type ContainerSessionOptions,
  type DesktopSessionOptions,
  openSession as openScreenSession,
  type BrowserSession as ScreenBrowserSession,
  type SessionOptions,
} from '../session/open-session.js';
import { createSession as createScreenSession } from '../session/session.js';
import type { SessionRails } from '../session/session-state.js';
import { type Session, toClientSession } from './session.js';

/** A session in a browser. */
export interface BrowserSession extends Session, Pick<ScreenBrowserSession, 'storageState'> {
  readonly environment: ScreenBrowserSession['environment'];
}

/** Opens a session. Throws HandrailError if that fails, and then leaves no process behind. */
export function openSession(options?: SessionOptions): Promise<BrowserSession>;
export function openSession(options: DesktopSessionOptions | ContainerSessionOptions): Promise<Session>;
export function openSession(options: AnySessionOptions): Promise<Session>;
export async function openSession(options: AnySessionOptions = {}): Promise<Session> {
  return toClientSession(await openScreenSession({ ...options, policy: options.policy ?? defaultPolicy }));
}

/** Creates a session on an environment. Its operations run one at a time, in call order. */
export function createSession(
  environment: Environment,
  { policy = defaultPolicy, ...rails }: SessionRails = {},
): Session {
  return toClientSession(createScreenSession(environment, { ...rails, policy }));
}
