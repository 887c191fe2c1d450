import { HandrailError } from '../../../core/errors.js';

const answerMs = 5000;
const maxBytes = 64 * 1024;
const hint = 'Use the URL of a browser that was started with --remote-debugging-port, such as http://127.0.0.1:9222.';
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The WebSocket URL of the browser at `cdp`. A server at an http URL is asked for it. Its answer must name the same host and port, so that
 * it cannot redirect the connection.
 */
export async function debuggerUrl(cdp: string): Promise<string> {
  const requested = parse(cdp);
  if (requested.protocol === 'ws:' || requested.protocol === 'wss:') return requested.href;
  const version = new URL(requested);
  version.pathname = `${requested.pathname.replace(/\/$/, '')}/json/version`;
  const answer = await read(version, requested.host);
  const named = readSocketUrl(answer, requested.host);
  if (!isSameHost(named, requested)) {
    throw unreachable(
      `The browser at ${requested.host} names another host for its connection, ${named.host}. This is not allowed.`,
    );
  }
  named.protocol = requested.protocol === 'https:' ? 'wss:' : 'ws:';
  named.host = requested.host;
  return named.href;
}

function parse(cdp: string): URL {
  const url = URL.canParse(cdp) ? new URL(cdp) : undefined;
  if (!url || !['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol)) {
    throw new HandrailError('bad_url', `"${cdp}" is not the URL of a browser.`, hint);
  }
  if (url.username || url.password) {
    throw new HandrailError(
      'bad_url',
      `The URL of the browser at ${url.host} contains a user name or password.`,
      'Remove them.',
    );
  }
  return url;
}

async function read(url: URL, host: string): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(answerMs) });
    if (!response.ok) throw new Error(`It responded with status ${response.status}.`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new Error(`It sent more than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    throw unreachable(`The browser at ${host} cannot be reached. ${reason(error)}`, error);
  }
}

function readSocketUrl(answer: string, host: string): URL {
  const parsed = parseJson(answer);
  const socketUrl =
    typeof parsed === 'object' && parsed !== null && 'webSocketDebuggerUrl' in parsed
      ? parsed.webSocketDebuggerUrl
      : undefined;
  if (typeof socketUrl === 'string' && URL.canParse(socketUrl) && /^wss?:/.test(socketUrl)) return new URL(socketUrl);
  throw unreachable(`The server at ${host} is not a browser.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller reports that it is not a browser
  }
}

function isSameHost(one: URL, other: URL): boolean {
  const sameName = one.hostname === other.hostname || (loopback.has(one.hostname) && loopback.has(other.hostname));
  return sameName && one.port === other.port;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `It did not respond within ${answerMs} ms.`;
  return error.cause instanceof Error ? `${error.cause.message}.` : error.message;
}

function unreachable(message: string, cause?: unknown): HandrailError {
  return new HandrailError('browser_unreachable', message, hint, { cause });
}
