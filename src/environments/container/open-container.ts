import { HandrailError, joinSentences } from '../../core/errors.js';
import type { Environment } from '../../core/view.js';
import { openRestartingScreen } from '../desktop/restart/restarting-screen.js';
import { createScreenEnvironment } from '../screen/environment.js';
import type { Screen } from '../screen/screen.js';
import { createContainerAwareScreen } from './container-aware-screen.js';
import { defaultContainer, defaultDisplay } from './defaults.js';
import { checkName } from './engine/check-name.js';
import { type Engine, findEngine } from './engine/engine.js';
import { containerRestarted, ensureRunning, findEarlyExit, type RunningContainer } from './engine/ensure-running.js';
import { type ContainerWatch, watchContainer } from './engine/watch-container.js';
import { type ContainerScreenInstance, openContainerScreen } from './screen/open-container-screen.js';

/** Which container to open, and which part of its screen. */
export interface ContainerOptions {
  /** Name or id. */
  container?: string | undefined;
  /** The display in the container: ':99'. */
  display?: string | undefined;
  /** Only the windows of this program. */
  app?: string | undefined;
  /** Only windows whose title contains this text. */
  window?: string | undefined;
  /** The engine: a socket path, or a URL as in DOCKER_HOST. */
  socket?: string | undefined;
  /** Programs to start, each an argument array. */
  launch?: readonly (readonly string[])[] | undefined;
  note?: ((text: string) => void) | undefined;
}

/** How long the display of a container that was just started may take. */
const maxStartMs = 20_000;
const maxDisplayMs = 3_000;
/** How long a message bus that is starting may take. */
const maxBusMs = 5_000;

/** Opens the screen of a container, and starts a stopped one. Throws HandrailError when that fails; then nothing is left running. */
export async function openContainer(options: ContainerOptions = {}): Promise<Environment> {
  const { container = defaultContainer, display = defaultDisplay, app, window, socket, launch = [], note } = options;
  checkName(container);
  const displayNumber = parseDisplay(display);
  const engine = await findEngine(socket);
  const running = await ensureRunning(engine, container, note);
  const watch = await watchContainer(engine, running, note);
  try {
    const { screen, refresh } = await openScreen(engine, running, displayNumber, watch, note);
    await launchAll(screen, launch);
    const environment = createScreenEnvironment('container', screen, { app, window });
    return {
      ...environment,
      async captureView(request, signal) {
        await refresh(signal);
        return environment.captureView(request, signal);
      },
    };
  } catch (error) {
    const earlyExit = running.started ? await findEarlyExit(engine, running) : undefined;
    const reason = earlyExit ?? (await watch.explain(error));
    watch.close();
    throw reason;
  }
}

async function openScreen(
  engine: Engine,
  running: RunningContainer,
  displayNumber: number,
  watch: ContainerWatch,
  note: ((text: string) => void) | undefined,
): Promise<{ screen: Screen; refresh(signal?: AbortSignal): Promise<void> }> {
  let displayTimeoutMs = running.started ? maxStartMs : maxDisplayMs;
  let busTimeoutMs = running.started ? maxBusMs : 0;
  let instance: ContainerScreenInstance | undefined;
  const open = async () => {
    instance = await openContainerScreen({ engine, ...running, displayNumber, displayTimeoutMs, busTimeoutMs, note });
    displayTimeoutMs = maxStartMs; // a display that died may be restarting
    busTimeoutMs = instance.hasAccessibility ? maxBusMs : 0;
    return instance;
  };
  const noteRestart = (text: string) =>
    note?.(watch.takeRestarted() ? joinSentences(containerRestarted(running.name).message, 'Connected again.') : text);
  const restarting = await openRestartingScreen({
    open,
    canRestart: true,
    reportsIdleLoss: true,
    isExternal: true,
    note: noteRestart,
  });
  const screen = createContainerAwareScreen(restarting, watch);
  return {
    screen,
    /** Between two actions, switches to an accessibility bus that has come back. */
    async refresh(signal) {
      // The first read reports the loss of the old connection, which is no news for the caller.
      if (instance?.reconnect()) await screen.reader.size(signal).catch(() => undefined);
    },
  };
}

async function launchAll(screen: Screen, programs: readonly (readonly string[])[]): Promise<void> {
  try {
    for (const [program = '', ...parameters] of programs) await screen.input.launch(program, parameters);
  } catch (error) {
    await screen.close();
    throw error;
  }
}

function parseDisplay(display: string): number {
  const number = /^(?:unix)?:(\d{1,5})(?:\.0)?$/.exec(display)?.[1];
  if (number !== undefined) return Number(number);
  throw new HandrailError('invalid_option', `"${display}" is not a display of a container.`, 'Use one such as :99.');
}
