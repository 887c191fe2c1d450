import type { Element } from '../../../core/element.js';
import { type CallRequest, type Execution, performCall, performPlanned } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { isCheckable, isChoice } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous, describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import { checkCall, clickCall } from '../element-calls.js';
import { openOption } from './autocomplete.js';
import { findOption, isNativeSelect, planSelect, readOptions } from './native-select.js';

/** "the list", "the dropdown": a phrase that names no particular list. */
const genericList =
  /^(?:the\s+|a\s+)?(?:(?:scroll|drop-?\s*down|select|selection|option|pop-?up|context)\s+)?(?:list|drop-?\s*down|menu|select|options?|list\s*box|combo\s*box|picker|suggestions?|autocomplete|page|choices|results|items)(?:\s+(?:box|list|menu|below))?$/iu;

/** "the size Large": the list, then the option. */
const labelFirst = /^(?:the\s+)?(\p{Ll}[\p{Ll}\s-]*)\s+(\p{Lu}.*|["“].+["”]|\d+)$/u;

type Choose = InstructionOf<'choose'>;

/** A way to choose. Returns undefined when it does not apply. */
type Strategy = (state: ExecutionState, instruction: Choose) => Promise<Execution | undefined>;

/** Chooses options: from the named list, from the only list that has them, or as checkboxes and buttons of that name. */
export async function* chooseOptions(state: ExecutionState, instruction: Choose): Execution {
  if (instruction.options.length > 1) {
    // "Lima, Ohio" is one option if an element has that name.
    const { one } = await matchTarget(state, quote(unquote(instruction.whole)), 'click');
    if (one && !one.isPrefix) {
      const option = unquote(instruction.whole);
      return yield* chooseOptions(state, { ...instruction, options: [option], whole: quote(option) });
    }
  }
  for (const strategy of strategies) {
    const execution = await strategy(state, instruction);
    if (execution) return yield* execution;
  }
  yield* clickOptions(state, instruction);
}

/** Chooses one option from a list. */
export function chooseOption(
  state: ExecutionState,
  option: string,
  from: string | undefined,
  clause: string,
): Execution {
  return chooseOptions(state, { kind: 'choose', options: [option], whole: quote(option), from, clause });
}

const fromNamedList: Strategy = async (state, instruction) => {
  const from = listName(instruction);
  if (from === undefined) return undefined;
  const { one, several } = await matchTarget(state, from, 'choice');
  if (one) return chooseIn(state, instruction, from, one);
  if (!several) return undefined;
  const list = single(await listsWithOptions(state, instruction.options, several));
  if (!list) throw ambiguous(from, several);
  return select(state, list, 'the only one of them with this option', instruction.options, instruction.clause);
};

/** Clicks checkboxes, radio buttons and options, when each option has one. */
const asNamedControls: Strategy = async (state, { options, whole, from, clause }) => {
  if (from !== undefined) return undefined;
  const targets = options.length === 1 ? [whole] : options.map(quote);
  const found: Match[] = [];
  for (const target of targets) {
    const matches = await matchTarget(state, target, 'check');
    const one =
      matches.one ?? (options.length === 1 ? (await matchTarget(state, quote(options[0]), 'check')).one : undefined);
    if (matches.several && !one) throw ambiguous(target, matches.several);
    if (!one || (one.element.role === 'Dropdown' && one.why.includes('value'))) return undefined;
    found.push(one);
  }
  return performPlanned(
    state,
    found.map((one, index) => ({
      clause,
      prepare: async () => ({ thought: describeMatch(targets[index] ?? whole, one), call: optionCall(one.element) }),
    })),
  );
};

/** "Salt and pepper" may be one option. */
const asOneOption: Strategy = async (state, instruction) => {
  if (instruction.options.length === 1 || listName(instruction) !== undefined) return undefined;
  const option = unquote(instruction.whole);
  const lists = await listsWithOptions(state, [option], visibleChoices(state));
  return lists.length === 1 ? chooseOptions(state, { ...instruction, options: [option] }) : undefined;
};

/** An option of another list than the named one is not meant. */
const fromOnlyListWithOptions: Strategy = async (state, instruction) => {
  if (listName(instruction) !== undefined) return undefined;
  const { options, whole, clause } = instruction;
  const lists = await listsWithOptions(state, options, visibleChoices(state));
  if (lists.length > 1) throw ambiguous(whole, lists);
  return select(state, single(lists), 'the only list with this option', options, clause);
};

const fromOnlyList: Strategy = async (state, instruction) => {
  const { options, from, clause } = instruction;
  if (from === undefined || listName(instruction) !== undefined) return undefined;
  const choices = visibleChoices(state);
  const list = single(choices);
  if (list && (await isNativeSelect(state, list))) return select(state, list, 'the only list', options, clause);
  const dropdown = choices.length === 0 ? await onlyDropdown(state) : undefined;
  return dropdown && chooseIn(state, instruction, from, dropdown);
};

/** Clicks the control that opens the list, when the option is not visible. */
const fromOpener: Strategy = async (state, instruction) => {
  const from = listName(instruction);
  const [option] = instruction.options;
  if (from === undefined || instruction.options.length !== 1) return undefined;
  const { one: opener } = await matchTarget(state, from, 'click');
  const isVisible = (await matchTarget(state, quote(option), 'click')).one;
  return !isVisible && opener?.element.interactive ? openAndChoose(state, instruction, from, opener) : undefined;
};

