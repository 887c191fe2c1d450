import { z } from 'zod';
import { HandrailError } from '../core/errors.js';
import type { Tool } from './tool.js';

/** What a call is checked against, as a sentence that names the valid fields. */
export function parseInput(tool: Tool, input: unknown): Record<string, unknown> {
  const given = input === undefined || input === null ? {} : input;
  if (typeof given !== 'object' || Array.isArray(given))
    throw new HandrailError(
      'invalid_input',
      `${tool.name} takes named fields, not ${JSON.stringify(given)?.slice(0, 60)}.`,
      fieldsOf(tool),
    );
  const renamed = Object.fromEntries(
    Object.entries(given)
      .map(([key, value]): [string, unknown] => [aliasOf(tool, key), value])
      .filter(([field, value]) => value !== null || !isEmpty(tool.input.shape[field])),
  );
  const result = isOpen(tool) ? undefined : z.strictObject(tool.input.shape).safeParse(renamed);
  if (result && !result.success) throw complaint(tool, result.error, renamed);
  const whole = tool.input.safeParse(renamed);
  if (!whole.success) throw complaint(tool, whole.error, renamed);
  return whole.data;
}

/** It was said that other fields may come, too. */
function isOpen({ input }: Tool): boolean {
  const rest = input.def.catchall;
  return rest !== undefined && !(rest instanceof z.ZodNever);
}

function aliasOf(tool: Tool, key: string): string {
  if (Object.hasOwn(tool.input.shape, key)) return key;
  const alias = tool.fieldAliases;
  if (alias && Object.hasOwn(alias, key)) return alias[key] ?? key;
  return Object.hasOwn(tool.input.shape, 'selector') && /^(?:target|element|ref|element_id|locator)$/.test(key)
    ? 'selector'
    : key;
}

function complaint(tool: Tool, error: z.ZodError, given: Readonly<Record<string, unknown>>): HandrailError {
  const issue = error.issues[0];
  const field = String(issue?.path[0] ?? '');
  const isWhole = issue?.path.length === 1 && !isOptional(tool.input.shape[field]);
  const isMissing = isWhole && (given[field] ?? undefined) === undefined;
  // Callers that know another sentence take a value of another type for none at all.
  if (tool.missing && isWhole && (isMissing || issue.code === 'invalid_type'))
    return new HandrailError('invalid_input', tool.missing(field));
  if (isMissing) return new HandrailError('invalid_input', `${tool.name} needs ${field}.`, fieldsOf(tool));
  const isKnown = Object.hasOwn(tool.input.shape, field);
  return new HandrailError('invalid_input', explain(tool, error), isKnown ? undefined : fieldsOf(tool));
}

/** What is wrong with a value, in a sentence. */
export function explain(tool: Tool, error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === 'unrecognized_keys') return `${tool.name} has no field ${issue.keys.join(', ')}.`;
  const where = issue?.path.join('.') ?? '';
  return `${tool.name}: ${where ? `${where}: ` : ''}${issue?.message ?? 'is not valid'}.`;
}

function fieldsOf(tool: Tool): string {
  const fields = Object.entries(tool.input.shape).map(([name, schema]) => (isOptional(schema) ? `${name}?` : name));
  return fields.length > 0 ? `Fields of ${tool.name}: ${fields.join(', ')}.` : `${tool.name} takes nothing.`;
}

/** Some callers fill in every field: null stands for nothing where it is no value of its own. */
function isEmpty(schema: unknown): boolean {
  return isOptional(schema) && schema instanceof z.ZodType && !schema.safeParse(null).success;
}

function isOptional(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.safeParse(undefined).success;
}
