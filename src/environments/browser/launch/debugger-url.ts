import { HandrailError } from '../../../core/errors.js';

const answerMs = 5000;
const maxBytes = 64 * 1024;
const hint = 'Give the address of a browser started with --remote-debugging-port, such as http://127.0.0.1:9222.';
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The WebSocket address of the browser at `cdp`. An http address is asked for it, and the answer must stay on the same host and port:
 * otherwise whoever answers there could send us anywhere.
 */
export async function debuggerUrl(cdp: string): Promise<string> {
  const asked = parse(cdp);
  if (asked.protocol === 'ws:' || asked.protocol === 'wss:') return asked.href;
  const version = new URL(asked);
  version.pathname = `${asked.pathname.replace(/\/$/, '')}/json/version`;
  const answer = await read(version, asked.host);
  const named = socketIn(answer, asked.host);
  if (!sameHost(named, asked)) {
    throw unreachable(
      `The browser at ${asked.host} names another host, ${named.host}, for its connection. That was refused.`,
    );
  }
  named.protocol = asked.protocol === 'https:' ? 'wss:' : 'ws:';
  named.host = asked.host;
  return named.href;
}

function parse(cdp: string): URL {
  const url = URL.canParse(cdp) ? new URL(cdp) : undefined;
  if (!url || !['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol)) {
    throw new HandrailError('bad_url', `"${cdp}" is not the address of a browser.`, hint);
  }
  if (url.username || url.password) {
    throw new HandrailError(
      'bad_url',
      `The address of the browser at ${url.host} holds a user name or password.`,
      'Leave them out.',
    );
  }
  return url;
}

async function read(url: URL, host: string): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(answerMs) });
    if (!response.ok) throw new Error(`It answered ${response.status}.`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new Error('It sent more than a browser would.');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    throw unreachable(`The browser at ${host} cannot be reached. ${reason(error)}`, error);
  }
}

function socketIn(answer: string, host: string): URL {
  const parsed = parseJson(answer);
  const address =
    typeof parsed === 'object' && parsed !== null && 'webSocketDebuggerUrl' in parsed
      ? parsed.webSocketDebuggerUrl
      : undefined;
  if (typeof address === 'string' && URL.canParse(address) && /^wss?:/.test(address)) return new URL(address);
  throw unreachable(`What answers at ${host} is not a browser.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not a browser: said by the caller
  }
}

function sameHost(one: URL, other: URL): boolean {
  const sameName = one.hostname === other.hostname || (loopback.has(one.hostname) && loopback.has(other.hostname));
  return sameName && one.port === other.port;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `It did not answer within ${answerMs} ms.`;
  return error.cause instanceof Error ? `${error.cause.message}.` : error.message;
}

function unreachable(message: string, cause?: unknown): HandrailError {
  return new HandrailError('browser_unreachable', message, hint, { cause });
}
