import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { foldText, stem } from '../../../perception/grounding/text-similarity.js';
import { type ExecutionState, perform, reply, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { ambiguous, notFound } from '../../resolver/target.js';
import { isField } from '../../resolver/want.js';
import { deed } from '../named-control.js';
import { pointing } from './pointer.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

const asksForItem =
  /\b(?:add|new|create|enter|what needs|what do you|what's next|need to|to-?\s?do|todos?|tasks?|items?)\b/iu;
const otherUse = /\b(?:search|filter|find|e-?mail|password|quantity|coupon)\b/iu;
const adds = /^(?:add\b|create\b|save\b|insert\b|submit\b|\+|➕|＋)/iu;

/** Types each thing into the field that makes new entries of the list, and sends it by its button or Enter. */
export async function* addItems(world: ExecutionState, step: Of<'add_item'>): Script {
  const { items, list, words } = step;
  if (!newItemField(world, list, words)) {
    for (const item of items) {
      const what = `"${item}"${list ? ` to the ${list}` : ''}`;
      yield* deed(world, { do: 'deed', verb: 'add', what, target: `add ${what}`, words });
    }
    return;
  }
  for (const item of items) {
    const field = newItemField(world, list, words);
    if (!field) throw notFound(`a field for new entries, for "${words}"`, []);
    const before = await shownTimes(world, item);
    const button = addButton(world, field);
    yield* perform(world, words, `${field.id} "${field.name}" makes new entries.`, {
      tool: 'type',
      input: { selector: field.id, text: item, clear: true, ...(button ? {} : { submit: true }) },
    });
    if (button)
      yield* perform(world, words, `${button.id} "${button.name}" adds it.`, pointing(world, 'click', button));
    if ((await shownTimes(world, item)) > before) continue;
    yield* reply(world, `"${item}" is not in the list yet: waiting a moment.`, [
      { tool: 'wait', input: { seconds: 0.7 } },
    ]);
    if ((await shownTimes(world, item)) <= before)
      throw new HandrailError(
        'expectation_failed',
        `"${words}": "${item}" was entered, and the list does not show it.`,
        'Say what else is needed to add it.',
      );
  }
}

function newItemField(world: ExecutionState, list: string | undefined, words: string): Element | undefined {
  const fields = world.turn.observation.elements.filter(
    (element) =>
      isField(element) &&
      element.kind !== 'searchbox' &&
      !element.states.includes('disabled') &&
      !element.states.includes('readonly') &&
      !otherUse.test(element.name),
  );
  const listWords = foldText(list ?? '').words.map(stem);
  const own = fields.filter(({ name }) =>
    foldText(name)
      .words.map(stem)
      .some((word) => word !== 'list' && listWords.includes(word)),
  );
  const asking = fields.filter((field) => asksForItem.test(field.name));
  const besideButton = fields.filter((field) => addButton(world, field));
  const [choice] = [own, asking, besideButton].filter(({ length }) => length > 0);
  if (!choice || choice.length === 1) return choice?.[0];
  const sure = choice.filter((field) => besideButton.includes(field));
  if (sure.length === 1) return sure[0];
  throw ambiguous(
    words,
    choice.map((element) => ({ element, score: 1, why: '' })),
    world,
  );
}

function addButton(world: ExecutionState, { bounds }: Element): Element | undefined {
  const buttons = world.turn.observation.elements.filter(
    ({ role, name, description = '', bounds: at, states }) =>
      role === 'Button' &&
      !states.includes('disabled') &&
      (adds.test(name.trim()) || adds.test(description)) &&
      at.y < bounds.y + bounds.height + 60 &&
      at.y + at.height > bounds.y - 10,
  );
  const sameLine = buttons.filter(({ bounds: at }) => at.y < bounds.y + bounds.height && at.y + at.height > bounds.y);
  const list = sameLine.length > 0 ? sameLine : buttons;
  return list.length === 1 ? list[0] : undefined;
}

async function shownTimes({ turn }: ExecutionState, item: string): Promise<number> {
  const { text } = await turn.read({ what: 'text' });
  return text.toLowerCase().split(item.toLowerCase()).length - 1;
}
