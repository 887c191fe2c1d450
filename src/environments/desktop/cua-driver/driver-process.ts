import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hostProgram } from './driver-host.js';

/** What the driver said to one call. */
export interface DriverAnswer {
  text: string;
  /** JSON, where there is any. */
  structured?: string;
  pictures: { type: string; bytes: Uint8Array }[];
  isError: boolean;
  code?: string;
}

/** The process that holds the driver. */
export interface DriverProcess {
  /** Settles when the driver is loaded: false and why, when it cannot be. Rejects with DriverEnded. */
  ready: Promise<true | string>;
  /** Rejects with DriverEnded when the process ends first. Has no deadline of its own. */
  call(tool: string, input: object): Promise<DriverAnswer>;
  isRunning(): boolean;
  /** Ends it, whatever it is doing. Settles when it has ended. */
  end(how: 'asked' | 'made'): Promise<void>;
}

/** The process of the driver is gone. The message says how it ended and what it said last. */
export class DriverEnded extends Error {}

const keptWords = 500;
const askedMs = 1_500;
const lastWordsMs = 100;

/** Starts a process for the driver. It ends with ours, however ours ends. `program`: the parameters of Node, instead of our own program. */
export function startDriverProcess(env: Record<string, string>, program?: readonly string[]): DriverProcess {
  const child = spawn(
    process.execPath,
    [...(program ?? ['--input-type=module', '--eval', hostProgram]), process.cwd()],
    {
      env: { ...env, CUA_TELEMETRY_ENABLED: 'false' },
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    },
  );
  const waiting = new Map<number, { resolve(answer: DriverAnswer): void; reject(error: Error): void }>();
  let words = '';
  let lastId = 0;
  let ended: DriverEnded | undefined;
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      words = `${words}${text}`.slice(-keptWords);
    });
  }

  let tellReady: (told: true | string) => void = () => undefined;
  let failReady: (error: Error) => void = () => undefined;
  const ready = new Promise<true | string>((resolve, reject) => {
    tellReady = resolve;
    failReady = reject;
  });
  ready.catch(() => undefined); // whoever waits for it is told; nobody has to

  child.on('message', (told: unknown) => {
    if (!isRecord(told)) return;
    if (told.ready === true) tellReady(true);
    else if (typeof told.missing === 'string') tellReady(told.missing);
    else if (typeof told.id === 'number' && isAnswer(told.answer)) {
      waiting.get(told.id)?.resolve(told.answer);
      waiting.delete(told.id);
    }
  });

  const exit = new Promise<void>((resolve) => {
    const onEnd = (how: string) => {
      ended ??= new DriverEnded(`${how}${lastWords(words)}`);
      failReady(ended);
      for (const { reject } of waiting.values()) reject(ended);
      waiting.clear();
      resolve();
    };
    child.once('exit', (code, signal) => {
      const end = () => {
        clearTimeout(timer);
        child.stdout?.destroy();
        child.stderr?.destroy();
        onEnd(signal ?? `code ${code}`);
      };
      // The last words come after the exit; but programs that it started may hold its outputs open.
      const timer = setTimeout(end, lastWordsMs);
      child.once('close', end);
    });
    child.once('error', (error) => onEnd(error.message));
  });

  return {
    ready,
    call(tool, input) {
      if (ended) return Promise.reject(ended);
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        // One that can no longer be spoken to has ended or is about to: its exit answers.
        child.send({ id, tool, input: JSON.stringify(input) }, () => undefined);
      });
    },
    isRunning: () => ended === undefined,
    async end(how) {
      if (ended) return;
      if (how === 'asked' && child.connected) {
        child.disconnect();
        const timer = setTimeout(() => child.kill('SIGKILL'), askedMs);
        await exit;
        clearTimeout(timer);
        return;
      }
      child.kill('SIGKILL');
      await exit;
    },
  };
}

function isAnswer(value: unknown): value is DriverAnswer {
  return (
    isRecord(value) &&
    typeof value.text === 'string' &&
    typeof value.isError === 'boolean' &&
    Array.isArray(value.pictures) &&
    value.pictures.every((one) => isRecord(one) && typeof one.type === 'string' && one.bytes instanceof Uint8Array) &&
    ['string', 'undefined'].includes(typeof value.structured) &&
    ['string', 'undefined'].includes(typeof value.code)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function lastWords(words: string): string {
  const line = words.trim().split('\n').at(-1)?.trim() ?? '';
  return line && ` (${line.slice(0, 200)})`;
}
