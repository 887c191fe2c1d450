import { resolve } from 'node:path';
import { z } from 'zod';
import { HandrailError, toFault } from '../../core/errors.js';
import { formatLine, quoteArgument } from '../command-line/format-line.js';
import type { SessionManager } from '../session-manager/session-manager.js';
import type {
  CommandCall,
  CommandContext,
  CommandReply,
  OtherSessions,
  PreparedCommand,
  ShellCommand,
} from './command.js';
import { findCommand, unknownCommand } from './commands.js';
import { collectArguments, parseFields, readArguments } from './parse-arguments.js';
import { faultReply } from './reply.js';

export interface Caller {
  sessions: SessionManager;
  others: OtherSessions;
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
      session: flags.session ?? (session || defaultSession),
      full: flags.full,
      image: flags.image,
      overwrite: flags.overwrite,
      within: flags.within,
      prepare: (call, options) => prepareCall(call, { ...context, ...options }),
    };
    return { ...(await prepareArguments(rest, context).run()), json };
  } catch (error) {
    return { ...faultReply(toFault(error)), json };
  }
}

const defaultSession = 'default';

/** The session that a command line uses. Undefined for a command that concerns all sessions, and for invalid flags. */
export function sessionName({ args, session }: Pick<Caller, 'args' | 'session'>): string | undefined {
  try {
    const { flags, rest } = extractCommonFlags(args);
    const isForAll = rest[0] === 'sessions' || (rest[0] === 'close' && rest.includes('--all'));
    return isForAll ? undefined : (flags.session ?? (session || defaultSession));
  } catch {
    return undefined; // running the command reports the error
  }
}

function prepareCall(call: CommandCall, context: CommandContext): PreparedCommand {
  if (!isArguments(call)) return prepareFields(call, context);
  const { flags, rest } = extractCommonFlags(call[0] === 'handrail' ? call.slice(1) : call);
  return { ...prepareArguments(rest, withFlags(context, flags)), line: call.map(quoteArgument).join(' ') };
}

function isArguments(call: CommandCall): call is readonly string[] {
  return Array.isArray(call);
}

function prepareArguments([name = '', ...args]: readonly string[], context: CommandContext): PreparedCommand {
  const command = requireCommand(name);
  const collected = collectArguments(command, args);
  return {
    name: command.name,
    line: [name, ...args].map(quoteArgument).join(' '),
    run: () => replyTo(async () => command.run(await readArguments(command, collected, context), context)),
  };
}

const commonFields = z.object({
  command: z.string(),
  session: z.string().min(1).optional(),
  image: z.string().min(1).optional(),
  within: z.string().min(1).optional(),
  full: z.boolean().optional(),
  overwrite: z.boolean().optional(),
});

function prepareFields(call: Readonly<Record<string, unknown>>, context: CommandContext): PreparedCommand {
  const { command: name, session, image, within, full, overwrite, ...given } = call;
  const common = commonFields.safeParse({ command: name, session, image, within, full, overwrite });
  if (!common.success)
    throw new HandrailError(
      'invalid_input',
      'command, session, image and within must be texts; full and overwrite must be true or false.',
      'See: handrail batch --help',
    );
  const command = requireCommand(common.data.command);
  const input = parseFields(command, given);
  return {
    name: command.name,
    line: formatLine(command.name, input, command.positional).replace(/^handrail /, ''),
    run: () => replyTo(() => command.run(input, withFlags(context, { full: false, overwrite: false, ...common.data }))),
  };
}

function requireCommand(name: string): ShellCommand {
  const command = findCommand(name);
  if (!command) throw unknownCommand(name);
  return command;
}

async function replyTo(run: () => Promise<CommandReply>): Promise<CommandReply> {
  try {
    return await run();
  } catch (error) {
    return faultReply(toFault(error));
  }
}

function withFlags(
  context: CommandContext,
  { session, image, within, full, overwrite }: Omit<CommonFlags, 'json'>,
): CommandContext {
  return {
    ...context,
    session: session ?? context.session,
    image: image ?? context.image,
    within: within ?? context.within,
    full: full || context.full,
    overwrite: overwrite || context.overwrite,
  };
}

interface CommonFlags {
  session?: string;
  json: boolean;
  full: boolean;
  overwrite: boolean;
  image?: string;
  within?: string;
}

/** Takes the common flags out of the arguments, at any position before `--`. */
function extractCommonFlags(args: readonly string[]): { flags: CommonFlags; rest: string[] } {
  const flags: CommonFlags = { json: false, full: false, overwrite: false };
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [, flag, attached] = /^--(session|image|within|json|full|overwrite)(?:=(.*))?$/s.exec(arg) ?? [];
    if (arg === '--') {
      rest.push(...args.slice(index));
      break;
    }
    if (flag === 'json' || flag === 'full' || flag === 'overwrite') flags[flag] = true;
    else if (flag === 'session' || flag === 'image' || flag === 'within') {
      if (attached === undefined) index += 1;
      const value = attached ?? args[index];
      if (!value) throw new HandrailError('invalid_option', `--${flag} needs a value.`, 'See: handrail --help');
      flags[flag] = value;
    } else rest.push(arg);
  }
  return { flags, rest };
}
