import { randomUUID } from 'node:crypto';
import { cancelled } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { createLineEnd } from '../../processes/line-end.js';
import { demultiplex } from '../engine/demultiplex.js';
import { type Command, endAll, execute, type Place, type Ran, startExec, tooLong, tooMuch } from './exec.js';
import { perlRunner, pythonRunner } from './runner-programs.js';

/** A program that goes on by itself. */
export interface Left {
  /** Its exit code, once it has ended. */
  ended(signal?: AbortSignal): Promise<number | undefined>;
}

/** Runs programs inside a container for a session. */
export interface Runner {
  run(command: Command, signal?: AbortSignal): Promise<Ran>;
  /** Starts a program that goes on by itself. Throws `unknown_app` when there is none of that name. */
  leave(args: readonly string[], signal?: AbortSignal): Promise<Left>;
  /** What is run inside when this session ends, however it ends. Nothing: an empty list. */
  atEnd(args: readonly string[]): Promise<void>;
  /** Settles when nothing can be run through it any more, with the reason. Never rejects. */
  lost: Promise<HandrailError>;
  /** Ends what was run and is still running; with `hidden`, what has gone to the background by itself, too: what holds a clipboard does. */
  close(how?: { hidden: boolean }): Promise<void>;
}

export type Interpreter = 'perl' | 'python3';

const kinds = { run: 1, leave: 2, end: 3, atEnd: 4, ended: 5 };
const usualMs = 10_000;
const usualBytes = 64 * 1024 * 1024;
const closeMs = 2_000;

/** One process inside that starts all others takes 5 ms for each; one exec for each takes 60 to 100. */
export async function openRunner(
  place: Place,
  interpreter: Interpreter | undefined,
  signal?: AbortSignal,
): Promise<Runner> {
  if (interpreter === undefined) return oneByOne(place);
  const args = interpreter === 'perl' ? ['perl', '-e', perlRunner] : ['python3', '-c', pythonRunner];
  const running = await startExec(place, args, signal);
  const { socket } = running;
  const line = createLineEnd(socket);
  const waiting = new Map<number, { resolve(ran: Ran): void; reject(error: Error): void; maxBytes: number }>();
  let answers: Buffer[] = [];
  let held = 0;
  let said = '';
  let last = 0;

  const take = demultiplex((stream, bytes) => {
    if (stream === 'err') {
      said = `${said}${bytes.toString('utf8')}`.slice(-500);
      return;
    }
    answers.push(bytes);
    held += bytes.length;
    while (held >= 4) {
      if ((answers[0]?.length ?? 0) < 4) answers = [Buffer.concat(answers)];
      const size = 4 + (answers[0]?.readUInt32BE(0) ?? 0);
      if (held < size) return;
      const all = answers.length === 1 ? answers[0] : Buffer.concat(answers);
      if (!all) return;
      answers = [all.subarray(size)];
      held -= size;
      settle(all.subarray(4, size));
    }
  });
  function settle(answer: Buffer): void {
    const id = answer.readUInt32BE(0);
    const asked = waiting.get(id);
    waiting.delete(id);
    const end = 12 + answer.readUInt32BE(8);
    if (!asked) return;
    if (answer.length > asked.maxBytes) {
      asked.reject(tooMuch([], asked.maxBytes));
      return;
    }
    asked.resolve({
      code: answer.readUInt32BE(4),
      stdout: Buffer.from(answer.subarray(12, end)),
      stderr: answer.toString('utf8', end),
    });
  }
  const lose = (why = said.trim().split('\n').at(-1)): void =>
    line.end(new HandrailError('display_died', `The connection into the container ended${why ? `: ${why}` : ''}.`));
  socket.on('data', take);
  socket.on('error', (error) => lose(error.message));
  socket.on('close', () => lose());
  socket.on('end', () => lose());

  async function ask(kind: number, command: Command, stop?: AbortSignal): Promise<Ran> {
    if (line.gone) throw line.gone;
    if (stop?.aborted) throw cancelled(stop);
    checkArguments(command.args);
    const { deadlineMs = usualMs, maxBytes = usualBytes } = command;
    last += 1;
    const id = last;
    let timer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    let forget: (() => void) | undefined;
    try {
      return await new Promise<Ran>((resolve, reject) => {
        waiting.set(id, { resolve, reject, maxBytes });
        forget = line.whileWaiting(reject);
        const cut = (error: HandrailError) => {
          socket.write(frameOf(id, kinds.end, { args: [] }));
          reject(error);
        };
        timer = setTimeout(() => cut(tooLong(command.args, deadlineMs)), deadlineMs);
        onAbort = () => cut(stop ? cancelled(stop) : tooLong(command.args, 0));
        stop?.addEventListener('abort', onAbort, { once: true });
        socket.write(frameOf(id, kind, command));
      });
    } finally {
      clearTimeout(timer);
      forget?.();
      if (onAbort) stop?.removeEventListener('abort', onAbort);
      waiting.delete(id);
    }
  }

  return {
    lost: line.lost,
    run: (command, stop) => ask(kinds.run, command, stop),
    async leave(args, stop) {
      const { code, stdout: pid, stderr } = await ask(kinds.leave, { args }, stop);
      if (code !== 0) throw unknownApp(args[0] ?? '', stderr);
      return {
        async ended(signal) {
          const told = (await ask(kinds.ended, { args: [pid.toString('utf8')] }, signal)).stdout.toString('utf8');
          return told === '' ? undefined : Number(told);
        },
      };
    },
    async atEnd(args) {
      await ask(kinds.atEnd, { args });
    },
    async close({ hidden } = { hidden: false }) {
      if (line.gone) return;
      const ended = new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.once('end', () => resolve());
        setTimeout(resolve, closeMs).unref();
      });
      socket.end();
      await ended;
      if (hidden) await running.kill();
      socket.destroy();
    },
  };
}

