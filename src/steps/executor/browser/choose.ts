import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { foldText } from '../../../perception/grounding/text-similarity.js';
import { type Deed, type ExecutionState, type Plan, perform, performAll, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { awaitOne } from '../../resolver/await-one.js';
import { find } from '../../resolver/find.js';
import { ambiguous, type Found, lookFor, notFound, tell } from '../../resolver/target.js';
import { isCheckable, isChoice, isField } from '../../resolver/want.js';
import { checking } from './fields.js';

const plainPlace =
  /^(?:the\s+|a\s+)?(?:(?:scroll|drop-?\s*down|select|selection|option|pop-?up|context)\s+)?(?:list|drop-?\s*down|menu|select|options?|list\s*box|combo\s*box|picker|suggestions?|autocomplete|page|choices|results|items)(?:\s+(?:box|list|menu|below))?$/iu;

/** "the size Large": what is chosen, and then which of it. */
const labelFirst = /^(?:the\s+)?(\p{Ll}[\p{Ll}\s-]*)\s+(\p{Lu}.*|["“].+["”]|\d+)$/u;

/** Whether it is a list of the browser's own, whose options are set rather than clicked. */
export async function isNativeSelect(world: ExecutionState, element: Element): Promise<boolean> {
  if (!isChoice(element)) return false;
  return (await world.turn.read({ what: 'attributes', element: element.id })).tag.toLowerCase() === 'select';
}

/** The options of a list of the browser's own. */
export async function optionsOf(world: ExecutionState, element: Element): Promise<string[]> {
  const { html } = await world.turn.read({ what: 'html', element: element.id });
  return [...html.matchAll(/<option\b[^>]*>([\s\S]*?)(?=<\/option|<option|<\/select|$)/giu)].map((match) =>
    decode(match[1] ?? ''),
  );
}

function decode(html: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
  return html
    .replace(/<[^>]+>/gu, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu, (whole, decimal?: string, hex?: string, name?: string) =>
      decimal
        ? String.fromCodePoint(Number(decimal))
        : hex
          ? String.fromCodePoint(Number.parseInt(hex, 16))
          : (names[name ?? ''] ?? whole),
    )
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The option that is asked for: by its whole text, else the only one that holds the words. */
function optionNamed(options: readonly string[], asked: string): string | undefined {
  const wanted = foldText(asked).text;
  const exact =
    options.find((option) => option === asked) ?? options.find((option) => foldText(option).text === wanted);
  if (exact !== undefined) return exact;
  const holding = options.filter((option) => wanted !== '' && ` ${foldText(option).text} `.includes(` ${wanted} `));
  return holding.length === 1 ? holding[0] : undefined;
}

/** Sets a list of the browser's own to options. */
export function choosePlan(world: ExecutionState, found: Found, asked: readonly string[], words: string): Plan {
  return {
    words,
    async make() {
      const { element } = found;
      const options = (await isNativeSelect(world, element)) ? await optionsOf(world, element) : undefined;
      const chosen = options ? asked.map((one) => optionOrRefuse(options, one, element)) : [...asked];
      const option = chosen.length === 1 ? chosen[0] : chosen;
      return {
        thought: `${tell(words, found)} Choosing ${chosen.map((one) => `"${one}"`).join(', ')}.`,
        deed: { tool: 'select', input: { selector: element.id, option } },
      };
    },
  };
}

function optionOrRefuse(options: readonly string[], asked: string, element: Element): string {
  const option = optionNamed(options, asked);
  if (option !== undefined) return option;
  throw new HandrailError(
    'unknown_option',
    `${element.id} ${element.role} "${element.name}" has no option "${asked}". It has: ${options.slice(0, 20).join(', ')}${options.length > 20 ? ' …' : ''}.`,
    'Use one of these.',
  );
}

/** Chooses from the list named, from the only list that has the options, or what is named so on the page. */
export async function* choose(world: ExecutionState, step: Extract<Instruction, { do: 'choose' }>): Script {
  const { options, from, words } = step;
  const isPlain = from === undefined || plainPlace.test(from.trim());
  if (!isPlain && from) {
    const place = await lookFor(world, from, { kind: 'choice' });
    if (place.one) return yield* chooseIn(world, step, from, place.one);
    if (place.several) {
      const lists = await listsWith(
        world,
        options,
        place.several.map(({ element }) => element),
      );
      if (lists.length !== 1) throw ambiguous(from, place.several);
    }
  }
  const direct = isPlain && from === undefined ? await namedOnPage(world, step) : undefined;
  if (direct) return yield* performAll(world, direct);
  const { elements } = world.turn.observation;
  const joined = options.length > 1 ? step.whole.replace(/["“”]/gu, '') : undefined;
  const asOne = joined === undefined ? [] : await listsWith(world, [joined], elements.filter(isChoice));
  if (joined !== undefined && asOne.length === 1) return yield* choose(world, { ...step, options: [joined] });
  const lists = await listsWith(world, options, elements.filter(isChoice));
  const [only] = lists;
  if (only && lists.length === 1)
    return yield* performAll(world, [
      choosePlan(world, { element: only, score: 0.95, why: 'the only list with it' }, options, words),
    ]);
  if (lists.length > 1)
    throw ambiguous(
      step.whole,
      lists.map((element) => ({ element, score: 1, why: '' })),
    );
  const choices = elements.filter(isChoice);
  const [single] = choices;
  if (from !== undefined && isPlain && choices.length === 1 && single && (await isNativeSelect(world, single))) {
    return yield* performAll(world, [
      choosePlan(world, { element: single, score: 0.9, why: 'the only list' }, options, words),
    ]);
  }
  const drawn = isPlain && from !== undefined && choices.length === 0 ? await drawnList(world) : undefined;
  if (drawn) return yield* chooseIn(world, step, from ?? '', drawn);
  if (from !== undefined && !isPlain && options.length === 1) {
    const opener = await lookFor(world, from, { kind: 'click' });
    const isThere = (await lookFor(world, `"${options[0]}"`, { kind: 'click' })).one;
    if (!isThere && opener.one?.element.interactive) {
      yield* perform(world, words, `${tell(from, opener.one)} Opening it.`, {
        tool: 'click',
        input: { selector: opener.one.element.id },
      });
      const found = yield* find(world, `"${options[0]}"`, { kind: 'click' });
      yield* perform(world, words, tell(options[0] ?? '', found), choosing(found.element));
      return;
    }
  }
  const counted = from === undefined ? /^(\d+)\s+(\p{L}+)$/u.exec(step.whole) : undefined;
  if (counted && !(await lookFor(world, step.whole, { kind: 'click' })).one)
    return yield* choose(world, {
      ...step,
      options: [counted[1] ?? ''],
      whole: `"${counted[1]}"`,
      from: counted[2] ?? '',
    });
  const labelled = from === undefined && options.length === 1 ? labelFirst.exec(step.whole) : undefined;
  if (labelled && !(await lookFor(world, step.whole, { kind: 'click' })).one) {
    const option = (labelled[2] ?? '').replace(/["“”]/gu, '');
    return yield* choose(world, { ...step, options: [option], whole: `"${option}"`, from: labelled[1] ?? '' });
  }
  const inside = from !== undefined && !isPlain ? ` in ${from}` : '';
  const whole = options.length > 1 ? await lookFor(world, step.whole, { kind: 'click' }) : undefined;
  const targets = whole?.one && whole.one.score >= 0.9 ? [step.whole] : options.map((option) => `"${option}"`);
  for (const target of targets) {
    const scoped = inside ? await lookFor(world, `${target}${inside}`, { kind: 'click' }) : undefined;
    const found =
      scoped?.one ?? (yield* find(world, options.length === 1 && !inside ? step.whole : target, { kind: 'click' }));
    yield* perform(world, words, tell(target, found), choosing(found.element));
  }
}

/** The only thing on the page that is drawn as a list to open. */
async function drawnList(world: ExecutionState): Promise<Found | undefined> {
  const css = ':is([class*="select" i], [class*="dropdown" i], [class*="combo" i]):not(select, input, option)';
  const { elements } = await world.turn.read({ what: 'elements', css });
  const known = new Set(world.turn.observation.elements.map(({ id }) => id));
  const openers = elements.filter(({ id, interactive }) => interactive && known.has(id));
  const [only] = openers;
  return only && openers.length === 1
    ? { element: only, score: 0.75, why: 'the only thing that is drawn as a list' }
    : undefined;
}

/** Checkboxes, radio buttons and options that are all named so. */
async function namedOnPage(
  world: ExecutionState,
  { options, whole, words }: Extract<Instruction, { do: 'choose' }>,
): Promise<Plan[] | undefined> {
  const targets = options.length === 1 ? [whole] : options.map((option) => `"${option}"`);
  const found: Found[] = [];
  for (const target of targets) {
    const looked = await lookFor(world, target, { kind: 'check' });
    const one =
      looked.one ??
      (options.length === 1 ? (await lookFor(world, `"${options[0]}"`, { kind: 'check' })).one : undefined);
    if (looked.several && !one) throw ambiguous(target, looked.several);
    if (!one || one.score < 0.75 || (one.element.role === 'Dropdown' && one.why.includes('value'))) return undefined;
    found.push(one);
  }
  return found.map(
    (one, index): Plan => ({
      words,
      make: async () => ({ thought: tell(targets[index] ?? whole, one), deed: choosing(one.element) }),
    }),
  );
}

function choosing(element: Element): Deed {
  return isCheckable(element) ? checking(element, true) : { tool: 'click', input: { selector: element.id } };
}

async function listsWith(
  world: ExecutionState,
  options: readonly string[],
  elements: readonly Element[],
): Promise<Element[]> {
  const lists: Element[] = [];
  for (const element of elements.slice(0, 20)) {
    if (!(await isNativeSelect(world, element))) continue;
    const known = await optionsOf(world, element);
    if (options.every((option) => optionNamed(known, option) !== undefined)) lists.push(element);
  }
  return lists;
}

async function* chooseIn(
  world: ExecutionState,
  step: Extract<Instruction, { do: 'choose' }>,
  from: string,
  place: Found,
): Script {
  const { options, words } = step;
  if (await isNativeSelect(world, place.element))
    return yield* performAll(world, [choosePlan(world, place, options, words)]);
  if (place.element.role === 'Container' || (place.element.role === 'List' && !place.element.interactive)) {
    for (const option of options) {
      const found = yield* find(world, `"${option}" in ${from}`, { kind: 'click' });
      yield* perform(world, words, tell(option, found), choosing(found.element));
    }
    return;
  }
  for (const option of options) {
    if (!(await suggestion(world, option, place.element))) {
      const [waiting]: string[] = [option];
      const deed: Deed =
        isField(place.element) && place.element.role === 'TextInput'
          ? { tool: 'type', input: { selector: place.element.id, text: waiting, clear: true } }
          : { tool: 'click', input: { selector: place.element.id } };
      yield* perform(world, words, `${tell(from, place)} Opening it to find "${option}".`, deed);
    }
    const found =
      (await suggestion(world, option, place.element)) ?? (yield* openThenType(world, option, place, words));
    yield* perform(world, words, tell(option, found), choosing(found.element));
  }
}

/** A combobox that shows nothing when clicked is typed into. */
async function* openThenType(world: ExecutionState, option: string, place: Found, words: string): Script<Found> {
  const { tag } = await world.turn.read({ what: 'attributes', element: place.element.id });
  if (tag.toLowerCase() === 'input' && !place.element.states.includes('readonly')) {
    yield* perform(world, words, `Typing "${option}" to find it.`, {
      tool: 'type',
      input: { selector: place.element.id, text: option, clear: true },
    });
    const found = await suggestion(world, option, place.element);
    if (found) return found;
  }
  return yield* find(world, `"${option}"`, { kind: 'click' });
}

/** An option that is open on the screen, other than the field itself. */
export async function suggestion(world: ExecutionState, option: string, field: Element): Promise<Found | undefined> {
  const elements = world.turn.observation.elements.filter(({ id }) => id !== field.id);
  const wanted = foldText(option).text;
  const options = elements.filter(
    ({ role, kind, interactive }) => kind === 'option' || role === 'MenuItem' || role === 'ListItem' || interactive,
  );
  const named = options.filter(({ name }) => foldText(name).text === wanted);
  const list =
    named.length > 0
      ? named
      : options.filter(
          ({ name, role, kind }) =>
            (kind === 'option' || role === 'MenuItem' || role === 'ListItem') &&
            ` ${foldText(name).text} `.includes(` ${wanted} `),
        );
  const [one] = list.filter(({ interactive }) => interactive || list.every((other) => !other.interactive));
  return one && list.length <= 2
    ? { element: one, score: named.length > 0 ? 1 : 0.85, why: 'an open option' }
    : undefined;
}

/** Types the start of something and takes the one suggestion that ends as asked. */
export async function* complete(world: ExecutionState, step: Extract<Instruction, { do: 'complete' }>): Script {
  const fields = world.turn.observation.elements.filter((element) => isField(element) || element.kind === 'combobox');
  const field = step.target ? (yield* find(world, step.target, { kind: 'field' })).element : fields[0];
  if (!field || (!step.target && fields.length > 1))
    throw step.target
      ? notFound(step.target, [])
      : ambiguous(
          step.words,
          fields.map((element) => ({ element, score: 1, why: '' })),
        );
  yield* perform(world, step.words, `${field.id} is the field; typing "${step.starts}".`, {
    tool: 'type',
    input: { selector: field.id, text: step.starts, clear: true },
  });
  const before = step.starts.toLowerCase();
  const after = (step.ends ?? '').toLowerCase();
  const fits = ({ id, name }: Element): boolean =>
    id !== field.id &&
    name.toLowerCase().startsWith(before) &&
    name.toLowerCase().endsWith(after) &&
    !name.includes('"');
  yield* awaitOne(world, step.starts, (elements) => elements.find(fits));
  const fitting = world.turn.observation.elements.filter(fits);
  const names = new Set(fitting.map(({ name }) => name));
  const one = fitting.find(({ interactive }) => interactive) ?? fitting[0];
  if (!one || names.size > 1)
    throw one
      ? ambiguous(
          step.words,
          fitting.map((element) => ({ element, score: 1, why: '' })),
        )
      : notFound(step.words, []);
  yield* perform(world, step.words, `${one.id} "${one.name}" starts and ends so.`, {
    tool: 'click',
    input: { selector: one.id },
  });
}
