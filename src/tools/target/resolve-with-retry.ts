import { setTimeout as pause } from 'node:timers/promises';
import { HandrailError } from '../../core/errors.js';
import type { Purpose, ResolvedTarget, ToolContext } from '../context.js';

const pollMs = 100;
/** Without a time from the caller: at most this long, and only until the page has not changed for the second one. */
const defaultTimeoutMs = 5_000;
const stableMs = 1_000;

/** Resolves a target. While nothing matches, retries for `timeoutMs`, by default as long as the page still changes. */
export async function resolveWithRetry(
  context: ToolContext,
  target: string,
  timeoutMs: number | undefined,
  purpose?: Purpose,
): Promise<ResolvedTarget> {
  const deadline = performance.now() + (timeoutMs ?? defaultTimeoutMs);
  let stableSince = performance.now();
  let previous: string | undefined;
  for (;;) {
    try {
      return await context.resolve(target, purpose);
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code !== 'not_found') throw error;
      const current = await fingerprint(context);
      if (current !== previous) stableSince = performance.now();
      previous = current;
      const isStable = timeoutMs === undefined && performance.now() - stableSince >= stableMs;
      if (isStable || performance.now() >= deadline) throw error;
      await pause(pollMs, undefined, { signal: context.signal });
    }
  }
}

async function fingerprint(context: ToolContext): Promise<string> {
  const { url, elements } = await context.observe({ budget: 1 });
  return `${url} ${elements.map(({ id, name }) => id + name).join()}`;
}
