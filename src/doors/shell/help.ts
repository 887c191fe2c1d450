import { commonFlags, type ShellCommand } from './command.js';
import { type Field, type FieldKind, fieldsOf } from './fields.js';

/** The help text of a command: usage, arguments, flags and examples. */
export function commandHelp(command: ShellCommand): string {
  const fields = fieldsOf(command.input);
  const flags = fields.filter(({ name }) => !command.positional.includes(name)).map(flagLine);
  const args = positionalFields(command).map(argumentLine);
  const common = commonFlags.map(({ flag, about }): [string, string] => [flag, about]);
  const width = Math.max(...[...args, ...flags, ...common].map(([left]) => left.length)) + 2;
  const section = (title: string, lines: [string, string][]): string[] =>
    lines.length === 0
      ? []
      : [`\n${title}`, ...lines.map(([left, right]) => `  ${left.padEnd(width)}${right}`.trimEnd())];
  return [
    `Usage: ${usage(command)}`,
    `\n${command.summary}`,
    ...section('Arguments:', args),
    ...section('Flags:', flags),
    ...section('Common flags:', common),
    `\nExamples:\n${command.examples.map((example) => `  ${example}`).join('\n')}`,
    '',
  ].join('\n');
}

/** `handrail type [selector] <text> [flags]`. */
export function usage(command: ShellCommand): string {
  const args = positionalFields(command).map((field) => {
    const name = `${field.name}${takesMany.has(field.kind) ? '...' : ''}`;
    return field.isRequired ? `<${name}>` : `[${name}]`;
  });
  return ['handrail', command.name, ...args, '[flags]'].join(' ');
}

const takesMany: ReadonlySet<FieldKind> = new Set<FieldKind>(['texts', 'numbers', 'record']);

function positionalFields({ positional, input }: ShellCommand): Field[] {
  return positional.flatMap((name) => fieldsOf(input).filter((field) => field.name === name));
}

function argumentLine(field: Field): [string, string] {
  return [
    field.name,
    describe(
      field,
      field.kind === 'record' ? 'each as "Name=value"; the name is a label, an id or a selector' : undefined,
    ),
  ];
}

const valueNames: Record<FieldKind, string> = {
  flag: '',
  text: ' <text>',
  texts: ' <text>',
  numbers: ' <text>',
  number: ' <number>',
  record: ' <Name=value>',
  json: ' <JSON or @file>',
};

/** A field as a flag, and its description. */
export function flagLine(field: Field): [string, string] {
  return [`--${field.name.replaceAll('_', '-')}${valueNames[field.kind]}`, describe(field)];
}

/** Descriptions that only the help has: a model knows them from the name of the field. */
const helpDescriptions: Readonly<Record<string, string>> = { timeout: 'ms to wait for the element' };

function describe(
  { name, description = helpDescriptions[name], choices, default: value }: Field,
  format?: string,
): string {
  const values = choices && `one of ${choices.join(', ')}`;
  const hasDefault = value !== undefined && value !== false;
  return [format ?? description, values, hasDefault ? `default ${String(value)}` : ''].filter(Boolean).join('; ');
}
