import type { Duplex } from 'node:stream';
import { cancelled, within } from '../../core/deadline.js';
import { HandrailError, toFault } from '../../core/errors.js';
import { openAccessibility } from '../accessibility/open-accessibility.js';
import type { Life } from '../desktop/lives.js';
import { pause } from '../screen/rest.js';
import type { Eyes, Screen } from '../screen/screen.js';
import { linuxEyes } from '../x11/linux-eyes.js';
import { applicationsOf } from './applications.js';
import { type Bridge, dialInside, type Joiner } from './bridge.js';
import { containerHands } from './container-hands.js';
import type { Engine } from './engine.js';
import type { Place } from './exec.js';
import { findReader } from './find-reader.js';
import { holder } from './held.js';
import { openInsideDisplay } from './inside-display.js';
import { plainKeyboard, seatKeyboard } from './inside-keyboard.js';
import { type Inside, lookInside, requirePrograms } from './look-inside.js';
import { firstLoss, type Heard } from './losses.js';
import { plainEyes } from './plain-eyes.js';
import { openRunner, type Runner } from './runner.js';
import { screenSize } from './screen-size.js';
import { textEyes } from './text-eyes.js';
import { plainControl } from './window-control.js';

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
const closeMs = 2_500;

export interface InsideLife extends Life {
  /** Programs tell what they show. */
  isTold: boolean;
}

/** Eyes and hands inside a container that runs. */
export async function openInside(options: InsideOptions): Promise<InsideLife> {
  const { engine, id, name, number, patience, busPatience, note } = options;
  const display = `:${number}`;
  const closings: (() => Promise<void>)[] = [];
  let isPlain = false;
  try {
    const bare: Place = { engine, id, name, environment: { DISPLAY: display } };
    const inside = await lookInside(bare, number);
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
    const heard = joiner && now.bus ? await listen({ place, joiner, inside: now, busPatience, note }) : undefined;
    const accessibility = heard?.accessibility;
    if (accessibility) closings.unshift(accessibility.close);
    const held = holder(runner);
    const control = x?.display ?? plainControl(runner, now.programs);
    const spoken = accessibility ? { accessibility } : {};
    const plain = plainKeyboard(runner, now.programs, display);
    const keyboard = x ? seatKeyboard(x.seat, plain) : plain;
    const seen = x
      ? linuxEyes({ x: x.display, ...spoken })
      : plainEyes(runner, now.programs, control, display, accessibility);
    const { eyes, limits } = accessibility ? { eyes: seen, limits: [] } : await withReader(seen, runner, now);
    const screen: Screen = {
      eyes,
      hands: containerHands({
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
    return { screen, lost: firstLoss({ display, runner, x, heard }), isTold: accessibility !== undefined };
  } catch (error) {
    await closeAll(closings);
    throw error;
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

interface Listening {
  place: Place;
  joiner: Joiner;
  inside: Inside;
  busPatience: number;
  note: ((text: string) => void) | undefined;
}

async function listen({ place, joiner, inside, busPatience, note }: Listening): Promise<Heard | undefined> {
  const { bus = '', uid, owner } = inside;
  const until = performance.now() + busPatience;
  for (;;) {
    const bridges: Bridge[] = [];
    const dial = async (address: string, signal?: AbortSignal): Promise<Duplex> => {
      const bridge = await dialInside(place, joiner, socketOf(address), signal);
      bridges.push(bridge);
      return bridge;
    };
    try {
      const accessibility = await openAccessibility({ bus, dial, uid: uid === 0 ? (owner ?? uid) : uid });
      // The bus of the session and that of accessibility; the others lead to programs.
      return { accessibility, bridges: bridges.slice(0, 2) };
    } catch (error) {
      if (performance.now() > until) {
        note?.(`Programs in the container cannot be asked what they show (${toFault(error).message}).`);
        return undefined;
      }
    }
    await pause(glanceMs);
  }
}

/** 'unix:path=/tmp/bus,guid=…' is /tmp/bus; 'unix:abstract=…' has no file. */
function socketOf(address: string): string {
  const [, kind, name] = /^unix:(?:[^,]*,)*?(path|abstract)=([^,;]+)/.exec(address) ?? [];
  if (!name)
    throw new HandrailError('driver_failed', `The message bus is at ${address}, which cannot be reached from here.`);
  const plain = decodeURIComponent(name);
  return kind === 'abstract' ? `@${plain}` : plain;
}

async function withReader(eyes: Eyes, runner: Runner, { programs }: Inside): Promise<{ eyes: Eyes; limits: string[] }> {
  const reader = await findReader(runner, programs);
  const none = 'The container has no accessibility interface: ';
  return reader
    ? { eyes: textEyes(eyes, reader), limits: [`${none}elements are the words found in the picture.`] }
    : { eyes, limits: [`${none}elements are not seen, only windows and pictures (tesseract would find words).`] };
}

/** In turn, whatever becomes of each: the container may be gone or paused. */
async function closeAll(closings: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closings) await within(closeMs, 'Closing', close()).catch(() => undefined);
}
