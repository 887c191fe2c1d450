import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { cancelled } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { demultiplex } from '../engine/demultiplex.js';
import type { Engine } from '../engine/engine.js';

/** A container that commands are run in. */
export interface Place {
  engine: Engine;
  id: string;
  name: string;
  /** As whom; without one, as the container's own user. */
  user?: string;
  environment?: Readonly<Record<string, string>>;
}

export interface Command {
  /** Never read by a shell. */
  args: readonly string[];
  input?: string | Buffer;
  deadlineMs?: number;
  /** What it may write, at most. */
  maxBytes?: number;
}

export interface Ran {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** A process inside a container, with its three streams. */
export interface Running {
  socket: Duplex;
  /** Resolves with its exit code, once it has ended. */
  ended(): Promise<number>;
  /** Ends it and everything it has started. */
  kill(): Promise<void>;
}

const usualMs = 10_000;
const usualBytes = 64 * 1024 * 1024;
/** The mark in the environment by which all that a command has started is found again. */
const mark = 'HANDRAIL_ERRAND';
/** Ends every process whose environment holds its first argument. */
export const endAll = `for e in /proc/[0-9]*/environ; do grep -qs "$0" "$e" || continue; p=\${e#/proc/}; kill -KILL "\${p%/environ}"; done`;

/** Starts a process inside a container. */
export async function startExec(place: Place, args: readonly string[], signal?: AbortSignal): Promise<Running> {
  const { engine, id, name: container } = place;
  const errand = `${mark}=${randomUUID()}`;
  const question = { container, ...(signal ? { signal } : {}) };
  const exec = await engine.ask({ what: 'Preparing a command in the container', ...question }, (abortSignal) =>
    engine.docker.getContainer(id).exec({
      Cmd: [...args],
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
      Env: [errand, ...Object.entries(place.environment ?? {}).map(([key, value]) => `${key}=${value}`)],
      ...(place.user === undefined ? {} : { User: place.user }),
      abortSignal,
    }),
  );
  const socket = await engine.ask({ what: 'Starting a command in the container', ...question }, () =>
    exec.start({ hijack: true, stdin: true }),
  );
  return {
    socket,
    ended: () =>
      engine.ask({ what: 'Asking how a command ended', container }, async () => {
        // The stream may end a moment before the engine knows the code.
        for (;;) {
          const { Running, ExitCode } = await exec.inspect();
          if (!Running) return ExitCode ?? 0;
        }
      }),
    async kill() {
      socket.destroy();
      const killer = await engine.docker.getContainer(id).exec({
        Cmd: ['sh', '-c', endAll, errand],
        ...(place.user === undefined ? {} : { User: place.user }),
      });
      await killer.start({ Detach: true });
    },
  };
}

/** Runs a command to its end. What is cut off by its deadline or by `signal` is ended inside the container, too. */
export async function execute(place: Place, command: Command, signal?: AbortSignal): Promise<Ran> {
  const { args, input, deadlineMs = usualMs, maxBytes = usualBytes } = command;
  const running = await startExec(place, args, signal);
  const parts = { out: [] as Buffer[], err: [] as Buffer[] };
  let bytes = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const { socket } = running;
      const timer = setTimeout(() => reject(tooLong(args, deadlineMs)), deadlineMs);
      const onAbort = () => reject(signal ? cancelled(signal) : undefined);
      const stop = (error?: Error) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        if (error) reject(error);
        else resolve();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const take = demultiplex((stream, part) => {
        bytes += part.length;
        if (bytes > maxBytes) reject(tooMuch(args, maxBytes));
        else parts[stream].push(part);
      });
      socket.on('data', take);
      socket.on('end', () => stop());
      socket.on('close', () => stop());
      socket.on('error', (error) => stop(error));
      socket.end(input ?? '');
    });
  } catch (error) {
    await running.kill().catch(() => undefined); // the first error is the one to tell
    throw error;
  }
  return {
    code: await running.ended(),
    stdout: Buffer.concat(parts.out),
    stderr: Buffer.concat(parts.err).toString('utf8'),
  };
}

export function tooLong(args: readonly string[], ms: number): HandrailError {
  return new HandrailError(
    'deadline',
    `${args[0] ?? 'The command'} took more than ${ms} ms in the container, and was ended.`,
    'Do it in smaller parts, and observe in between.',
  );
}

export function tooMuch(args: readonly string[], bytes: number): HandrailError {
  return new HandrailError('driver_failed', `${args[0] ?? 'The command'} wrote more than ${bytes} bytes.`);
}
