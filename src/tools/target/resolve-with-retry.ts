import { setTimeout as pause } from 'node:timers/promises';
import { HandrailError } from '../../core/errors.js';
import type { ResolvedTarget, TargetPreference, ToolContext } from '../context.js';

const retry = {
  pollMs: 100,
  /** A page that has not changed for this long is not expected to show the target. */
  stableMs: 1_000,
};

/** Resolves a target. Retries up to `timeoutMs` while the page still changes. */
export async function resolveWithRetry(
  context: ToolContext,
  target: string,
  timeoutMs: number,
  preference?: TargetPreference,
): Promise<ResolvedTarget> {
  const deadline = performance.now() + timeoutMs;
  let stableSince = performance.now();
  let previous: string | undefined;
  for (;;) {
    try {
      return await context.resolve(target, preference);
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code !== 'not_found') throw error;
      const current = await fingerprint(context);
      if (current !== previous) stableSince = performance.now();
      previous = current;
      if (performance.now() >= deadline || performance.now() - stableSince >= retry.stableMs) throw error;
      await pause(retry.pollMs, undefined, { signal: context.signal });
    }
  }
}

async function fingerprint(context: ToolContext): Promise<string> {
  const { url, elements } = await context.observe({ budget: 1 });
  return `${url} ${elements.map(({ id, name }) => id + name).join()}`;
}
