import type { Tool as Advertised } from '@modelcontextprotocol/server';
import { isRecord } from '../../core/record.js';
import { isAtLeast } from '../../core/safety.js';
import { inputSchema, outputSchema } from '../../tools/registry.js';
import type { Tool } from '../../tools/tool.js';

/** A tool as a client is told of it: what it takes and a session to use, what it gives back, and what it may do. */
export function advertise(tool: Tool): Advertised {
  const { name, title, description } = tool;
  const input = inputSchema(tool);
  const fields = Object.entries(propertiesOf(input)).filter(([field]) => field !== 'limit' || !isPaged(tool));
  return {
    name,
    title,
    description,
    inputSchema: {
      ...input,
      type: 'object',
      properties: { ...Object.fromEntries(fields), session: { type: 'string' } },
    },
    outputSchema: answerSchema(tool),
    annotations: annotationsOf(tool),
  };
}

/** Reads text up to a limit. Here nobody needs to think of one: all of it is read, and given page by page. */
export function isPaged({ category, input }: Tool): boolean {
  return category === 'extraction' && 'limit' in input.shape;
}

/** What the protocol takes for granted is not said: that a tool may write, cannot be repeated, and reaches the world outside. */
function annotationsOf({ effect, safety, idempotent, category }: Tool): Advertised['annotations'] {
  const within = category === 'utility' ? { openWorldHint: false } : {};
  if (effect === 'none') return { readOnlyHint: true, ...within };
  return {
    destructiveHint: isAtLeast(safety, 'medium'),
    ...(idempotent ? { idempotentHint: true } : {}),
    ...within,
  };
}

/** Fields that are not told: a picture comes as an image, and success is the absence of `isError`. */
export const untold: ReadonlySet<string> = new Set(['picture', 'success']);

/** The fields of the answer, one level deep. None is required: a failure has others, and what is too long is left out. */
function answerSchema(tool: Tool): NonNullable<Advertised['outputSchema']> {
  const whole = outputSchema(tool);
  const fields = Object.entries(propertiesOf(whole)).filter(([name]) => !untold.has(name));
  const properties = Object.fromEntries(fields.map(([name, schema]) => [name, typeOf(schema)]));
  if ('effect' in properties) properties.seen = { type: 'string' };
  if (whole.type !== 'object') properties.value = {};
  return { type: 'object', properties };
}

function typeOf(schema: unknown): Record<string, unknown> {
  return isRecord(schema) && typeof schema.type === 'string' ? { type: schema.type } : {};
}

function propertiesOf({ properties }: Record<string, unknown>): Record<string, Record<string, unknown>> {
  if (!isRecord(properties)) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, isRecord(schema) ? schema : {}]));
}
