import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { answer } from '../../answers/answer.js';
import { type Deed, type ExecutionState, type Plan, perform, performAll, type Script } from '../../execution-state.js';
import type { Field, Instruction, Value } from '../../instruction.js';
import { isoDate, readDate, readTime } from '../../parser/dates.js';
import { describedValue } from '../../resolver/described.js';
import { find } from '../../resolver/find.js';
import { ambiguous, type Found, lookFor, resolve, tell } from '../../resolver/target.js';
import { isCheckable, isChoice, isField } from '../../resolver/want.js';
import { choose, choosePlan, isNativeSelect } from './choose.js';
import { setDate } from './dates.js';
import { everyOne } from './pointer.js';

/** The text that a value stands for. */
export async function valueText(world: ExecutionState, value: Value): Promise<string> {
  if (value.is === 'read')
    return (await describedValue(world, value.question)) ?? String((await answer(world, value.question)).value);
  const { memory } = world.turn;
  if (value.is === 'kept') {
    const text =
      value.key === ''
        ? world.copied
        : (memory.get(value.key) ?? [...memory].find(([key]) => key.toLowerCase() === value.key.toLowerCase())?.[1]);
    if (text !== undefined) return text;
    throw new HandrailError(
      'not_found',
      value.key === '' ? 'Nothing was copied or remembered before.' : `Nothing was remembered as "${value.key}".`,
      'Say what to remember first: Remember the order number.',
    );
  }
  return (
    memory.get(value.text.replace(/^the\s+/iu, '')) ??
    value.text.replace(/\{\{?\s*([^{}]+?)\s*\}?\}/gu, (whole, key: string) => memory.get(key) ?? whole)
  );
}

/** Puts text into a field, in the form that its kind takes. */
export function typing(element: Element, text: string, append = false): Deed {
  const day = readDate(text);
  const time = readTime(text);
  // What is no date or time is refused by the field itself, with what it takes.
  if (element.kind === 'date')
    return { tool: 'fill', input: { selector: element.id, value: day ? isoDate(day) : text } };
  if (element.kind === 'time') return { tool: 'fill', input: { selector: element.id, value: time ?? text } };
  if (
    element.kind === 'month' ||
    element.kind === 'week' ||
    element.kind === 'color' ||
    element.kind === 'slider' ||
    element.kind === 'datetime-local'
  ) {
    return { tool: 'fill', input: { selector: element.id, value: text } };
  }
  return { tool: 'type', input: { selector: element.id, text, clear: !append } };
}

/** Types into the field named, or the one that has the focus, or the only one there is. */
export async function* type(world: ExecutionState, step: Extract<Instruction, { do: 'type' }>): Script {
  const text = await valueText(world, step.value);
  const { target, words } = step;
  if (step.every) {
    const fields = everyOne(world, (target ?? '').replace(/s$/iu, ''), 0.5).filter(isField);
    if (fields.length === 0) await resolve(world, target ?? 'field', { kind: 'field' });
    yield* performAll(
      world,
      fields.map(
        (element): Plan => ({
          words,
          make: async () => ({
            thought: `"${target}", each of ${fields.length}: ${element.id} "${element.name}".`,
            deed: typing(element, text),
          }),
        }),
      ),
    );
    return;
  }
  if (target === undefined) {
    const { element, why } = freeField(world, words);
    // What has the focus is typed on in, as a person would; a line that holds something is typed over.
    const isTypedOver =
      element &&
      (step.replace || !element.states.includes('focused') || (element.value && (await isLine(world, element))));
    yield* perform(
      world,
      words,
      why,
      element && isTypedOver ? typing(element, text) : { tool: 'type', input: { text } },
    );
    return;
  }
  const found = yield* findField(world, target);
  if (await isNativeSelect(world, found.element)) {
    yield* performAll(world, [choosePlan(world, found, [text], words)]);
    return;
  }
  const isLong =
    found.element.states.includes('multiline') &&
    /^(?:type|write|append)/iu.test(words.trim()) &&
    (found.element.value ?? '') !== '' &&
    !/^write/iu.test(words.trim());
  const plan: Plan = {
    words,
    async make() {
      const now = world.turn.observation.elements.some(({ id }) => id === found.element.id)
        ? found
        : await resolve(world, target, { kind: 'field' });
      return {
        thought: `${tell(target, now)} Typing "${now.element.states.includes('password') ? '…' : text}".`,
        deed: typing(now.element, text, step.append ?? isLong),
      };
    },
  };
  yield* performAll(world, [plan]);
}

async function isLine({ turn }: ExecutionState, { id }: Element): Promise<boolean> {
  return (await turn.read({ what: 'attributes', element: id })).tag.toLowerCase() === 'input';
}

