import { commonFlags, type ShellCommand } from './command.js';
import { type Field, fieldsOf } from './fields.js';

/** How a command is written, what it takes, and an example or two. */
export function commandHelp(command: ShellCommand): string {
  const fields = fieldsOf(command.input);
  const flags = fields.filter(({ name }) => !command.positional.includes(name)).map(flagLine);
  const words = command.positional.flatMap((name) => fields.filter((field) => field.name === name)).map(wordLine);
  const common = commonFlags.map(({ flag, about }): [string, string] => [flag, about]);
  const width = Math.max(...[...words, ...flags, ...common].map(([left]) => left.length)) + 2;
  const rows = (title: string, lines: [string, string][]): string[] =>
    lines.length === 0
      ? []
      : [`\n${title}`, ...lines.map(([left, right]) => `  ${left.padEnd(width)}${right}`.trimEnd())];
  return [
    `Usage: ${usage(command)}`,
    `\n${command.summary}`,
    ...rows('Words:', words),
    ...rows('Flags:', flags),
    ...rows('Flags of every command:', common),
    `\nExamples:\n${command.examples.map((example) => `  ${example}`).join('\n')}`,
    '',
  ].join('\n');
}

/** `handrail type [selector] <text> [flags]`. */
export function usage({ name, positional, input }: ShellCommand): string {
  const fields = fieldsOf(input);
  const words = positional
    .map((word) => fields.find((field) => field.name === word))
    .filter((field): field is Field => field !== undefined)
    .map((field) => {
      const written = `${field.name}${isMany(field) ? '...' : ''}`;
      return field.isRequired ? `<${written}>` : `[${written}]`;
    });
  return ['handrail', name, ...words, '[flags]'].join(' ');
}

function isMany({ kind }: Field): boolean {
  return kind === 'texts' || kind === 'numbers' || kind === 'record';
}

function wordLine(field: Field): [string, string] {
  return [
    field.name,
    [field.about, field.kind === 'record' ? 'as "Name=value"' : '', choicesOf(field)].filter(Boolean).join('; '),
  ];
}

/** A field as a flag, and what it is for. */
export function flagLine(field: Field): [string, string] {
  const value =
    field.kind === 'flag'
      ? ''
      : ` <${field.kind === 'record' ? 'Name=value' : field.kind === 'json' ? 'JSON or @file' : field.kind === 'number' ? 'number' : 'text'}>`;
  return [`--${field.name.replaceAll('_', '-')}${value}`, [field.about, choicesOf(field)].filter(Boolean).join('; ')];
}

function choicesOf({ choices }: Field): string {
  return choices ? choices.join(', ') : '';
}
