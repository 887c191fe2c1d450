import { type Found, matchRules, type Rule } from '../grammar/form.js';
import type { Comparison, Condition, ElementState } from '../instruction.js';
import { asPhrase, type Masked } from './mask.js';

const nounBefore = /^(?:the\s+)?(?:text|words?|message|phrase|string|sentence|heading)\s+(?=\p{Co}$)/iu;

const states: Readonly<Record<string, [ElementState, boolean]>> = {
  checked: ['checked', true],
  ticked: ['checked', true],
  on: ['checked', true],
  unchecked: ['checked', false],
  unticked: ['checked', false],
  off: ['checked', false],
  selected: ['selected', true],
  chosen: ['selected', true],
  active: ['selected', true],
  disabled: ['disabled', true],
  'greyed out': ['disabled', true],
  enabled: ['disabled', false],
  clickable: ['disabled', false],
  focused: ['focused', true],
  expanded: ['expanded', true],
  collapsed: ['expanded', false],
  empty: ['empty', true],
  blank: ['empty', true],
  filled: ['empty', false],
  required: ['required', true],
};

const comparisons: readonly (readonly [RegExp, Comparison])[] = [
  [/^(?:at least|no less than|not less than|>=)$/iu, 'at_least'],
  [/^(?:at most|no more than|not more than|<=|up to)$/iu, 'at_most'],
  [/^(?:more|greater|higher|larger) than$|^(?:over|above|>)$/iu, 'above'],
  [/^(?:less|fewer|lower|smaller|cheaper) than$|^(?:under|below|<)$/iu, 'below'],
  [/^(?:contain|includ|mention|has$|have$)/iu, 'contains'],
  [/^(?:start|begin)/iu, 'starts'],
  [/^end/iu, 'ends'],
];

function comparisonOf(words: string, isLoose = false): Comparison {
  if (isLoose && /^(?:shows?|says?|displays?|reads?)$/iu.test(words)) return 'contains';
  return comparisons.find(([pattern]) => pattern.test(words))?.[1] ?? 'equals';
}

function negateIf(isNegative: boolean, condition: Condition): Condition {
  return isNegative ? { kind: 'not', condition } : condition;
}