/** For a container without an interpreter: each command is an exec of its own. */
function oneByOne(place: Place): Runner {
  // What holds a clipboard stays after its command: it is found again by this.
  const visit = randomUUID();
  const marked = { ...place, environment: { ...place.environment, HANDRAIL_VISIT: visit } };
  return {
    lost: new Promise(() => undefined), // nothing is kept open
    run(command, signal) {
      checkArguments(command.args);
      return execute(marked, command, signal);
    },
    async leave(args, signal) {
      checkArguments(args);
      const { engine, id, name: container } = place;
      return engine.ask({ what: 'Starting a program', container, ...(signal ? { signal } : {}) }, async () => {
        const exec = await engine.docker.getContainer(id).exec({
          Cmd: [...args],
          Env: Object.entries(place.environment ?? {}).map(([key, value]) => `${key}=${value}`),
          ...(place.user === undefined ? {} : { User: place.user }),
        });
        try {
          await exec.start({ Detach: true });
        } catch (error) {
          const text = String(error);
          throw /not found|no such file|permission denied/i.test(text) ? unknownApp(args[0] ?? '', '') : error;
        }
        return {
          async ended() {
            const { Running, ExitCode } = await exec.inspect();
            return Running ? undefined : (ExitCode ?? 0);
          },
        };
      });
    },
    // Without a process inside there is nobody who could.
    atEnd: () => Promise.resolve(),
    async close() {
      await execute(place, { args: ['sh', '-c', endAll, `HANDRAIL_VISIT=${visit}`], deadlineMs: closeMs });
    },
  };
}

function frameOf(id: number, kind: number, { args, input = '' }: Command): Buffer {
  const given = Buffer.from(input);
  const words = Buffer.from(args.join('\0'));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(9 + given.length + words.length, 0);
  head.writeUInt32BE(id, 4);
  head.writeUInt8(kind, 8);
  head.writeUInt32BE(given.length, 9);
  return Buffer.concat([head, given, words]);
}

function checkArguments(args: readonly string[]): void {
  if (args.some((argument) => argument.includes('\0')))
    throw new HandrailError('invalid_action', 'A NUL character cannot be given to a program.', 'Leave it out.');
}

function unknownApp(app: string, said: string): HandrailError {
  return new HandrailError(
    'unknown_app',
    `The container has no program '${app}'${said && !/No such file/i.test(said) ? ` (${said.trim()})` : ''}.`,
    'Name a program that is installed there; handrail container up --packages adds some.',
  );
}
