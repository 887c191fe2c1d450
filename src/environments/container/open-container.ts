import { HandrailError } from '../../core/errors.js';
import type { Environment } from '../../core/view.js';
import { restartingScreen } from '../desktop/linux/restarting-screen.js';
import { screenEnvironment } from '../screen/environment.js';
import type { Screen } from '../screen/screen.js';
import { containerAwareScreen } from './container-aware-screen.js';
import { usualContainer, usualDisplay } from './defaults.js';
import { checkName } from './engine/check-name.js';
import { findEngine } from './engine/engine.js';
import { type InsideLife, openInside } from './screen/inside-screen.js';
import { endedAtOnce, restarted, wake } from './wake-container.js';
import { watchContainer } from './watch-container.js';

/** Which container, and what of it. */
export interface ContainerOptions {
  /** Its name or id. */
  container?: string;
  /** The display inside: ':99'. */
  display?: string;
  /** Only the windows of this program. */
  app?: string;
  /** Only windows with this title, or with this as a part of it. */
  window?: string;
  /** Where the engine is: a path, or what DOCKER_HOST may be. */
  socket?: string;
  /** Programs to start with, each with its arguments. */
  launch?: readonly (readonly string[])[];
  note?: (text: string) => void;
}

/** A container that was just started needs a moment until its display answers. */
const startMs = 20_000;
const askMs = 3_000;
/** One that was there and died, or that is just being started. */
const busMs = 5_000;

/** Opens the screen of a container; one that is stopped is started. Throws HandrailError when it cannot be had; then nothing is left running. */
export async function openContainer(options: ContainerOptions = {}): Promise<Environment> {
  const { container = usualContainer, display = usualDisplay, app, window, socket, launch = [], note } = options;
  checkName(container);
  const number = numberOf(display);
  const engine = await findEngine(socket);
  const awake = await wake(engine, container, note);
  const watch = await watchContainer(engine, awake, note);
  try {
    let patience = awake.started ? startMs : askMs;
    let busPatience = awake.started ? busMs : 0;
    const told = note ? { note } : {};
    let life: InsideLife | undefined;
    const open = async () => {
      life = await openInside({ engine, ...awake, number, patience, busPatience, ...told });
      patience = startMs; // a display that died may be on its way back
      busPatience = life.isTold ? busMs : 0;
      return life;
    };
    const noteLoss = (text: string) => {
      const reason = watch.hasRestarted() ? `${restarted(awake.name).message} It was connected to again.` : text;
      note?.(reason);
    };
    const screen = await restartingScreen({ open, mayRevive: true, tellsLater: true, isNotOurs: true, note: noteLoss });
    const guarded = containerAwareScreen(screen, watch);
    await startWith(guarded, launch);
    const environment = screenEnvironment('container', guarded, {
      ...(app === undefined ? {} : { app }),
      ...(window === undefined ? {} : { window }),
    });
    return {
      ...environment,
      async captureView(...given) {
        // Nothing is under way now, so nothing is disturbed. That the old one ended is told once, and no news to anyone.
        if (life?.renew()) await guarded.reader.size(given[1]).catch(() => undefined);
        return environment.captureView(...given);
      },
    };
  } catch (error) {
    const reason = (awake.started ? await endedAtOnce(engine, awake) : undefined) ?? (await watch.explain(error));
    watch.close();
    throw reason;
  }
}

async function startWith(screen: Screen, programs: readonly (readonly string[])[]): Promise<void> {
  try {
    for (const [program = '', ...parameters] of programs) await screen.input.launch(program, parameters);
  } catch (error) {
    await screen.close();
    throw error;
  }
}

function numberOf(display: string): number {
  const number = /^(?:unix)?:(\d{1,5})(?:\.0)?$/.exec(display)?.[1];
  if (number !== undefined) return Number(number);
  throw new HandrailError('invalid_option', `"${display}" is no display of a container.`, 'Give one such as :99.');
}
