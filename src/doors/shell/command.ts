import type { z } from 'zod';
import type { SessionManager } from '../session-manager/session-manager.js';

/** Where a command was given, and what it can reach. */
export interface Shell {
  hub: SessionManager;
  /** The session that is meant. */
  session: string;
  /** The caller's working folder. */
  folder: string;
  /** Where runs are written down. */
  home: string;
  /** Where a picture is to go. */
  image?: string;
  /** Leave nothing out. */
  full: boolean;
  signal: AbortSignal;
  /** What stands in the caller's standard input. */
  input(): Promise<string>;
  /** Carries out a command that is written in one line. */
  runLine(line: string): Promise<ShellReply>;
}

/** What a command came to: text for a reader who pays by the token, data for programs. */
export interface ShellReply {
  ok: boolean;
  /** What went well before it failed. */
  before?: string;
  text: string;
  data: Record<string, unknown>;
  code: number;
}

/** One thing that can be said to a session from a shell. Its flags and its help follow from `input`. */
export interface ShellCommand {
  name: string;
  summary: string;
  input: z.ZodObject;
  /** Fields that are given as bare words, in order; when there are fewer words, optional ones are left out first. */
  positional: readonly string[];
  /** Other names of fields. */
  fieldAliases?: Readonly<Record<string, string>>;
  examples: readonly string[];
  run(input: Record<string, unknown>, shell: Shell): Promise<ShellReply>;
}

/** The flags that every command takes besides its own. */
export const commonFlags = [
  { flag: '--session <name>', about: 'which session; HANDRAIL_SESSION or "default" when not said' },
  { flag: '--json', about: 'print JSON' },
  { flag: '--image <file>', about: 'where to write the picture, when there is one' },
  { flag: '--full', about: 'print long texts to their end' },
] as const;
