import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

export interface PackageCache {
  url: string;
  close(): Promise<void>;
}

const aptArchives = '/var/cache/apt/archives';

/** Starts an HTTP proxy for apt that serves the packages in this machine's apt cache. apt verifies their hashes. */
export async function startPackageCache(): Promise<PackageCache> {
  const packages = listPackages(aptArchives);
  const server = createServer((incoming, response) => {
    const file = packages.get(basename(decodeURIComponent(incoming.url ?? '')));
    if (!file) {
      forward(incoming, response);
      return;
    }
    response.writeHead(200, { 'content-length': statSync(file).size });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Paths by the file names on the servers. Names in the cache also have the epoch of the version: 'name_1%3a2.0_amd64.deb'. */
function listPackages(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((file) => file.endsWith('.deb'));
  return new Map(files.map((file) => [file.replace(/_\d+%3a/, '_'), join(folder, file)]));
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { url = '', method, headers } = incoming;
  if (!url.startsWith('http://')) {
    response.writeHead(400).end();
    return;
  }
  const outgoing = request(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  incoming.pipe(outgoing);
}
