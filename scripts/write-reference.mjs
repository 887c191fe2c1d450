// Writes the reference in README.md from the built package. With --check: only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJSONSchema } from 'zod';
import { actionSchema, errorCodes, roles } from '../dist/index.js';

const path = fileURLToPath(new URL('../README.md', import.meta.url));
const begin = '<!-- reference: made by scripts/write-reference.mjs -->';
const end = '<!-- end of reference -->';

/** @param {Record<string, unknown>} schema @returns {string} */
function typeOf(schema) {
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => `'${one}'`).join(' \\| ');
  if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.map(typeOf))].join(' \\| ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`.replace(/^\(([^ ]+)\)\[\]$/, '$1[]');
  if (schema.type === 'object') {
    return `{ ${Object.entries(schema.properties ?? {})
      .map(([name, value]) => `${name}${(schema.required ?? []).includes(name) ? '' : '?'}: ${typeOf(value)}`)
      .join('; ')} }`;
  }
  if (typeof schema.pattern === 'string') return "'el_N'";
  return String(schema.type ?? 'unknown');
}

const schema = toJSONSchema(actionSchema);
const rows = (schema.oneOf ?? schema.anyOf ?? []).map((one) => {
  const fields = Object.entries(one.properties)
    .filter(([name]) => name !== 'type')
    .map(([name, value]) => `\`${name}${one.required.includes(name) ? '' : '?'}\`: ${typeOf(value)}`);
  return `| \`${one.properties.type.const}\` | ${fields.join('<br>') || 'nothing'} |`;
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
