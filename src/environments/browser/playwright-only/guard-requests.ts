import type { BrowserContext } from 'playwright-core';
import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';
import type { RequestJudge } from '../../../core/risk/request-judge.js';
import { routeRequests } from '../launch/route-requests.js';
import { isFile } from '../wire/paused-resources.js';
import { fromRouted, toMessage } from '../wire/to-outgoing-request.js';
import type { PlaywrightSession } from './session.js';

/** Lets a judge decide on the requests of the context and on the messages of the sockets of its pages. */
export async function guardRequests(
  context: BrowserContext,
  { wire }: PlaywrightSession,
  judge: RequestJudge,
): Promise<void> {
  const ask = (request: OutgoingRequest) =>
    wire.askJudge(() => judge(request, { afterAction: wire.afterAction(), isAmbient: wire.isAmbient(request) }));
  await routeRequests(
    context,
    () => true,
    async (routed) => {
      const request = fromRouted(routed, routed.pageUrl ?? wire.url());
      return isFile(request) || ask(request);
    },
  );
  await context.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    let last = Promise.resolve();
    // Messages keep their order while the judge decides.
    socket.onMessage((message) => {
      last = last.then(async () => {
        const text = typeof message === 'string' ? message : undefined;
        if (await ask(toMessage(socket.url(), text, wire.url()))) server.send(message);
      });
    });
  });
}
