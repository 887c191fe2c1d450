import type { ContainerInspectInfo } from 'dockerode';
import { HandrailError } from '../../core/errors.js';
import { pause } from '../screen/settle/settle.js';
import type { Engine } from './engine/engine.js';

/** A container ends a moment after the commands in it do. */
const endMs = 700;
const glanceMs = 50;

export interface Awake {
  id: string;
  name: string;
  /** It was not running, and we have started it. */
  started: boolean;
}

/** Finds a container and makes sure that it runs: one that is stopped is started, one that is paused goes on. */
export async function wake(
  engine: Engine,
  container: string,
  note: ((text: string) => void) | undefined,
  signal?: AbortSignal,
): Promise<Awake> {
  const asked = { container, ...(signal ? { signal } : {}) };
  const handle = engine.docker.getContainer(container);
  const facts = await engine.ask({ what: 'Looking for the container', ...asked }, (abortSignal) =>
    handle.inspect({ abortSignal }),
  );
  const { Id: id, Name, State } = facts;
  const name = Name.replace(/^\//, '');
  if (State.Paused) {
    await engine.ask({ what: 'Letting the container go on', ...asked }, () => handle.unpause());
    note?.(`The container '${name}' was paused; it goes on now.`);
    return { id, name, started: false };
  }
  if (State.Running) return { id, name, started: false };
  if (State.Dead || State.Status === 'removing') throw removed(name);
  await engine.ask({ what: 'Starting the container', deadlineMs: 30_000, ...asked }, () => handle.start());
  note?.(`The container '${name}' was stopped; it is started now.`);
  return { id, name, started: true };
}

/** Why a container cannot be used now; nothing when it runs. */
export async function ailment(engine: Engine, id: string, name: string): Promise<HandrailError | undefined> {
  try {
    const { State } = await engine.ask({ what: 'Asking about the container', deadlineMs: 1_500, container: name }, () =>
      engine.docker.getContainer(id).inspect(),
    );
    return State.Running && !State.Paused ? undefined : notRunning(name, State);
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'container_missing') return removed(name);
    return error instanceof HandrailError ? error : undefined;
  }
}

/** Why a container that was just started cannot be used: it has ended by itself. Nothing when it goes on running. */
export async function endedAtOnce(
  engine: Engine,
  { id, name }: { id: string; name: string },
): Promise<HandrailError | undefined> {
  const until = performance.now() + endMs;
  for (;;) {
    const { State } = await engine.ask({ what: 'Asking about the container', container: name }, () =>
      engine.docker.getContainer(id).inspect(),
    );
    if (!State.Running)
      return new HandrailError(
        'container_stopped',
        `The container '${name}' was started and ended at once (exit code ${State.ExitCode}).`,
        `See why: docker logs ${name}. A container with a desktop that stays: handrail container up.`,
      );
    if (performance.now() > until) return undefined;
    await pause(glanceMs);
  }
}

function notRunning(name: string, state: ContainerInspectInfo['State']): HandrailError {
  if (state.Paused) return paused(name);
  if (state.Dead || state.Status === 'removing') return removed(name);
  if (state.OOMKilled)
    return new HandrailError(
      'container_stopped',
      `The container '${name}' was ended because it needed more memory than it may have.`,
      'Give it more (handrail container up --memory 2g), start it and open a new session.',
    );
  return new HandrailError(
    'container_stopped',
    `The container '${name}' was stopped (exit code ${state.ExitCode}).`,
    'Open a new session: that starts it again.',
  );
}

export function paused(name: string): HandrailError {
  return new HandrailError(
    'container_stopped',
    `The container '${name}' was paused while it was acted on.`,
    'The next step lets it go on. Observe first.',
  );
}

export function restarted(name: string): HandrailError {
  return new HandrailError(
    'display_died',
    `The container '${name}' was started again.`,
    'The next step connects again; nothing of what was open is there. Observe first.',
  );
}

export function removed(name: string): HandrailError {
  return new HandrailError(
    'container_missing',
    `The container '${name}' was removed.`,
    `Make it again (handrail container up ${name}) and open a new session.`,
  );
}
