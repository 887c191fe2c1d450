import type { Element } from '../../core/element.js';
import { isInItem } from '../../perception/grounding/structural-relation.js';
import { normalizeText } from '../../perception/grounding/text-similarity.js';
import { contains, toTokens } from '../../perception/grounding/text-tokens.js';
import type { Execution } from '../calls.js';
import type { InstructionOf } from '../instruction.js';
import { withoutKind } from '../parser/phrasings.js';
import { isSameRow } from '../resolver/layout.js';
import type { Match } from '../resolver/match.js';
import {
  isForOpenObject,
  isLabelledOtherwise,
  isNamedAfter,
  isOfOtherPart,
  rowMentions,
} from '../resolver/own-object.js';
import { isField } from '../resolver/purpose.js';
import { resultAt } from '../resolver/result-rows.js';
import { matchTarget } from '../resolver/target.js';
import { ambiguous, describeMatch } from '../resolver/target-errors.js';
import { waitUntil } from '../resolver/wait-until.js';
import { single } from '../single.js';
import { hasActed, type Step } from '../step.js';
import { pointAtTargets } from './browser/pointer.js';
import { click, clickForEffect, clickMatch } from './element-calls.js';
import { submitFields } from './form-request.js';
import { chooseInRowMenu, synonyms } from './row-menu.js';

