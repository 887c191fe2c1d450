import { setTimeout as pause } from 'node:timers/promises';
import { HandrailError } from '../../core/errors.js';
import type { Resolved, ToolContext, Want } from '../context.js';

const pollMs = 100;
/** A page that shows nothing new for this long is not about to show what is looked for. */
const stillMs = 1_000;

/** Finds a target. While the page still changes it is looked for again, up to `timeoutMs`: pages take their time. */
export async function resolveWithRetry(
  context: ToolContext,
  target: string,
  timeoutMs: number,
  want?: Want,
): Promise<Resolved> {
  const deadline = performance.now() + timeoutMs;
  let stillSince = performance.now();
  let before: string | undefined;
  for (;;) {
    try {
      return await context.resolve(target, want);
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code !== 'not_found') throw error;
      const now = await glance(context);
      if (now !== before) stillSince = performance.now();
      before = now;
      if (performance.now() >= deadline || performance.now() - stillSince >= stillMs) throw error;
      await pause(pollMs, undefined, { signal: context.signal });
    }
  }
}

async function glance(context: ToolContext): Promise<string> {
  const { url, elements } = await context.observe({ budget: 1 });
  return `${url} ${elements.map(({ id, name }) => id + name).join()}`;
}
