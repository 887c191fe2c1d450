import type { Element } from '../../core/element.js';
import { type ExecutionState, perform, type Script } from '../execution-state.js';
import type { Instruction } from '../instruction.js';
import { withoutKind } from '../parser/phrasings.js';
import { nameField } from '../resolver/new-name-field.js';
import { ambiguous, lookFor, notFound, tell } from '../resolver/target.js';
import { typing, valueText } from './browser/fields.js';
import { pointing } from './browser/pointer.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

const opens = /^(?:(?:show\s+|open\s+)?(?:more|actions?|options?|menu)\b.*|⋮|⋯|…|\.\.\.|•••|☰|▾|▼|⚙)$/iu;

/** What else a control is called that does the same. */
export const sameDeed: Readonly<Record<string, readonly string[]>> = {
  delete: ['remove', 'move to bin', 'move to trash', 'trash', 'discard'],
  remove: ['delete', 'move to bin', 'move to trash', 'trash'],
  edit: ['modify', 'change'],
  rename: ['edit name'],
  view: ['show', 'details', 'open'],
};

/** The menu button in the row of a thing. Throws when several rows could be meant. */
export function rowMenu(world: ExecutionState, thing: string): Element | undefined {
  const { elements } = world.turn.observation;
  const bare = thing
    .replace(/["“”]|^the\s+/giu, '')
    .trim()
    .toLowerCase();
  const named = elements.filter(
    ({ name, interactive }) => name.toLowerCase().includes(bare) && (!interactive || name !== ''),
  );
  const exact = named.filter(({ name }) => name.trim().toLowerCase() === bare);
  const rows = exact.length > 0 ? exact : named;
  const buttons = elements.filter(
    ({ name, description = '', interactive, role }) =>
      interactive &&
      (role === 'Button' || role === 'Other' || role === 'Link') &&
      (opens.test(name.trim()) || opens.test(description)),
  );
  const inRows = [...new Set(rows.flatMap((row) => buttons.filter((button) => sharesRow(button, row))))];
  if (inRows.length > 1)
    throw ambiguous(
      thing,
      inRows.map((element) => ({ element, score: 1, why: '' })),
      world,
    );
  return inRows[0];
}

function sharesRow(one: Element, other: Element): boolean {
  if (one.list && other.list) return one.list.of === other.list.of && one.list.row === other.list.row;
  const middle = one.bounds.y + one.bounds.height / 2;
  return other.bounds.y <= middle && middle <= other.bounds.y + other.bounds.height;
}

/** Opens the menu in the row of a thing and clicks what is named after the verb; false where there is no such menu or entry. */
export async function* byRowMenu(world: ExecutionState, verb: string, thing: string, words: string): Script<boolean> {
  const button = rowMenu(world, thing);
  if (!button) return false;
  const before = new Set(world.turn.observation.elements.map(({ id }) => id));
  yield* perform(
    world,
    words,
    `${button.id} "${button.name}" opens the menu of ${thing}.`,
    pointing(world, 'click', button),
  );
  const fresh = world.turn.observation.elements.filter(({ id, interactive }) => interactive && !before.has(id));
  for (const name of [verb, ...(sameDeed[verb] ?? [])]) {
    const fitting = fresh.filter((entry) => ` ${entry.name.toLowerCase()} `.startsWith(` ${name} `));
    const [entry] = fitting;
    if (!entry || fitting.length > 1) continue;
    yield* perform(world, words, `${entry.id} "${entry.name}" is in the menu.`, pointing(world, 'click', entry));
    return true;
  }
  yield* perform(world, words, `No entry is named "${verb}": closing the menu.`, {
    tool: 'press_key',
    input: { key: 'Escape' },
  });
  return false;
}

/** Gives a thing another name: by the control in its row or menu, then in the field that comes. */
export async function* rename(world: ExecutionState, { what, to, words }: Of<'rename'>): Script {
  const thing = withoutKind(what);
  const text = await valueText(world, to);
  const before = world.turn.observation.elements;
  const inRow = await lookFor(world, `"rename" in the row with ${thing}`, { kind: 'click' });
  if (inRow.one?.element.interactive && /rename|edit/iu.test(inRow.one.element.name))
    yield* perform(world, words, tell('rename', inRow.one), pointing(world, 'click', inRow.one.element));
  else if (!(yield* byRowMenu(world, 'rename', thing, words))) throw notFound(`a control that renames ${thing}`, []);
  const field = nameField(world, before);
  if (!field) throw notFound(`a field for the new name of ${thing}`, []);
  yield* perform(world, words, `${field.id} "${field.name}" takes the new name.`, typing(field, text));
  yield* settle(world, words, field);
}

const settles = /^(?:save|rename|ok|okay|done|confirm|apply|update|create|add|submit|✓|✔)\b/iu;

/** The button by a field that takes what was typed, else Enter. */
export async function* settle(world: ExecutionState, words: string, field: Element): Script {
  const { elements } = world.turn.observation;
  const box = elements.find(({ role }) => role === 'Dialog');
  const near = elements.filter(
    ({ role, name, bounds, states }) =>
      role === 'Button' &&
      settles.test(name.trim()) &&
      !states.includes('disabled') &&
      (box
        ? bounds.x >= box.bounds.x && bounds.y >= box.bounds.y && bounds.y <= box.bounds.y + box.bounds.height
        : bounds.y > field.bounds.y - 10 && bounds.y < field.bounds.y + 200),
  );
  const [button] = near;
  if (button && near.length === 1)
    yield* perform(world, words, `${button.id} "${button.name}" takes it.`, pointing(world, 'click', button));
  else
    yield* perform(world, words, 'Enter takes it.', {
      tool: 'press_key',
      input: { key: 'Enter', selector: field.id },
    });
}
