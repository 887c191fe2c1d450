import { loadDotEnv } from '../../../agent/dotenv.js';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { readAddress } from '../../../environments/browser/address.js';
import { pickTools } from '../../../tools/toolsets.js';
import type { ClientLimits } from '../../mcp/client.js';
import { isLoopback } from '../../mcp/guard.js';
import { serveOnHttp } from '../../mcp/http.js';
import type { Door } from '../../mcp/server-context.js';
import { type Serving, serveOnStdio } from '../../mcp/stdio.js';
import { makeToken } from '../../mcp/token.js';
import { readOtherScreen, refuseBrowserWords } from '../../session-manager/screen-options.js';
import { exitCodes, signalCode } from '../../terminal/exit-codes.js';
import { listenForInterruption } from '../run/interruption.js';
import type { ScreenFlags } from '../screen-flags.js';

export interface McpFlags extends ScreenFlags {
  http?: number | true;
  host?: string;
  token?: string[];
  idle?: number;
  tools?: string[];
  approve: 'ask' | 'all' | 'none';
  allowEvaluate?: true;
  url?: string;
  headed?: true;
  viewport?: { width: number; height: number };
  profile?: string;
}

const closeMs = 3_000;

/** `handrail mcp`: serves until its client has left or a signal ends it; then the process ends, and every browser with it. */
export async function serveMcp(flags: McpFlags, version: string): Promise<never> {
  loadDotEnv();
  checkFlags(flags);
  const door = doorOf(flags, version);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  const interrupted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  if (flags.http === undefined && process.stdin.isTTY)
    process.stderr.write('handrail mcp waits for an MCP client at its standard input. Ctrl+C ends it.\n');
  const serving = flags.http === undefined ? serveOnStdio(door, limitsOf(flags)) : await listen(door, flags);
  await Promise.race([serving.left, interrupted]);
  // Leaving ends a browser that does not close in time, and one that is still being started.
  await within(closeMs, 'Closing the sessions', serving.close()).catch(() => undefined);
  process.exit(signal.aborted ? signalCode(interruption.cause()) : exitCodes.done);
}

async function listen(door: Door, flags: McpFlags): Promise<Serving> {
  const { http, host = '127.0.0.1' } = flags;
  const given = tokensOf(flags);
  let made: ReturnType<typeof makeToken> | undefined;
  const { url, close } = await serveOnHttp(door, {
    host,
    port: http === true ? 0 : (http ?? 0),
    tokens(port) {
      if (given.length > 0) return given;
      made = makeToken(port);
      return [made.token];
    },
    limits: limitsOf(flags),
  });
  process.stderr.write(`handrail mcp listens at ${url}\n${made ? `token in ${made.path}\n` : ''}`);
  return {
    left: new Promise(() => undefined), // others may come
    async close() {
      made?.remove();
      await close();
    },
  };
}

function limitsOf({ idle }: McpFlags): Partial<ClientLimits> {
  return idle === undefined ? {} : { idleMs: idle * 1_000 };
}

function checkFlags(flags: McpFlags): void {
  const { http, host, token } = flags;
  if (http === undefined && (host !== undefined || token !== undefined))
    throw new HandrailError('invalid_option', '--host and --token are for HTTP.', 'Add --http.');
  if (host === undefined || isLoopback(host) || tokensOf(flags).length > 0) return;
  throw new HandrailError(
    'invalid_option',
    `Others could reach ${host}, so that needs a token.`,
    'Give one with --token or HANDRAIL_MCP_TOKEN, or leave --host out.',
  );
}

function tokensOf({ token = [] }: McpFlags): string[] {
  const { HANDRAIL_MCP_TOKEN: kept } = process.env;
  return [...token, ...(kept ? [kept] : [])].filter((one) => one !== '');
}

function doorOf({ tools = [], approve, allowEvaluate, ...flags }: McpFlags, version: string): Door {
  const { url, headed, viewport, profile, environment, display, size, app, container, launch } = flags;
  const screen = readOtherScreen({ environment, display, size, app, container, launch });
  if (screen)
    refuseBrowserWords(screen.environment, {
      '--url': url,
      '--headed': headed,
      '--viewport': viewport,
      '--profile': profile,
      '--allow-evaluate': allowEvaluate,
    });
  return {
    registry: pickTools(tools.length === 0 && screen ? ['desktop'] : tools),
    version,
    approve,
    hold: {
      ...(screen ? { screen } : {}),
      headless: !headed,
      note: (text) => process.stderr.write(`${text}\n`),
      ...(url === undefined ? {} : { url: readAddress(url) }),
      ...(viewport ? { viewport } : {}),
      ...(profile === undefined ? {} : { profile }),
      ...(allowEvaluate ? { allow: { evaluate: true } } : {}),
    },
    unknownTool: tools.length === 1 && tools[0] === 'browse' ? (name) => `Unknown browser tool: ${name}` : undefined,
  };
}
