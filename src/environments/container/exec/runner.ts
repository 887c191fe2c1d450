import { HandrailError } from '../../../core/errors.js';
import type { Command, ExecResult } from './exec.js';

/** A program that runs independently of the session. */
export interface DetachedProgram {
  /** Its exit code, once it has ended. */
  exitCode(signal?: AbortSignal): Promise<number | undefined>;
}

/** Runs programs in a container for one session. */
export interface Runner {
  run(command: Command, signal?: AbortSignal): Promise<ExecResult>;
  /** Starts a program that outlives the session. Throws `unknown_app` when it does not exist. */
  startDetached(args: readonly string[], signal?: AbortSignal): Promise<DetachedProgram>;
  /** Sets the command that runs when the session ends, however it ends. An empty list means none. */
  runAtExit(args: readonly string[]): Promise<void>;
  /** Resolves with the reason when the runner cannot be used any more. Never rejects. */
  lost: Promise<HandrailError>;
  /** Kills running commands. With `killDaemons`, also those that went to the background, such as a clipboard owner. */
  close(options?: { killDaemons: boolean }): Promise<void>;
}

export type Interpreter = 'perl' | 'python3';

/** Throws for an argument with a NUL character, which ends an argument. */
export function checkArguments(args: readonly string[]): void {
  if (args.some((argument) => argument.includes('\0')))
    throw new HandrailError('invalid_action', 'A program argument cannot contain a NUL character.', 'Leave it out.');
}

export function unknownApp(app: string, message = ''): HandrailError {
  return new HandrailError(
    'unknown_app',
    `The container has no program '${app}'${message && !/No such file/i.test(message) ? ` (${message.trim()})` : ''}.`,
    'Use an installed program; handrail container up --packages adds some.',
  );
}
