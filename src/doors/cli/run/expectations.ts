import { readFileSync } from 'node:fs';
import type { Expectation } from '../../../agent/verify-claim.js';
import { HandrailError } from '../../../core/errors.js';
import { isRecord } from '../../../core/record.js';

export interface ExpectFlags {
  expect?: string[];
  expectText?: string[];
  expectUrl?: string;
  expectElement?: string[];
  expectSchema?: string;
}

/** What must hold at the end, or nothing when nothing was asked. */
export function readExpectation(flags: ExpectFlags): Expectation | undefined {
  const text = [...(flags.expectText ?? [])];
  const element = [...(flags.expectElement ?? [])];
  const url = flags.expectUrl === undefined ? [] : [flags.expectUrl];
  const schema = flags.expectSchema === undefined ? [] : [flags.expectSchema];
  const lists: Record<string, string[]> = { text, element, url, schema };
  for (const what of flags.expect ?? []) {
    const [, kind, value] = /^(text|url|element|schema)=(.*)$/s.exec(what) ?? [undefined, 'text', what];
    lists[kind ?? 'text']?.push(value ?? '');
  }
  for (const [kind, values] of Object.entries(lists)) {
    if (values.some((value) => value.trim() === ''))
      throw new HandrailError('invalid_option', `What is expected of the ${kind} is empty.`, 'Say what must hold.');
  }
  if (url.length > 1 || schema.length > 1)
    throw new HandrailError('invalid_option', 'Only one url and one schema can be expected.', 'Leave the others out.');
  const expectation: Expectation = {
    ...(text.length > 0 ? { text } : {}),
    ...(element.length > 0 ? { element } : {}),
    ...(url[0] === undefined ? {} : { url: url[0] }),
    ...(schema[0] === undefined ? {} : { schema: readSchema(schema[0]) }),
  };
  return Object.keys(expectation).length > 0 ? expectation : undefined;
}

function readSchema(given: string): Record<string, unknown> {
  const isJson = given.trimStart().startsWith('{');
  try {
    const schema: unknown = JSON.parse(isJson ? given : readFileSync(given, 'utf8'));
    if (isRecord(schema)) return schema;
    throw new TypeError('it is no object');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HandrailError(
      'invalid_option',
      `The schema cannot be read: ${why}.`,
      'Give a JSON Schema, or the path of a file that holds one.',
    );
  }
}