/** "2 guests" and "the size Large": an option and the name of its list. */
const byLabel: Strategy = async (state, instruction) => {
  const { options, whole, from } = instruction;
  if (from !== undefined) return undefined;
  const [, count, noun] = /^(\d+)\s+(\p{L}+)$/u.exec(whole) ?? [];
  const [, label, value = ''] = (options.length === 1 && labelFirst.exec(whole)) || [];
  const [, inner = '', outer] = /^(.+?)\s+(?:in|for|under)\s+(.+)$/iu.exec(whole) ?? [];
  const [option, list] =
    count !== undefined ? [count, noun] : label !== undefined ? [unquote(value), label] : [unquote(inner), outer];
  if (list === undefined || (await matchTarget(state, whole, 'click')).one) return undefined;
  return chooseOptions(state, { ...instruction, options: [option], whole: quote(option), from: list });
};

const strategies: readonly Strategy[] = [
  fromNamedList,
  asNamedControls,
  asOneOption,
  fromOnlyListWithOptions,
  fromOnlyList,
  fromOpener,
  byLabel,
];

/** Clicks the elements that are named after the options, inside what the task names. */
async function* clickOptions(state: ExecutionState, instruction: Choose): Execution {
  const { options, whole, clause } = instruction;
  const from = listName(instruction);
  const asOne = options.length > 1 ? (await matchTarget(state, whole, 'click')).one : undefined;
  for (const target of asOne && !asOne.isPrefix ? [whole] : options.map(quote)) {
    const named = options.length === 1 ? whole : target;
    const phrase = from === undefined ? named : `${target} in ${from}`;
    const found = yield* waitForTarget(state, phrase, 'click');
    // A list or a field with this value is not the option.
    if (isChoice(found.element) || found.element.role === 'TextInput') throw notFound(phrase, [found.element]);
    yield* performCall(state, clause, describeMatch(target, found), optionCall(found.element));
  }
}

/** The phrase for the list, unless it is generic. */
function listName({ from }: Choose): string | undefined {
  return from && !genericList.test(from.trim()) ? from : undefined;
}

function visibleChoices({ turn }: ExecutionState): Element[] {
  return turn.observation.elements.filter(isChoice);
}

function quote(text = ''): string {
  return `"${text}"`;
}

function unquote(text: string): string {
  return text.replace(/["“”]/gu, '');
}

function select(
  state: ExecutionState,
  element: Element | undefined,
  why: string,
  options: readonly string[],
  clause: string,
): Execution | undefined {
  return element && performPlanned(state, [planSelect(state, { element, why }, options, clause)]);
}

async function* openAndChoose(
  state: ExecutionState,
  { options: [option = ''], clause }: Choose,
  from: string,
  opener: Match,
): Execution {
  yield* performCall(state, clause, `${describeMatch(from, opener)} Opening it.`, clickCall(opener.element));
  const found = yield* waitForTarget(state, quote(option), 'click');
  yield* performCall(state, clause, describeMatch(option, found), optionCall(found.element));
}

/** The only element of the page that looks like a dropdown by its class name. */
async function onlyDropdown(state: ExecutionState): Promise<Match | undefined> {
  const css = ':is([class*="select" i], [class*="dropdown" i], [class*="combo" i]):not(select, input, option)';
  const { elements } = await state.turn.read({ what: 'elements', css });
  const known = new Set(state.turn.observation.elements.map(({ id }) => id));
  const openers = elements.filter(({ id, interactive }) => interactive && known.has(id));
  const only = single(openers);
  return only ? { element: only, why: 'the only element that looks like a dropdown' } : undefined;
}

function optionCall(element: Element): CallRequest {
  return isCheckable(element) ? checkCall(element, true) : clickCall(element);
}

async function listsWithOptions(
  state: ExecutionState,
  options: readonly string[],
  elements: readonly Element[],
): Promise<Element[]> {
  const lists: Element[] = [];
  for (const element of elements.slice(0, 20)) {
    if (!(await isNativeSelect(state, element))) continue;
    const known = await readOptions(state, element);
    if (options.every((option) => findOption(known, option) !== undefined)) lists.push(element);
  }
  return lists;
}

/** Chooses options from one list. */
async function* chooseIn(state: ExecutionState, { options, clause }: Choose, from: string, list: Match): Execution {
  const { element } = list;
  if (await isNativeSelect(state, element))
    return yield* performPlanned(state, [planSelect(state, list, options, clause)]);
  const isOpen = element.role === 'Container' || (element.role === 'List' && !element.interactive);
  for (const option of options) {
    if (!isOpen && !(await openOption(state, option, element))) {
      const call: CallRequest =
        element.role === 'TextInput'
          ? { tool: 'type', input: { selector: element.id, text: option, clear: true } }
          : clickCall(element);
      yield* performCall(state, clause, `${describeMatch(from, list)} Opening it to find "${option}".`, call);
    }
    const found = isOpen
      ? yield* waitForTarget(state, `"${option}" in ${from}`, 'click')
      : ((await openOption(state, option, element)) ?? (yield* typeToFind(state, option, element, clause)));
    yield* performCall(state, clause, describeMatch(option, found), optionCall(found.element));
  }
}

/** Types into a combobox that shows no options when clicked. */
async function* typeToFind(state: ExecutionState, option: string, field: Element, clause: string): Execution<Match> {
  const { tag } = await state.turn.read({ what: 'attributes', element: field.id });
  if (tag.toLowerCase() === 'input' && !field.states.includes('readonly')) {
    yield* performCall(state, clause, `Typing "${option}" to find it.`, {
      tool: 'type',
      input: { selector: field.id, text: option, clear: true },
    });
    const found = await openOption(state, option, field);
    if (found) return found;
  }
  return yield* waitForTarget(state, `"${option}"`, 'click');
}
