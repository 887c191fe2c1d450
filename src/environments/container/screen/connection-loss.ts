import { HandrailError } from '../../../core/errors.js';
import { sleep } from '../../screen/settle/sleep.js';
import type { Bridge } from '../exec/bridge.js';
import type { Runner } from '../exec/runner.js';
import type { AccessibilityLink } from './accessibility-link.js';
import type { ContainerDisplay } from './container-display.js';

export interface ContainerConnections {
  displayName: string;
  runner: Runner;
  display: ContainerDisplay | undefined;
  link: AccessibilityLink | undefined;
}

/** A loss that another one causes may be noticed first, this long before. */
const maxReasonMs = 200;

/** Resolves when one of the connections is lost, with the error to report. Never rejects. */
export async function awaitLoss({ displayName, runner, display, link }: ContainerConnections): Promise<HandrailError> {
  const lost = new Set<string>();
  await Promise.race([
    runner.lost.then(() => lost.add('runner')),
    display?.x.lost.then(() => lost.add('display')) ?? new Promise(() => undefined),
    link?.accessibility.lost.then(() => lost.add('bus')) ?? new Promise(() => undefined),
  ]);
  if (display && !lost.has('display')) await Promise.race([sleep(maxReasonMs), display.x.lost]);
  if (display && lost.has('display') && !(await display.wasKilled()))
    return displayLost(displayName, await display.x.lost);
  if (link && lost.has('bus') && !(await wasAnyKilled(link.bridges))) return busLost();
  return bridgeKilled(displayName);
}

async function wasAnyKilled(bridges: readonly Bridge[]): Promise<boolean> {
  const ended = bridges.filter(({ destroyed }) => destroyed);
  return (await Promise.all(ended.map((bridge) => bridge.wasKilled()))).includes(true);
}

function displayLost(displayName: string, { message }: HandrailError): HandrailError {
  return new HandrailError(
    'display_died',
    message,
    `When ${displayName} is back, the next action uses it. Everything that was open on it is lost. Observe first.`,
  );
}

function busLost(): HandrailError {
  return new HandrailError(
    'display_died',
    'The message bus in the container is gone, and with it the accessibility data of its programs.',
    'The next action connects to it again, or works with pictures. Programs that needed the bus have ended. Observe first.',
  );
}

/** For a session that works with pictures when the message bus comes back. */
export function busReturned(): HandrailError {
  return new HandrailError(
    'display_died',
    'The message bus in the container is back, so programs provide accessibility data again.',
    'The next action uses it, and elements have new ids. Observe first.',
  );
}

function bridgeKilled(displayName: string): HandrailError {
  return new HandrailError(
    'display_died',
    `The connection to display ${displayName} was cut: the process in the container that carries it was killed.`,
    'The next action connects again. Open windows stay open. Observe first.',
  );
}
