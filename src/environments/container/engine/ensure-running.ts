import type { ContainerInspectInfo } from 'dockerode';
import { HandrailError } from '../../../core/errors.js';
import { sleep } from '../../screen/settle/sleep.js';
import type { Engine } from './engine.js';

export interface RunningContainer {
  id: string;
  name: string;
  /** It was stopped, and this call started it. */
  started: boolean;
}

/** Finds a container and makes it run: starts a stopped one, resumes a paused one. */
export async function ensureRunning(
  engine: Engine,
  container: string,
  note: ((text: string) => void) | undefined,
  signal?: AbortSignal,
): Promise<RunningContainer> {
  const subject = { container, signal };
  const handle = engine.docker.getContainer(container);
  const {
    Id: id,
    Name,
    State,
  } = await engine.request({ task: 'Finding the container', ...subject }, (abortSignal) =>
    handle.inspect({ abortSignal }),
  );
  const name = Name.replace(/^\//, '');
  if (State.Paused) {
    await engine.request({ task: 'Resuming the container', ...subject }, () => handle.unpause());
    note?.(resumedNote(name));
    return { id, name, started: false };
  }
  if (State.Running) return { id, name, started: false };
  if (isRemoved(State)) throw containerRemoved(name);
  await engine.request({ task: 'Starting the container', timeoutMs: 30_000, ...subject }, () => handle.start());
  note?.(`The container '${name}' was stopped and is started now.`);
  return { id, name, started: true };
}

export function resumedNote(name: string): string {
  return `The container '${name}' was paused and is resumed now.`;
}

/** Why a container cannot be used now. Undefined when it is running. */
export async function findContainerProblem(
  engine: Engine,
  id: string,
  name: string,
): Promise<HandrailError | undefined> {
  try {
    const { State } = await engine.request({ task: 'Checking the container', timeoutMs: 1_500, container: name }, () =>
      engine.docker.getContainer(id).inspect(),
    );
    return State.Running && !State.Paused ? undefined : notRunning(name, State);
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'container_missing') return containerRemoved(name);
    return error instanceof HandrailError ? error : undefined;
  }
}

/** A container ends this long after the commands in it. */
const maxEndMs = 700;
const pollMs = 50;

/** An error when a container that was just started ended again. Undefined when it keeps running. */
export async function findEarlyExit(
  engine: Engine,
  { id, name }: { id: string; name: string },
): Promise<HandrailError | undefined> {
  const until = performance.now() + maxEndMs;
  for (;;) {
    const { State } = await engine.request({ task: 'Checking the container', container: name }, () =>
      engine.docker.getContainer(id).inspect(),
    );
    if (!State.Running)
      return new HandrailError(
        'container_stopped',
        `The container '${name}' was started and ended at once (exit code ${State.ExitCode}).`,
        `See why: docker logs ${name}. For a desktop container that stays: handrail container up.`,
      );
    if (performance.now() > until) return undefined;
    await sleep(pollMs);
  }
}

function isRemoved({ Dead, Status }: ContainerInspectInfo['State']): boolean {
  return Dead || Status === 'removing';
}

function notRunning(name: string, state: ContainerInspectInfo['State']): HandrailError {
  if (state.Paused) return containerPaused(name);
  if (isRemoved(state)) return containerRemoved(name);
  if (state.OOMKilled)
    return new HandrailError(
      'container_stopped',
      `The container '${name}' was killed because it exceeded its memory limit.`,
      `Create it again with more memory: handrail container down ${name}, handrail container up ${name} --memory 4g. Then open a new session.`,
    );
  return new HandrailError(
    'container_stopped',
    `The container '${name}' was stopped (exit code ${state.ExitCode}).`,
    'Open a new session, which starts it again.',
  );
}

export function containerPaused(name: string): HandrailError {
  return new HandrailError(
    'container_stopped',
    `The container '${name}' was paused during an action.`,
    'The next action resumes it. Observe first.',
  );
}

export function containerRestarted(name: string): HandrailError {
  return new HandrailError(
    'display_died',
    `The container '${name}' was restarted.`,
    'The next action connects again. Everything that was open is lost. Observe first.',
  );
}

export function containerRemoved(name: string): HandrailError {
  return new HandrailError(
    'container_missing',
    `The container '${name}' was removed.`,
    `Create it again (handrail container up ${name}) and open a new session.`,
  );
}
