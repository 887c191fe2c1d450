import { type ChildProcess, spawn } from 'node:child_process';

/** A program that runs beside us until it ends or is ended. */
export interface StartedProgram {
  name: string;
  child: ChildProcess;
  pid: number | undefined;
  /** Settles when it has ended or could not be started, with how: 'code 1 (no screens found)'. Never rejects. */
  ended: Promise<string>;
  /** How it ended, once it has. */
  ending(): string | undefined;
  /** True when it ended by itself with 0. */
  succeeded(): boolean;
}

export interface ProgramOptions {
  /** All that it is told of the environment. */
  env: Record<string, string>;
  cwd?: string;
  /** Which of its outputs somebody reads: standard output, or a fourth file. */
  outputs?: readonly (1 | 3)[];
}

const keptText = 2_000;

/** Starts a program in a session of its own, so that a Ctrl+C at our terminal is ours to answer. Keeps the last of its complaints. */
export function startProgram(
  path: string,
  parameters: readonly string[],
  { env, cwd, outputs = [] }: ProgramOptions,
): StartedProgram {
  const child = spawn(path, parameters, {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', outputs.includes(1) ? 'pipe' : 'ignore', 'pipe', outputs.includes(3) ? 'pipe' : 'ignore'],
    detached: true,
  });
  let complaint = '';
  let how: string | undefined;
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-keptText);
  });
  const ended = new Promise<string>((resolve) => {
    const end = (text: string) => {
      how ??= text;
      resolve(how);
    };
    child.once('error', (error) => end(error.message));
    // Before 'close': a grandchild may hold the pipe of a program that has long ended.
    child.once('exit', (code, signal) => setImmediate(() => end(signal ?? `code ${code}${lastLine(complaint)}`)));
  });
  return {
    name: path,
    child,
    pid: child.pid,
    ended,
    ending: () => how,
    succeeded: () => child.exitCode === 0,
  };
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1)?.trim() ?? '';
  return line && ` (${line.slice(0, 200)})`;
}
