import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The input that the page itself reported. */
export interface ReceivedInput {
  clicks: number;
  typed: string;
  /** The User-Agent header of the browser. */
  agent: string;
}

/** A page on loopback that reports the input it receives, independently of the browser driver. */
export interface TestPage {
  url: string;
  /** The text to type. */
  text: string;
  /** The background: light (1) or dark (0) for each of red, green and blue. */
  colour: string;
  received: ReceivedInput;
  /** Resolves to true as soon as `condition` holds, and to false if it does not hold within `ms`. */
  waitUntil(condition: (received: ReceivedInput) => boolean, ms: number): Promise<boolean>;
  close(): void;
}

/** Neither black nor white, so that an empty picture never matches. */
const colours = ['001', '010', '011', '100', '101', '110'];
const maxBodyLength = 10_000;

/** Starts a server for one test page. */
export async function serveTestPage(): Promise<TestPage> {
  const secret = randomBytes(12).toString('hex');
  const colour = colours[randomInt(colours.length)] ?? '001';
  const received: ReceivedInput = { clicks: 0, typed: '', agent: '' };
  const listeners = new Set<() => void>();
  const server = createServer(createHandler(secret, colour, received, listeners));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/${secret}`,
    text: `Rail ${randomBytes(3).toString('hex')}`,
    colour,
    received,
    waitUntil: (condition, ms) =>
      new Promise((resolve) => {
        const check = () => {
          if (condition(received)) end(true);
        };
        const timer = setTimeout(() => end(false), ms);
        const end = (result: boolean) => {
          clearTimeout(timer);
          listeners.delete(check);
          resolve(result);
        };
        listeners.add(check);
        check();
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function createHandler(secret: string, colour: string, received: ReceivedInput, listeners: Set<() => void>) {
  let lastTyped = 0;
  return async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '' } = request;
    if (method === 'GET' && url === `/${secret}`) {
      received.agent = request.headers['user-agent'] ?? '';
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end(renderPage(secret, colour));
    }
    if (method !== 'POST' || !url.startsWith(`/${secret}/`)) return response.writeHead(404).end();
    const text = await readBody(request);
    const count = Number(url.split('/').at(-1));
    if (url.includes('/click/')) received.clicks += 1;
    else if (count > lastTyped) {
      lastTyped = count; // requests may arrive out of order
      received.typed = text;
    }
    response.end();
    for (const listener of listeners) listener();
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > maxBodyLength) break;
  }
  return text;
}

function renderPage(secret: string, colour: string): string {
  const background = [...colour].map((light) => (light === '1' ? 220 : 30)).join(',');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Handrail doctor</title>
<style>body { margin: 24px; background: rgb(${background}) }</style>
<button>Ring</button> <label>Word <input autocomplete="off"></label>
<script>
let count = 0;
const report = (kind, text) => fetch('/${secret}/' + kind + '/' + ++count, { method: 'POST', body: text });
document.querySelector('button').addEventListener('click', (event) => { if (event.isTrusted) report('click', '') });
document.querySelector('input').addEventListener('input', ({ isTrusted, target }) => { if (isTrusted) report('typed', target.value) });
</script>`;
}