/** "employee in Madrid": the noun before the location adds nothing to the row. */
const leadingKind = /^\p{L}+\s+(?:in|at|for|with|on)\s+(?=["“#@\p{Lu}\d])/u;

/** "Watercolour course": the noun after the name adds nothing to the row. */
const trailingKind =
  /^([\p{Lu}"“].*)\s(?:course|class|workshop|lesson|event|room|plan|package|trip|tour|flight|product|item|job|project|ticket|invoice|order|team|group|channel|account|card|task|song|book|recipe|video|post)$/u;

/** Presses the control for "close the banner", where `what` is "the banner". */
export function pressControlFor(step: Step, verb: string, what: string): Execution<unknown> {
  return pressNamedControl(step, { kind: 'press_named_control', verb, what, target: `${verb} ${what}` });
}

/** Presses the control that is named after the verb, for one item: "Delete" in its row. */
export async function* pressNamedControl(
  step: Step,
  instruction: InstructionOf<'press_named_control'>,
): Execution<unknown> {
  const { verb, what, target, fields } = instruction;
  const form = fields && formOf(what);
  if (form) return yield* submitFields(step, instruction, form, fields);
  const result = await resultAt(step, what);
  const resultControl = result && controlInRow(step, instruction, result.element);
  if (resultControl) {
    const thought = `${describeMatch(what, result)} ${resultControl.id} "${resultControl.name}" is in its row.`;
    return yield* clickForEffect(step, thought, resultControl);
  }
  const voteButton = verb.startsWith('vote') ? yield* selectChoice(step, what) : undefined;
  if (voteButton) return yield* click(step, `${voteButton.id} "${voteButton.name}" votes.`, voteButton);
  const mentionsItem = ({ element }: Match): boolean =>
    rowMentions(element, what, step.screen.turn.observation.elements);
  const { one: exact } = await matchTarget(step, target, 'click');
  if (exact && !result && mentionsItem(exact))
    return yield* clickForEffect(step, describeMatch(target, exact), exact.element);
  const object = what.replace(/^(?:(?:in|for|at|into)\s+)?(?:(?:the|a|an|my|this|that)\s+)?/iu, '');
  const bare = withoutKind(object).replace(leadingKind, '');
  const item = nameInFull(bare, step.screen.turn.observation.elements) ?? bare;
  const kind = object.endsWith(bare) ? object.slice(0, object.length - bare.length).trim() : '';
  const ordinal = ordinalItem.exec(item)?.[1];
  const phrases = ordinal === undefined ? controlPhrases(verb, kind, item) : [`the ${ordinal} ${verb} button`];
  const found = await waitForControl(step, instruction, phrases);
  if (found && mentionsItem(found) && !isOfOtherPart(step, found.element, item))
    return yield* clickForEffect(step, describeMatch(target, found), found.element);
  const { one: general } = await matchTarget(step, verb, 'click');
  const isAnswer = /^(?:accept|reject|dismiss|decline)$/u.test(verb);
  const isFor = ({ element, isPrefix }: Match): boolean =>
    !isPrefix &&
    !isInItem(element) &&
    (isAnswer ? !isLabelledOtherwise(step, element, item) : isForOpenObject(step, element, item));
  if (general && isFor(general)) return yield* clickForEffect(step, describeMatch(verb, general), general.element);
  if (ordinal === undefined && (yield* chooseInRowMenu(step, verb, item))) return undefined;
  return yield* pointAtTargets(step, { kind: 'click', target, parts: [target] });
}

const maxItemTextLength = 60;

/** The text of the item that contains the words, when only one text of the page does: "#302 New keyboard" for "New keyboard". */
function nameInFull(item: string, elements: readonly Element[]): string | undefined {
  const wanted = toTokens(item.replace(/["“”]/gu, ''));
  const texts = elements.filter(({ name, interactive }) => !interactive && contains(wanted, toTokens(name)));
  const only = single(texts);
  return only && only.name.length <= maxItemTextLength ? `"${only.name.replaceAll('"', '')}"` : undefined;
}

const ordinalItem = /^(first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(.+)$/iu;

/** The phrases for the control of an item, most specific first. */
function controlPhrases(verb: string, kind: string, item: string): string[] {
  const suffix = /^(.+?)\s+((?:to|as|for)\s+.+)$/iu.exec(item);
  return [
    ...(suffix ? [`"${verb} ${suffix[2]}" in the row with ${suffix[1]}`] : []),
    ...(kind ? [`"${verb} ${kind}" in the row with ${item}`] : []),
    `"${verb}" in the row with ${item}`,
    `${verb} in the row with ${item}`,
    `${verb} next to ${item}`,
    ...(trailingKind.test(item) ? [`"${verb}" in the row with ${item.replace(trailingKind, '$1')}`] : []),
    ...(synonyms[verb] ?? []).map((other) => `"${other}" in the row with ${item}`),
    ...(/^(?:delete|remove)$/u.test(verb) ? [`"×" next to ${item}`] : []),
  ];
}

/** Finds the control of an item. After a call, waits for it. */
async function waitForControl(
  step: Step,
  instruction: InstructionOf<'press_named_control'>,
  phrases: readonly string[],
): Promise<Match | undefined> {
  const { target } = instruction;
  const find = (): Promise<Match | undefined> => firstControl(step, [...phrases, target], instruction);
  if (!hasActed(step)) return find();
  const observed = await waitUntil(step, async () => {
    const found = await find();
    // A control that is missing from the observation has just appeared: its row has to be observed first.
    return step.screen.turn.observation.elements.some(({ id }) => id === found?.element.id) ? found : undefined;
  });
  return observed ?? find();
}

/** "Vote for X" when the page has one vote button: selects X and returns the button. */
async function* selectChoice(step: Step, what: string): Execution<Element | undefined> {
  const buttons = step.screen.turn.observation.elements.filter(
    ({ role, name }) => role === 'Button' && /^vote\b/iu.test(name.trim()),
  );
  const choice = await matchTarget(step, `"${what.replace(/["“”]/gu, '')}"`, 'click');
  const { one } = choice;
  const button = single(buttons);
  if (!button || !one || one.element.id === button.id) return undefined;
  yield* clickMatch(step, what, one);
  return button;
}

/** The only control in the row of an element that is named after the verb. */
function controlInRow(
  { screen: { turn } }: Step,
  { verb, what }: InstructionOf<'press_named_control'>,
  item: Element,
): Element | undefined {
  const isNamed = (element: Element): boolean => isNamedAfter(element, verb, what);
  if (!item.list) return isNamed(item) ? item : undefined;
  return single(turn.observation.elements.filter((one) => one.interactive && isSameRow(one, item) && isNamed(one)));
}

/** "a ticket with title X": the object that the form creates. */
function formOf(what: string): string | undefined {
  return /^(.+?)(?:\s*:|,?\s+(?:with|having|where|using))\s/iu.exec(what)?.[1];
}

/** The match of the first phrase that matches one control. Throws `ambiguous` when several are named after the verb. */
async function firstControl(
  step: Step,
  phrases: readonly string[],
  { verb, what }: InstructionOf<'press_named_control'>,
): Promise<Match | undefined> {
  const verbs = [verb, ...(synonyms[verb] ?? [])];
  const names = verbs.map((name) => normalizeText(name).text);
  // Symbols and images have no text to compare.
  const isNamed = ({ name, description = '' }: Element): boolean =>
    !/\p{L}/u.test(name) || names.some((one) => normalizeText(`${name} ${description}`).text.includes(one));
  for (const phrase of phrases) {
    const { one, several } = await matchTarget(step, phrase, 'click');
    if (several?.every(isNamed)) throw ambiguous(step.clause, several, step);
    if (!one || !isNamed(one.element) || isField(one.element)) continue;
    // "Delete" is not "Delete photo".
    if (!one.isPrefix || verbs.some((name) => isNamedAfter(one.element, name, what))) return one;
  }
  return undefined;
}
