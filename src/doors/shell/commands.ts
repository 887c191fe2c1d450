import { HandrailError } from '../../core/errors.js';
import { nearestName } from '../../core/nearest.js';
import { pickTools } from '../../tools/toolsets.js';
import { batch } from './batch.js';
import type { ShellCommand } from './command.js';
import { sessionCommands } from './session-commands.js';
import { toolCommand } from './tool-command.js';

const tools = pickTools(['all']);

/** Every command that works on a session: our own, and each tool. */
export const shellCommands: ReadonlyMap<string, ShellCommand> = new Map(
  [...tools.list().map((tool) => toolCommand(tool, tools)), ...sessionCommands, batch].map((command) => [
    command.name,
    command,
  ]),
);

/** The command's name among the words: the first that is no flag. */
export function nameIn(words: readonly string[]): string {
  return (
    words.find((word, index) => !word.startsWith('--') && !/^--(?:session|image)$/.test(words[index - 1] ?? '')) ?? ''
  );
}

/** By its name, with dashes or underscores, or by another name of the tool. */
export function findCommand(word: string): ShellCommand | undefined {
  const name = word.replaceAll('-', '_');
  return shellCommands.get(name) ?? shellCommands.get(tools.get(name)?.name ?? '');
}

/** With the name that was likely meant. */
export function unknownCommand(word: string, others: readonly string[] = []): HandrailError {
  const near = nearestName(word, [...shellCommands.keys(), ...others]);
  const message = word ? `There is no command "${word.slice(0, 60)}".` : 'No command is named.';
  return new HandrailError(
    'invalid_option',
    near ? `${message} Did you mean ${near}?` : message,
    'See all of them with: handrail --help',
  );
}