function isNegated({ raw }: Found): boolean {
  return /\bno\b|not\b|n['’]t/iu.test(`${raw('helper')} ${raw('not')}`);
}

function shown(found: Found): Condition {
  const what = found
    .raw('what')
    .trim()
    .replace(nounBefore, '')
    .replace(/^(?:the\s+)?(?:text|words?)\s+of\s+/iu, '');
  return negateIf(isNegated(found), { kind: 'shown', what: asPhrase(found.masked, what) });
}

const hidden = (found: Found): Condition => ({ kind: 'not', condition: shown(found) });

function pageFact(found: Found): Condition {
  const { raw, text } = found;
  // A window title also contains the names of the program and the folder.
  const isLoose = /^window/iu.test(raw('owner')) && /^(?:says|shows|displays|reads|mentions)$/iu.test(raw('verb'));
  return negateIf(isNegated(found), {
    kind: /^title$/iu.test(raw('fact')) ? 'title' : 'url',
    compare: isLoose ? 'contains' : comparisonOf(raw('verb')),
    value: text('value'),
  });
}

const counted = ({ phrase, raw }: Found): Condition => ({
  kind: 'count',
  what: phrase('what'),
  compare: comparisonOf(raw('how')),
  value: raw('count'),
});

function hasState(found: Found): Condition {
  const [state, holds] = states[found.raw('state').toLowerCase()] ?? ['checked', true];
  return negateIf(holds === isNegated(found), { kind: 'state', what: found.phrase('what'), state });
}

const hasValue = (found: Found): Condition =>
  negateIf(isNegated(found), {
    kind: 'value',
    what: found.phrase('what'),
    compare: comparisonOf(found.raw('how'), true),
    value: found.text('value'),
  });

const amounts = 'at least|at most|no more than|no less than|more than|less than|fewer than|exactly|over|under';
const relations = `${amounts}|greater than|higher than|lower than|smaller than|above|below|equal to`;
const verbs =
  'contains?|includes?|equals?|starts? with|begins? with|ends? with|reads?|says?|shows?|displays?|mentions?|(has|have) [the] value|is set to|=';
const helper = "{helper:does not|doesn't|should not|is not|isn't|should|must|no longer|is|now}";
const be = '(is|are|be|gets|becomes|should be|must be|to be)';
const visible =
  '(visible|shown|displayed|present|available|there|on (the|this) (page|screen)|on screen|found|listed|mentioned|in the list|loaded|open|in view)';
const somewhere = '[(on|in) the (page|screen|list)]';

/** Conditions on a page. */
export const conditionRules: readonly Rule<Condition>[] = [
  ['[the] page [is|has|finishes|finished] [fully] (loads|loaded|loading|ready) [loading]', () => ({ kind: 'loaded' })],
  [
    '[you] [reach|hit|get to|are at|come to] the (end|bottom|last page) [of .*|is reached.*]',
    () => ({ kind: 'scrolled_to_end' }),
  ],
  [
    '(an?|the|any) (alert|confirm|confirmation [dialog]|confirm dialog|prompt|browser dialog|javascript dialog) [box|dialog|popup] [is] (open|opens|shown|appears|pops up|comes up|there|visible)',
    () => ({ kind: 'dialog' }),
  ],
  [
    [
      `[the] [current] [{owner:(page|window)['’]s|page|window}] {fact:url|address|title} [of (the|this) page] [${helper}] [{verb:${verbs}|is|be}] {value}`,
      `[the] [current] {fact:url|address|title} of (the|this) {owner:window} [${helper}] [{verb:${verbs}|is|be}] {value}`,
    ],
    pageFact,
  ],
  [`there (is|are|should be|must be) [{how:${amounts}}] {count:\\d+} {what}`, counted],
  [
    [
      'there (is|are|should be|must be) (no|not an?|no longer an?|no more) {what} [left|on the page|visible|shown]',
      'no {what} [is|are] (visible|shown|displayed|present|left|appears?|remains?|remaining|there)',
    ],
    hidden,
  ],
  [
    [
      "(there (is|are|should be|must be)|there['’]s) [an?|the|some] {what} [on the page|on the screen|visible|shown]",
      `[the|this] (page|screen|site|website) [${helper}] (contains?|shows?|says?|displays?|has|have|includes?|mentions?|reads?) {what}`,
      "(you|i|we) [can|should] [{helper:do not|don't|cannot|can't|no longer}] (see|find|spot|get|are shown|reach) {what}",
    ],
    shown,
  ],
  [
    [
      '{what} [has] (disappears?|disappeared|vanish(es|ed)|goes away|is gone|are gone|went away|closes|is closed|is hidden|is no longer (visible|shown|displayed|there|present))',
      `{what} (does not|doesn't|do not) (appear|exist|show up|show) ${somewhere}`,
    ],
    hidden,
  ],
  [
    [
      `{what} (appears?|shows? up|comes? up|pops? up|becomes? visible|exists?|has appeared|opens|loads|has loaded) ${somewhere}`,
      `{what} ${be} [{not:not|no longer}] [already|currently|now|still] ${visible}`,
      `{what} {not:isn['’]t|aren['’]t} [already|currently|now] ${visible}`,
    ],
    shown,
  ],
  [
    `{what} (${be}|{helper:isn['’]t|aren['’]t}) [{not:not|no longer}] [already|currently|now|still] {state:${Object.keys(states).join('|')}}`,
    hasState,
  ],
  [`[the] (number|count|amount) of {what} (is|equals|should be) [{how:${amounts}}] {count:\\d+}`, counted],
  [
    [
      `{what} (is|are|costs|reaches|should be) [{not:not}] {how:${relations}} {value}`,
      `{what} [${helper}] {how:${verbs}} [the (text|value|message|words?)] {value}`,
      '{what} (is|are|has|reaches|should be|must be|to be|becomes) [{not:not}] [now|the value] {value}',
    ],
    hasValue,
  ],
];

/** Reads a condition from masked text. Returns undefined when it is not understood. */
export function readCondition(text: string, masked: Masked): Condition | undefined {
  const clause = text
    .trim()
    .replace(/^(?:that|if|whether)\s+/iu, '')
    .replace(/[.!]$/u, '');
  if (clause === '') return undefined;
  return (
    readJoined(clause, masked, /\s+or\s+/iu, 'any') ??
    readJoined(clause, masked, /(?:\s*,\s*|\s+)and\s+/iu, 'all') ??
    readOne(clause, masked)
  );
}

function readJoined(clause: string, masked: Masked, separator: RegExp, kind: 'any' | 'all'): Condition | undefined {
  const parts = clause.split(separator);
  if (parts.length < 2) return undefined;
  const conditions = parts.flatMap((part) => (/\s/u.test(part.trim()) ? (readOne(part.trim(), masked) ?? []) : []));
  return conditions.length === parts.length ? { kind, conditions } : undefined;
}

function readOne(clause: string, masked: Masked): Condition | undefined {
  const quote = clause.replace(nounBefore, '');
  return (
    matchRules(conditionRules, clause, masked) ??
    (/^\p{Co}$/u.test(quote) ? { kind: 'shown', what: asPhrase(masked, quote) } : undefined)
  );
}
