import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { type DriverAnswer, DriverEnded, type DriverProcess, startDriverProcess } from './driver-process.js';
import { refusal } from './driver-refusal.js';

export interface DriverReply {
  text: string;
  /** What it said in an ordered form; empty when nothing. */
  facts: Record<string, unknown>;
  pictures: DriverAnswer['pictures'];
}

/** Calls to the driver. All throw HandrailError. */
export interface DriverLine {
  /** For what changes nothing: asked again when the process of the driver died over it. */
  read(tool: string, input: object, options?: CallOptions): Promise<DriverReply>;
  /** For what changes something: asked once. `driver_failed` means that it may have happened. */
  act(tool: string, input: object, options?: CallOptions): Promise<DriverReply>;
  /** Counts the processes so far: what the driver gave out holds for one. */
  generation(): number;
  close(): Promise<void>;
}

export interface CallOptions {
  /** How long the driver may take. */
  ms?: number;
  signal?: AbortSignal | undefined;
}

export interface DriverLineOptions {
  env: Record<string, string>;
  note?: ((text: string) => void) | undefined;
  /** The parameters of Node, instead of our own program. */
  program?: readonly string[] | undefined;
  /** Said to each new process of the driver before anything else. */
  greeting?: readonly [tool: string, input: object] | undefined;
  readyMs?: number | undefined;
  /** The most that any call may take. */
  callMs?: number | undefined;
}

const defaultReadyMs = 15_000;
const defaultCallMs = 10_000;
/** One that has served for so long and then fails is started again like the first one. */
const provenMs = 10_000;

export const installHint =
  'Install it: npm install @trycua/cua-driver@0.28.2 (with its optional packages, which hold the native part).';

/** A line to a driver in a process of its own. A driver that dies or hangs is started again once. */
export function openDriverLine(options: DriverLineOptions): DriverLine {
  const { env, note, program, greeting, readyMs = defaultReadyMs, callMs = Number.POSITIVE_INFINITY } = options;
  let host: { process: DriverProcess; ready: Promise<void>; since: number } | undefined;
  let generation = 0;
  let failures = 0;
  let lost: HandrailError | undefined;
  let isClosed = false;

  function start(): NonNullable<typeof host> {
    generation += 1;
    const process = startDriverProcess(env, program);
    const begin = async () => {
      const told = await process.ready;
      if (told === true) {
        if (greeting) await process.call(...greeting);
        return;
      }
      throw new HandrailError('driver_missing', `@trycua/cua-driver cannot be loaded: ${firstLine(told)}`, installHint);
    };
    const ready = within(readyMs, 'Starting the desktop driver', begin());
    ready.catch(() => undefined); // told to whoever asks something
    return { process, ready, since: performance.now() };
  }

  /** Notes that the process is gone, or ends it; a second time soon after means for good. */
  function fail(of: NonNullable<typeof host>, how: string): HandrailError {
    if (host === of) {
      host = undefined;
      failures = performance.now() - of.since > provenMs ? 1 : failures + 1;
      if (failures > 1) {
        lost = new HandrailError(
          'driver_failed',
          `The desktop driver failed twice; last: ${how}.`,
          'Open the session again. `handrail doctor` tries the driver.',
        );
      } else note?.(`The desktop driver failed and is started again: ${how}.`);
    }
    void of.process.end('made');
    return new HandrailError(
      'driver_failed',
      `The desktop driver failed: ${how}. What it was doing may have happened.`,
      lost ? 'Open the session again.' : 'Look before you try again: it was started again.',
    );
  }

  async function ask(tool: string, input: object, isSafe: boolean, { ms: own = defaultCallMs, signal }: CallOptions) {
    const ms = Math.min(own, callMs);
    for (let round = 0; ; round += 1) {
      if (isClosed) throw new HandrailError('closed', 'The desktop is closed.');
      if (lost) throw lost;
      host ??= start();
      const asked = host;
      try {
        await asked.ready;
        return await within(ms, tool, asked.process.call(tool, input), signal);
      } catch (error) {
        if (error instanceof HandrailError && error.code === 'driver_missing') {
          lost = error;
          throw error;
        }
        if (signal?.aborted || isClosed) throw error;
        const isHung = error instanceof HandrailError && error.code === 'deadline';
        if (!isHung && !(error instanceof DriverEnded)) throw error;
        const how = isHung ? `${tool} was not answered within ${ms} ms` : `its process ended: ${error.message}`;
        const failure = fail(asked, how);
        // One that hung over a question hangs over it again; one that died may have died of another.
        if (isSafe && !isHung && round === 0 && !lost) continue;
        throw lost ?? failure;
      }
    }
  }

  async function call(tool: string, input: object, isSafe: boolean, callOptions: CallOptions): Promise<DriverReply> {
    const answer = await ask(tool, input, isSafe, callOptions);
    if (answer.isError) throw refusal(tool, answer);
    return { text: answer.text, facts: factsOf(answer.structured), pictures: answer.pictures };
  }

  return {
    read: (tool, input, callOptions = {}) => call(tool, input, true, callOptions),
    act: (tool, input, callOptions = {}) => call(tool, input, false, callOptions),
    generation: () => generation,
    async close() {
      isClosed = true;
      await host?.process.end('asked');
    },
  };
}

function factsOf(structured: string | undefined): Record<string, unknown> {
  if (structured === undefined) return {};
  try {
    const facts: unknown = JSON.parse(structured);
    return typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? { ...facts } : {};
  } catch (error) {
    throw new HandrailError('driver_failed', 'The desktop driver answered something that is no JSON.', undefined, {
      cause: error,
    });
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}
