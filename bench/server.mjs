import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { installedDocuments } from './documents.mjs';
import { applicationPage } from './flows/page.mjs';
import { blank, flat, nested, shop, small, still, table, tally } from './pages.mjs';

/** @type {Record<string, (count: number) => string>} */
const generators = {
  shop,
  table,
  small,
  flat,
  nested,
  still,
  tally,
  blank,
  application: () => applicationPage('Application'),
  app: (section) => applicationPage(`Section ${section}`),
};

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
};

/**
 * Serves the pages on loopback and stores the counts that the counting pages send.
 * @returns {Promise<{ origin: string, clicks(subject: string, timeoutMs?: number): Promise<number>, close(): Promise<void> }>}
 */
export async function startServer() {
  const roots = new Map(installedDocuments().map(({ name, root }) => [name, root]));
  /** @type {Map<string, string>} */
  const generated = new Map();
  /** @type {Map<string, number>} */
  const pageCounts = new Map();
  /** @type {Map<string, (clicks: number) => void>} */
  const waiting = new Map();

  /** @param {string} pathname */
  function generate(pathname) {
    const [, kind = '', count = '0'] = pathname.split('/');
    const generator = Object.hasOwn(generators, kind) ? generators[kind] : undefined;
    if (!generator) return undefined;
    const known = generated.get(pathname);
    if (known) return known;
    const html = generator(Number(count));
    generated.set(pathname, html);
    return html;
  }

  /** @param {string} pathname @param {import('node:http').ServerResponse} response */
  async function sendDocument(pathname, response) {
    const [, , name = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    const root = roots.get(name);
    const path = root && normalize(join(root, ...rest));
    if (!path?.startsWith(root + sep)) return false;
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isFile()) return false;
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-length': stats.size,
    });
    await pipeline(createReadStream(path), response);
    return true;
  }

  /** @param {import('node:http').IncomingMessage} request @param {string} subject */
  async function receiveCount(request, subject) {
    let body = '';
    for await (const chunk of request) body += chunk;
    pageCounts.set(subject, Number(body));
    waiting.get(subject)?.(Number(body));
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    try {
      if (url.pathname === '/count') {
        await receiveCount(request, url.searchParams.get('subject') ?? '');
        response.writeHead(204).end();
        return;
      }
      const html = generate(url.pathname);
      if (html !== undefined) {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
        return;
      }
      if (url.pathname.startsWith('/documents/') && (await sendDocument(url.pathname, response))) return;
      response.writeHead(404).end();
    } catch {
      response.destroy(); // the browser closed the connection during the response
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The page server has no port.');

  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** The count of the page of `subject`. Call it after the subject has left that page. */
    async clicks(subject, timeoutMs = 5_000) {
      const known = pageCounts.get(subject);
      if (known !== undefined) return known;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`The page of ${subject} sent no count.`)), timeoutMs);
        waiting.set(subject, (clicks) => {
          clearTimeout(timer);
          resolve(clicks);
        });
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}
