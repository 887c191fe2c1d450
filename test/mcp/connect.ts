import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FormerStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FormerHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { program, until } from '../cli/handrail.js';

/** The current protocol with its client package, and the previous one with the package of its time. */
export const generations = ['2026-07-28', '2025-11-25'] as const;
export type Generation = (typeof generations)[number];

export interface ListedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown> | undefined;
  annotations?: Record<string, unknown> | undefined;
}

export interface ToolAnswer {
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface CallSettings {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
  timeout?: number;
  /** Returns a question instead of answering it. */
  allowInputRequired?: boolean;
}

export interface Elicited {
  message: string;
  requestedSchema?: unknown;
}

export type FormAnswer = {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean>;
};

export interface ConnectSettings {
  /** Answers forms. Without it the client does not support elicitation. */
  elicit?: (form: Elicited) => FormAnswer | Promise<FormAnswer>;
  name?: string;
}

/** A client of either protocol. */
export interface Connected {
  list(): Promise<ListedTool[]>;
  call(tool: string, input?: Record<string, unknown>, settings?: CallSettings): Promise<ToolAnswer>;
  /** The text of a call that must succeed. */
  text(tool: string, input?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
  pid: number | undefined;
}

type Where = { command: string; args: string[]; cwd: string } | { url: URL; token: string };

/** Starts `handrail mcp …` and connects to it over stdio. */
export function overStdio(
  generation: Generation,
  parameters: readonly string[],
  folder: string,
  settings: ConnectSettings = {},
): Promise<Connected> {
  return connectBy(
    generation,
    { command: process.execPath, args: [program, 'mcp', ...parameters], cwd: folder },
    settings,
  );
}

/** Connects to a server over HTTP. */
export function overHttp(
  generation: Generation,
  server: Pick<HttpServer, 'url' | 'token'>,
  settings: ConnectSettings = {},
): Promise<Connected> {
  return connectBy(generation, { url: new URL(server.url), token: server.token }, settings);
}

/** Connects to the server that a configuration names. */
export async function connectBy(
  generation: Generation,
  where: Where,
  settings: ConnectSettings = {},
): Promise<Connected> {
  return generation === '2026-07-28' ? connectNow(where, settings) : connectFormer(where, settings);
}

async function connectNow(where: Where, { elicit, name = 'tester' }: ConnectSettings): Promise<Connected> {
  const client = new Client(
    { name, version: '1' },
    {
      capabilities: elicit ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  if (elicit) client.setRequestHandler('elicitation/create', async ({ params }) => elicit(params as Elicited));
  const transport =
    'url' in where
      ? new StreamableHTTPClientTransport(where.url, { requestInit: { headers: bearer(where.token) } })
      : new StdioClientTransport({ ...where, stderr: 'ignore', env: environment() });
  await client.connect(transport);
  return connectedBy(client, transport, (call, options) => client.callTool(call, options));
}

async function connectFormer(where: Where, { elicit, name = 'tester' }: ConnectSettings): Promise<Connected> {
  const client = new FormerClient({ name, version: '1' }, { capabilities: elicit ? { elicitation: {} } : {} });
  if (elicit) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => elicit(params as Elicited));
  const transport =
    'url' in where
      ? new FormerHttp(where.url, { requestInit: { headers: bearer(where.token) } })
      : new FormerStdio({ ...where, stderr: 'ignore', env: environment() });
  await client.connect(transport);
  return connectedBy(client, transport, (call, options) => client.callTool(call, undefined, options));
}

interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** What the tests use of a client of either generation. */
function connectedBy(
  client: Client | FormerClient,
  transport: object,
  send: (call: ToolCall, options?: Parameters<Connected['call']>[2]) => Promise<unknown>,
): Connected {
  return {
    list: async () => (await client.listTools()).tools as ListedTool[],
    call: async (tool, input = {}, options = {}) =>
      (await send({ name: tool, arguments: input }, options)) as ToolAnswer,
    text: (tool, input) => textOf(send({ name: tool, arguments: input ?? {} }) as Promise<ToolAnswer>),
    close: () => client.close(),
    pid: 'pid' in transport && typeof transport.pid === 'number' ? transport.pid : undefined,
  };
}

async function textOf(answer: Promise<ToolAnswer>): Promise<string> {
  const { content, isError } = await answer;
  const text = content.map((part) => part.text ?? '').join('\n');
  if (isError) throw new Error(text);
  return text;
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function environment(): Record<string, string> {
  const { HANDRAIL_HOME: _, HANDRAIL_MCP_TOKEN: __, ...inherited } = process.env;
  return Object.fromEntries(
    Object.entries(inherited).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export interface HttpServer {
  url: string;
  token: string;
  /** The token file, if the server created the token. */
  tokenPath: string | undefined;
  child: ChildProcess;
  ended: Promise<number | null>;
  close(): Promise<number | null>;
}

/** Starts `handrail mcp --http` and waits until it listens. */
export async function startHttp(parameters: readonly string[], folder: string): Promise<HttpServer> {
  const child = spawn(process.execPath, [program, 'mcp', '--http', '0', ...parameters], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await until(() => /listens at \S+\n/.test(said) || child.exitCode !== null, 'it listens');
  const [, url = ''] = /listens at (\S+)/.exec(said) ?? [];
  if (url === '') throw new Error(`It does not listen: ${said}`);
  const given = parameters.indexOf('--token');
  const [, tokenPath] = /token in (.+)\n/.exec(said) ?? [];
  const token = given >= 0 ? (parameters[given + 1] ?? '') : readFileSync(tokenPath ?? '', 'utf8').trim();
  return {
    url,
    token,
    tokenPath,
    child,
    ended,
    async close() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
