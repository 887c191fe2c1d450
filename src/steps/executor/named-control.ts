import type { Element } from '../../core/element.js';
import { normalizeText } from '../../perception/grounding/text-similarity.js';
import { type Execution, pause, sendCalls } from '../calls.js';
import type { ExecutionState } from '../execution-state.js';
import type { InstructionOf } from '../instruction.js';
import { withoutKind } from '../parser/phrasings.js';
import { isSameRow } from '../resolver/layout.js';
import type { Match } from '../resolver/match.js';
import { rowMentions } from '../resolver/mentions.js';
import { isField } from '../resolver/purpose.js';
import { resultAt } from '../resolver/result-rows.js';
import { matchTarget } from '../resolver/target.js';
import { ambiguous, describeMatch } from '../resolver/target-errors.js';
import { single } from '../single.js';
import { pointAtTargets } from './browser/pointer.js';
import { click, clickMatch } from './element-calls.js';
import { submitBySentence, submitFields } from './form-request.js';
import { chooseInRowMenu, synonyms } from './row-menu.js';

/** "employee in Madrid": the noun before the location adds nothing to the row. */
const leadingKind = /^\p{L}+\s+(?:in|at|for|with|on)\s+(?=["“#@\p{Lu}\d])/u;

/** "Watercolour course": the noun after the name adds nothing to the row. */
const trailingKind =
  /^([\p{Lu}"“].*)\s(?:course|class|workshop|lesson|event|room|plan|package|trip|tour|flight|product|item|job|project|ticket|invoice|order|team|group|channel|account|card|task|song|book|recipe|video|post)$/u;

/** Presses the control for "close the banner", where `what` is "the banner". */
export function pressControlFor(state: ExecutionState, verb: string, what: string, clause: string): Execution {
  return pressNamedControl(state, { kind: 'press_named_control', verb, what, target: `${verb} ${what}`, clause });
}

/** Presses the control that is named after the verb, for one item: "Delete" in its row. */
export async function* pressNamedControl(
  state: ExecutionState,
  instruction: InstructionOf<'press_named_control'>,
): Execution {
  const { verb, what, target, clause, fields } = instruction;
  const form = fields && formOf(what);
  if (form) return yield* submitFields(state, instruction, form, fields);
  const result = await resultAt(state, what);
  const resultControl = result && controlInRow(state, verb, result.element);
  if (resultControl) {
    const thought = `${describeMatch(what, result)} ${resultControl.id} "${resultControl.name}" is in its row.`;
    return yield* click(state, clause, thought, resultControl);
  }
  if (verb.startsWith('vote')) yield* selectChoice(state, what, clause);
  const mentionsItem = ({ element }: Match): boolean => rowMentions(element, what, state.turn.observation.elements);
  const { one: exact } = await matchTarget(state, target, 'click');
  if (exact && exact.score >= 0.85 && exact.element.interactive && !result && mentionsItem(exact))
    return yield* clickMatch(state, clause, target, exact);
  const item = withoutKind(what.replace(/^(?:(?:in|for|at|into)\s+)?(?:the|a|an|my|this|that)?\s*/iu, '')).replace(
    leadingKind,
    '',
  );
  const ordinal = ordinalItem.exec(item)?.[1];
  const phrases = ordinal === undefined ? controlPhrases(verb, item) : [`the ${ordinal} ${verb} button`];
  const found = yield* waitForControl(state, instruction, item, phrases);
  if (found && mentionsItem(found)) return yield* clickMatch(state, clause, target, found);
  const { one: general } = await matchTarget(state, verb, 'click');
  const isGeneral = /^(?:accept|reject|dismiss|decline)$/u.test(verb) || generalItem.test(item);
  if (isGeneral && general && general.score >= 0.7 && general.element.interactive)
    return yield* clickMatch(state, clause, verb, general);
  if (ordinal === undefined && (yield* chooseInRowMenu(state, verb, item, clause))) return;
  yield* openForm(state, verb, what, clause);
  if (yield* submitBySentence(state, verb, what, clause)) return;
  yield* pointAtTargets(state, { kind: 'click', target, parts: [target], clause });
}

const ordinalItem = /^(first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(.+)$/iu;

/** Items that have no row of their own: a control that is named after the verb alone belongs to them. */
const generalItem =
  /^(?:it|this|form|changes?|document|entry|order|page|file|settings|account|purchase|payment|appointment|message|cart|game|timer|video|music)\b/iu;

/** The phrases for the control of an item, most specific first. */
function controlPhrases(verb: string, item: string): string[] {
  const suffix = /^(.+?)\s+((?:to|as|for)\s+.+)$/iu.exec(item);
  return [
    ...(suffix ? [`"${verb} ${suffix[2]}" in the row with ${suffix[1]}`] : []),
    `"${verb}" in the row with ${item}`,
    `${verb} in the row with ${item}`,
    `${verb} next to ${item}`,
    ...(trailingKind.test(item) ? [`"${verb}" in the row with ${item.replace(trailingKind, '$1')}`] : []),
    ...(synonyms[verb] ?? []).map((other) => `"${other}" in the row with ${item}`),
    ...(/^(?:delete|remove)$/u.test(verb) ? [`"×" next to ${item}`] : []),
  ];
}

/** Finds the control of an item. After a call, waits for the item and then for its controls. */
async function* waitForControl(
  state: ExecutionState,
  { verb, target, clause }: InstructionOf<'press_named_control'>,
  item: string,
  phrases: readonly string[],
): Execution<Match | undefined> {
  const now = await firstControl(state, phrases, verb, clause);
  // A control that is missing from the observation has just appeared: its row has to be observed first.
  const isObserved = now && state.turn.observation.elements.some(({ id }) => id === now.element.id);
  if (isObserved || !state.hasActed) return now;
  const [wait] = yield* sendCalls(state, `"${clause}" has no matching control yet: waiting for "${item}".`, [
    { tool: 'wait_for', input: { text: item.replace(/["“”]/gu, ''), timeout: 2_500 } },
  ]);
  if (!wait?.result.success) return now;
  const found = await firstControl(state, [target, ...phrases], verb, clause);
  if (found) return found;
  yield* pause(state, `"${item}" is shown, but has no matching control yet: waiting.`, 0.7);
  return firstControl(state, [target, ...phrases], verb, clause);
}

const formVerbs = /^(?:invite|create|add|book|schedule|register|report|request|compose|plan|reserve)$/u;

/** "Invite kim@site as an Editor" without an open form: clicks the only button that is named after the verb. */
async function* openForm(state: ExecutionState, verb: string, what: string, clause: string): Execution {
  const { elements } = state.turn.observation;
  const isFormThere = elements.some((element) => isField(element) && element.kind !== 'searchbox');
  const named = elements.filter(
    ({ role, name, list }) => role === 'Button' && !list && ` ${name.toLowerCase()} `.startsWith(` ${verb} `),
  );
  const button = single(named);
  if (!formVerbs.test(verb) || !/@|["“]|\d/u.test(what) || isFormThere || !button) return;
  yield* click(state, clause, `${button.id} "${button.name}" opens the form.`, button);
}

/** "Vote for X" when the page has one vote button: selects X first. */
async function* selectChoice(state: ExecutionState, what: string, clause: string): Execution {
  const buttons = state.turn.observation.elements.filter(
    ({ role, name }) => role === 'Button' && /^vote\b/iu.test(name.trim()),
  );
  const choice = await matchTarget(state, `"${what.replace(/["“”]/gu, '')}"`, 'click');
  const { one } = choice;
  if (buttons.length !== 1 || !one?.element.interactive || one.element.id === buttons[0]?.id) return;
  yield* clickMatch(state, clause, what, one);
}

/** The only control in the row of an element that is named after the verb. */
function controlInRow({ turn }: ExecutionState, verb: string, item: Element): Element | undefined {
  const isNamed = ({ name }: Element): boolean => ` ${name.toLowerCase()} `.startsWith(` ${verb} `);
  if (!item.list) return isNamed(item) ? item : undefined;
  return single(turn.observation.elements.filter((one) => one.interactive && isSameRow(one, item) && isNamed(one)));
}

/** "a ticket with title X": the object that the form creates. */
function formOf(what: string): string | undefined {
  return /^(.+?)(?:\s*:|,?\s+(?:with|having|where|using))\s/iu.exec(what)?.[1];
}

/** The match of the first phrase that matches one control. Throws `ambiguous` when several are named after the verb. */
async function firstControl(
  state: ExecutionState,
  phrases: readonly string[],
  verb: string,
  clause: string,
): Promise<Match | undefined> {
  const names = [verb, ...(synonyms[verb] ?? [])].map((name) => normalizeText(name).text);
  // Symbols and images have no text to compare.
  const isNamed = ({ name, description = '' }: Element): boolean =>
    !/\p{L}/u.test(name) || names.some((one) => normalizeText(`${name} ${description}`).text.includes(one));
  for (const phrase of phrases) {
    const { one, several } = await matchTarget(state, phrase, 'click');
    if (several?.every(({ element }) => isNamed(element))) throw ambiguous(clause, several, state);
    if (one && one.score >= 0.65 && one.element.interactive && isNamed(one.element) && !isField(one.element))
      return one;
  }
  return undefined;
}
