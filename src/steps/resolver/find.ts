import { HandrailError } from '../../core/errors.js';
import { type ExecutionState, reply, type Script, showsTask } from '../execution-state.js';
import { showItems } from '../packs/files/icon-view.js';
import { searchWords } from '../parser/phrasings.js';
import { isDesktop } from './on-desktop.js';
import { type Found, lookFor, resolve } from './target.js';
import type { Want } from './want.js';

const patience = 2_500;
/** For what a program shows that was just started. */
export const launchPatience = 20_000;
/** For what is named first: the screen may be one that was just made, with programs that are starting. */
export const firstPatience = 8_000;

/** The element a phrase means; what was done just before may still be bringing it, so it is waited for once. */
export async function* find(world: ExecutionState, phrase: string, want: Want): Script<Found> {
  try {
    return await resolve(world, phrase, want);
  } catch (error) {
    if (!(error instanceof HandrailError) || error.code !== 'not_found' || !world.acted) throw error;
    if (isDesktop(world)) return yield* findInTime(world, phrase, want);
    if (showsTask(world)) return yield* findLater(world, phrase, want);
    const [name] = searchWords(phrase);
    if (name === undefined) throw error;
    yield* reply(world, `"${phrase}" is not there yet: waiting for it.`, [
      { tool: 'wait_for', input: { text: name, timeout: patience } },
    ]);
    world.acted = false;
    // It may have come under other words than those waited for.
    return resolve(world, phrase, want);
  }
}

/** Programs take their time to show what they have, most of all when they have just been started. */
async function* findInTime(world: ExecutionState, phrase: string, want: Want): Script<Found> {
  yield* showItems(world, phrase);
  const found = yield* awaitThing(world, `"${phrase}"`, async () => (await lookFor(world, phrase, want)).one);
  world.acted = false;
  return found ?? resolve(world, phrase, want);
}

const shortestWait = 0.3;
const longestWait = 5;

/** Nothing comes on a screen that nobody touches, once it has been at rest for so long. */
const restMs = 2_500;

/** Looks again and again for a few seconds, less and less often; longer for what a program shows that was started just before. */
export async function* awaitThing<T>(
  world: ExecutionState,
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  patienceMs = patience,
): Script<T | undefined> {
  const most = Math.max(patienceMs, world.patience ?? 0);
  const isStarting = world.patience === launchPatience;
  let seconds = shortestWait;
  let [shown, restsFrom] = [looksOf(world), 0];
  for (let waited = 0; waited < most; waited += seconds * 1_000) {
    const found = await look();
    if (found !== undefined) {
      world.patience = undefined;
      return found;
    }
    const now = looksOf(world);
    if (now !== shown) [shown, restsFrom] = [now, waited];
    if (waited - restsFrom >= restMs && !isStarting && hasContent(world)) break;
    if (waited > 0) seconds = Math.min(longestWait, Math.round(seconds * 15) / 10);
    yield* reply(world, `${what} is not there yet: waiting a moment.`, [{ tool: 'wait', input: { seconds } }]);
  }
  world.patience = undefined;
  return look();
}

/** All that is shown, to tell whether it is the same a moment later. */
function looksOf({ turn }: ExecutionState): string {
  const { elements, tabs = [] } = turn.observation;
  return JSON.stringify([
    tabs.map(({ id, title }) => [id, title]),
    elements.map(({ id, name, value }) => [id, name, value]),
  ]);
}

/** Whether a window has more to show than itself: one that is still being built has nothing to press yet. */
function hasContent({ turn }: ExecutionState): boolean {
  return turn.observation.elements.some(({ interactive, kind }) => interactive && kind !== 'window');
}

/** Where the page repeats the task, its words are there from the start: only time tells. */
async function* findLater(world: ExecutionState, phrase: string, want: Want): Script<Found> {
  for (let waited = 0; waited < 3; waited += 1) {
    yield* reply(world, `"${phrase}" is not there yet: waiting a moment.`, [{ tool: 'wait', input: { seconds: 0.5 } }]);
    try {
      return await resolve(world, phrase, want);
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code !== 'not_found') throw error;
    }
  }
  world.acted = false;
  return resolve(world, phrase, want);
}
