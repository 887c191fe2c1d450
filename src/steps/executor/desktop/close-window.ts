import { HandrailError } from '../../../core/errors.js';
import type { Tab } from '../../../core/observation.js';
import { type ExecutionState, failed, reply, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { beginErrand, seeThrough, seeWritten } from '../pending-confirmation.js';
import { windowsNamed } from './programs.js';

const isThis = /^(?:it|(?:the|this)\s+(?:window|program|application|app|dialog|editor|document))$/iu;

/** Closes a window or program by its name, or the window in use. Nothing where no window is meant. */
export function closeWindow(
  world: ExecutionState,
  { what, words }: Extract<Instruction, { do: 'close' }>,
): Script | undefined {
  const find = (): Tab | undefined =>
    isThis.test(what.trim()) ? world.turn.observation.tabs?.find(({ active }) => active) : windowsNamed(world, what)[0];
  return find() && settled(world, words, find);
}

/** What was begun before comes to its end first: a dialog that is still saving is not what is to be closed. */
async function* settled(world: ExecutionState, words: string, find: () => Tab | undefined): Script {
  if (world.errand) yield* seeWritten(world, world.errand);
  const window = find();
  if (window) yield* close(world, window, words, find);
}

async function* close(world: ExecutionState, window: Tab, words: string, find: () => Tab | undefined): Script {
  const isOpen = (): boolean => (world.turn.observation.tabs ?? []).some(({ id }) => id === window.id);
  const errand = beginErrand(world, words, () => !isOpen());
  const thought = `${window.id} "${window.title}" is a window of ${window.url}: closing it.`;
  const [closed] = yield* reply(world, thought, [{ tool: 'close_app', input: { app: window.id } }]);
  if (closed && !closed.result.success) {
    // A dialog that was just answered may be gone before it is closed.
    const other = isOpen() ? undefined : find();
    if (closed.result.metadata.code !== 'unknown_app' || !other) throw failed(words, closed);
    return yield* close(world, other, words, () => undefined);
  }
  yield* seeThrough(world, errand);
  if (!isOpen() || world.errand) return;
  throw new HandrailError(
    'expectation_failed',
    `"${words}" is not done: the window "${window.title}" is still open.`,
    'It may ask something in another window. Say what to do there.',
  );
}
