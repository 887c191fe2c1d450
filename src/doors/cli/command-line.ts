import { toFault } from '../../core/errors.js';
import { readPointer } from '../daemon/pointer.js';
import { runtimeFolder } from '../daemon/runtime-folder.js';
import { wantsHelp } from '../terminal/common-flags.js';
import { faultCode } from '../terminal/exit-codes.js';
import { runRemotely } from './client.js';
import { printFault } from './usage.js';

/** These need no session that lives on: they run here and now. bin/handrail knows them too. */
const local = new Set(['run', 'tools', 'models', 'runs', 'report', 'mcp', 'doctor', 'desktop', 'container', 'skill']);

/** Runs a command line: here, or in the background process that holds the sessions. Never throws. */
export async function runCommandLine(given: readonly string[]): Promise<number> {
  const words = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  try {
    const [first = ''] = words;
    const isPlain = words.length === 0 || local.has(first) || /^-(?:[hvV]|-help|-version)$/.test(first);
    const end = isPlain ? 'local' : await runForSession(words);
    if (end !== 'local') return end;
    const { runProgram } = await import('./program.js');
    return await runProgram(words);
  } catch (error) {
    const fault = toFault(error);
    printFault(fault, words);
    return faultCode(fault.code);
  }
}

/** With a background process there, it knows best. Without one, a slip of the pen is no reason to start it. */
async function runForSession(words: readonly string[]): Promise<number | 'local'> {
  const isForHelp = wantsHelp(words);
  if (!isForHelp && readPointer(runtimeFolder())) {
    const end = await runRemotely(words);
    if (end !== 'local') return end;
  }
  const { findCommand, nameIn, unknownCommand } = await import('../shell/commands.js');
  const name = nameIn(words);
  const command = findCommand(name);
  if (!command && /^[\w-]*$/.test(name)) throw unknownCommand(name, [...local]);
  if (!command) return 'local';
  if (!isForHelp) return runRemotely(words);
  const { commandHelp } = await import('../shell/help.js');
  process.stdout.write(commandHelp(command));
  return 0;
}
