import type { Element } from '../../../core/element.js';
import { type CallRequest, callError, type Execution, performPlanned, sendCalls } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { isCheckable, isChoice } from '../../resolver/purpose.js';
import { matchTarget } from '../../resolver/target.js';
import { ambiguous, describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { checkCall, click, clickCall, pickChoice } from '../element-calls.js';
import { listsWithOptions } from './option-lists.js';

/** "the list", "the dropdown": a phrase that names no particular list. */
const genericList =
  /^(?:the\s+|a\s+)?(?:(?:scroll|drop-?\s*down|select|selection|option|pop-?up|context)\s+)?(?:list|drop-?\s*down|menu|select|options?|list\s*box|combo\s*box|picker|suggestions?|autocomplete|page|choices|results|items)(?:\s+(?:box|list|menu|below))?$/iu;

/** "the size Large": the list, then the option. */
const labelFirst = /^(?:the\s+)?(\p{Ll}[\p{Ll}\s-]*)\s+(\p{Lu}.*|["“].+["”]|\d+)$/u;

type Choose = InstructionOf<'choose'>;

/** A way to choose. Returns undefined when it does not apply. */
type Strategy = (step: Step, instruction: Choose) => Promise<Execution | undefined>;

/** Chooses options: from the named list, from the only list that has them, or as checkboxes and buttons of that name. */
export async function* chooseOptions(step: Step, instruction: Choose): Execution {
  if (instruction.options.length > 1) {
    // "Lima, Ohio" is one option if an element has that name.
    const option = unquote(instruction.whole);
    const { one } = await matchTarget(step, quote(option), 'click');
    if (one && !one.isPrefix)
      return yield* chooseOptions(step, { ...instruction, options: [option], whole: quote(option) });
  }
  for (const strategy of strategies) {
    const execution = await strategy(step, instruction);
    if (execution) return yield* execution;
  }
  yield* clickOptions(step, instruction);
}

/** Chooses one option from a list. */
export function chooseOption(step: Step, option: string, from?: string): Execution {
  return chooseOptions(step, { kind: 'choose', options: [option], whole: quote(option), from });
}

const fromNamedList: Strategy = async (step, instruction) => {
  const from = listName(instruction);
  if (from === undefined) return undefined;
  const { one, several } = await matchTarget(step, from, 'choice');
  if (one) return chooseIn(step, instruction.options, from, one);
  if (!several) return undefined;
  const list = single(await listsWithOptions(step, instruction.options, several));
  if (!list) throw ambiguous(from, several);
  return chooseIn(step, instruction.options, from, { element: list, why: 'the only one of them with this option' });
};

/** Clicks checkboxes, radio buttons and options, when each option has one. */
const asNamedControls: Strategy = async (step, { options, whole, from }) => {
  if (from !== undefined) return undefined;
  const targets = options.length === 1 ? [whole] : options.map(quote);
  const found: Match[] = [];
  for (const target of targets) {
    const matches = await matchTarget(step, target, 'check');
    const one =
      matches.one ?? (options.length === 1 ? (await matchTarget(step, quote(options[0]), 'check')).one : undefined);
    if (matches.several && !one) throw ambiguous(target, matches.several);
    if (!one || (one.element.role === 'Dropdown' && one.why.includes('value'))) return undefined;
    found.push(one);
  }
  return performPlanned(
    step,
    found.map((one, index) => async () => ({
      thought: describeMatch(targets[index] ?? whole, one),
      call: optionCall(one.element),
    })),
  );
};

/** From the only list of the page that has the options, also if the task names no list. "Salt and pepper" may be one option. */
const fromOnlyListWithOptions: Strategy = async (step, instruction) => {
  if (listName(instruction) !== undefined) return undefined;
  const { options, whole } = instruction;
  const choices = step.screen.turn.observation.elements.filter(isChoice);
  for (const wanted of options.length > 1 ? [[unquote(whole)], options] : [options]) {
    const lists = await listsWithOptions(step, wanted, choices);
    if (lists.length > 1 && wanted === options) throw ambiguous(whole, lists);
    const list = single(lists);
    if (list) return chooseIn(step, wanted, list.name, { element: list, why: 'the only list with this option' });
  }
  return undefined;
};

const fromOnlyList: Strategy = async (step, instruction) => {
  const { options, from } = instruction;
  if (from === undefined || listName(instruction) !== undefined) return undefined;
  const list = single(step.screen.turn.observation.elements.filter(isChoice));
  return list && chooseIn(step, options, from, { element: list, why: 'the only list' });
};

/** Clicks the control that opens the list, when the option is not visible. */
const fromOpener: Strategy = async (step, instruction) => {
  const from = listName(instruction);
  const [option] = instruction.options;
  if (from === undefined || option === undefined || instruction.options.length !== 1) return undefined;
  const { one: opener } = await matchTarget(step, from, 'click');
  const isVisible = (await matchTarget(step, quote(option), 'click')).one;
  return !isVisible && opener?.element.interactive ? openAndChoose(step, option, from, opener) : undefined;
};

/** "2 guests" and "the size Large": an option and the name of its list. */
const byLabel: Strategy = async (step, instruction) => {
  const { options, whole, from } = instruction;
  if (from !== undefined) return undefined;
  const [, count, noun] = /^(\d+)\s+(\p{L}+)$/u.exec(whole) ?? [];
  const [, label, value = ''] = (options.length === 1 && labelFirst.exec(whole)) || [];
  const [, inner = '', outer] = /^(.+?)\s+(?:in|for|under)\s+(.+)$/iu.exec(whole) ?? [];
  const [option, list] =
    count !== undefined ? [count, noun] : label !== undefined ? [unquote(value), label] : [unquote(inner), outer];
  if (list === undefined || (await matchTarget(step, whole, 'click')).one) return undefined;
  return chooseOption(step, option, list);
};

const strategies: readonly Strategy[] = [
  fromNamedList,
  asNamedControls,
  fromOnlyListWithOptions,
  fromOnlyList,
  fromOpener,
  byLabel,
];

/** Clicks the elements that are named after the options, inside what the task names. */
async function* clickOptions(step: Step, instruction: Choose): Execution {
  const { options, whole } = instruction;
  const from = listName(instruction);
  for (const target of options.map(quote)) {
    const phrase = from === undefined ? (options.length === 1 ? whole : target) : `${target} in ${from}`;
    yield* clickOption(step, phrase);
  }
}

async function* clickOption(step: Step, phrase: string): Execution {
  const found = yield* waitForTarget(step, phrase, 'click');
  // A list or a field with this value is not the option.
  if (isChoice(found.element) || found.element.role === 'TextInput') throw notFound(phrase, [found.element]);
  yield* pickChoice(step, phrase, found);
}

/** The phrase for the list, unless it is generic. */
function listName({ from }: Choose): string | undefined {
  return from && !genericList.test(from.trim()) ? from : undefined;
}

function quote(text = ''): string {
  return `"${text}"`;
}

function unquote(text: string): string {
  return text.replace(/["“”]/gu, '');
}

async function* openAndChoose(step: Step, option: string, from: string, opener: Match): Execution {
  yield* click(step, `${describeMatch(from, opener)} Opening it.`, opener.element);
  yield* pickChoice(step, option, yield* waitForTarget(step, quote(option), 'click'));
}

function optionCall(element: Element): CallRequest {
  return isCheckable(element) ? checkCall(element, true) : clickCall(element);
}

/** Chooses options from one list. A container shows its options; other lists are opened by `select`. */
async function* chooseIn(step: Step, options: readonly string[], from: string, list: Match): Execution {
  const { element } = list;
  if (element.role === 'Container' || (element.role === 'List' && !element.interactive)) {
    for (const option of options) yield* clickOption(step, `"${option}" in ${from}`);
    return;
  }
  const option = options.length === 1 ? options[0] : options;
  const thought = `${describeMatch(from, list)} Choosing ${options.map(quote).join(', ')}.`;
  const [result] = yield* sendCalls(step, thought, [{ tool: 'select', input: { selector: element.id, option } }]);
  if (!result || result.result.success) return;
  if (result.result.metadata.code !== 'unsupported') throw callError(step, result);
  for (const one of options) yield* openAndChoose(step, one, from, list);
}
