import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

export interface PackageCache {
  address: string;
  close(): Promise<void>;
}

const archives = '/var/cache/apt/archives';

/**
 * Between a build and the servers of Debian: packages that this machine has fetched before are handed out from here. Whether they are the
 * right ones is checked by apt, which knows their hashes.
 */
export async function servePackages(folder = archives): Promise<PackageCache> {
  const files = keptFiles(folder);
  const server = createServer((asked, answer) => {
    const kept = files.get(nameOf(asked.url ?? ''));
    if (!kept) {
      forward(asked, answer);
      return;
    }
    answer.writeHead(200, { 'content-length': statSync(kept).size });
    createReadStream(kept)
      .on('error', () => answer.destroy())
      .pipe(answer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a path
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What is kept, by the name that servers have for it: apt's own has the epoch of the version in it ('name_1%3a2.0_amd64.deb'). */
function keptFiles(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((file) => file.endsWith('.deb'));
  return new Map(files.map((file) => [file.replace(/_\d+%3a/, '_'), join(folder, file)]));
}

function nameOf(url: string): string {
  return basename(decodeURIComponent(url));
}

function forward(asked: IncomingMessage, answer: ServerResponse): void {
  const { url = '', method, headers } = asked;
  if (!url.startsWith('http://')) {
    answer.writeHead(400).end();
    return;
  }
  const further = request(url, { method, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(answer);
  });
  further.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  asked.pipe(further);
}
