import { createServer, type ServerResponse } from 'node:http';

/** Pages that report what happened on them to their server. */
export interface TestSite {
  url: string;
  /** The submitted forms, in order. */
  sent: string[];
  /** The pages that are open now, by the name in their URL. */
  open(): string[];
  close(): Promise<void>;
}

const lines = Array.from(
  { length: 2_000 },
  (_, index) => `<p>Line ${index + 1} of a long page: ${'word '.repeat(8)}</p>`,
);

const pages: Record<string, string> = {
  '/': '<title>Bell</title><h1>Bell</h1><form method="post" action="/sent"><input name="note" aria-label="Note"><button>Ring</button></form>',
  '/long': `<title>Long</title><main><h1>Long</h1>${lines.join('')}</main>`,
  '/noise': `<title>Noise</title><style>body{margin:0}</style><canvas width="1440" height="900"></canvas><script>
    const context = document.querySelector('canvas').getContext('2d');
    const picture = context.createImageData(1440, 900);
    for (let index = 0; index < picture.data.length; index += 1) picture.data[index] = index % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(picture, 0, 0);</script>`,
  '/here': '<title>Here</title><h1>Here</h1><script>new EventSource("/stay" + location.search)</script>',
};

export async function startTestSite(): Promise<TestSite> {
  const sent: string[] = [];
  const staying = new Map<ServerResponse, string>();
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/stay') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      staying.set(response, search.slice(1));
      response.on('close', () => staying.delete(response));
      return;
    }
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.method === 'POST') sent.push(body);
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pages[pathname] ?? '<title>Sent</title>Sent');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    sent,
    open: () => [...staying.values()].sort(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
