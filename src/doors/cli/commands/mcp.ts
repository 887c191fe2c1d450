import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { normalizeUrl } from '../../../core/url.js';
import { findPolicy } from '../../../rails/policy/find-policy.js';
import { loadSecrets } from '../../../rails/secrets/load-secrets.js';
import { defaultPolicy } from '../../../session/judging/default-policy.js';
import { pickTools } from '../../../tools/toolsets.js';
import { exitCodeForSignal, exitCodes } from '../../command-line/exit-codes.js';
import type { ClientLimits } from '../../mcp/clients.js';
import { isLoopback } from '../../mcp/guard.js';
import { serveHttp } from '../../mcp/http.js';
import type { ServerSettings } from '../../mcp/server-settings.js';
import { type McpService, serveOnStdio } from '../../mcp/stdio.js';
import { createToken } from '../../mcp/token.js';
import { parseScreenSelection, rejectBrowserOptions } from '../../session-manager/screen-options.js';
import type { ScreenFlags } from '../definitions/screen-flags.js';
import { listenForInterruption } from '../interruption.js';
import { loadDotEnv } from '../load-dot-env.js';

export interface McpFlags extends ScreenFlags {
  http?: number | true;
  host?: string;
  token?: string[];
  shareBrowser?: true;
  idle?: number;
  tools?: string[];
  approve: 'ask' | 'all' | 'none';
  policy?: string;
  secrets?: string;
  allowEvaluate?: true;
  url?: string;
  headed?: true;
  viewport?: { width: number; height: number };
  profile?: string;
}

const closeTimeoutMs = 3_000;

/** `handrail mcp`: serves until its client leaves or a signal arrives, then exits. Every browser ends with the process. */
export async function serveMcp(flags: McpFlags, version: string): Promise<never> {
  loadDotEnv();
  checkFlags(flags);
  const settings = toSettings(flags, version);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  const interrupted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  if (flags.http === undefined && process.stdin.isTTY)
    process.stderr.write('handrail mcp waits for an MCP client on standard input. Ctrl+C ends it.\n');
  const service = flags.http === undefined ? serveOnStdio(settings, toLimits(flags)) : await listen(settings, flags);
  await Promise.race([service.clientLeft, interrupted]);
  // Exiting ends a browser that does not close in time or is still starting.
  await withTimeout(closeTimeoutMs, 'Closing the sessions', service.close()).catch(() => undefined);
  process.exit(signal.aborted ? exitCodeForSignal(interruption.cause()) : exitCodes.done);
}

async function listen(settings: ServerSettings, flags: McpFlags): Promise<McpService> {
  const { http, host = '127.0.0.1' } = flags;
  const given = tokensOf(flags);
  let created: ReturnType<typeof createToken> | undefined;
  const { url, close } = await serveHttp(settings, {
    host,
    port: http === true ? 0 : (http ?? 0),
    tokens(port) {
      if (given.length > 0) return given;
      created = createToken(port);
      return [created.token];
    },
    limits: toLimits(flags),
  });
  process.stderr.write(`handrail mcp listens at ${url}\n${created ? `token in ${created.path}\n` : ''}`);
  return {
    clientLeft: new Promise(() => undefined), // HTTP clients come and go
    async close() {
      created?.remove();
      await close();
    },
  };
}

function toLimits({ idle }: McpFlags): Partial<ClientLimits> {
  return idle === undefined ? {} : { idleMs: idle * 1_000 };
}

function checkFlags(flags: McpFlags): void {
  const { http, host, token } = flags;
  if (http === undefined && (host !== undefined || token !== undefined))
    throw new HandrailError('invalid_option', '--host and --token are valid only for HTTP.', 'Add --http.');
  if (host === undefined || isLoopback(host) || tokensOf(flags).length > 0) return;
  throw new HandrailError(
    'invalid_option',
    `Other machines can reach ${host}, so --host needs a token.`,
    'Set --token or HANDRAIL_MCP_TOKEN, or leave --host out.',
  );
}

function tokensOf({ token = [] }: McpFlags): string[] {
  const { HANDRAIL_MCP_TOKEN: variable = '' } = process.env;
  return [...token, variable].filter((one) => one !== '');
}

function toSettings(
  { tools = [], approve, policy, shareBrowser, secrets, allowEvaluate, ...flags }: McpFlags,
  version: string,
): ServerSettings {
  const { url, headed, viewport, profile, environment, display, size, app, container, launch } = flags;
  const screen = parseScreenSelection({ environment, display, size, app, container, launch });
  if (screen)
    rejectBrowserOptions(screen.environment, {
      '--url': url,
      '--headed': headed,
      '--viewport': viewport,
      '--profile': profile,
      '--allow-evaluate': allowEvaluate,
    });
  return {
    sharesBrowser: shareBrowser,
    registry: pickTools(tools.length === 0 && screen ? ['desktop'] : tools),
    version,
    approve,
    sessionOptions: {
      screen,
      headless: !headed,
      note: (text) => process.stderr.write(`${text}\n`),
      url: url === undefined ? undefined : normalizeUrl(url),
      viewport,
      profile,
      // A policy that is not valid ends the server before it serves.
      policy: findPolicy({ given: policy, folder: process.cwd(), preset: defaultPolicy }),
      secrets: secrets === undefined ? undefined : loadSecrets(secrets),
      allow: allowEvaluate ? { evaluate: true } : undefined,
    },
    unknownToolText:
      tools.length === 1 && tools[0] === 'browse' ? (name) => `Unknown browser tool: ${name}` : undefined,
  };
}
