import { loadDotEnv } from '../../agent/dotenv.js';
import { within } from '../../core/deadline.js';
import { readAddress } from '../../environments/browser/address.js';
import { pickTools } from '../../tools/toolsets.js';
import type { Door } from '../mcp/door.js';
import { serveOnStdio } from '../mcp/stdio.js';
import { exitCodes, signalCode } from './exit-codes.js';
import { listenForInterruption } from './interruption.js';

export interface McpFlags {
  tools?: string[];
  approve: 'ask' | 'all' | 'none';
  allowEvaluate?: true;
  url?: string;
  headed?: true;
  viewport?: { width: number; height: number };
  profile?: string;
}

const closeMs = 3_000;

/** `handrail mcp`: serves until its client has left or a signal ends it, and gives back what to end with. */
export async function serveMcp(flags: McpFlags, version: string): Promise<number> {
  loadDotEnv();
  const door = doorOf(flags, version);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  const serving = serveOnStdio(door);
  await Promise.race([
    serving.left,
    new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
  ]);
  const code = signal.aborted ? signalCode(interruption.cause()) : exitCodes.done;
  // Leaving the process ends a browser that does not close in time, and one that is still being started.
  await within(closeMs, 'Closing the sessions', serving.close()).catch(() => undefined);
  process.exit(code);
}

function doorOf(
  { tools = [], approve, allowEvaluate, url, headed, viewport, profile }: McpFlags,
  version: string,
): Door {
  return {
    registry: pickTools(tools),
    version,
    approve,
    hold: {
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
