import { posix } from 'node:path';
import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import { beginErrand, standing, told, windowTitles } from '../../executor/pending-confirmation.js';
import { awaitThing } from '../../resolver/find.js';
import { isField } from '../../resolver/want.js';

/** Goes to a folder in a file manager. All of them have a line for it at Control+L, and the folder's name as their title. */
export async function* goToFolder(world: ExecutionState, path: string, words: string): Script {
  const folder = posix.basename(path).normalize();
  const isThere = (): true | undefined => (windowTitles(world).some((title) => isOf(title, folder)) ? true : undefined);
  if (isThere() && linesOf(world).some(({ value = '' }) => value.replace(/(?<=.)\/$/u, '') === path)) return;
  const errand = beginErrand(world, words);
  yield* perform(world, words, `Control+L asks for the folder to go to.`, {
    tool: 'press_key',
    input: { key: 'Control+L' },
  });
  const field = yield* awaitThing(world, 'The line for the folder', () => locationField(world, errand.before));
  if (!field)
    throw new HandrailError(
      'not_found',
      `"${words}": Control+L asks for a folder in file managers; here nothing did.`,
      'Open a file manager first, or say how to get to the folder.',
    );
  yield* perform(world, words, `${field.id} takes the folder.`, {
    tool: 'type',
    input: { selector: field.id, text: path, clear: true },
  });
  yield* perform(world, words, 'Enter goes there.', { tool: 'press_key', input: { key: 'Enter' } });
  if (folder === '' || folder === '~') return; // file managers call these as they like
  if (yield* awaitThing(world, `The folder "${path}"`, isThere)) return;
  const dialog = standing(world, errand);
  throw new HandrailError(
    'not_found',
    `"${words}": the program did not go to ${path}: ${dialog ? told(world, dialog) : `its window is called "${world.turn.observation.title ?? ''}".`}`,
    'Check the path.',
  );
}

/** "Files - Thunar" is of the folder "Files". */
function isOf(title: string, folder: string): boolean {
  return title === folder || /^\s+[-–—]\s/u.test(title.startsWith(folder) ? title.slice(folder.length) : '');
}

/** A line that is new, one with the keys, or the one that shows a path already. */
function locationField(world: ExecutionState, before: ReadonlySet<string>): Element | undefined {
  const lines = linesOf(world);
  return (
    lines.find(({ id }) => !before.has(id)) ??
    lines.find(({ states }) => states.includes('focused')) ??
    lines.find(({ value = '' }) => /^(?:\/|file:|~)/u.test(value))
  );
}

function linesOf({ turn }: ExecutionState): Element[] {
  return turn.observation.elements.filter(
    (one) => isField(one) && !one.states.includes('multiline') && !one.states.includes('readonly'),
  );
}
