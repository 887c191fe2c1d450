import type { z } from 'zod';
import type { SessionManager } from '../session-manager/session-manager.js';

/** The caller of a command and what the command may use. */
export interface CommandContext {
  sessions: SessionManager;
  /** The name of the session that the command uses. */
  session: string;
  /** The caller's working folder. */
  folder: string;
  /** The folder that holds `runs/<id>`. */
  home: string;
  /** The file to write the picture to. */
  image?: string;
  /** Print long texts in full. */
  full: boolean;
  signal: AbortSignal;
  /** Reads the caller's standard input. */
  input(): Promise<string>;
  /** Runs a command given as one line. */
  runLine(line: string): Promise<CommandReply>;
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
  examples: readonly string[];
  run(input: Record<string, unknown>, context: CommandContext): Promise<CommandReply>;
}

/** The flags of every session command. */
export const commonFlags = [
  { flag: '--session <name>', about: 'the session; default: HANDRAIL_SESSION, else "default"' },
  { flag: '--json', about: 'print JSON' },
  { flag: '--image <file>', about: 'write the picture, if there is one, to this file' },
  { flag: '--full', about: 'print long texts in full' },
] as const;
