import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type Contract,
  type ContractRequest,
  ContractViolation,
  type ModelInput,
  type PlannedFault,
  type Policy,
} from './contract.js';
import type { Intent } from './intent.js';

export interface ContractServer extends AsyncDisposable {
  /** The base URL, without a path. */
  readonly url: string;
  /** All requests, in order. */
  readonly requests: ContractRequest[];
  /** The model input of each valid request. */
  readonly inputs: ModelInput[];
  /** All broken rules. */
  readonly violations: ContractViolation[];
  /** The faults of the next requests, one each; undefined for none. */
  readonly faults: (PlannedFault | undefined)[];
  close(): Promise<void>;
}

/** Starts a simulated provider on loopback. It rejects what the real one rejects, and replies as the policy decides, turn by turn. */
export async function serveContract<State>(
  contract: Contract<State>,
  policy: Policy | readonly (readonly Intent[] | { raw: unknown })[],
): Promise<ContractServer> {
  const state = contract.createState();
  const decide = typeof policy === 'function' ? policy : replay(policy);
  const requests: ContractRequest[] = [];
  const inputs: ModelInput[] = [];
  const violations: ContractViolation[] = [];
  const faults: (PlannedFault | undefined)[] = [];

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    const fault = faults.shift();
    if (fault && !('truncateAt' in fault) && !('reset' in fault && fault.reset === 'middle'))
      return sendFault(fault, response);
    try {
      const modelInput = { ...contract.readRequest(request, state), turn: inputs.length + 1 };
      inputs.push(modelInput);
      const decided = await decide(modelInput);
      const body = JSON.stringify('raw' in decided ? decided.raw : contract.respond(decided, modelInput, state));
      if (fault) sendFault(fault, response, body);
      else send(response, 200, body);
    } catch (error) {
      if (!(error instanceof ContractViolation)) throw error;
      violations.push(error);
      send(response, error.status, JSON.stringify(contract.errorBody(error.status, error.message)));
    }
  }

  function sendFault(fault: PlannedFault, response: ServerResponse, body = '{"partial":"answer"'): void {
    if ('reset' in fault) {
      if (fault.reset === 'before') return void response.socket?.destroy();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
    } else if ('stall' in fault) {
      if (fault.stall === 'before') return;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    } else if ('truncateAt' in fault) send(response, 200, body.slice(0, fault.truncateAt));
    else if ('body' in fault) send(response, fault.status ?? 200, fault.body, fault.headers);
    else {
      const error = contract.errorBody(fault.status, fault.message ?? `A planned ${fault.status}.`);
      send(response, fault.status, JSON.stringify(error), fault.headers);
    }
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      // An error in the test's own policy must be reported, not retried.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      violations.push(new ContractViolation(418, message));
      send(response, 418, JSON.stringify(contract.errorBody(418, message)));
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
    inputs,
    violations,
    faults,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function replay(turns: readonly (readonly Intent[] | { raw: unknown })[]): Policy {
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
  const bytes = Buffer.concat(chunks);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: parseBody(bytes.toString('utf8')),
    bytes: bytes.length,
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the contract rejects a body that is not JSON
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
