import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { isRecord } from '../../../core/is-record.js';
import { HostEnded, type HostProcess, type HostReply, startHostProcess } from './host-process.js';
import { firstLine, toDriverError } from './to-error.js';

export interface DriverReply {
  text: string;
  /** The structured part of the reply; empty without one. */
  data: Record<string, unknown>;
  pictures: HostReply['pictures'];
}

/** Calls tools of the driver. All methods throw HandrailError. */
export interface DriverConnection {
  /** Calls a tool that changes nothing. Retries when the driver's process died. */
  read(tool: string, input: object, options?: CallOptions): Promise<DriverReply>;
  /** Calls a tool that changes something, only once. After `driver_failed` the action may have happened. */
  act(tool: string, input: object, options?: CallOptions): Promise<DriverReply>;
  /** Number of driver processes so far. Element handles are valid in one of them. */
  generation(): number;
  close(): Promise<void>;
}

export interface CallOptions {
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export interface DriverConnectionOptions {
  env: Record<string, string>;
  note?: ((text: string) => void) | undefined;
  /** Arguments for Node, instead of the built-in host program. */
  program?: readonly string[] | undefined;
  /** The first call to each new driver process. */
  firstCall?: readonly [tool: string, input: object] | undefined;
  startTimeoutMs?: number | undefined;
  /** Upper limit for the timeout of all calls. */
  maxCallMs?: number | undefined;
}

const defaultStartTimeoutMs = 15_000;
const defaultCallTimeoutMs = 10_000;
/** A failure after this time counts as the first one again. */
const stableMs = 10_000;

export const installHint =
  'Install it: npm install @trycua/cua-driver@0.28.2 (with its optional packages, which contain the native part).';

interface Host {
  process: HostProcess;
  ready: Promise<void>;
  startedAt: number;
}

/** Connects to a driver in its own process. A driver that dies or hangs is restarted once. */
export function openDriverConnection(options: DriverConnectionOptions): DriverConnection {
  const { note, maxCallMs = Number.POSITIVE_INFINITY } = options;
  let host: Host | undefined;
  let generation = 0;
  let failures = 0;
  let finalError: HandrailError | undefined;
  let isClosed = false;

  /** Ends a failed process. A second failure soon after the first is final. */
  function fail(failed: Host, reason: string): HandrailError {
    if (host === failed) {
      host = undefined;
      failures = performance.now() - failed.startedAt > stableMs ? 1 : failures + 1;
      if (failures > 1) finalError = failedTwice(reason);
      else note?.(`The desktop driver failed and is restarted: ${reason}.`);
    }
    void failed.process.end('kill');
    return new HandrailError(
      'driver_failed',
      `The desktop driver failed: ${reason}. Its last action may have happened.`,
      finalError ? 'Open a new session.' : 'The driver was restarted. Observe before you try again.',
    );
  }

  function requireHost(): Host {
    if (isClosed) throw new HandrailError('closed', 'The desktop is closed.');
    if (finalError) throw finalError;
    if (!host) {
      generation += 1;
      host = startHost(options);
    }
    return host;
  }

  async function request(
    tool: string,
    input: object,
    isRepeatable: boolean,
    { timeoutMs: callTimeoutMs = defaultCallTimeoutMs, signal }: CallOptions,
  ): Promise<HostReply> {
    const timeoutMs = Math.min(callTimeoutMs, maxCallMs);
    for (let attempt = 0; ; attempt += 1) {
      const current = requireHost();
      try {
        await current.ready;
        return await withTimeout(timeoutMs, tool, current.process.call(tool, input), signal);
      } catch (error) {
        if (error instanceof HandrailError && error.code === 'driver_missing') finalError = error;
        if (finalError === error || signal?.aborted || isClosed) throw error;
        const isTimeout = error instanceof HandrailError && error.code === 'deadline';
        if (!isTimeout && !(error instanceof HostEnded)) throw error;
        const reason = isTimeout ? `no reply to ${tool} within ${timeoutMs} ms` : `its process ended: ${error.message}`;
        const failure = fail(current, reason);
        // A call that hung hangs again. A process that died may have died of another call.
        if (isRepeatable && !isTimeout && attempt === 0 && !finalError) continue;
        throw finalError ?? failure;
      }
    }
  }

  async function call(tool: string, input: object, isRepeatable: boolean, callOptions: CallOptions) {
    const reply = await request(tool, input, isRepeatable, callOptions);
    if (reply.isError) throw toDriverError(tool, reply);
    return { text: reply.text, data: parseStructured(reply.structured), pictures: reply.pictures };
  }

  return {
    read: (tool, input, callOptions = {}) => call(tool, input, true, callOptions),
    act: (tool, input, callOptions = {}) => call(tool, input, false, callOptions),
    generation: () => generation,
    async close() {
      isClosed = true;
      await host?.process.end('disconnect');
    },
  };
}

function startHost({ env, program, firstCall, startTimeoutMs = defaultStartTimeoutMs }: DriverConnectionOptions): Host {
  const process = startHostProcess(env, program);
  const start = async () => {
    const loaded = await process.ready;
    if (loaded !== true)
      throw new HandrailError(
        'driver_missing',
        `@trycua/cua-driver cannot be loaded: ${firstLine(loaded)}`,
        installHint,
      );
    if (firstCall) await process.call(...firstCall);
  };
  const ready = withTimeout(startTimeoutMs, 'Starting the desktop driver', start());
  ready.catch(() => undefined); // the first call reports it
  return { process, ready, startedAt: performance.now() };
}

function failedTwice(reason: string): HandrailError {
  return new HandrailError(
    'driver_failed',
    `The desktop driver failed twice; last: ${reason}.`,
    'Open a new session. `handrail doctor` tests the driver.',
  );
}

function parseStructured(structured: string | undefined): Record<string, unknown> {
  if (structured === undefined) return {};
  try {
    const data: unknown = JSON.parse(structured);
    return isRecord(data) ? data : {};
  } catch (error) {
    throw new HandrailError(
      'driver_failed',
      'The desktop driver sent a reply that is not valid JSON.',
      'Check the installed version of @trycua/cua-driver.',
      { cause: error },
    );
  }
}
