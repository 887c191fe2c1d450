import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type Docker from 'dockerode';
import { toCancelledError } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { demultiplex } from '../engine/demultiplex.js';
import type { Engine } from '../engine/engine.js';

/** The container and user that commands run in. */
export interface ExecTarget {
  engine: Engine;
  id: string;
  name: string;
  /** Default: the user of the container. */
  user?: string;
  environment?: Readonly<Record<string, string>>;
}

export interface Command {
  /** Passed without a shell. */
  args: readonly string[];
  input?: string | Buffer;
  timeoutMs?: number;
  /** Limit for the output. */
  maxBytes?: number;
}

export interface ExecResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** A running process in a container. */
export interface RunningExec {
  /** Its input, and its multiplexed output. */
  socket: Duplex;
  /** Resolves with the exit code when it has ended. */
  ended(): Promise<number>;
  /** Kills the process and everything that it started. */
  kill(): Promise<void>;
}

export const defaultTimeoutMs = 10_000;
export const defaultMaxBytes = 64 * 1024 * 1024;
/** The environment variable that marks all processes of one exec. */
const markName = 'HANDRAIL_EXEC';
/** A shell script that kills every process whose environment contains its first argument. */
export const killMarkedScript = `for e in /proc/[0-9]*/environ; do grep -qs "$0" "$e" || continue; p=\${e#/proc/}; kill -KILL "\${p%/environ}"; done`;

/** Creates an exec in the container without starting it. */
export function createExec(
  { engine, id, user, environment = {} }: ExecTarget,
  args: readonly string[],
  options: Docker.ExecCreateOptions = {},
): Promise<Docker.Exec> {
  const variables = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
  return engine.docker
    .getContainer(id)
    .exec({ Cmd: [...args], User: user, ...options, Env: [...(options.Env ?? []), ...variables] });
}

/** Starts a process in a container. */
export async function startExec(
  target: ExecTarget,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<RunningExec> {
  const { engine, name: container } = target;
  const mark = `${markName}=${randomUUID()}`;
  const streams = { AttachStdin: true, AttachStdout: true, AttachStderr: true };
  const exec = await engine.request(
    { task: 'Preparing a command in the container', container, signal },
    (abortSignal) => createExec(target, args, { ...streams, Env: [mark], abortSignal }),
  );
  const socket = await engine.request({ task: 'Starting a command in the container', container, signal }, () =>
    exec.start({ hijack: true, stdin: true }),
  );
  return {
    socket,
    ended: () =>
      engine.request({ task: 'Reading the exit code of a command', container }, async () => {
        // The stream may end a moment before the engine has the exit code.
        for (;;) {
          const { Running, ExitCode } = await exec.inspect();
          if (!Running) return ExitCode ?? 0;
        }
      }),
    async kill() {
      socket.destroy();
      const killer = await createExec({ ...target, environment: {} }, ['sh', '-c', killMarkedScript, mark]);
      await killer.start({ Detach: true });
    },
  };
}

/** Runs a command to its end. Kills it in the container at the timeout or when `signal` aborts. */
export async function execute(target: ExecTarget, command: Command, signal?: AbortSignal): Promise<ExecResult> {
  const running = await startExec(target, command.args, signal);
  let output: Record<'out' | 'err', Buffer[]>;
  try {
    output = await readOutput(running.socket, command, signal);
  } catch (error) {
    await running.kill().catch(() => undefined); // the first error is reported
    throw error;
  }
  return {
    code: await running.ended(),
    stdout: Buffer.concat(output.out),
    stderr: Buffer.concat(output.err).toString('utf8'),
  };
}

function readOutput(
  socket: Duplex,
  { args, input = '', timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes }: Command,
  signal?: AbortSignal,
): Promise<Record<'out' | 'err', Buffer[]>> {
  const output: Record<'out' | 'err', Buffer[]> = { out: [], err: [] };
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError(args, timeoutMs)), timeoutMs);
    const onAbort = () => reject(signal ? toCancelledError(signal) : undefined);
    const finish = (error?: Error) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (error) reject(error);
      else resolve(output);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const onData = demultiplex((stream, data) => {
      bytes += data.length;
      if (bytes > maxBytes) reject(outputTooLarge(args, maxBytes));
      else output[stream].push(data);
    });
    socket.on('data', onData);
    socket.on('end', () => finish());
    socket.on('close', () => finish());
    socket.on('error', finish);
    socket.end(input);
  });
}

export function timeoutError(args: readonly string[], ms: number): HandrailError {
  return new HandrailError(
    'deadline',
    `${args[0] ?? 'The command'} took more than ${ms} ms in the container and was killed.`,
    'Do less in one action, and observe in between.',
  );
}

export function outputTooLarge(args: readonly string[], bytes: number): HandrailError {
  return new HandrailError('driver_failed', `${args[0] ?? 'The command'} wrote more than ${bytes} bytes.`);
}
