import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { HttpServer } from './connect.js';

export interface SentRequest {
  path: string;
  method?: string;
  /** Undefined leaves a header out. */
  headers?: Record<string, string | undefined>;
  body: string | undefined;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request with arbitrary headers, as a browser or an attacker can. */
export function sendRequest(
  { url, token }: Pick<HttpServer, 'url' | 'token'>,
  { path, method = 'POST', headers = {}, body }: SentRequest,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const sent = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const asking = httpRequest({ hostname, port, path, method, headers: given }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
