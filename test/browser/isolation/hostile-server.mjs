// Serves the hostile pages from a thread of its own, so that a flood of requests does not occupy the process under test.
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {Record<string, string>} */
const pages = workerData;

/** @type {(type: string, body: string) => import('node:http').RequestListener} */
const text = (type, body) => (_, response) => void response.writeHead(200, { 'Content-Type': type }).end(body);

/** @type {Record<string, import('node:http').RequestListener>} */
const routes = {
  '/quiet': text('text/html', '<title>quiet</title><h1>quiet</h1>'),
  '/file': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment' });
    response.end('x'.repeat(10_000));
  },
  '/worker.js': text(
    'text/javascript',
    `addEventListener('install', () => skipWaiting());
     addEventListener('activate', (event) => event.waitUntil(clients.claim()));
     addEventListener('fetch', () => { for (let n = 0; n < 20; n += 1) fetch('/quiet?' + n).catch(() => 0); registration.update(); });`,
  ),
  '/echo': text(
    'text/html',
    `<script>onmessage = (event) => { for (let n = 0; n < 3; n += 1) event.source.postMessage('x'.repeat(1000), '*'); }; parent.postMessage('x', '*');</script>`,
  ),
  '/endless': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    const timer = setInterval(() => response.write(`<p>${'x'.repeat(20_000)}</p>`), 2);
    response.on('close', () => clearInterval(timer));
  },
};

let port = 0;
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  const html = pages[decodeURIComponent(url.pathname.slice(1))];
  if (html === undefined) {
    const route = routes[url.pathname];
    if (route) route(request, response);
    else response.writeHead(404).end();
    return;
  }
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><body>${html.replaceAll('{{other}}', `http://localhost:${port}`)}`);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  parentPort?.postMessage(port);
});
