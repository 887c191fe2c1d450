import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wav': 'audio/wav',
};

export interface FixtureServer {
  /** The address of a page of test/fixtures, or of a folder given to `serve`. */
  url(path: string): string;
  close(): Promise<void>;
}

/** Serves test/fixtures, and other folders under a name of their own. `{{other}}` in a page becomes this server as another site. */
export async function serveFixtures(folders: Record<string, string> = {}): Promise<FixtureServer> {
  const own = fileURLToPath(new URL('fixtures', import.meta.url));
  let port = 0;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    const [, first = '', ...rest] = normalize(path).split('/');
    const folder = folders[first];
    const file = folder === undefined ? join(own, first, ...rest) : join(folder, ...rest);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
    const bytes = readFileSync(file);
    const isOurs = folder === undefined && extname(file) === '.html';
    response.end(isOurs ? bytes.toString().replaceAll('{{other}}', `http://localhost:${port}`) : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const bound = server.address();
  port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
