import { type Found, matchRules, type Rule } from '../grammar/form.js';
import type { Comparison, Condition, ElementState } from '../instruction.js';
import { asPhrase, type Masked } from './mask.js';

const nounBefore =
  /^(?:the\s+)?(?:text|words?|message|phrase|string|sentence|heading)\s+(?=\p{Co}$)|^(?:the\s+)?(?:text|words?)\s+of\s+/iu;

const states: Readonly<Record<string, ElementState>> = {
  checked: 'checked',
  ticked: 'checked',
  on: 'checked',
  selected: 'selected',
  chosen: 'selected',
  active: 'selected',
  disabled: 'disabled',
  'greyed out': 'disabled',
  focused: 'focused',
  expanded: 'expanded',
  empty: 'empty',
  blank: 'empty',
  required: 'required',
};
const opposites: Readonly<Record<string, ElementState>> = {
  unchecked: 'checked',
  unticked: 'checked',
  off: 'checked',
  enabled: 'disabled',
  clickable: 'disabled',
  collapsed: 'expanded',
  filled: 'empty',
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

/** `isLoose`: "shows" and "says" mean a part of the text. */
function comparisonOf(words: string, isLoose = false): Comparison {
  if (isLoose && /^(?:shows?|says?|displays?|reads?|mentions)$/iu.test(words)) return 'contains';
  return comparisons.find(([pattern]) => pattern.test(words))?.[1] ?? 'equals';
}

function negateIf(isNegative: boolean, condition: Condition): Condition {
  return isNegative ? { kind: 'not', condition } : condition;
}

function isNegated({ raw }: Found): boolean {
  return /\bno\b|not\b|n['’]t/iu.test(`${raw('helper')} ${raw('not')}`);
}

function shown(found: Found): Condition {
  const what = found.raw('what').replace(nounBefore, '');
  return negateIf(isNegated(found), { kind: 'shown', what: asPhrase(found.masked, what) });
}

const hidden = (found: Found): Condition => negateIf(true, shown(found));

function pageFact(found: Found): Condition {
  // A window title also contains the names of the program and the folder.
  const compare = comparisonOf(found.raw('verb'), /^window/iu.test(found.raw('owner')));
  const kind = /^title$/iu.test(found.raw('fact')) ? 'title' : 'url';
  return negateIf(isNegated(found), { kind, compare, value: found.text('value') });
}

const counted = ({ phrase, raw }: Found): Condition => ({
  kind: 'count',
  what: phrase('what'),
  compare: comparisonOf(raw('how')),
  value: raw('count'),
});

function hasState(found: Found): Condition {
  const name = found.raw('state').toLowerCase();
  const state = states[name] ?? opposites[name] ?? 'checked';
  return negateIf(name in opposites !== isNegated(found), { kind: 'state', what: found.phrase('what'), state });
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
const there = '(is|are|should be|must be)';
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
  [
    [
      `there ${there} [{how:${amounts}}] {count:\\d+} {what}`,
      `[the] (number|count|amount) of {what} (is|equals|should be) [{how:${amounts}}] {count:\\d+}`,
    ],
    counted,
  ],
  [
    [
      `there ${there} (no|not an?|no longer an?|no more) {what} [left|on the page|visible|shown]`,
      'no {what} [is|are] (visible|shown|displayed|present|left|appears?|remains?|remaining|there)',
      '{what} [has] (disappears?|disappeared|vanish(es|ed)|goes away|is gone|are gone|went away|closes|is closed|is hidden|is no longer (visible|shown|displayed|there|present))',
      `{what} (does not|doesn't|do not) (appear|exist|show up|show) ${somewhere}`,
    ],
    hidden,
  ],
  [
    [
      `(there ${there}|there['’]s) [an?|the|some] {what} [on the page|on the screen|visible|shown]`,
      `[the|this] (page|screen|site|website) [${helper}] (contains?|shows?|says?|displays?|has|have|includes?|mentions?|reads?) {what}`,
      "(you|i|we) [can|should] [{helper:do not|don't|cannot|can't|no longer}] (see|find|spot|get|are shown|reach) {what}",
      `{what} (appears?|shows? up|comes? up|pops? up|becomes? visible|exists?|has appeared|opens|loads|has loaded) ${somewhere}`,
      `{what} (${be}|{helper:isn['’]t|aren['’]t}) [{not:not|no longer}] [already|currently|now|still] ${visible}`,
    ],
    shown,
  ],
  [
    `{what} (${be}|{helper:isn['’]t|aren['’]t}) [{not:not|no longer}] [already|currently|now|still] {state:${Object.keys({ ...states, ...opposites }).join('|')}}`,
    hasState,
  ],
  [
    [
      `{what} (is|are|costs|reaches|should be) [{not:not}] {how:${relations}} {value}`,
      `{what} [${helper}] {how:${verbs}} [the (text|value|message|words?)] {value}`,
      '{what} (is|are|has|reaches|should be|must be|to be|becomes) [{not:not}] [now|the value] {value}',
    ],
    hasValue,
  ],
];

const statements: readonly (readonly [RegExp, string])[] = [
  [/\s+not\s+to\s+be\s+|\s+to\s+not\s+be\s+|\s+(?:should|must)\s+not\s+be\s+/iu, ' is not '],
  [/\s+(?:to|should|must)\s+be(?:come)?\s+/iu, ' is '],
  [/\s+to\s+have\s+/iu, ' has '],
  [/\s+to\s+show\s+up$/iu, ' shows up'],
  [/\s+to\s+go\s+away$|\s+to\s+(?:finish|complete|stop|be\s+done)$/iu, ' disappears'],
  [
    /\s+to\s+(contain|include|equal|show|say|appear|disappear|vanish|display|exist|read|mention|start|end|load|open|close)\b/iu,
    ' $1s',
  ],
  [/\s+(?:to\s+)?finish(?:es|ed)? loading$/iu, ' loads'],
];

/** Reads a condition from masked text, also "the box to be checked". Returns undefined when it is not understood. */
export function readCondition(text: string, masked: Masked): Condition | undefined {
  const clause = text
    .trim()
    .replace(/^(?:that|if|whether)\s+/iu, '')
    .replace(/[.!]$/u, '');
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
  if (/^\p{Co}$/u.test(quote)) return { kind: 'shown', what: asPhrase(masked, quote) };
  const statement = statements.reduce((rest, [infinitive, verb]) => rest.replace(infinitive, verb), clause);
  return matchRules(conditionRules, statement, masked);
}
