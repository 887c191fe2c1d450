import { type ErrorCode, HandrailError } from '../../core/errors.js';
import { pause } from '../screen/settle/settle.js';
import type { Engine } from './engine/engine.js';
import { ailment, paused, removed, restarted } from './wake-container.js';

/** Hears from the engine what becomes of a container while it is used. */
export interface Watch {
  /** Lets a paused container go on; throws when it is not there any more. */
  ready(): Promise<void>;
  /** Runs `work`, and ends the wait at once when the container is paused, stopped or removed. */
  during<T>(work: () => Promise<T>): Promise<T>;
  isPaused(): boolean;
  /** It was stopped or removed, or the engine went away. */
  isGone(): boolean;
  /** The better reason where the container is why something failed. */
  explain(error: unknown): Promise<unknown>;
  /** It was started again since this was asked last: what became of its display is told so. */
  hasRestarted(): boolean;
  close(): void;
}

interface EngineEvent {
  Action?: string;
}

const reasonMs = 700;
const doubtful = new Set<string>(['display_died', 'driver_failed', 'deadline'] satisfies ErrorCode[]);
const heard = ['die', 'pause', 'unpause', 'destroy', 'oom', 'start'];

export async function watchContainer(
  engine: Engine,
  { id, name }: { id: string; name: string },
  note: ((text: string) => void) | undefined,
): Promise<Watch> {
  const end = new AbortController();
  let isPaused = false;
  let isFresh = false;
  let fault: HandrailError | undefined;
  const waiting = new Set<(error: HandrailError) => void>();
  const tellAll = (error: HandrailError) => {
    for (const reject of waiting) reject(error);
    waiting.clear();
  };
  const lose = (error: HandrailError) => {
    fault = error;
    tellAll(error);
  };

  const hear = async ({ Action: what }: EngineEvent): Promise<void> => {
    if (what === 'pause') {
      isPaused = true;
      tellAll(paused(name));
    }
    if (what === 'unpause') isPaused = false;
    if (what === 'start') {
      fault = undefined;
      isFresh = true;
    }
    if (what === 'oom') note?.(`A program in the container '${name}' was ended because memory ran out.`);
    if (what === 'destroy') lose(removed(name));
    if (what === 'die') {
      const why = await ailment(engine, id, name);
      if (why) lose(why);
    }
  };

  const stream = await engine.ask({ what: 'Listening to the engine', container: name }, () =>
    engine.docker.getEvents({ filters: { container: [id], event: heard }, abortSignal: end.signal }),
  );
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) void hear(JSON.parse(line)).catch(() => undefined); // `ailment` tells all it can
  });
  const cutOff = () => {
    if (!end.signal.aborted)
      lose(
        new HandrailError(
          'docker_unreachable',
          `The Docker engine at ${engine.place} went away: is dockerd running?`,
          'Start it: sudo systemctl start docker (or: sudo dockerd). Then open a new session.',
        ),
      );
  };
  stream.on('end', cutOff);
  stream.on('error', cutOff);

  let waking: Promise<void> | undefined;
  async function goOn(): Promise<void> {
    await engine.ask({ what: 'Letting the container go on', container: name }, () =>
      engine.docker.getContainer(id).unpause(),
    );
    isPaused = false;
    note?.(`The container '${name}' was paused; it goes on now.`);
  }

  return {
    async ready() {
      if (fault) throw fault;
      if (!isPaused) return;
      waking ??= goOn().finally(() => {
        waking = undefined;
      });
      await waking;
    },
    async during(work) {
      let forget: (() => void) | undefined;
      const gone = new Promise<never>((_, reject) => {
        if (fault) reject(fault);
        waiting.add(reject);
        forget = () => waiting.delete(reject);
      });
      try {
        return await Promise.race([work(), gone]);
      } finally {
        forget?.();
      }
    },
    isPaused: () => isPaused,
    isGone: () => fault !== undefined,
    async explain(error) {
      if (fault) return fault;
      const mayBeIt = error instanceof HandrailError && doubtful.has(error.code);
      if (!mayBeIt) return error;
      const wasFresh = isFresh; // what is done next may connect again meanwhile
      // What runs inside is gone a moment before the engine says that the container is.
      await Promise.race([pause(reasonMs), new Promise<void>((resolve) => waiting.add(() => resolve()))]);
      const reason = fault ?? (await ailment(engine, id, name));
      return reason ?? ((wasFresh || isFresh) && error.code === 'display_died' ? restarted(name) : error);
    },
    hasRestarted() {
      const was = isFresh;
      isFresh = false;
      return was;
    },
    close() {
      end.abort();
    },
  };
}
