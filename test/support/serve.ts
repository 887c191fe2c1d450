import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Served {
  url: string;
  /** Every request as `METHOD /path`, except the one for the icon, which the browser sends at any time. */
  log: string[];
  close(): void;
}

/** Serves pages on loopback and records every request. Any other path answers 200 with an empty body. */
export async function servePages(pages: Record<string, Answer>): Promise<Served> {
  const log: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path !== '/favicon.ico') log.push(`${request.method} ${path}`);
    const answer = pages[path.split('?', 1)[0] ?? '/'];
    if (typeof answer === 'function') return answer(request, response);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(answer ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    log,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
