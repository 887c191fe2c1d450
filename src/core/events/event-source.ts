import { messageOf } from '../errors.js';
import { checkOptions, option } from '../options.js';

export interface EventsOptions {
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
}

/** Sends events to listeners and iterators. */
export interface EventSource<Event> {
  readonly hasListeners: boolean;
  emit(event: Event): void;
  /** Adds a listener and returns the function that removes it. A listener that throws causes a warning. */
  on(listener: (event: Event) => void): () => void;
  /** The events from now on, for `for await`. Ends when the source closes. */
  events(options?: EventsOptions): AsyncIterableIterator<Event>;
  /** Ends all iterations. */
  close(): void;
}

export function createEventSource<Event>(): EventSource<Event> {
  const listeners = new Set<(event: Event) => void>();
  const ends = new Set<() => void>();
  let isClosed = false;

  function on(listener: (event: Event) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    get hasListeners() {
      return listeners.size > 0;
    },
    emit(event) {
      for (const listener of listeners) callListener(listener, event);
    },
    on,
    events(options = {}) {
      checkOptions('events', options, { signal: option.signal });
      const { signal } = options;
      const stream = createStream<Event>(() => {
        stop();
        ends.delete(stream.end);
        signal?.removeEventListener('abort', stream.end);
      });
      const stop = on(stream.push);
      ends.add(stream.end);
      signal?.addEventListener('abort', stream.end, { once: true });
      if (isClosed || signal?.aborted) stream.end();
      return stream.iterator;
    },
    close() {
      isClosed = true;
      for (const end of ends) end();
    },
  };
}

/** The error of a listener is not an error of the run. A promise that a listener returns is ignored, unless it rejects. */
function callListener<Event>(listener: (event: Event) => unknown, event: Event): void {
  const warn = (error: unknown): void =>
    process.emitWarning(`A listener of events threw: ${messageOf(error)}`, 'Handrail');
  try {
    const returned = listener(event);
    if (returned instanceof Promise) returned.catch(warn);
  } catch (error) {
    warn(error);
  }
}

interface Stream<Event> {
  push(event: Event): void;
  end(): void;
  readonly iterator: AsyncIterableIterator<Event>;
}

/** Keeps events until they are read. */
function createStream<Event>(onEnd: () => void): Stream<Event> {
  const waitingEvents: Event[] = [];
  const waitingReaders: ((result: IteratorResult<Event>) => void)[] = [];
  let hasEnded = false;
  const finished: IteratorResult<Event> = { done: true, value: undefined };

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    onEnd();
    for (const read of waitingReaders.splice(0)) read(finished);
  }

  const iterator: AsyncIterableIterator<Event> = {
    [Symbol.asyncIterator]: () => iterator,
    async next() {
      const [event] = waitingEvents.splice(0, 1);
      if (event !== undefined) return { done: false, value: event };
      return hasEnded ? finished : new Promise((resolve) => waitingReaders.push(resolve));
    },
    async return() {
      waitingEvents.length = 0;
      end();
      return finished;
    },
  };
  return {
    push(event) {
      const read = waitingReaders.shift();
      if (read) read({ done: false, value: event });
      else waitingEvents.push(event);
    },
    end,
    iterator,
  };
}
