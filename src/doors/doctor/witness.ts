import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** What the page says it has received. Nobody else's word counts. */
export interface Heard {
  clicks: number;
  typed: string;
  /** The browser, as it names itself to servers. */
  agent: string;
}

export interface Witness {
  url: string;
  /** To be typed. */
  word: string;
  /** The colour of the page: light or dark, for each of red, green and blue. */
  colour: string;
  heard: Heard;
  /** True once `holds`; false when that does not come true in time. */
  until(holds: (heard: Heard) => boolean, ms: number): Promise<boolean>;
  close(): void;
}

/** Neither black nor white, which a picture of nothing is. */
const colours = ['001', '010', '011', '100', '101', '110'];
const mostBytes = 10_000;

/** Serves a page on loopback that tells what reached it. */
export async function openWitness(): Promise<Witness> {
  const secret = randomBytes(12).toString('hex');
  const colour = colours[randomInt(colours.length)] ?? '001';
  const heard: Heard = { clicks: 0, typed: '', agent: '' };
  let latest = 0;
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && request.url === `/${secret}`) {
      heard.agent = request.headers['user-agent'] ?? '';
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end(pageOf(secret, colour));
    }
    if (request.method !== 'POST' || !request.url?.startsWith(`/${secret}/`)) return response.writeHead(404).end();
    const text = await readBody(request);
    const count = Number(request.url.split('/').at(-1));
    if (request.url.includes('/click/')) heard.clicks += 1;
    else if (count > latest) {
      latest = count; // requests overtake one another
      heard.typed = text;
    }
    response.end();
    for (const look of waiting) look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/${secret}`,
    word: `Rail ${randomBytes(3).toString('hex')}`,
    colour,
    heard,
    until: (holds, ms) =>
      new Promise((resolve) => {
        const look = () => {
          if (holds(heard)) end(true);
        };
        const timer = setTimeout(() => end(false), ms);
        const end = (answer: boolean) => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(answer);
        };
        waiting.add(look);
        look();
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > mostBytes) break;
  }
  return text;
}

function pageOf(secret: string, colour: string): string {
  const paint = [...colour].map((light) => (light === '1' ? 220 : 30)).join(',');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Handrail doctor</title>
<style>body { margin: 24px; background: rgb(${paint}) }</style>
<button>Ring</button> <label>Word <input autocomplete="off"></label>
<script>
let count = 0;
const tell = (what, text) => fetch('/${secret}/' + what + '/' + ++count, { method: 'POST', body: text });
document.querySelector('button').addEventListener('click', (event) => { if (event.isTrusted) tell('click', '') });
document.querySelector('input').addEventListener('input', ({ isTrusted, target }) => { if (isTrusted) tell('typed', target.value) });
</script>`;
}
