import { connect, createServer, type Server, type Socket } from 'node:net';
import type { UserBrowser } from '../launch/user-browser.js';
import { listen } from './witness.js';

export interface Relay {
  address: string;
  /** Closes every connection. New connections are served. */
  drop(): void;
  /** Keeps every connection open and forwards nothing. */
  silence(): void;
  close(): void;
}

/** Forwards the debugging connections of a browser, and can interrupt them. Clients connect to `address`. */
export async function startRelay(browser: UserBrowser): Promise<Relay> {
  const sockets = new Set<Socket>();
  let silent = false;
  const server: Server = createServer((near) => {
    const far = connect(browser.port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => silent || to.write(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const port = await listen(server);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: browser.socket.replace(String(browser.port), String(port)),
    drop,
    silence: () => {
      silent = true;
    },
    close: () => {
      drop();
      server.close();
    },
  };
}
