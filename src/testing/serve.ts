import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Contract, type ContractRequest, type PlannedFault, type Policy, Refusal, type Told } from './contract.js';
import type { Intent } from './intent.js';

export interface ContractServer extends AsyncDisposable {
  /** Where it listens, without a path. */
  readonly url: string;
  /** Every request it got, in order. */
  readonly requests: ContractRequest[];
  /** What each request that kept the rules told the model. */
  readonly told: Told[];
  /** Every rule that was broken: status and sentence. */
  readonly breaches: Refusal[];
  /** What goes wrong with the next requests, one each; what is not there goes well. */
  readonly faults: (PlannedFault | undefined)[];
  close(): Promise<void>;
}

/** A provider on loopback: refuses what the real one refuses, and answers as the policy says, turn by turn. */
export async function serveContract<Memory>(
  contract: Contract<Memory>,
  policy: Policy | readonly (readonly Intent[] | { raw: unknown })[],
): Promise<ContractServer> {
  const memory = contract.memory();
  const decide = typeof policy === 'function' ? policy : playBack(policy);
  const requests: ContractRequest[] = [];
  const toldAll: Told[] = [];
  const breaches: Refusal[] = [];
  const faults: (PlannedFault | undefined)[] = [];

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    const fault = faults.shift();
    if (fault && !('cut' in fault) && !('reset' in fault && fault.reset === 'middle')) return spoil(fault, response);
    try {
      const told = { ...contract.read(request, memory), turn: toldAll.length + 1 };
      toldAll.push(told);
      const decided = await decide(told);
      const body = JSON.stringify('raw' in decided ? decided.raw : contract.answer(decided, told, memory));
      if (fault) spoil(fault, response, body);
      else send(response, 200, body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      breaches.push(error);
      send(response, error.status, JSON.stringify(contract.error(error.status, error.message)));
    }
  }

  function spoil(fault: PlannedFault, response: ServerResponse, body = '{"partial":"answer"'): void {
    if ('reset' in fault) {
      if (fault.reset === 'before') return void response.socket?.destroy();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
    } else if ('stall' in fault) {
      if (fault.stall === 'before') return;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    } else if ('cut' in fault) send(response, 200, body.slice(0, fault.cut));
    else if ('body' in fault) send(response, fault.status ?? 200, fault.body, fault.headers);
    else {
      const said = contract.error(fault.status, fault.message ?? `A planned ${fault.status}.`);
      send(response, fault.status, JSON.stringify(said), fault.headers);
    }
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      // A mistake in the test's own policy must be seen, not retried.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      breaches.push(new Refusal(418, message));
      send(response, 418, JSON.stringify(contract.error(418, message)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    told: toldAll,
    breaches,
    faults,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function playBack(turns: readonly (readonly Intent[] | { raw: unknown })[]): Policy {
  let next = 0;
  return () => {
    const turn = turns[next];
    next += 1;
    if (!turn) throw new Error('The script of the contract server has no more turns.');
    return turn;
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ContractRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: parseBody(whole.toString('utf8')),
    bytes: whole.length,
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the contract says what it thinks of a body that is no JSON
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
