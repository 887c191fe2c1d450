import type { Element } from '../../../core/element.js';
import { type Deed, type ExecutionState, perform, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { find } from '../../resolver/find.js';
import { ambiguous, lookFor, notFound, tell } from '../../resolver/target.js';
import { isField } from '../../resolver/want.js';
import { deed } from '../named-control.js';
import { noteDoubt } from '../unverified-claims.js';
import { pointing } from './pointer.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

const sending =
  /^(?:submit|send|save|continue|confirm|finish|done|ok|apply|create|register|sign\s*up|next|go|update|place order|request|search|log\s*in|sign\s*in|book|pay)\b/iu;

/** The button that sends a form off. */
export async function* submit(world: ExecutionState, step: Of<'submit'>): Script {
  const { words } = step;
  const button = await sendingButton(world, step);
  if (!button) {
    yield* perform(world, words, 'No button sends it: Enter in the field does.', {
      tool: 'press_key',
      input: { key: 'Enter' },
    });
    return;
  }
  yield* perform(world, words, `${button.id} "${button.name}" is the button that sends it off.`, sendingOff(button));
  await noteDoubt(world, words, button);
}

/** The button named, the form's own, or the only one that sends; nothing where Enter in the field does. */
async function sendingButton(world: ExecutionState, { target, words }: Of<'submit'>): Promise<Element | undefined> {
  const thing = target?.replace(/^the\s+/iu, '');
  const phrases = thing ? [`"submit ${thing}"`, `submit button in the ${thing}`] : ['submit button'];
  for (const phrase of phrases) {
    const { one } = await lookFor(world, phrase, { kind: 'click' });
    if (one && one.score >= 0.8 && one.element.interactive && !isField(one.element)) return one.element;
  }
  const css = 'form button[type=submit], form button:not([type]), form input[type=submit], form input[type=image]';
  const { elements } = await world.turn.read({ what: 'elements', css });
  const usable = elements.filter(({ states }) => !states.includes('disabled'));
  const likely = usable.length > 1 ? usable.filter(({ name }) => sending.test(name.trim())) : usable;
  const focused = world.turn.observation.elements.find(({ states }) => states.includes('focused'));
  const sameForm = likely.length > 1 && focused ? nearestBelow(likely, focused) : likely;
  const [only] = sameForm;
  if (only && sameForm.length === 1) return only;
  if (sameForm.length > 1)
    throw ambiguous(
      words,
      sameForm.map((element) => ({ element, score: 1, why: '' })),
    );
  const loose = world.turn.observation.elements.filter(
    ({ role, name }) => role === 'Button' && sending.test(name.trim()),
  );
  const [one] = loose;
  if (one && loose.length === 1) return one;
  if (loose.length > 1)
    throw ambiguous(
      words,
      loose.map((element) => ({ element, score: 1, why: '' })),
    );
  if (focused && isField(focused)) return undefined;
  throw notFound('a button that sends the form off', []);
}

/** Whoever writes "submit" has said it in so many words: it is the click that they would make themselves. */
function sendingOff({ id }: Element): Deed {
  return { tool: 'click', input: { selector: id } };
}

function nearestBelow(buttons: readonly Element[], { bounds }: Element): Element[] {
  const below = buttons
    .filter((button) => button.bounds.y >= bounds.y - 4)
    .sort((one, other) => one.bounds.y - other.bounds.y);
  return below.slice(0, 1);
}

/** Closes a dialog, a banner or a menu by its own button, else by Escape. */
export async function* close(world: ExecutionState, { what, words }: Of<'close'>): Script {
  const { modal, elements } = world.turn.observation;
  const isDialog =
    /\b(?:dialog|popup|pop-up|modal|window|alert|prompt|message|box|banner|notification|overlay)\b/iu.test(what);
  if (modal && isDialog) {
    yield* perform(world, words, `The open ${modal.kind} says "${modal.text.slice(0, 60)}".`, {
      tool: 'handle_dialog',
      input: { accept: modal.kind === 'alert' },
    });
    return;
  }
  const names = /^(?:close|dismiss|×|✕|✖|x|got it|no thanks|hide)(?:\s|$)|^[×✕✖]$/iu;
  const buttons = elements.filter(
    ({ name, description, interactive }) => interactive && (names.test(name.trim()) || names.test(description ?? '')),
  );
  const box = elements.find(({ role }) => role === 'Dialog');
  const inside = box
    ? buttons.filter(
        ({ bounds }) =>
          bounds.x >= box.bounds.x &&
          bounds.y >= box.bounds.y &&
          bounds.x + bounds.width <= box.bounds.x + box.bounds.width + 1 &&
          bounds.y + bounds.height <= box.bounds.y + box.bounds.height + 1,
      )
    : buttons;
  const named = await lookFor(world, `close ${what}`, { kind: 'click' });
  const [first] = inside.length > 0 ? inside : buttons;
  const element =
    named.one && named.one.score >= 0.8 && named.one.element.interactive
      ? named.one.element
      : isDialog &&
          (inside.length === 1 ||
            buttons.length === 1 ||
            (inside.length > 1 && inside.every(({ name }) => names.test(name))))
        ? first
        : undefined;
  if (element) {
    yield* perform(
      world,
      words,
      `${element.id} ${element.role} "${element.name}" closes it.`,
      pointing(world, 'click', element),
    );
    return;
  }
  if (box || /\bmenu\b/iu.test(what)) {
    yield* perform(world, words, 'No button closes it: Escape does.', { tool: 'press_key', input: { key: 'Escape' } });
    return;
  }
  yield* deed(world, { do: 'deed', verb: 'close', what, target: `close ${what}`, words });
}

/** Opens or shuts a section; what is so already stays so. */
export async function* unfold(world: ExecutionState, step: Of<'expand' | 'collapse'>): Script {
  const { elements } = world.turn.observation;
  const [shut, wanted] =
    step.do === 'expand' ? (['collapsed', 'expanded'] as const) : (['expanded', 'collapsed'] as const);
  const isPlain =
    /^(?:the\s+)?(?:sections?|panels?|accordion|details|menu|tree|pie menu|item|pie)(?:\s+below)?$/iu.test(step.target);
  const closed = elements.filter(({ states, interactive }) => states.includes(shut) && interactive);
  const [only] = closed;
  if (isPlain && only && closed.length === 1) {
    yield* perform(
      world,
      step.words,
      `${only.id} "${only.name}" is the only one that is ${shut}.`,
      pointing(world, 'click', only),
    );
    return;
  }
  const looked = await lookFor(world, step.target, { kind: 'expand' });
  const usable =
    isPlain && !looked.one
      ? elements.filter(
          ({ interactive, role }) => interactive && role !== 'Button' && role !== 'Link' && role !== 'TextInput',
        )
      : [];
  const [loose] = usable;
  const found =
    looked.one ??
    (usable.length === 1 && loose
      ? { element: loose, score: 0.7, why: 'the only thing that can be opened' }
      : yield* find(world, step.target, { kind: 'expand' }));
  if (found.element.states.includes(wanted)) return;
  yield* perform(world, step.words, tell(step.target, found), pointing(world, 'click', found.element));
}
