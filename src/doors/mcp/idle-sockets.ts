import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface IdleSockets {
  /** Keeps the socket of an accepted request until its response has ended. */
  keep(request: IncomingMessage, response: ServerResponse): void;
}

/** Limits the sockets without an accepted request. A new socket takes the place of the one that has been idle for longest. */
export function limitIdleSockets(server: Server, maxIdle: number): IdleSockets {
  const idle = new Set<Socket>();
  const add = (socket: Socket): void => {
    if (socket.destroyed) return;
    idle.add(socket);
    const [oldest] = idle;
    if (idle.size <= maxIdle || !oldest) return;
    idle.delete(oldest);
    oldest.destroy();
  };
  server.on('connection', (socket) => {
    socket.once('close', () => idle.delete(socket));
    add(socket);
  });
  return {
    keep({ socket }, response) {
      idle.delete(socket);
      response.once('close', () => add(socket));
    },
  };
}
