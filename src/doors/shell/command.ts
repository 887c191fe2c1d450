import type { z } from 'zod';
import type { HandrailError } from '../../core/errors.js';
import type { SessionManager } from '../session-manager/session-manager.js';

/** A line of `sessions`. The fields after `url` are unknown for a process that this build cannot ask; `pid` then names the process. */
export interface SessionInfo {
  name: string;
  url?: string;
  environment?: string;
  busy?: boolean;
  idleSeconds?: number;
  folder?: string;
  pid?: number;
}

/** The sessions that background processes of other builds hold. */
export interface OtherSessions {
  list(signal: AbortSignal): Promise<SessionInfo[]>;
  /** Closes what can be closed. The error names the rest. */
  closeAll(signal: AbortSignal): Promise<{ closed: string[]; error?: HandrailError }>;
}

/** The caller of a command and what the command may use. */
export interface CommandContext {
  sessions: SessionManager;
  others: OtherSessions;
  /** The name of the session that the command uses. */
  session: string;
  /** The caller's working folder. */
  folder: string;
  /** The folder that holds `runs/<id>`. */
  home: string;
  /** The file to write the picture to. */
  image?: string;
  /** Replace that file, whoever wrote it. */
  overwrite: boolean;
  /** Print long texts and maps in full. */
  full: boolean;
  /** The part of the page to print after an action. */
  within?: string;
  signal: AbortSignal;
  /** Reads the caller's standard input. */
  input(): Promise<string>;
  /** More commands of a batch follow: a new page is summarized, not printed. */
  isIntermediate?: boolean;
  /** Checks a command and returns how to run it. Throws HandrailError if it does not exist or does not take these arguments. */
  prepare(call: CommandCall, options: Pick<CommandContext, 'input' | 'isIntermediate'>): PreparedCommand;
}

/** A command as its arguments, `["fill", "Email", "x"]`, or as its fields, `{ command: "fill", target: "Email", value: "x" }`. */
export type CommandCall = readonly string[] | Readonly<Record<string, unknown>>;

export interface PreparedCommand {
  name: string;
  /** The command as a user types it. */
  line: string;
  /** Never throws. */
  run(): Promise<CommandReply>;
}

/** The result of a command: text for readers, data for programs. */
export interface CommandReply {
  ok: boolean;
  /** Output of the commands that succeeded before the failure. */
  completed?: string;
  text: string;
  data: Record<string, unknown>;
  code: number;
}

/** A command on a session. Its flags and its help are derived from `input`. */
export interface ShellCommand {
  name: string;
  summary: string;
  input: z.ZodObject;
  /** Fields given as positional arguments, in order. With fewer arguments, optional fields are left out first. */
  positional: readonly string[];
  /** Alternative field names. */
  fieldAliases?: Readonly<Record<string, string>>;
  /** Fields for which the argument `-` stands for the text of standard input. */
  inputFields?: readonly string[];
  examples: readonly string[];
  run(input: Record<string, unknown>, context: CommandContext): Promise<CommandReply>;
}

/** The flags of every session command. */
export const commonFlags = [
  { flag: '--session <name>', about: 'the session; default: HANDRAIL_SESSION, else "default"' },
  { flag: '--json', about: 'print JSON' },
  { flag: '--image <file>', about: 'write the picture, if there is one, to this file' },
  { flag: '--overwrite', about: 'with --image: replace the file, even if Handrail did not write it' },
  { flag: '--full', about: 'print long texts and maps in full' },
  { flag: '--within <target>', about: 'after an action, print only this part of the page: an id or a CSS selector' },
] as const;
