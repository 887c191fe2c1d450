import type { Command, CommanderError } from 'commander';
import { type Fault, formatError, formatFault } from '../../core/errors.js';
import { wantsJson } from '../command-line/common-flags.js';
import { toTerminalJson, toTerminalText } from '../command-line/terminal-text.js';

/** Prints a fault: code and message, then the next step, on standard error. With `--json`, as JSON on standard output. */
export function printFault(fault: Fault, args: readonly string[]): void {
  if (wantsJson(args)) {
    process.stdout.write(
      `${toTerminalJson(JSON.stringify({ success: false, error: formatError(fault), code: fault.code }))}\n`,
    );
  } else process.stderr.write(`${toTerminalText(formatFault(fault))}\n`);
}

/** Converts commander's message to sentences. */
export function formatUsageError({ message }: CommanderError): string {
  const [first = '', ...more] = message.replace(/^error: /, '').split('\n');
  const sentences = [first, ...more.map((line) => line.replace(/^\((.*)\)$/, '$1'))].map(
    (line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}`,
  );
  return sentences.map((line) => (/[.?!]$/.test(line) ? line : `${line}.`)).join(' ');
}

/** The hint for a usage error. */
export function suggestNextStep(program: Command, args: readonly string[]): string {
  const [first = ''] = args;
  const command = program.commands.find((one) => one.name() === first);
  if (command) return `See: handrail ${first} --help`;
  if (/\s/.test(first)) return `To run a task: handrail run ${JSON.stringify(first)}`;
  return `Valid commands: ${program.commands.map((one) => one.name()).join(', ')}. See: handrail --help`;
}
