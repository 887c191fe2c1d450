// Writes the reference in README.md from the built package. With --check: only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJSONSchema } from 'zod';
import { actionSchema, errorCodes, roles } from '../dist/index.js';

const path = fileURLToPath(new URL('../README.md', import.meta.url));
const begin = '<!-- reference: made by scripts/write-reference.mjs -->';
const end = '<!-- end of reference -->';

/**
 * The part of JSON Schema that actions use.
 * @typedef {{ type?: string, const?: unknown, enum?: unknown[], anyOf?: Schema[], oneOf?: Schema[], items?: Schema, properties?: Record<string, Schema>, required?: string[], pattern?: string }} Schema
 */

/** @param {Schema} schema @returns {string} */
function typeOf(schema) {
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (schema.enum) return schema.enum.map((one) => `'${one}'`).join(' \\| ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' \\| ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`.replace(/^\(([^ ]+)\)\[\]$/, '$1[]');
  if (schema.type === 'object') return `{ ${fieldsOf(schema, (name, type) => `${name}: ${type}`).join('; ')} }`;
  if (schema.pattern) return "'el_N'";
  return schema.type ?? 'unknown';
}

/** @param {Schema} schema @param {(name: string, type: string) => string} write */
function fieldsOf({ properties = {}, required = [] }, write) {
  return Object.entries(properties).map(([name, value]) =>
    write(`${name}${required.includes(name) ? '' : '?'}`, typeOf(value)),
  );
}

/** @type {Schema} */
const schema = JSON.parse(JSON.stringify(toJSONSchema(actionSchema)));
const rows = (schema.oneOf ?? schema.anyOf ?? []).map(({ properties: { type, ...properties } = {}, required }) => {
  const fields = fieldsOf({ properties, required }, (name, value) => `\`${name}\`: ${value}`);
  return `| \`${type?.const}\` | ${fields.join('<br>') || 'nothing'} |`;
});

const text = [
  begin,
  '',
  '### Actions',
  '',
  '| type | fields |',
  '|---|---|',
  ...rows,
  '',
  `### Roles\n\n${roles.join(', ')}.`,
  '',
  `### Error codes\n\n${errorCodes.map((code) => `\`${code}\``).join(', ')}.`,
  '',
  end,
].join('\n');

const readme = readFileSync(path, 'utf8');
const now = readme.slice(0, readme.indexOf(begin)) + text + readme.slice(readme.indexOf(end) + end.length);
if (process.argv.includes('--check')) {
  if (now !== readme) {
    console.error('README.md: the reference is out of date. Run: npm run docs');
    process.exitCode = 1;
  }
} else writeFileSync(path, now);
