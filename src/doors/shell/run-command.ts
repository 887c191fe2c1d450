import { resolve } from 'node:path';
import { HandrailError, toFault } from '../../core/errors.js';
import { splitLine } from '../command-line/split-line.js';
import type { SessionManager } from '../session-manager/session-manager.js';
import type { CommandContext, CommandReply } from './command.js';
import { findCommand, unknownCommand } from './commands.js';
import { parseArguments } from './parse-arguments.js';
import { faultReply } from './reply.js';

export interface Caller {
  sessions: SessionManager;
  args: readonly string[];
  /** The caller's working folder, HANDRAIL_HOME and HANDRAIL_SESSION. */
  folder: string;
  home: string;
  session: string;
  signal: AbortSignal;
  input(): Promise<string>;
}

/** Runs a session command. Never throws. */
export async function runCommand({
  args,
  home,
  session,
  ...caller
}: Caller): Promise<CommandReply & { json: boolean }> {
  let json = args.includes('--json');
  try {
    const { flags, rest } = extractCommonFlags(args);
    json = flags.json;
    const context: CommandContext = {
      ...caller,
      home: resolve(caller.folder, home || '.handrail'),
      session: flags.session ?? (session || 'default'),
      full: flags.full,
      image: flags.image,
      runLine: (line) => runLine(line, context),
    };
    return { ...(await runNamed(rest, context)), json };
  } catch (error) {
    return { ...faultReply(toFault(error)), json };
  }
}

async function runNamed([name = '', ...args]: readonly string[], context: CommandContext): Promise<CommandReply> {
  try {
    const command = findCommand(name);
    if (!command) throw unknownCommand(name);
    return await command.run(parseArguments(command, args, context.folder), context);
  } catch (error) {
    return faultReply(toFault(error));
  }
}

interface CommonFlags {
  session?: string;
  json: boolean;
  full: boolean;
  image?: string;
}

/** Takes the common flags out of the arguments, at any position before `--`. */
function extractCommonFlags(args: readonly string[]): { flags: CommonFlags; rest: string[] } {
  const flags: CommonFlags = { json: false, full: false };
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [, flag, attached] = /^--(session|image|json|full)(?:=(.*))?$/s.exec(arg) ?? [];
    if (arg === '--') {
      rest.push(...args.slice(index));
      break;
    }
    if (flag === 'json' || flag === 'full') flags[flag] = true;
    else if (flag === 'session' || flag === 'image') {
      if (attached === undefined) index += 1;
      const value = attached ?? args[index];
      if (!value) throw new HandrailError('invalid_option', `--${flag} needs a value.`, 'See: handrail --help');
      flags[flag] = value;
    } else rest.push(arg);
  }
  return { flags, rest };
}

async function runLine(line: string, context: CommandContext): Promise<CommandReply> {
  try {
    const args = splitLine(line);
    const { flags, rest } = extractCommonFlags(args[0] === 'handrail' ? args.slice(1) : args);
    if (rest[0] === 'batch')
      throw new HandrailError('invalid_input', 'A batch cannot contain a batch.', 'List its commands directly.');
    return await runNamed(rest, {
      ...context,
      session: flags.session ?? context.session,
      image: flags.image ?? context.image,
      full: flags.full || context.full,
    });
  } catch (error) {
    return faultReply(toFault(error));
  }
}
