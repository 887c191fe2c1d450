import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Carts } from './cart.mjs';
import { makeCatalogue } from './catalogue.mjs';
import { problemPage } from './pages/problem.mjs';
import { Problem } from './problem.mjs';
import { parseTarget, readFields, readSession } from './request.mjs';
import { findRoute, page } from './routes.mjs';

/**
 * @typedef {{ at: string, method: string, path: string, query: Record<string, string>, body: Record<string, string> | null, session: string }} LoggedRequest
 * @typedef {{ id: number, name: string, colour: string, quantity: number, price: number }} OrderItem
 * @typedef {{ number: string, session: string, items: OrderItem[], customer: import('./checkout.mjs').Customer, total: number, at: string }} Order
 * @typedef {{ url: string, log: LoggedRequest[], orders: Order[], close: () => Promise<void> }} RunningShop
 */

const types = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** @param {import('./routes.mjs').ShopRequest} shopRequest @param {unknown} error @returns {import('./routes.mjs').ShopResponse} */
function toErrorResponse(shopRequest, error) {
  if (!(error instanceof Problem)) console.error('The shop failed to answer:', error);
  const problem = error instanceof Problem ? error : new Problem(500, 'The shop failed to answer. Try again.');
  const { status, message, headers } = problem;
  if (shopRequest.wantsJson) return { status, headers, type: 'json', body: JSON.stringify({ message }) };
  return { ...page(shopRequest, problemPage(status, message), status), headers };
}

/** @param {import('./routes.mjs').Shop} shop @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function serve(shop, request, response) {
  const { id: session, isNew } = readSession(request.headers.cookie);
  const method = request.method ?? 'GET';
  const wantsJson = request.headers.accept?.includes('application/json') ?? false;
  /** @type {LoggedRequest} */
  const entry = { at: new Date().toISOString(), method, path: request.url ?? '/', query: {}, body: null, session };
  if (!entry.path.startsWith('/__')) shop.log.push(entry); // requests for the log itself are not logged
  /** @type {import('./routes.mjs').ShopRequest} */
  const shopRequest = { shop, session, wantsJson, query: {}, fields: {} };
  let shopResponse;
  try {
    Object.assign(entry, parseTarget(entry.path));
    shopRequest.query = entry.query;
    const handle = findRoute(method, entry.path);
    if (method === 'POST') {
      shopRequest.fields = await readFields(request);
      entry.body = shopRequest.fields;
    }
    shopResponse = await handle(shopRequest);
  } catch (error) {
    if (request.destroyed && !request.complete) return; // the client closed the connection during the request
    shopResponse = toErrorResponse(shopRequest, error);
  }
  const cookie = isNew ? { 'set-cookie': `shop_session=${session}; Path=/; HttpOnly; SameSite=Lax` } : {};
  response.writeHead(shopResponse.status, {
    'content-type': types[shopResponse.type],
    'cache-control': 'no-store',
    ...cookie,
    ...shopResponse.headers,
  });
  response.end(shopResponse.body);
}

/**
 * Starts the shop. `log` holds every request and `orders` every order, for tests.
 * Port 0 selects a free port.
 * @param {{ port?: number, products?: number, host?: string }} [options]
 * @returns {Promise<RunningShop>}
 */
export async function startShop({ port = 0, products: count = 24, host = '127.0.0.1' } = {}) {
  if (!Number.isInteger(count) || count < 0) throw new RangeError('The number of products must be 0 or more.');
  const products = makeCatalogue(count);
  /** @type {import('./routes.mjs').Shop} */
  const shop = { products, carts: new Carts(products), orders: [], log: [] };
  const server = createServer({ requestTimeout: 15_000 }, (request, response) => {
    serve(shop, request, response).catch((error) => {
      console.error('The shop dropped a request:', error);
      response.destroy();
    });
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    else socket.destroy();
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The shop has no port to listen on.');
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${address.port}`,
    log: shop.log,
    orders: shop.orders,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { port: { type: 'string' }, products: { type: 'string' } } });
  const shop = await startShop({ port: Number(values.port ?? 0), products: Number(values.products ?? 24) });
  console.log(`The shop is open at ${shop.url} (requests: ${shop.url}/__log, orders: ${shop.url}/__orders)`);
}
