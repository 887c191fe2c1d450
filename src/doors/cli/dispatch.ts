import { toFault } from '../../core/errors.js';
import { wantsHelp } from '../command-line/common-flags.js';
import { exitCodeForFault } from '../command-line/exit-codes.js';
import { localCommands, localFlags, sessionCommandNames } from '../daemon/client-spec.js';
import { currentBuild, readPointer } from '../daemon/pointer.js';
import { runtimeFolder } from '../daemon/runtime-folder.js';
import { runInDaemon } from './client.js';
import { printFault } from './usage.js';

const localFirstArguments = new Set<string>([...localCommands, ...localFlags, '-V']);

/** Runs a command line here or in the background process. Returns the exit code. Never throws. */
export async function runCommandLine(given: readonly string[]): Promise<number> {
  const args = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  try {
    const [first] = args;
    const isLocal = first === undefined || localFirstArguments.has(first);
    const result = isLocal ? 'local' : await runSessionCommand(args);
    if (result !== 'local') return result;
    const { runProgram } = await import('./program.js');
    return await runProgram(args);
  } catch (error) {
    const fault = toFault(error);
    printFault(fault, args);
    return exitCodeForFault(fault.code);
  }
}

/** Asks a running background process first. Starts one only for a command that exists. */
async function runSessionCommand(args: readonly string[]): Promise<number | 'local'> {
  const isHelp = wantsHelp(args);
  if (!isHelp && readPointer(runtimeFolder(), currentBuild())) {
    const result = await runInDaemon(args);
    if (result !== 'local') return result;
  }
  if (!isHelp && sessionCommandNames.some((name) => name === args[0])) return runInDaemon(args);
  const { findCommand, commandName, unknownCommand } = await import('../shell/commands.js');
  const name = commandName(args);
  const command = findCommand(name);
  if (!command && /^[\w-]*$/.test(name)) throw unknownCommand(name, localCommands);
  if (!command) return 'local';
  if (!isHelp) return runInDaemon(args);
  const { commandHelp } = await import('../shell/help.js');
  process.stdout.write(commandHelp(command));
  return 0;
}
