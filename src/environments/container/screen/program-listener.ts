import type { Duplex } from 'node:stream';
import { HandrailError, toFault } from '../../../core/errors.js';
import { openAccessibility } from '../../accessibility/open-accessibility.js';
import { pause } from '../../screen/settle/settle.js';
import { type Bridge, dialInside, type Joiner } from '../exec/bridge.js';
import type { Place } from '../exec/exec.js';
import type { Runner } from '../exec/runner.js';
import type { Heard } from '../loss-causes.js';
import type { Inside } from './probe-container.js';

export interface Listening {
  place: Place;
  joiner: Joiner;
  inside: Inside;
}

const glanceMs = 150;
/** When a bus that did not answer is asked again: soon, and then ever later. */
const again = { firstMs: 500, mostMs: 10_000 };

export interface Listened {
  heard?: Heard;
  /** Nobody answered. One that answers and has no accessibility will not have it later. */
  isSilent: boolean;
}

/** Joins what programs inside tell by, once it answers. When it has not by then, that is noted. */
export async function listenInside(
  listening: Listening,
  patience: number,
  note?: (text: string) => void,
): Promise<Listened> {
  const until = performance.now() + patience;
  for (;;) {
    try {
      return { heard: await join(listening), isSilent: false };
    } catch (error) {
      if (performance.now() > until) {
        const { code, message } = toFault(error);
        note?.(`Programs in the container cannot be asked what they show (${message}).`);
        return { isSilent: code === 'display_died' };
      }
    }
    await pause(glanceMs);
  }
}

/** Qt asks the display where the bus is. Who put that there does not notice that it is another display now. */
export async function tellDisplay({ address }: Heard, runner: Runner): Promise<void> {
  const told = await runner.run({ args: ['xprop', '-root', 'AT_SPI_BUS'] });
  if (told.code !== 0 || !/not found|no such atom/i.test(`${told.stdout}${told.stderr}`)) return;
  await runner.run({ args: ['xprop', '-root', '-f', 'AT_SPI_BUS', '8s', '-set', 'AT_SPI_BUS', address] });
}

export interface Returning {
  /** True when it answers now: whoever asks goes over to it. */
  take(): boolean;
  /** Settles when somebody did. */
  taken: Promise<void>;
  stop(): Promise<void>;
}

/** Asks a bus that did not answer again and again, until it does or is not waited for any more. */
export function awaitBus(listening: Listening): Returning {
  const stop = new AbortController();
  let isBack = false;
  let goOver: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => {
    goOver = resolve;
  });
  const ask = async (): Promise<void> => {
    for (let ms = again.firstMs; !isBack; ms = Math.min(again.mostMs, ms * 2)) {
      await pause(ms, stop.signal);
      if (stop.signal.aborted) return;
      const heard = await join(listening).catch(() => undefined); // as before: not yet
      await heard?.accessibility.close();
      isBack = heard !== undefined;
    }
  };
  void ask();
  return {
    take() {
      if (isBack) goOver();
      return isBack;
    },
    taken,
    stop: async () => stop.abort(),
  };
}

async function join({ place, joiner, inside: { bus = '', uid, owner } }: Listening): Promise<Heard> {
  const bridges: Bridge[] = [];
  const addresses: string[] = [];
  const dial = async (address: string, signal?: AbortSignal): Promise<Duplex> => {
    const bridge = await dialInside(place, joiner, socketOf(address), signal);
    bridges.push(bridge);
    addresses.push(address);
    return bridge;
  };
  const accessibility = await openAccessibility({ bus, dial, uid: uid === 0 ? (owner ?? uid) : uid });
  // The bus of the session and that of accessibility; the others lead to programs.
  return { accessibility, address: addresses[1] ?? '', bridges: bridges.slice(0, 2) };
}

/** 'unix:path=/tmp/bus,guid=…' is /tmp/bus; 'unix:abstract=…' has no file. */
function socketOf(address: string): string {
  const [, kind, name] = /^unix:(?:[^,]*,)*?(path|abstract)=([^,;]+)/.exec(address) ?? [];
  if (!name)
    throw new HandrailError('driver_failed', `The message bus is at ${address}, which cannot be reached from here.`);
  const plain = decodeURIComponent(name);
  return kind === 'abstract' ? `@${plain}` : plain;
}
