import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { WaitCondition } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Observation } from '../../../core/observation.js';
import type { ToolContext } from '../../context.js';
import { toElementRole } from '../../element-role.js';
import { noRequirements } from '../../fields.js';
import { defineTool } from '../../tool.js';

/** The last URL that the caller received, by the memory of its session. */
const knownUrls = new WeakMap<ToolContext['memory'], string>();

/** Remembers the URL. A different one counts as changed. */
export function rememberUrl({ memory }: Pick<ToolContext, 'memory'>, url: string | undefined): void {
  if (url !== undefined) knownUrls.set(memory, url);
}

type Condition = 'page_loaded' | 'url_changed' | { text: string } | { element: { name: string; role?: string } };

const structured = z.union([
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({ name: z.string().min(1), role: z.string().nullish() }),
]);

function readCondition(given: unknown): Condition {
  if (given === 'page_loaded' || given === 'url_changed') return given;
  const [, text] = typeof given === 'string' ? (/^a11y_contains_text:(.+)$/s.exec(given) ?? []) : [];
  if (text !== undefined) return { text };
  const [, name, role] = typeof given === 'string' ? (/^element_with_name:([^@]+)(?:@(.+))?$/s.exec(given) ?? []) : [];
  if (name !== undefined) return { element: { name, ...(role ? { role: toElementRole(role) } : {}) } };
  const parsed = structured.safeParse(given);
  if (!parsed.success)
    throw new HandrailError(
      'invalid_input',
      `Unknown wait condition: ${typeof given === 'string' ? given : JSON.stringify(given)}`,
    );
  if ('text' in parsed.data) return { text: parsed.data.text };
  return {
    element: { name: parsed.data.name, ...(parsed.data.role ? { role: toElementRole(parsed.data.role) } : {}) },
  };
}

const defaultTimeoutMs = 5_000;
const maxTimeoutMs = 300_000;
const pollMs = 100;

/** Observes until the condition holds. */
async function waitUntil(
  holds: (observation: Observation) => boolean,
  { find, ms }: { find?: string; ms: number },
  { observe, signal }: ToolContext,
): Promise<boolean> {
  const deadline = performance.now() + ms;
  for (;;) {
    if (holds(await observe({ find, budget: 1 }))) return true;
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0) return false;
    await pause(Math.min(pollMs, remainingMs), undefined, { signal });
  }
}

async function waitForCondition(condition: WaitCondition, ms: number, context: ToolContext): Promise<boolean> {
  try {
    await context.perform({ type: 'wait', for: condition, timeoutMs: ms });
    return true;
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'wait_timeout') return false;
    throw error;
  }
}

/** The URL differs from the last one that the caller received, or else from the one before the last action. */
async function waitForUrlChange(ms: number, context: ToolContext): Promise<boolean> {
  const known = knownUrls.get(context.memory);
  const met =
    known === undefined
      ? await waitForCondition('url_changed', ms, context)
      : await waitUntil(({ url }) => url !== known, { ms }, context);
  if (met) rememberUrl(context, (await context.observe({ budget: 1 })).url);
  return met;
}

export const waitTool = defineTool({
  ...noRequirements,
  name: 'browse_wait',
  title: 'Wait',
  description: 'Wait for a browser condition to be met',
  category: 'system',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  timeoutMs: 310_000,
  input: z.object({
    condition: z
      .unknown()
      .refine((given) => given !== undefined && given !== null)
      .meta({
        type: 'string',
        description:
          "Condition to wait for: 'page_loaded', 'url_changed', 'a11y_contains_text:<text>', 'element_with_name:<name>' or 'element_with_name:<name>@<role>'",
      }),
    timeout_ms: z.number().optional().describe('Timeout in milliseconds (default: 5000)'),
  }),
  output: z.object({ condition: z.unknown(), met: z.boolean() }),
  returns: 'Whether the condition was met in time.',
  examples: ['browse_wait(condition="page_loaded")', 'browse_wait(condition="a11y_contains_text:Cart")'],
  positional: ['condition', 'timeout_ms'],
  missingFieldMessage: (field) => `Missing required parameter: ${field}`,
  async run({ condition: given, timeout_ms }, context) {
    const condition = readCondition(given);
    // Anything but a whole number from 0 on means the default.
    const isTime = timeout_ms !== undefined && Number.isInteger(timeout_ms) && timeout_ms >= 0;
    const ms = isTime ? Math.min(maxTimeoutMs, timeout_ms) : defaultTimeoutMs;
    const met =
      condition === 'url_changed'
        ? await waitForUrlChange(ms, context)
        : typeof condition === 'object' && 'text' in condition
          ? await waitUntil(({ elements }) => elements.length > 0, { find: condition.text, ms }, context)
          : await waitForCondition(condition, ms, context);
    return { condition: given, met };
  },
});
