import { type ChildProcess, spawn } from 'node:child_process';
import { isRecord } from '../../../core/is-record.js';
import { packagePath } from '../../processes/package-paths.js';
import { hostProgram } from './host-program.js';

/** The driver's reply to one call. */
export interface HostReply {
  text: string;
  /** JSON, if any. */
  structured?: string;
  pictures: { type: string; bytes: Uint8Array }[];
  isError: boolean;
  code?: string;
}

/** The process that runs the driver. */
export interface HostProcess {
  /** Resolves with true when the driver is loaded, or with the reason when it cannot be. Rejects with HostEnded. */
  ready: Promise<true | string>;
  /** Rejects with HostEnded when the process ends first. Has no timeout. */
  call(tool: string, input: object): Promise<HostReply>;
  /** Ends the process, gracefully or at once. Resolves when it has ended. */
  end(how: 'disconnect' | 'kill'): Promise<void>;
}

/** The process has ended. The message has the exit reason and the last line of output. */
export class HostEnded extends Error {}

const maxOutputCharacters = 500;
const maxDisconnectMs = 1_500;
const maxLastOutputMs = 100;

/** Starts the host process. It ends with ours. `program`: arguments for Node, instead of the built-in program. */
export function startHostProcess(env: Record<string, string>, program?: readonly string[]): HostProcess {
  const child = spawn(
    process.execPath,
    [...(program ?? ['--input-type=module', '--eval', hostProgram]), process.cwd()],
    {
      env: { ...env, CUA_TELEMETRY_ENABLED: 'false' },
      cwd: packagePath(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    },
  );
  const calls = new Map<number, { resolve(reply: HostReply): void; reject(error: Error): void }>();
  let lastId = 0;
  let ended: HostEnded | undefined;
  let resolveReady: (result: true | string) => void = () => undefined;
  let rejectReady: (error: Error) => void = () => undefined;
  const ready = new Promise<true | string>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });
  ready.catch(() => undefined); // may have no reader

  child.on('message', (message: unknown) => {
    if (!isRecord(message)) return;
    if (message.ready === true) resolveReady(true);
    else if (typeof message.missing === 'string') resolveReady(message.missing);
    else if (typeof message.id === 'number' && isReply(message.answer)) {
      calls.get(message.id)?.resolve(message.answer);
      calls.delete(message.id);
    }
  });

  const exit = exitReason(child).then((reason) => {
    ended = new HostEnded(reason);
    rejectReady(ended);
    for (const { reject } of calls.values()) reject(ended);
    calls.clear();
  });

  return {
    ready,
    call(tool, input) {
      if (ended) return Promise.reject(ended);
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        calls.set(id, { resolve, reject });
        // A failed send means that the process has ended or is about to; its exit rejects the call.
        child.send({ id, tool, input: JSON.stringify(input) }, () => undefined);
      });
    },
    async end(how) {
      if (ended) return;
      let timer: NodeJS.Timeout | undefined;
      if (how === 'disconnect' && child.connected) {
        child.disconnect();
        timer = setTimeout(() => child.kill('SIGKILL'), maxDisconnectMs);
      } else child.kill('SIGKILL');
      await exit;
      clearTimeout(timer);
    },
  };
}

/** Resolves when the process has ended: 'SIGSEGV (last line of its output)'. */
function exitReason(child: ChildProcess): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-maxOutputCharacters);
    });
  return new Promise((resolve) => {
    const finish = (reason: string) => resolve(`${reason}${formatLastLine(output)}`);
    child.once('error', (error) => finish(error.message));
    child.once('exit', (code, signal) => {
      const end = () => {
        clearTimeout(timer);
        child.stdout?.destroy();
        child.stderr?.destroy();
        finish(signal ?? `code ${code}`);
      };
      // The last output arrives after the exit, but children of the process may keep the streams open.
      const timer = setTimeout(end, maxLastOutputMs);
      child.once('close', end);
    });
  });
}

function isReply(value: unknown): value is HostReply {
  return (
    isRecord(value) &&
    typeof value.text === 'string' &&
    typeof value.isError === 'boolean' &&
    Array.isArray(value.pictures) &&
    value.pictures.every(
      (picture) => isRecord(picture) && typeof picture.type === 'string' && picture.bytes instanceof Uint8Array,
    ) &&
    ['string', 'undefined'].includes(typeof value.structured) &&
    ['string', 'undefined'].includes(typeof value.code)
  );
}

function formatLastLine(output: string): string {
  const line = output.trim().split('\n').at(-1)?.trim() ?? '';
  return line && ` (${line.slice(0, 200)})`;
}
