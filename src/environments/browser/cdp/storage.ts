import { readFile } from 'node:fs/promises';
import { withTimeout } from '../../../core/deadline.js';
import { HandrailError, messageOf } from '../../../core/errors.js';
import type { CdpSession, ContextOptions, StorageState } from '../handles.js';
import type { Connection } from './connection.js';

/** The storage of one context. */
export interface StorageOwner {
  connection: Connection;
  browserContextId: string;
  /** Opens a page that no session sees. Returns its target. */
  openHidden(): Promise<string>;
}

type StoredOrigin = StorageState['origins'][number];

const originMs = 5_000;

/** Cookies, and the local storage of `origins`. */
export async function readStorage(owner: StorageOwner, origins: ReadonlySet<string>): Promise<StorageState> {
  const { root } = owner.connection;
  const { cookies } = await root.send('Storage.getCookies', { browserContextId: owner.browserContextId });
  const stored: StoredOrigin[] = [];
  if (origins.size > 0)
    await withHiddenPage(owner, async (page) => {
      for (const origin of origins) {
        const items = await page.evaluate(origin, readItems);
        if (items.length > 0) stored.push({ origin, localStorage: items });
      }
    });
  return { cookies: cookies.map(toCookie), origins: stored };
}

const readItems = '[...Object.keys(localStorage)].map((name) => ({ name, value: localStorage.getItem(name) }))';

type StoredCookie = StorageState['cookies'][number];

/** The fields that Playwright stores, too. The browser treats a cookie without `sameSite` as `Lax`. */
function toCookie(cookie: Omit<StoredCookie, 'sameSite'> & Partial<StoredCookie>): StoredCookie {
  const { name, value, domain, path, expires, httpOnly, secure, sameSite = 'Lax' } = cookie;
  return { name, value, domain, path, expires, httpOnly, secure, sameSite };
}

/** Writes the cookies and the local storage of a file or an object that `storageState` made. */
export async function writeStorage(owner: StorageOwner, given: ContextOptions['storageState']): Promise<void> {
  if (given === undefined) return;
  const state = typeof given === 'string' ? await readStateFile(given) : given;
  const { root } = owner.connection;
  const cookies = (state.cookies ?? []).map(({ expires, ...cookie }) =>
    expires === -1 ? cookie : { ...cookie, expires },
  );
  if (cookies.length > 0) await root.send('Storage.setCookies', { cookies, browserContextId: owner.browserContextId });
  const origins = (state.origins ?? []).filter(({ localStorage }) => localStorage.length > 0);
  if (origins.length === 0) return;
  await withHiddenPage(owner, async (page) => {
    for (const { origin, localStorage } of origins)
      await page.evaluate(
        origin,
        `for (const { name, value } of ${JSON.stringify(localStorage)}) localStorage.setItem(name, value); []`,
      );
  });
}

async function readStateFile(path: string): Promise<StorageState> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new HandrailError(
      'invalid_option',
      `The storage state ${path} cannot be read: ${messageOf(error)}`,
      'Pass a file that storageState() wrote.',
      { cause: error },
    );
  }
}

interface HiddenPage {
  /** Runs an expression in an empty document of the origin, and returns its value. No request leaves the browser. */
  evaluate(origin: string, expression: string): Promise<StoredOrigin['localStorage']>;
}

/** Opens a page that no session sees, for as long as `work` runs. */
async function withHiddenPage(owner: StorageOwner, work: (page: HiddenPage) => Promise<void>): Promise<void> {
  const { connection, openHidden } = owner;
  const { root } = connection;
  const targetId = await openHidden();
  try {
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
    const session = connection.session(sessionId);
    session.on('Fetch.requestPaused', ({ requestId }) => {
      const responseHeaders = [{ name: 'Content-Type', value: 'text/html' }];
      session
        .send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body: '' })
        .catch(() => undefined); // the page is gone
    });
    await Promise.all([
      session.send('Fetch.enable', {}),
      session.send('Page.enable'),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
    await work({ evaluate: (origin, expression) => evaluateAt(session, origin, expression) });
  } finally {
    await root.send('Target.closeTarget', { targetId });
  }
}

async function evaluateAt(
  session: CdpSession,
  origin: string,
  expression: string,
): Promise<StoredOrigin['localStorage']> {
  const loaded = new Promise<void>((resolve) => session.on('Page.domContentEventFired', () => resolve()));
  await session.send('Page.navigate', { url: origin });
  await withTimeout(originMs, `Opening an empty page of ${origin}`, loaded);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value ?? [];
}
