import { HandrailError } from '../../core/errors.js';
import { suggestName } from '../../core/words/suggest-name.js';
import { pickTools } from '../../tools/toolsets.js';
import { batch } from './batch.js';
import type { ShellCommand } from './command.js';
import { sessionCommands } from './session-commands.js';
import { toolCommand } from './tool-command.js';

const tools = pickTools(['all']);

/** All commands on a session: the session commands and every tool. */
export const shellCommands: ReadonlyMap<string, ShellCommand> = new Map(
  [...tools.list().map((tool) => toolCommand(tool, tools)), ...sessionCommands, batch].map((command) => [
    command.name,
    command,
  ]),
);

/** The command name: the first argument that is neither a flag nor the value of a common flag. */
export function commandName(args: readonly string[]): string {
  return args.find((arg, index) => !arg.startsWith('--') && !/^--(?:session|image)$/.test(args[index - 1] ?? '')) ?? '';
}

/** Finds a command by its name, with dashes or underscores, or by an alias of its tool. */
export function findCommand(name: string): ShellCommand | undefined {
  const key = name.replaceAll('-', '_');
  return shellCommands.get(key) ?? shellCommands.get(tools.get(key)?.name ?? '');
}

/** The error for an unknown command. Suggests a similar name from all commands and `others`. */
export function unknownCommand(name: string, others: readonly string[] = []): HandrailError {
  const similar = suggestName(name, [...shellCommands.keys(), ...others]);
  const message = name ? `There is no command "${name.slice(0, 60)}".` : 'The command is missing.';
  return new HandrailError(
    'invalid_option',
    similar ? `${message} Did you mean ${similar}?` : message,
    'List all commands: handrail --help',
  );
}
