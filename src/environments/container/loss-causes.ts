import { HandrailError } from '../../core/errors.js';
import type { Accessibility } from '../accessibility/accessibility.js';
import { pause } from '../screen/settle/settle.js';
import type { Bridge } from './exec/bridge.js';
import type { Runner } from './exec/runner.js';
import type { InsideDisplay } from './screen/inside-display.js';

/** What programs tell, and the ways it comes by. */
export interface Heard {
  accessibility: Accessibility;
  /** Where the bus of accessibility is. */
  address: string;
  bridges: readonly Bridge[];
}

export interface Ties {
  display: string;
  runner: Runner;
  x: InsideDisplay | undefined;
  heard: Heard | undefined;
}

/** What dies of something else dies a moment later, and may be heard of first. */
const reasonMs = 200;

/** Settles when one of the ways into a container has ended, with what is to be told of it. Never rejects. */
export async function firstLoss({ display, runner, x, heard }: Ties): Promise<HandrailError> {
  const gone = new Set<string>();
  const ends = [
    runner.lost.then(() => gone.add('runner')),
    ...(x ? [x.display.lost.then(() => gone.add('display'))] : []),
    ...(heard ? [heard.accessibility.lost.then(() => gone.add('bus'))] : []),
  ];
  await Promise.race(ends);
  if (!gone.has('display')) await Promise.race([pause(reasonMs), x?.display.lost]);
  if (x && gone.has('display') && !(await x.wasCut())) return displayGone(display, await x.display.lost);
  if (heard && gone.has('bus') && !(await wasCut(heard.bridges))) return busGone();
  return lineCut(display);
}

async function wasCut(bridges: readonly Bridge[]): Promise<boolean> {
  const ended = bridges.filter(({ destroyed }) => destroyed);
  return (await Promise.all(ended.map((bridge) => bridge.wasCut()))).includes(true);
}

function displayGone(display: string, { message }: HandrailError): HandrailError {
  return new HandrailError(
    'display_died',
    message,
    `When ${display} is back, the next step uses it; what was open on it is gone. Observe first.`,
  );
}

function busGone(): HandrailError {
  return new HandrailError(
    'display_died',
    'The message bus in the container is gone, and with it what programs tell of themselves.',
    'The next step joins it again, or goes on by pictures. Programs that needed it have ended. Observe first.',
  );
}

/** For whoever went on by pictures meanwhile. */
export function busBack(): HandrailError {
  return new HandrailError(
    'display_died',
    'The message bus in the container is back: programs tell again what they show.',
    'The next step asks them, and elements have new ids. Observe first.',
  );
}

function lineCut(display: string): HandrailError {
  return new HandrailError(
    'display_died',
    `The connection to display ${display} was cut: the process in the container that carries it was ended.`,
    'The next step connects again; what is open there stays open. Observe first.',
  );
}
