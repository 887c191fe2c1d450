import { readFileSync } from 'node:fs';
import type { Expectation } from '../../../agent/expectations.js';
import { HandrailError, messageOf } from '../../../core/errors.js';
import { isRecord } from '../../../core/is-record.js';

export interface ExpectFlags {
  expect?: string[];
  expectText?: string[];
  expectUrl?: string;
  expectElement?: string[];
  expectSchema?: string;
}

/** The expectation that the flags describe, if there are any. */
export function readExpectation(flags: ExpectFlags): Expectation | undefined {
  const text = [...(flags.expectText ?? [])];
  const element = [...(flags.expectElement ?? [])];
  const url = flags.expectUrl === undefined ? [] : [flags.expectUrl];
  const schema = flags.expectSchema === undefined ? [] : [flags.expectSchema];
  const lists: Record<string, string[]> = { text, element, url, schema };
  for (const given of flags.expect ?? []) {
    const [, kind, value] = /^(text|url|element|schema)=(.*)$/s.exec(given) ?? [undefined, 'text', given];
    lists[kind ?? 'text']?.push(value ?? '');
  }
  for (const [kind, values] of Object.entries(lists)) {
    if (values.some((value) => value.trim() === ''))
      throw new HandrailError('invalid_option', `The expected ${kind} is empty.`, 'State what must hold at the end.');
  }
  if (url.length > 1 || schema.length > 1)
    throw new HandrailError('invalid_option', 'Only one url and one schema can be expected.', 'Leave the others out.');
  if (Object.values(lists).every((values) => values.length === 0)) return undefined;
  return {
    ...(text.length > 0 ? { text } : {}),
    ...(element.length > 0 ? { element } : {}),
    ...(url[0] === undefined ? {} : { url: url[0] }),
    ...(schema[0] === undefined ? {} : { schema: readSchema(schema[0]) }),
  };
}

function readSchema(given: string): Record<string, unknown> {
  const isJson = given.trimStart().startsWith('{');
  try {
    const schema: unknown = JSON.parse(isJson ? given : readFileSync(given, 'utf8'));
    if (isRecord(schema)) return schema;
    throw new TypeError('it is not an object');
  } catch (error) {
    throw new HandrailError(
      'invalid_option',
      `The schema cannot be read: ${messageOf(error)}.`,
      'Use a JSON Schema, or the path of a file that contains one.',
    );
  }
}
