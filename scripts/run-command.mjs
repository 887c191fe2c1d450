import { spawnSync } from 'node:child_process';

/** The error of a script: a code, a message and the next step. */
export class ScriptError extends Error {
  /** @param {string} code @param {string} message @param {string} hint */
  constructor(code, message, hint) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Prints an error, with its code and hint if it has them, and sets the exit code to 1. @param {unknown} error */
export function fail(error) {
  const { code, message, hint } = /** @type {{ code?: string, message?: string, hint?: string }} */ (error);
  if (code && hint) console.error(`${code}: ${message}\n  ${hint}`);
  else console.error(error);
  process.exitCode = 1;
}

/**
 * Runs a program in the foreground. Returns the problem, or undefined if the program succeeded.
 * @param {string} program
 * @param {string[]} parameters
 * @param {{ folder: string, seconds: number, env?: Record<string, string>, shell?: boolean }} options
 */
export function runCommand(program, parameters, { folder, seconds, env = {}, shell = false }) {
  const { error, status, signal } = spawnSync(program, parameters, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'inherit',
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    shell,
  });
  if (error && 'code' in error && error.code === 'ETIMEDOUT') return `it took more than ${seconds} s`;
  if (error) return error.message;
  if (signal) return `it was ended by ${signal}`;
  return status === 0 ? undefined : `it ended with ${status}`;
}
