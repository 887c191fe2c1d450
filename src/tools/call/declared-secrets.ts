import { isRecord } from '../../core/is-record.js';
import { mask } from '../../journal/redaction/secret-mask.js';
import { isMaskedText } from '../../journal/redaction/secrets-in-entry.js';
import { isOwnTool } from '../own-tools.js';
import type { Tool } from '../tool.js';

/**
 * The texts in the fields that a tool of a program declares as secrets (`takes.secrets`). The fields of our own tools take a secret or a plain
 * text; the session recognizes a secret by the password field that receives it.
 */
export function declaredSecrets(tool: Tool, input: unknown): string[] {
  if (!declaresSecrets(tool) || !isRecord(input)) return [];
  return Object.entries(input).flatMap(([field, value]) => (isDeclared(tool, field) ? listTexts(value) : []));
}

/** The input of a call without the fields that a tool of a program declares as secrets. */
export function hideDeclared<Input>(tool: Tool | undefined, input: Input): Input {
  if (!tool || !declaresSecrets(tool) || !isRecord(input)) return input;
  return hideFields(input, (field) => isDeclared(tool, field), mask) as Input;
}

/** Replaces the values of these fields. */
export function hideFields(
  input: Readonly<Record<string, unknown>>,
  isHidden: (field: string) => boolean,
  hidden: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, isHidden(field) && isMaskedText(value) ? hidden : value]),
  );
}

/** True for a field, or an alias of one, that the tool lists in `takes.secrets`. */
export function isDeclared({ takes, fieldAliases = {} }: Tool, field: string): boolean {
  return takes.secrets.includes(field) || takes.secrets.includes(fieldAliases[field] ?? field);
}

function declaresSecrets(tool: Tool): boolean {
  return tool.takes.secrets.length > 0 && !isOwnTool(tool);
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return isRecord(value) ? Object.values(value).flatMap(listTexts) : [];
}
