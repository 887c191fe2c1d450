import type { Element } from '../../../core/element.js';
import { type ExecutionState, perform, type Script } from '../../execution-state.js';
import { fill, valueText } from '../../executor/browser/fields.js';
import { submit } from '../../executor/browser/forms.js';
import { pointing } from '../../executor/browser/pointer.js';
import { isSentNext, sendOff } from '../../executor/request.js';
import type { Instruction } from '../../instruction.js';
import { find } from '../../resolver/find.js';
import { ambiguous, lookFor, tell } from '../../resolver/target.js';
import { isField } from '../../resolver/want.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** Opens what was found, and answers or forwards it. */
export async function* mail(world: ExecutionState, step: Of<'mail'>): Script {
  const { words } = step;
  const box = step.act === 'reply' && step.text ? replyBox(world) : undefined;
  if (box && step.text) {
    yield* perform(world, words, `${box.id} "${box.name}" takes the reply.`, {
      tool: 'type',
      input: { selector: box.id, text: await valueText(world, step.text), clear: true },
    });
    if (await isSentNext(world)) return;
    return yield* sendOff(world, words, ['post', 'send', 'reply', 'submit', 'comment'], box);
  }
  let control = await lookFor(world, step.act, { kind: 'click' });
  if (!control.one && world.last?.element) {
    yield* perform(
      world,
      words,
      `Opening ${world.last.element.id} "${world.last.element.name}" to ${step.act}.`,
      pointing(world, 'click', world.last.element),
    );
    control = await lookFor(world, step.act, { kind: 'click' });
  }
  const button = control.one ?? (yield* find(world, step.act, { kind: 'click' }));
  yield* perform(world, words, tell(step.act, button), pointing(world, 'click', button.element));
  if (step.to !== undefined) yield* fill(world, [['to', { is: 'text', text: step.to }]], words);
  if (step.text) {
    const text = await valueText(world, step.text);
    const fields = world.turn.observation.elements.filter(
      (element) => isField(element) && !element.states.includes('disabled'),
    );
    const long = fields.filter(({ states }) => states.includes('multiline'));
    const named = fields.filter(({ name }) => /\b(?:message|body|reply|text|comment)\b/iu.test(name));
    const focused = fields.filter(({ states }) => states.includes('focused'));
    const [field] = [long, named, focused, fields].find(({ length }) => length === 1) ?? [];
    if (!field)
      throw ambiguous(
        words,
        fields.map((element) => ({ element, score: 1, why: '' })),
      );
    yield* perform(world, words, `${field.id} "${field.name}" takes the text.`, {
      tool: 'type',
      input: { selector: field.id, text, clear: true },
    });
  }
  const send = yield* find(world, 'send', { kind: 'click' });
  yield* perform(world, words, tell('send', send), pointing(world, 'click', send.element));
}

/** A field for a reply that is open already. */
function replyBox({ turn }: ExecutionState): Element | undefined {
  const fields = turn.observation.elements.filter(
    (element) => isField(element) && /\b(?:reply|comment|respon[ds]e?|answer)\b/iu.test(element.name),
  );
  return fields.length === 1 ? fields[0] : undefined;
}

const composers = ['compose', 'new message', 'new email', 'write'];

/** Opens what one writes a message in, where it is not open yet, and fills it in. */
export async function* compose(world: ExecutionState, { fields, send, words }: Of<'compose'>): Script {
  const [label] = fields[0] ?? [''];
  const isOpen = (await lookFor(world, label, { kind: 'field' })).one;
  for (const name of isOpen ? [] : composers) {
    const { one } = await lookFor(world, name, { kind: 'click' });
    if (!one || one.score < 0.7) continue;
    yield* perform(world, words, tell(name, one), pointing(world, 'click', one.element));
    break;
  }
  yield* fill(world, fields, words);
  if (send) yield* submit(world, { do: 'submit', words });
}
