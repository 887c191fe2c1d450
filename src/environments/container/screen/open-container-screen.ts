import { toCancelledError, withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { DisplayInstance } from '../../desktop/restart/display-lifecycle.js';
import type { Screen, ScreenReader } from '../../screen/screen.js';
import { sleep } from '../../screen/settle/sleep.js';
import { createLinuxScreenReader } from '../../x11/linux-screen-reader.js';
import type { Engine } from '../engine/engine.js';
import { createApplications } from '../exec/applications.js';
import type { BridgeProgram } from '../exec/bridge.js';
import type { ExecTarget } from '../exec/exec.js';
import { openRunner } from '../exec/open-runner.js';
import type { Runner } from '../exec/runner.js';
import { createSeatKeyboard, createXdotoolKeyboard } from '../input/display-keyboard.js';
import { trackHeldInput } from '../input/held-input.js';
import { createContainerInput } from '../input/input-driver.js';
import { createXdotoolControl } from '../input/window-control.js';
import {
  type AccessibilityLink,
  awaitBusReturn,
  type BusReturn,
  connectAccessibility,
  publishBusAddress,
} from './accessibility-link.js';
import { createCaptureReader } from './capture-screen-reader.js';
import { awaitLoss, busReturned } from './connection-loss.js';
import { type ContainerDisplay, openContainerDisplay } from './container-display.js';
import { findOcr } from './ocr/find-ocr.js';
import { withOcr } from './ocr/ocr-screen-reader.js';
import { type ContainerFacts, probeAsOwner, probeContainer, requirePrograms } from './probe-container.js';
import { readScreenSize } from './screen-size.js';

export interface ContainerScreenOptions {
  engine: Engine;
  id: string;
  name: string;
  displayNumber: number;
  displayTimeoutMs: number;
  /** How long the message bus may take to answer. */
  busTimeoutMs: number;
  note?: (text: string) => void;
}

export interface ContainerScreenInstance extends DisplayInstance {
  hasAccessibility: boolean;
  /** Ends this instance when a silent message bus answers now, so that the next one uses it. Returns true when it did. */
  reconnect(): boolean;
}

/** Everything that is open in the container. */
interface Connections {
  displayName: string;
  runner: Runner;
  facts: ContainerFacts;
  display: ContainerDisplay | undefined;
  link: AccessibilityLink | undefined;
  busReturn: BusReturn | undefined;
}

const pollMs = 150;
/** In a container that was just started as root, programs of another user may not have connected to the display yet. */
const maxOwnerMs = 3_000;
const maxCloseMs = 2_500;

export async function openContainerScreen(options: ContainerScreenOptions): Promise<ContainerScreenInstance> {
  const closings: (() => Promise<void>)[] = [];
  try {
    const connections = await openConnections(options, closings);
    const { link, busReturn } = connections;
    const lost = awaitLoss(connections);
    return {
      screen: { ...(await createScreen(connections)), close: () => closeAll(closings) },
      lost: busReturn ? Promise.race([lost, busReturn.switched.then(busReturned)]) : lost,
      hasAccessibility: link !== undefined,
      reconnect: () => busReturn?.switchOver() ?? false,
    };
  } catch (error) {
    await closeAll(closings);
    throw error;
  }
}

async function openConnections(
  options: ContainerScreenOptions,
  closings: (() => Promise<void>)[],
): Promise<Connections> {
  const { engine, id, name, displayNumber, displayTimeoutMs, busTimeoutMs, note } = options;
  const displayName = `:${displayNumber}`;
  const base: ExecTarget = { engine, id, name, environment: { DISPLAY: displayName } };
  const firstFacts = await probeUntilUsed(base, displayNumber, Math.min(busTimeoutMs, maxOwnerMs));
  const bridgeProgram = (['perl', 'python3', 'socat', 'nc'] as const).find((one) => firstFacts.programs.has(one));
  requirePrograms(firstFacts, name, bridgeProgram !== undefined);
  const target = asOwner(base, firstFacts);
  const interpreter = bridgeProgram === 'perl' || bridgeProgram === 'python3' ? bridgeProgram : undefined;
  const runner = await openRunner(target, interpreter);
  let killDaemons = false;
  closings.unshift(() => runner.close({ killDaemons }));
  await awaitDisplay(runner, displayName, displayTimeoutMs);
  const facts = await probeContainer(target, displayNumber);
  const display = await openContainerDisplay({ target, bridgeProgram, facts, runner, displayName, note });
  killDaemons = display === undefined;
  if (display) closings.unshift(display.close);
  else requirePrograms(facts, name, false);
  const accessibility = await openLink(target, bridgeProgram, facts, busTimeoutMs, note);
  const { link, busReturn } = accessibility;
  if (link && facts.programs.has('xprop')) await publishBusAddress(link, runner);
  if (link) closings.unshift(link.accessibility.close);
  if (busReturn) closings.unshift(busReturn.stop);
  return { displayName, runner, facts, display, link, busReturn };
}

async function openLink(
  target: ExecTarget,
  bridgeProgram: BridgeProgram | undefined,
  facts: ContainerFacts,
  busTimeoutMs: number,
  note?: (text: string) => void,
): Promise<Pick<Connections, 'link' | 'busReturn'>> {
  if (!bridgeProgram || !facts.bus) return { link: undefined, busReturn: undefined };
  const options = { target, bridgeProgram, facts };
  const { link, isBusSilent } = await connectAccessibility(options, busTimeoutMs, note);
  return { link, busReturn: isBusSilent ? awaitBusReturn(options) : undefined };
}

async function createScreen({
  displayName,
  runner,
  facts,
  display,
  link,
}: Connections): Promise<Omit<Screen, 'close'>> {
  const { programs } = facts;
  const accessibility = link?.accessibility;
  const control = display?.x ?? createXdotoolControl(runner, programs);
  const xdotoolKeyboard = createXdotoolKeyboard(runner, programs, displayName);
  const reader = display
    ? createLinuxScreenReader({ x: display.x, accessibility })
    : createCaptureReader(runner, programs, control, displayName, accessibility);
  const input = createContainerInput({
    runner,
    control,
    held: trackHeldInput(runner),
    applications: createApplications(runner, control),
    keyboard: display ? createSeatKeyboard(display.seat, xdotoolKeyboard) : xdotoolKeyboard,
    seat: display?.seat,
    accessibility,
  });
  return { input, ...(accessibility ? { reader, limitations: [] } : await addOcr(reader, runner, programs)) };
}

/** Without accessibility, text elements come from OCR where tesseract is installed. */
async function addOcr(
  reader: ScreenReader,
  runner: Runner,
  programs: ReadonlySet<string>,
): Promise<Pick<Screen, 'reader' | 'limitations'>> {
  const ocr = await findOcr(runner, programs);
  const cause = 'The container has no accessibility interface: ';
  return ocr
    ? { reader: withOcr(reader, ocr), limitations: [`${cause}elements are the texts that OCR finds in the picture.`] }
    : { reader, limitations: [`${cause}only windows and pictures are available (tesseract would find texts).`] };
}

async function probeUntilUsed(target: ExecTarget, displayNumber: number, timeoutMs: number): Promise<ContainerFacts> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const facts = await probeAsOwner(target, displayNumber);
    if (facts.uid !== 0 || facts.isDisplayUsed || performance.now() > until) return facts;
    await sleep(pollMs);
  }
}

/** Runs commands as the user of the programs on the display, where root can choose. */
function asOwner(target: ExecTarget, { uid, owner, bus, authority, charset }: ContainerFacts): ExecTarget {
  return {
    ...target,
    ...(uid === 0 && owner !== undefined && owner !== 0 ? { user: String(owner) } : {}),
    environment: {
      ...target.environment,
      ...(bus === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: bus }),
      ...(authority === undefined ? {} : { XAUTHORITY: authority }),
      ...(charset === undefined ? {} : { LC_CTYPE: charset }),
    },
  };
}

async function awaitDisplay(runner: Runner, displayName: string, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  const stop = AbortSignal.timeout(timeoutMs + 5_000);
  for (;;) {
    try {
      await readScreenSize(runner, displayName, stop);
      return;
    } catch (error) {
      if (stop.aborted) throw toCancelledError(stop);
      if (performance.now() > until || !(error instanceof HandrailError) || error.code !== 'display_died') throw error;
    }
    await sleep(pollMs, stop);
  }
}

/** Closes in order and ignores failures, because the container may be gone or paused. */
async function closeAll(closings: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closings) await withTimeout(maxCloseMs, 'Closing', close()).catch(() => undefined);
}
