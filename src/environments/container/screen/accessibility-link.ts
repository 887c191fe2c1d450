import type { Duplex } from 'node:stream';
import { HandrailError, toFault } from '../../../core/errors.js';
import type { Accessibility } from '../../accessibility/accessibility.js';
import { openAccessibility } from '../../accessibility/open-accessibility.js';
import { sleep } from '../../screen/settle/sleep.js';
import { type Bridge, type BridgeProgram, openBridge } from '../exec/bridge.js';
import type { ExecTarget } from '../exec/exec.js';
import type { Runner } from '../exec/runner.js';
import type { ContainerFacts } from './probe-container.js';

/** The accessibility interface of a container, and the bridges to it. */
export interface AccessibilityLink {
  accessibility: Accessibility;
  busAddress: string;
  bridges: readonly Bridge[];
}

export interface LinkOptions {
  target: ExecTarget;
  bridgeProgram: BridgeProgram;
  facts: ContainerFacts;
}

export interface LinkResult {
  link?: AccessibilityLink;
  /** The bus did not answer and may later. A bus that answers without accessibility will not get it. */
  isBusSilent: boolean;
}

const pollMs = 150;
/** Intervals between attempts to reach a silent bus. They double up to the maximum. */
const retry = { firstMs: 500, maxMs: 10_000 };

/** Connects to the accessibility interface within `timeoutMs`. A failure is noted. */
export async function connectAccessibility(
  options: LinkOptions,
  timeoutMs: number,
  note?: (text: string) => void,
): Promise<LinkResult> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return { link: await connect(options), isBusSilent: false };
    } catch (error) {
      if (performance.now() > until) {
        const { code, message } = toFault(error);
        note?.(`The accessibility interface of the container is not available (${message}).`);
        return { isBusSilent: code === 'display_died' };
      }
    }
    await sleep(pollMs);
  }
}

/** Publishes the bus address on the root window, where Qt reads it. A restarted display lacks it. */
export async function publishBusAddress({ busAddress }: AccessibilityLink, runner: Runner): Promise<void> {
  const property = await runner.run({ args: ['xprop', '-root', 'AT_SPI_BUS'] });
  if (property.code !== 0 || !/not found|no such atom/i.test(`${property.stdout}${property.stderr}`)) return;
  await runner.run({ args: ['xprop', '-root', '-f', 'AT_SPI_BUS', '8s', '-set', 'AT_SPI_BUS', busAddress] });
}

/** Waits for a silent bus to come back. */
export interface BusReturn {
  /** Switches to the bus if it is back. Returns true when it is. */
  switchOver(): boolean;
  /** Resolves after `switchOver`. */
  switched: Promise<void>;
  stop(): Promise<void>;
}

/** Retries the connection to a silent bus until it answers or `stop` is called. */
export function awaitBusReturn(options: LinkOptions): BusReturn {
  const stop = new AbortController();
  let isBack = false;
  let resolveSwitched = (): void => undefined;
  const switched = new Promise<void>((resolve) => {
    resolveSwitched = resolve;
  });
  const retryConnection = async (): Promise<void> => {
    for (let ms = retry.firstMs; !isBack; ms = Math.min(retry.maxMs, ms * 2)) {
      await sleep(ms, stop.signal);
      if (stop.signal.aborted) return;
      const link = await connect(options).catch(() => undefined); // still silent
      await link?.accessibility.close();
      isBack = link !== undefined;
    }
  };
  void retryConnection();
  return {
    switchOver() {
      if (isBack) resolveSwitched();
      return isBack;
    },
    switched,
    stop: async () => stop.abort(),
  };
}

async function connect({ target, bridgeProgram, facts }: LinkOptions): Promise<AccessibilityLink> {
  const { bus = '', uid, owner } = facts;
  const bridges: Bridge[] = [];
  const addresses: string[] = [];
  const dial = async (address: string, signal?: AbortSignal): Promise<Duplex> => {
    const bridge = await openBridge(target, bridgeProgram, toSocket(address), signal);
    bridges.push(bridge);
    addresses.push(address);
    return bridge;
  };
  const accessibility = await openAccessibility({ bus, dial, uid: uid === 0 ? (owner ?? uid) : uid });
  // The first two are the session bus and the accessibility bus. Later ones lead to programs.
  return { accessibility, busAddress: addresses[1] ?? '', bridges: bridges.slice(0, 2) };
}

/** 'unix:path=/tmp/bus,guid=…' becomes '/tmp/bus'; an abstract socket gets a leading '@'. */
function toSocket(address: string): string {
  const [, kind, name] = /^unix:(?:[^,]*,)*?(path|abstract)=([^,;]+)/.exec(address) ?? [];
  if (!name) throw new HandrailError('driver_failed', `The message bus at ${address} cannot be reached from outside.`);
  const path = decodeURIComponent(name);
  return kind === 'abstract' ? `@${path}` : path;
}
