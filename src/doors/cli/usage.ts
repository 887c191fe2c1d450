import type { Command, CommanderError } from 'commander';
import { type Fault, formatError } from '../../core/errors.js';
import { wantsJson } from '../terminal/common-flags.js';

/** A fault for the reader of a terminal: code and sentence, then what to do next. With `--json`, for a program. */
export function printFault(fault: Fault, words: readonly string[]): void {
  const { code, message, hint } = fault;
  if (wantsJson(words)) {
    process.stdout.write(`${JSON.stringify({ success: false, error: formatError(fault), code })}\n`);
  } else process.stderr.write(`${code}: ${message}\n${hint ? `  ${hint}\n` : ''}`);
}

/** What commander says, as sentences. */
export function usageMessage({ message }: CommanderError): string {
  const [first = '', ...more] = message.replace(/^error: /, '').split('\n');
  const sentences = [first, ...more.map((line) => line.replace(/^\((.*)\)$/, '$1'))].map(
    (line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}`,
  );
  return sentences.map((line) => (/[.?!]$/.test(line) ? line : `${line}.`)).join(' ');
}

/** Where the reader finds what is right. */
export function nextStep(program: Command, parameters: readonly string[]): string {
  const [first = ''] = parameters;
  const command = program.commands.find((one) => one.name() === first);
  if (command) return `See: handrail ${first} --help`;
  if (/\s/.test(first)) return `A task is run with: handrail run ${JSON.stringify(first)}`;
  return `Valid commands: ${program.commands.map((one) => one.name()).join(', ')}. See: handrail --help`;
}
