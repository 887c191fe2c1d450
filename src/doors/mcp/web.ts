import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A request of `node:http` as the web knows it, without its body. Aborted when the client leaves before it is answered. */
export function toWebRequest(request: IncomingMessage, response: ServerResponse): Request {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Request(`http://localhost${request.url ?? '/'}`, {
    method: request.method ?? 'GET',
    headers,
    signal: left.signal,
  });
}

/** Sends a response of the web, as it comes. */
export async function sendWebResponse({ status, headers, body }: Response, to: ServerResponse): Promise<void> {
  to.writeHead(status, Object.fromEntries(headers));
  if (!body) {
    to.end();
    return;
  }
  to.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(body), to);
  } catch (error) {
    if (!to.destroyed) throw error; // a client that has left is no failure
  }
}

/** The body, or undefined when it is longer than `most` bytes. */
export async function readBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > most) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