/** A field by its words; "the text field" is the only one there is. */
export async function* findField(world: ExecutionState, phrase: string): Script<Found> {
  const looked = await lookFor(world, phrase, { kind: 'field' });
  if (looked.one) return looked.one;
  const isPlain =
    /^(?:the\s+)?(?:input\s+)?(?:text|input|search)?\s*-?\s*(?:field|box|textbox|input|area|bar|form)s?(?:\s+below)?$/iu.test(
      phrase.trim(),
    );
  const fields = world.turn.observation.elements.filter(
    (element) => isField(element) && !element.states.includes('disabled') && !element.states.includes('readonly'),
  );
  const [only] = fields;
  if (isPlain && fields.length === 1 && only) return { element: only, score: 0.9, why: 'the only field' };
  const lines = fields.filter(({ states }) => states.includes('multiline') === /\barea\b/iu.test(phrase));
  const [line] = lines;
  if (isPlain && lines.length === 1 && line) return { element: line, score: 0.85, why: 'the only field of that kind' };
  if (looked.several) throw ambiguous(phrase, looked.several, world);
  return yield* find(world, phrase, { kind: 'field' });
}

function freeField(world: ExecutionState, words: string): { element?: Element; why: string } {
  const { elements } = world.turn.observation;
  const focused = elements.find(({ states }) => states.includes('focused'));
  if (focused && (isField(focused) || focused.role === 'Other' || focused.role === 'Dropdown'))
    return { element: focused, why: `${focused.id} ${focused.role} "${focused.name}" has the focus.` };
  const fields = elements.filter(
    (element) => isField(element) && !element.states.includes('disabled') && !element.states.includes('readonly'),
  );
  const [only] = fields;
  if (fields.length === 1 && only)
    return { element: only, why: `${only.id} ${only.role} "${only.name}" is the only field.` };
  if (fields.length === 0) return { why: 'Typing where the focus is.' };
  throw ambiguous(
    words,
    fields.map((element) => ({ element, score: 1, why: '' })),
  );
}

/** Fills in many fields, each in the way its kind takes. */
export async function* fill(world: ExecutionState, fields: readonly Field[], words: string, form?: string): Script {
  const named =
    form &&
    !/^(?:the\s+)?(?:registration\s+|contact\s+|login\s+|sign-?up\s+|this\s+)?(?:form|fields?|details|information|info|inputs?)$/iu.test(
      form,
    )
      ? form
      : undefined;
  const plans: Plan[] = [];
  for (const [label, value] of fields) {
    if (/^(?:both|all|each|every)\s/iu.test(label)) {
      yield* performAll(world, plans.splice(0));
      yield* type(world, {
        do: 'type',
        value,
        target: label.replace(/^\S+\s+(?:of\s+)?(?:the\s+)?/iu, ''),
        every: true,
        words,
      });
      continue;
    }
    const day = value.is === 'text' ? readDate(value.text) : undefined;
    if (day && value.is === 'text') {
      yield* performAll(world, plans.splice(0));
      yield* setDate(world, { do: 'date', date: value.text, target: label, words });
      continue;
    }
    if (await isDrawnList(world, label)) {
      yield* performAll(world, plans.splice(0));
      const text = await valueText(world, value);
      yield* choose(world, { do: 'choose', options: [text], whole: `"${text}"`, from: label, words });
      continue;
    }
    plans.push(fieldPlan(world, label, value, words, named));
  }
  yield* performAll(world, plans);
}

/** A list that is no list of the browser's own: opened or typed into, and one of its options clicked. */
async function isDrawnList(world: ExecutionState, label: string): Promise<boolean> {
  const { one } = await lookFor(world, label, { kind: 'set' });
  return one !== undefined && isChoice(one.element) && !(await isNativeSelect(world, one.element));
}

function fieldPlan(world: ExecutionState, label: string, value: Value, words: string, form: string | undefined): Plan {
  return {
    words,
    async make() {
      const text = await valueText(world, value);
      const looked = await lookFor(world, form ? `${label} in the ${form}` : label, { kind: 'set' });
      const found =
        looked.one ??
        longField(world, label) ??
        (await radioOf(world, label, text)) ??
        (await resolve(world, label, { kind: 'set' }));
      return setPlan(world, label, found, text);
    },
  };
}

/** The message of a form is its only long field, whatever that asks. */
function longField(world: ExecutionState, label: string): Found | undefined {
  if (!/^(?:the\s+)?(?:message|comments?|text|body|description|question|details)$/iu.test(label)) return undefined;
  const long = world.turn.observation.elements.filter(({ states }) => states.includes('multiline'));
  const [only] = long;
  return only && long.length === 1 ? { element: only, score: 0.85, why: 'the only long field' } : undefined;
}

