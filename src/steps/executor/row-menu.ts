import type { Element } from '../../core/element.js';
import { contains, toTokens } from '../../perception/grounding/text-tokens.js';
import type { Execution } from '../calls.js';
import { isSameRow } from '../resolver/layout.js';
import { isNamedAfter } from '../resolver/own-object.js';
import { ambiguous } from '../resolver/target-errors.js';
import { single } from '../single.js';
import type { Step } from '../step.js';
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
export function findRowMenu(step: Step, item: string): Element | undefined {
  const { elements } = step.screen.turn.observation;
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
  if (inRows.length > 1) throw ambiguous(item, inRows, step);
  return inRows[0];
}

function sharesRow(one: Element, other: Element): boolean {
  if (one.list && other.list) return isSameRow(one, other);
  const middle = one.bounds.y + one.bounds.height / 2;
  return other.bounds.y <= middle && middle <= other.bounds.y + other.bounds.height;
}

/** Opens the menu in the row of an item and clicks the entry that is named after the verb. Returns false when there is no such menu or entry. */
export async function* chooseInRowMenu(step: Step, verb: string, item: string): Execution<boolean> {
  const button = findRowMenu(step, item);
  if (!button) return false;
  const before = new Set(step.screen.turn.observation.elements.map(({ id }) => id));
  yield* click(step, `${button.id} "${button.name}" opens the menu of ${item}.`, button);
  const added = step.screen.turn.observation.elements.filter(({ id, interactive }) => interactive && !before.has(id));
  for (const name of [verb, ...(synonyms[verb] ?? [])]) {
    const entry = single(added.filter((one) => isNamedAfter(one, name, `${item} ${step.clause}`)));
    if (!entry) continue;
    yield* click(step, `${entry.id} "${entry.name}" is in the menu.`, entry);
    return true;
  }
  yield* pressKey(step, `No entry is named "${verb}": closing the menu.`, 'Escape');
  return false;
}
