import { type ErrorCode, HandrailError } from '../../../core/errors.js';
import { createPendingCalls, type PendingCalls } from '../../processes/pending-calls.js';
import { sleep } from '../../screen/settle/sleep.js';
import type { Engine } from './engine.js';
import {
  containerPaused,
  containerRemoved,
  containerRestarted,
  findContainerProblem,
  resumedNote,
} from './ensure-running.js';

/** Follows the state of a container while it is used. */
export interface ContainerWatch {
  /** Resumes a paused container. Throws when the container is gone. */
  ensureReady(): Promise<void>;
  /** Runs `work`. Rejects as soon as the container is paused, stopped or removed. */
  run<T>(work: () => Promise<T>): Promise<T>;
  isPaused(): boolean;
  /** The container was stopped or removed, or the engine is gone. */
  isGone(): boolean;
  /** The container's problem, if it caused the error; otherwise the error. */
  explain(error: unknown): Promise<unknown>;
  /** True when the container was restarted since the last call. */
  takeRestarted(): boolean;
  close(): void;
}

interface WatchState {
  readonly engine: Engine;
  readonly id: string;
  readonly name: string;
  readonly note: ((text: string) => void) | undefined;
  readonly pending: PendingCalls;
  isPaused: boolean;
  isRestarted: boolean;
  fault?: HandrailError;
  resuming?: Promise<void>;
}

/** The engine reports a stopped container this long after its processes have ended. */
const maxReasonMs = 700;
/** Errors that a problem of the container may have caused. */
const explainableCodes = new Set<string>(['display_died', 'driver_failed', 'deadline'] satisfies ErrorCode[]);
const watchedEvents = ['die', 'pause', 'unpause', 'destroy', 'oom', 'start'];

export async function watchContainer(
  engine: Engine,
  { id, name }: { id: string; name: string },
  note: ((text: string) => void) | undefined,
): Promise<ContainerWatch> {
  const state: WatchState = {
    engine,
    id,
    name,
    note,
    pending: createPendingCalls(),
    isPaused: false,
    isRestarted: false,
  };
  const stop = new AbortController();
  await followEvents(state, stop.signal);
  return {
    async ensureReady() {
      if (state.fault) throw state.fault;
      if (!state.isPaused) return;
      state.resuming ??= resume(state).finally(() => {
        state.resuming = undefined;
      });
      await state.resuming;
    },
    async run(work) {
      if (state.fault) throw state.fault;
      return state.pending.run(work);
    },
    isPaused: () => state.isPaused,
    isGone: () => state.fault !== undefined,
    explain: (error) => explain(state, error),
    takeRestarted() {
      const { isRestarted } = state;
      state.isRestarted = false;
      return isRestarted;
    },
    close: () => stop.abort(),
  };
}

async function followEvents(state: WatchState, signal: AbortSignal): Promise<void> {
  const { engine, id, name } = state;
  const stream = await engine.request({ task: 'Subscribing to engine events', container: name }, () =>
    engine.docker.getEvents({ filters: { container: [id], event: watchedEvents }, abortSignal: signal }),
  );
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) void handleEvent(state, JSON.parse(line)).catch(() => undefined); // reports what it can itself
  });
  const onEnd = () => {
    if (!signal.aborted) fail(state, engineGone(engine));
  };
  stream.on('end', onEnd);
  stream.on('error', onEnd);
}

async function handleEvent(state: WatchState, { Action: action }: { Action?: string }): Promise<void> {
  const { engine, id, name, note } = state;
  switch (action) {
    case 'pause':
      state.isPaused = true;
      state.pending.rejectAll(containerPaused(name));
      break;
    case 'unpause':
      state.isPaused = false;
      break;
    case 'start':
      state.fault = undefined;
      state.isRestarted = true;
      break;
    case 'oom':
      note?.(`A program in the container '${name}' was killed because memory ran out.`);
      break;
    case 'destroy':
      fail(state, containerRemoved(name));
      break;
    case 'die': {
      const problem = await findContainerProblem(engine, id, name);
      if (problem) fail(state, problem);
    }
  }
}

function fail(state: WatchState, fault: HandrailError): void {
  state.fault = fault;
  state.pending.rejectAll(fault);
}

async function resume(state: WatchState): Promise<void> {
  const { engine, id, name, note } = state;
  await engine.request({ task: 'Resuming the container', container: name }, () =>
    engine.docker.getContainer(id).unpause(),
  );
  state.isPaused = false;
  note?.(resumedNote(name));
}

async function explain(state: WatchState, error: unknown): Promise<unknown> {
  if (state.fault) return state.fault;
  if (!(error instanceof HandrailError) || !explainableCodes.has(error.code)) return error;
  const wasRestarted = state.isRestarted; // the next call may reset it
  await state.pending.run(() => sleep(maxReasonMs)).catch(() => undefined); // ends early when the engine reports
  const problem = state.fault ?? (await findContainerProblem(state.engine, state.id, state.name));
  if (problem) return problem;
  const isRestarted = (wasRestarted || state.isRestarted) && error.code === 'display_died';
  return isRestarted ? containerRestarted(state.name) : error;
}

function engineGone({ endpoint }: Engine): HandrailError {
  return new HandrailError(
    'docker_unreachable',
    `The connection to the Docker engine at ${endpoint} was lost: is dockerd running?`,
    'Start it: sudo systemctl start docker (or: sudo dockerd). Then open a new session.',
  );
}