/** A radio button named after the value, when the label is that of its group. */
async function radioOf(world: ExecutionState, label: string, text: string): Promise<Found | undefined> {
  const { one } = await lookFor(world, `"${text}" in ${label}`, { kind: 'check' });
  if (one && one.score >= 0.6 && isCheckable(one.element)) return one;
  const bare = (await lookFor(world, `"${text}"`, { kind: 'check' })).one;
  return bare && bare.element.role === 'Radio' && bare.score >= 0.9 ? bare : undefined;
}

/** What sets one field to a value. */
export async function setPlan(
  world: ExecutionState,
  phrase: string,
  found: Found,
  text: string,
): Promise<{ thought: string; deed: Deed }> {
  const { element } = found;
  const thought = `${tell(phrase, found)} Setting it to "${element.states.includes('password') ? '…' : text}".`;
  if (element.role === 'Radio')
    return { thought, deed: { tool: 'check', input: { selector: element.id, checked: true } } };
  if (isCheckable(element))
    return {
      thought,
      deed: {
        tool: 'check',
        input: { selector: element.id, checked: !/^(?:no|off|false|unchecked|0)$/iu.test(text.trim()) },
      },
    };
  if (isChoice(element)) return choosePlan(world, found, [text], phrase).make();
  // A number that is set is a number that is taken: pages wait for the field to be left.
  if (element.kind === 'spinbutton' && /^-?\d+(?:\.\d+)?$/u.test(text.trim()))
    return { thought, deed: { tool: 'fill', input: { selector: element.id, value: text.trim() } } };
  return { thought, deed: typing(element, text) };
}

/** Checks or unchecks what is named. */
export async function* check(world: ExecutionState, step: Extract<Instruction, { do: 'check' }>): Script {
  const { checked, words } = step;
  if (step.every) {
    const all = everyOne(world, step.whole).filter(isCheckable);
    if (all.length === 0) await resolve(world, step.whole, { kind: 'check' });
    yield* performAll(
      world,
      all.map(
        (element): Plan => ({
          words,
          make: async () => ({
            thought: `"${step.whole}", each of ${all.length}: ${element.id} "${element.name}".`,
            deed: checking(element, checked),
          }),
        }),
      ),
    );
    return;
  }
  const whole = step.targets.length > 1 ? await lookFor(world, step.whole, { kind: 'check' }) : undefined;
  const targets = whole?.one && whole.one.score >= 0.9 ? [step.whole] : step.targets;
  const [first] = targets;
  if (first !== undefined && targets.length === 1 && !(await lookFor(world, first, { kind: 'check' })).one) {
    const button = await switchButton(world, first, words);
    if (button) {
      yield* perform(world, words, tell(first, button), { tool: 'click', input: { selector: button.element.id } });
      return;
    }
    yield* find(world, first, { kind: 'check' });
  }
  yield* performAll(
    world,
    targets.map(
      (target): Plan => ({
        words,
        async make() {
          const found = await resolve(world, target, { kind: 'check' });
          return { thought: tell(target, found), deed: checking(found.element, checked) };
        },
      }),
    ),
  );
}

/** A button named "Turn on" or "Enable", by the thing that is to be turned on. */
async function switchButton(world: ExecutionState, target: string, words: string): Promise<Found | undefined> {
  const verb = /^(turn\s+on|turn\s+off|enable|disable|activate|deactivate|switch\s+on|switch\s+off)\b/iu.exec(
    words.trim(),
  )?.[1];
  if (!verb) return undefined;
  for (const phrase of [`${verb} ${target}`, `"${verb}" next to ${target}`, `"${verb}" below ${target}`]) {
    const { one } = await lookFor(world, phrase, { kind: 'click' });
    if (one?.element.interactive && one.score >= 0.7 && one.element.name.toLowerCase().startsWith(verb.toLowerCase()))
      return one;
  }
  const { one } = await lookFor(world, `"${verb}"`, { kind: 'click' });
  return one?.element.role === 'Button' && one.score >= 0.95 ? one : undefined;
}

export function checking(element: Element, checked: boolean): Deed {
  if (isCheckable(element)) return { tool: 'check', input: { selector: element.id, checked } };
  const isOn = element.states.includes('pressed') || element.states.includes('selected');
  if (isOn !== checked || !element.states.includes('pressed'))
    return { tool: 'click', input: { selector: element.id } };
  return { tool: 'hover', input: { selector: element.id } };
}
