import { z } from 'zod';
import { formatError, HandrailError, joinSentences, toFault } from '../../core/errors.js';
import type { Tool } from '../tool.js';

/** Parses the input of a call. Throws `invalid_input` with the valid fields if it is wrong. */
export function parseInput(tool: Tool, input: unknown): Record<string, unknown> {
  const given = input === undefined || input === null ? {} : input;
  if (typeof given !== 'object' || Array.isArray(given))
    throw new HandrailError(
      'invalid_input',
      `${tool.name} takes named fields, not ${JSON.stringify(given)?.slice(0, 60)}.`,
      listFields(tool),
    );
  const renamed = Object.fromEntries(
    Object.entries(given)
      .map(([key, value]): [string, unknown] => [resolveAlias(tool, key), value])
      .filter(([field, value]) => value !== null || !treatsNullAsMissing(tool.input.shape[field])),
  );
  const result = acceptsUnknownFields(tool) ? undefined : z.strictObject(tool.input.shape).safeParse(renamed);
  if (result && !result.success) throw toInputError(tool, result.error, renamed);
  const whole = tool.input.safeParse(renamed);
  if (!whole.success) throw toInputError(tool, whole.error, renamed);
  return whole.data;
}

/** Checks the input of a call without running it. */
export function validate(tool: Tool, input: unknown): { valid: boolean; error?: string } {
  try {
    parseInput(tool, input);
    return { valid: true };
  } catch (error) {
    return { valid: false, error: formatError(toFault(error)) };
  }
}

function acceptsUnknownFields({ input }: Tool): boolean {
  const rest = input.def.catchall;
  return rest !== undefined && !(rest instanceof z.ZodNever);
}

function resolveAlias(tool: Tool, key: string): string {
  if (Object.hasOwn(tool.input.shape, key)) return key;
  const alias = tool.fieldAliases;
  if (alias && Object.hasOwn(alias, key)) return alias[key] ?? key;
  return Object.hasOwn(tool.input.shape, 'selector') && /^(?:target|element|ref|element_id|locator)$/.test(key)
    ? 'selector'
    : key;
}

function toInputError(tool: Tool, error: z.ZodError, given: Readonly<Record<string, unknown>>): HandrailError {
  const issue = error.issues[0];
  const field = String(issue?.path[0] ?? '');
  const isTopLevel = issue?.path.length === 1 && !isOptional(tool.input.shape[field]);
  const isMissing = isTopLevel && (given[field] ?? undefined) === undefined;
  // These callers treat a value of a wrong type as missing.
  if (tool.missingFieldMessage && isTopLevel && (isMissing || issue.code === 'invalid_type'))
    return new HandrailError('invalid_input', tool.missingFieldMessage(field));
  if (isMissing) return new HandrailError('invalid_input', `${tool.name} needs ${field}.`, listFields(tool));
  const isKnown = Object.hasOwn(tool.input.shape, field);
  return new HandrailError('invalid_input', explain(tool, error), isKnown ? undefined : listFields(tool));
}

/** Fields of FlyBrowser that are not needed. */
const replacedFields: Readonly<Record<string, string>> = {
  wait_until: 'Leave it out: every navigation waits until the page has settled.',
  use_ai: 'Leave it out: selector also takes a phrase such as "the Save button".',
  search_type: 'Leave it out: search uses the search field of the page.',
  max_results: 'Leave it out, and read the results with extract_structured or read_page.',
};

/** Describes the first problem of a value. */
export function explain(tool: Tool, error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const replacements = issue.keys.flatMap((key) => (Object.hasOwn(replacedFields, key) ? [replacedFields[key]] : []));
    return joinSentences(`${tool.name} has no field ${issue.keys.join(', ')}.`, ...new Set(replacements));
  }
  const where = issue?.path.join('.') ?? '';
  return `${tool.name}: ${where ? `${where}: ` : ''}${issue?.message ?? 'is not valid'}.`;
}

function listFields(tool: Tool): string {
  const fields = Object.entries(tool.input.shape).map(([name, schema]) => (isOptional(schema) ? `${name}?` : name));
  return fields.length > 0 ? `Fields of ${tool.name}: ${fields.join(', ')}.` : `${tool.name} takes no fields.`;
}

/** Some callers send null for every unused field. True when null is not a valid value. */
function treatsNullAsMissing(schema: unknown): boolean {
  return isOptional(schema) && schema instanceof z.ZodType && !schema.safeParse(null).success;
}

function isOptional(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.safeParse(undefined).success;
}
