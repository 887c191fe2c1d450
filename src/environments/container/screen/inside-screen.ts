import { cancelled, within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { Life } from '../../desktop/linux/display-lifecycle.js';
import type { Screen, ScreenReader } from '../../screen/screen.js';
import { pause } from '../../screen/settle/settle.js';
import { linuxEyes } from '../../x11/linux-screen-reader.js';
import type { Engine } from '../engine/engine.js';
import { applicationsOf } from '../exec/applications.js';
import type { Place } from '../exec/exec.js';
import { openRunner, type Runner } from '../exec/runner.js';
import { plainKeyboard, seatKeyboard } from '../input/display-keyboard.js';
import { holder } from '../input/held-keys.js';
import { containerHands } from '../input/input-driver.js';
import { plainControl } from '../input/window-control.js';
import { busBack, firstLoss } from '../loss-causes.js';
import { findReader } from './find-ocr.js';
import { openInsideDisplay } from './inside-display.js';
import { textEyes } from './ocr-screen-reader.js';
import { plainEyes } from './plain-screen-reader.js';
import { type Inside, lookInside, lookInsideAsOwner, requirePrograms } from './probe-container.js';
import { awaitBus, listenInside, tellDisplay } from './program-listener.js';
import { screenSize } from './screen-size.js';

export interface InsideOptions {
  engine: Engine;
  id: string;
  name: string;
  /** Of the display. */
  number: number;
  /** How long the display may take to answer. */
  patience: number;
  /** How long the message bus may. */
  busPatience: number;
  note?: (text: string) => void;
}

const glanceMs = 150;
/** In a container that was just started, and whose user is root, somebody else's programs may be on their way to the display. */
const ownerMs = 3_000;
const closeMs = 2_500;

export interface InsideLife extends Life {
  /** Programs tell what they show. */
  isTold: boolean;
  /** Ends this life where another would be told more: a message bus that was silent answers now. Says whether it did. */
  renew(): boolean;
}

/** Eyes and input inside a container that runs. */
export async function openInside(options: InsideOptions): Promise<InsideLife> {
  const { engine, id, name, number, patience, busPatience, note } = options;
  const display = `:${number}`;
  const closings: (() => Promise<void>)[] = [];
  let isPlain = false;
  try {
    const bare: Place = { engine, id, name, environment: { DISPLAY: display } };
    const inside = await lookAround(bare, number, Math.min(busPatience, ownerMs));
    const joiner = (['perl', 'python3', 'socat', 'nc'] as const).find((program) => inside.programs.has(program));
    requirePrograms(inside, name, joiner !== undefined);
    const place = placeOf(bare, inside);
    const interpreter = joiner === 'perl' || joiner === 'python3' ? joiner : undefined;
    const runner = await openRunner(place, interpreter);
    closings.unshift(() => runner.close({ hidden: isPlain }));
    await awaitDisplay(runner, display, patience);
    const now = await lookInside(place, number);
    const x = await openInsideDisplay({ place, joiner, inside: now, runner, display, ...(note ? { note } : {}) });
    isPlain = x === undefined;
    if (x) closings.unshift(x.close);
    else requirePrograms(now, name, false);
    const listening = joiner && now.bus ? { place, joiner, inside: now } : undefined;
    const { heard, isSilent } = listening ? await listenInside(listening, busPatience, note) : { isSilent: false };
    if (heard && now.programs.has('xprop')) await tellDisplay(heard, runner);
    const accessibility = heard?.accessibility;
    if (accessibility) closings.unshift(accessibility.close);
    const returning = listening && isSilent ? awaitBus(listening) : undefined;
    if (returning) closings.unshift(returning.stop);
    const held = holder(runner);
    const control = x?.display ?? plainControl(runner, now.programs);
    const spoken = accessibility ? { accessibility } : {};
    const plain = plainKeyboard(runner, now.programs, display);
    const keyboard = x ? seatKeyboard(x.seat, plain) : plain;
    const seen = x
      ? linuxEyes({ x: x.display, ...spoken })
      : plainEyes(runner, now.programs, control, display, accessibility);
    const { reader, limits } = accessibility ? { reader: seen, limits: [] } : await withReader(seen, runner, now);
    const screen: Screen = {
      reader,
      input: containerHands({
        runner,
        control,
        held,
        applications: applicationsOf(runner, control),
        keyboard,
        ...(x ? { seat: x.seat } : {}),
        ...spoken,
      }),
      limits,
      close: () => closeAll(closings),
    };
    const lost = firstLoss({ display, runner, x, heard });
    return {
      screen,
      lost: returning ? Promise.race([lost, returning.taken.then(busBack)]) : lost,
      isTold: accessibility !== undefined,
      renew: () => returning?.take() ?? false,
    };
  } catch (error) {
    await closeAll(closings);
    throw error;
  }
}

async function lookAround(place: Place, number: number, patience: number): Promise<Inside> {
  const until = performance.now() + patience;
  for (;;) {
    const inside = await lookInsideAsOwner(place, number);
    if (inside.uid !== 0 || inside.isPeopled || performance.now() > until) return inside;
    await pause(glanceMs);
  }
}

/** As whoever the programs on the display run as, where we may choose. */
function placeOf(place: Place, { uid, owner, bus, authority, charset }: Inside): Place {
  return {
    ...place,
    ...(uid === 0 && owner !== undefined && owner !== 0 ? { user: String(owner) } : {}),
    environment: {
      ...place.environment,
      ...(bus === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: bus }),
      ...(authority === undefined ? {} : { XAUTHORITY: authority }),
      ...(charset === undefined ? {} : { LC_CTYPE: charset }),
    },
  };
}

async function awaitDisplay(runner: Runner, display: string, patience: number): Promise<void> {
  const until = performance.now() + patience;
  const stop = AbortSignal.timeout(patience + 5_000);
  for (;;) {
    try {
      await screenSize(runner, display, stop);
      return;
    } catch (error) {
      if (stop.aborted) throw cancelled(stop);
      if (performance.now() > until || !(error instanceof HandrailError) || error.code !== 'display_died') throw error;
    }
    await pause(glanceMs, stop);
  }
}

async function withReader(
  reader: ScreenReader,
  runner: Runner,
  { programs }: Inside,
): Promise<{ reader: ScreenReader; limits: string[] }> {
  const recognizer = await findReader(runner, programs);
  const none = 'The container has no accessibility interface: ';
  return recognizer
    ? { reader: textEyes(reader, recognizer), limits: [`${none}elements are the words found in the picture.`] }
    : { reader, limits: [`${none}elements are not seen, only windows and pictures (tesseract would find words).`] };
}

/** In turn, whatever becomes of each: the container may be gone or paused. */
async function closeAll(closings: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closings) await within(closeMs, 'Closing', close()).catch(() => undefined);
}
