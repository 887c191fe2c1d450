import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';
import { isRecord } from '../../core/is-record.js';
import { isAtLeast } from '../../core/safety.js';
import { inputSchema, outputSchema } from '../../tools/registry.js';
import type { Tool } from '../../tools/tool.js';

/** Converts a tool to its MCP definition: input with a session, output fields, and annotations. */
export function toToolDefinition(tool: Tool): ToolDefinition {
  const { name, title, description } = tool;
  const input = inputSchema(tool);
  const fields = Object.entries(propertiesOf(input)).filter(([field]) => field !== 'limit' || !hasTextLimit(tool));
  return {
    name,
    title,
    description,
    inputSchema: {
      ...input,
      type: 'object',
      properties: { ...Object.fromEntries(fields), session: { type: 'string' } },
    },
    outputSchema: resultSchema(tool),
    annotations: annotationsOf(tool),
  };
}

/** True for a tool that reads text up to a limit. The server hides the limit, reads everything and returns it page by page. */
export function hasTextLimit({ category, input }: Tool): boolean {
  return category === 'extraction' && 'limit' in input.shape;
}

/** Omits the defaults of the protocol: a tool may write, is not idempotent and reaches the outside world. */
function annotationsOf({ effect, safety, idempotent, category }: Tool): ToolDefinition['annotations'] {
  const world = category === 'utility' ? { openWorldHint: false } : {};
  if (effect === 'none') return { readOnlyHint: true, ...world };
  return {
    destructiveHint: isAtLeast(safety, 'medium'),
    ...(idempotent ? { idempotentHint: true } : {}),
    ...world,
  };
}

/** Fields that are not in the structured content: a picture is image content, and `isError` replaces `success`. */
export const omittedFields: ReadonlySet<string> = new Set(['picture', 'success']);

/** The fields of the result, one level deep. None is required: a failure has other fields, and long ones are left out. */
function resultSchema(tool: Tool): NonNullable<ToolDefinition['outputSchema']> {
  const output = outputSchema(tool);
  const fields = Object.entries(propertiesOf(output)).filter(([name]) => !omittedFields.has(name));
  const properties = Object.fromEntries(fields.map(([name, schema]) => [name, typeOf(schema)]));
  if ('effect' in properties) properties.outcomeText = { type: 'string' };
  if (output.type !== 'object') properties.value = {};
  return { type: 'object', properties };
}

function typeOf(schema: unknown): Record<string, unknown> {
  return isRecord(schema) && typeof schema.type === 'string' ? { type: schema.type } : {};
}

function propertiesOf({ properties }: Record<string, unknown>): Record<string, Record<string, unknown>> {
  if (!isRecord(properties)) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, isRecord(schema) ? schema : {}]));
}
