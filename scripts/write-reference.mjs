// Writes docs/reference.md, and bin/handrail through write-client.mjs, from the built package. With --check: only reports what is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJSONSchema } from 'zod';
import { createProgram } from '../dist/doors/cli/program.js';
import { commonFlags } from '../dist/doors/shell/command.js';
import { shellCommands } from '../dist/doors/shell/commands.js';
import { fieldsOf as shellFields } from '../dist/doors/shell/fields.js';
import { flagLine, usage } from '../dist/doors/shell/help.js';
import { actionSchema, builtinTools, roles, toolCategories } from '../dist/exports/tools.js';
import { errorCodes } from '../dist/index.js';
import './write-client.mjs';

const path = fileURLToPath(new URL('../docs/reference.md', import.meta.url));

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

/** @param {string} text */
const escapeCell = (text) => text.replaceAll('|', '\\|');

/** @param {string} text */
const escapeProse = (text) => escapeCell(text).replaceAll('<', '&lt;');

/** Describes a command with its options, or the subcommands of a command group. @param {import('commander').Command} command @param {string} before @returns {string[]} */
function describe(command, before) {
  const name = `${before} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((one) => describe(one, name));
  const rows = [
    ...command.registeredArguments.map((one) => ({
      flags: one.name(),
      description: one.description,
      argChoices: undefined,
    })),
    ...command.options,
  ].map(({ flags, description, argChoices }) => {
    const choices = argChoices ? `; one of ${argChoices.join(', ')}` : '';
    return `| \`${escapeCell(flags)}\` | ${escapeProse(`${description}${choices}`)} |`;
  });
  return [
    '',
    `**\`${name} ${command.usage()}\`**: ${command.description()}.`,
    '',
    '| argument or option | what it does |',
    '|---|---|',
    ...rows,
  ];
}

const commands = createProgram().commands.flatMap((command) => describe(command, 'handrail'));

/** The session commands that are not tools. */
const sessionCommands = ['open', 'observe', 'batch', 'sessions', 'take_over', 'hand_back', 'close'].flatMap((name) => {
  const command = shellCommands.get(name);
  if (!command) throw new Error(`There is no command ${name}.`);
  const flags = shellFields(command.input).filter((field) => !command.positional.includes(field.name));
  const rows = flags.map(flagLine).map(([flag, about]) => `| \`${escapeCell(flag)}\` | ${escapeProse(about)} |`);
  const table = rows.length > 0 ? ['', '| flag | what it does |', '|---|---|', ...rows] : [];
  return ['', `**\`${usage(command)}\`**: ${command.summary}`, ...table];
});

const tools = toolCategories.flatMap((category) =>
  builtinTools
    .filter((tool) => tool.category === category)
    .map(
      ({ name, safety, description, examples }) =>
        `| \`${name}\` | ${category} | ${safety} | ${escapeProse(description)} | \`${escapeCell(examples[0])}\` |`,
    ),
);

const text = [
  '# Reference',
  '',
  '<!-- Written by scripts/write-reference.mjs (`npm run docs`). Do not edit. -->',
  '',
  '[Commands](#commands) · [Session commands](#session-commands) · [Tools](#tools) · [Actions](#actions) · [Roles](#roles) · [Error codes](#error-codes)',
  '',
  '## Commands',
  ...commands,
  '',
  'Exit codes: 0 done, 1 failed, 2 usage, 3 refused or needs approval, 130 interrupted.',
  '',
  '## Session commands',
  '',
  `Every tool is also a command: \`handrail click "Save"\`, \`handrail fill Email ann@example.org\`. Each has \`--help\`. All commands take ${commonFlags.map(({ flag, about }) => `\`${flag}\` (${about})`).join(', ')}.`,
  ...sessionCommands,
  '',
  `## Tools\n\n${builtinTools.length} tools. \`handrail tools <name>\` shows one with its fields, its examples and its JSON Schema.`,
  '',
  '| tool | category | safety | what it does | example |',
  '|---|---|---|---|---|',
  ...tools,
  '',
  '## Actions',
  '',
  '| type | fields |',
  '|---|---|',
  ...rows,
  '',
  `## Roles\n\n${roles.join(', ')}.`,
  '',
  `## Error codes\n\n${errorCodes.map((code) => `\`${code}\``).join(', ')}.`,
  '',
].join('\n');

const current = existsSync(path) ? readFileSync(path, 'utf8') : '';
if (process.argv.includes('--check')) {
  if (text !== current) {
    console.error('docs/reference.md is out of date. Run: npm run docs');
    process.exitCode = 1;
  }
} else writeFileSync(path, text);
