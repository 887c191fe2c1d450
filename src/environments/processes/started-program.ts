import { type ChildProcess, spawn } from 'node:child_process';

/** A child process. */
export interface StartedProgram {
  name: string;
  child: ChildProcess;
  pid: number | undefined;
  /** Resolves with the exit reason when it has ended or could not be started: 'code 1 (no screens found)'. Never rejects. */
  ended: Promise<string>;
  /** The exit reason, once it has ended. */
  exitReason(): string | undefined;
  /** True when it ended with exit code 0. */
  succeeded(): boolean;
}

export interface ProgramOptions {
  /** The complete environment of the program. */
  env: Record<string, string>;
  cwd?: string;
  /** The descriptors to read: standard output, or descriptor 3. */
  outputs?: readonly (1 | 3)[];
}

const maxErrorCharacters = 2_000;

/** Starts a program in its own session, so that Ctrl+C in our terminal does not reach it. Keeps the end of its error output. */
export function startProgram(
  path: string,
  parameters: readonly string[],
  { env, cwd, outputs = [] }: ProgramOptions,
): StartedProgram {
  const child = spawn(path, parameters, {
    env,
    cwd,
    stdio: ['ignore', outputs.includes(1) ? 'pipe' : 'ignore', 'pipe', outputs.includes(3) ? 'pipe' : 'ignore'],
    detached: true,
  });
  let errorOutput = '';
  let exitReason: string | undefined;
  child.stderr?.on('data', (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-maxErrorCharacters);
  });
  const ended = new Promise<string>((resolve) => {
    const end = (text: string) => {
      exitReason ??= text;
      resolve(exitReason);
    };
    child.once('error', (error) => end(error.message));
    // Not 'close': a grandchild may keep the pipe open after the program has ended.
    child.once('exit', (code, signal) => setImmediate(() => end(signal ?? `code ${code}${lastLine(errorOutput)}`)));
  });
  return {
    name: path,
    child,
    pid: child.pid,
    ended,
    exitReason: () => exitReason,
    succeeded: () => child.exitCode === 0,
  };
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1)?.trim() ?? '';
  return line && ` (${line.slice(0, 200)})`;
}
