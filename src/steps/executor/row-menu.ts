import type { Element } from '../../core/element.js';
import { contains, toTokens } from '../../perception/grounding/text-tokens.js';
import type { Execution } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import { isSameRow } from '../resolver/layout.js';
import { isNamedAfter } from '../resolver/own-object.js';
import { ambiguous } from '../resolver/target-errors.js';
import { single } from '../single.js';
import { click, pressKey } from './element-calls.js';

const menuButtonName = /^(?:(?:show\s+|open\s+)?(?:more|actions?|options?|menu)\b.*|⋮|⋯|…|\.\.\.|•••|☰|▾|▼|⚙)$/iu;

/** Other names of controls that do the same. */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  delete: ['remove', 'move to bin', 'move to trash', 'trash', 'discard'],
  remove: ['delete', 'move to bin', 'move to trash', 'trash'],
  edit: ['modify', 'change'],
  rename: ['edit name'],
  view: ['show', 'details', 'open'],
};

/** The menu button in the row of an item. Throws `ambiguous` when several rows match. */
export function findRowMenu(state: ExecutionState, item: string): Element | undefined {
  const { elements } = state.turn.observation;
  const bare = item
    .replace(/["“”]|^the\s+/giu, '')
    .trim()
    .toLowerCase();
  const named = elements.filter(
    ({ name, interactive }) => contains(toTokens(bare), toTokens(name)) && (!interactive || name !== ''),
  );
  const exact = named.filter(({ name }) => name.trim().toLowerCase() === bare);
  const rows = exact.length > 0 ? exact : named;
  const buttons = elements.filter(
    ({ name, description = '', interactive, role }) =>
      interactive &&
      (role === 'Button' || role === 'Other' || role === 'Link') &&
      (menuButtonName.test(name.trim()) || menuButtonName.test(description)),
  );
  const inRows = [...new Set(rows.flatMap((row) => buttons.filter((button) => sharesRow(button, row))))];
  if (inRows.length > 1) throw ambiguous(item, inRows, state);
  return inRows[0];
}

function sharesRow(one: Element, other: Element): boolean {
  if (one.list && other.list) return isSameRow(one, other);
  const middle = one.bounds.y + one.bounds.height / 2;
  return other.bounds.y <= middle && middle <= other.bounds.y + other.bounds.height;
}

/** Opens the menu in the row of an item and clicks the entry that is named after the verb. Returns false when there is no such menu or entry. */
export async function* chooseInRowMenu(
  state: ExecutionState,
  verb: string,
  item: string,
  clause: string,
): Execution<boolean> {
  const button = findRowMenu(state, item);
  if (!button) return false;
  const before = new Set(state.turn.observation.elements.map(({ id }) => id));
  yield* click(state, clause, `${button.id} "${button.name}" opens the menu of ${item}.`, button);
  const added = state.turn.observation.elements.filter(({ id, interactive }) => interactive && !before.has(id));
  for (const name of [verb, ...(synonyms[verb] ?? [])]) {
    const entry = single(added.filter((one) => isNamedAfter(one, name, `${item} ${clause}`)));
    if (!entry) continue;
    yield* click(state, clause, `${entry.id} "${entry.name}" is in the menu.`, entry);
    return true;
  }
  yield* pressKey(state, clause, `No entry is named "${verb}": closing the menu.`, 'Escape');
  return false;
}
