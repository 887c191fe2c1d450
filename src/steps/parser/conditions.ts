import type { Comparison, Condition, ElementState } from '../instruction.js';
import { asPhrase, asValue, hasMark, type Masked } from './mask.js';

type Build = (groups: readonly string[], masked: Masked) => Condition;

const shownWords =
  '(?:visible|shown|displayed|present|available|there|on (?:the|this) (?:page|screen)|on screen|found|listed|mentioned|in the list|loaded|open|in view)';
const nounTail = /^(?:the\s+)?(?:text|words?|message|phrase|string|sentence|heading)\s+(?=[\ue100-\uf0ff]$)/iu;

const states: Record<string, [ElementState, boolean]> = {
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
  [/^(?:more than|greater than|higher than|larger than|over|above|>)$/iu, 'above'],
  [/^(?:less than|fewer than|lower than|smaller than|cheaper than|under|below|<)$/iu, 'below'],
  [/^(?:exactly|equal to|equals?|is|are|reads|says|shows|displays|=|==|be|set to|has (?:the )?value)$/iu, 'equals'],
  [/^(?:contains?|includes?|has|have|mentions?|containing)$/iu, 'contains'],
  [/^(?:starts? with|begins? with)$/iu, 'starts'],
  [/^(?:ends? with)$/iu, 'ends'],
];
const amounts = 'at least|at most|no more than|no less than|more than|less than|fewer than|exactly|over|under';
const relations = `${amounts}|greater than|higher than|lower than|smaller than|above|below|equal to`;
const verbs =
  'contains?|includes?|equals?|starts? with|begins? with|ends? with|reads|says|shows|displays|mentions?|has (?:the )?value|is set to|=';

/** A window title also contains the names of the program and the folder. */
const saysOfWindow = /^window: (?:says|shows|displays|reads|mentions)$/iu;

const negateIf = (negative: string | undefined, condition: Condition): Condition =>
  negative ? { kind: 'not', condition: condition } : condition;

const patterns: readonly (readonly [RegExp, Build])[] = [
  [
    /^(?:the\s+)?page\s+(?:is|has|finishes|finished)?\s*(?:fully\s+)?(?:loads|loaded|loading|ready)(?:\s+loading)?$/iu,
    () => ({ kind: 'loaded' }),
  ],
  [
    /^(?:you\s+)?(?:reach|hit|get to|are at|come to)?\s*the\s+(?:end|bottom|last page)(?:\s+(?:of|is reached).*)?$/iu,
    () => ({ kind: 'scrolled_to_end' }),
  ],
  [
    /^(?:an?|the|any)\s+(?:alert|confirm(?:ation)?(?: dialog)?|prompt|browser dialog|javascript dialog)(?:\s+(?:box|dialog|popup))?\s+(?:is\s+)?(?:open|opens|shown|appears|pops up|comes up|there|visible)$/iu,
    () => ({ kind: 'dialog' }),
  ],
  [
    new RegExp(
      `^(?:the\\s+)?(?:current\\s+)?(?:(page|window)(?:'s|’s)?\\s+)?(url|address|title)(?:\\s+of (?:the|this) (page|window))?\\s+(does not|doesn't|should not|is not|isn't|should|must|is|now)?\\s*(${verbs}|contain|include|equal|start with|begin with|end with|is|be)?\\s*(.+)$`,
      'iu',
    ),
    ([before, what = '', after, helper = '', verb = '', value = ''], masked) =>
      negateIf(negated(helper), {
        kind: what.toLowerCase() === 'title' ? 'title' : 'url',
        compare: comparisonOf(saysOfWindow.test(`${before ?? after}: ${verb}`) ? 'contains' : verb || 'is'),
        value: asValue(masked, value),
      }),
  ],
  [
    new RegExp(`^there\\s+(?:is|are|should be|must be)\\s+(${amounts})?\\s*(\\d+)\\s+(.+)$`, 'iu'),
    ([how = '', value = '', what = ''], masked) => ({
      kind: 'count',
      what: asPhrase(masked, what),
      compare: comparisonOf(how || 'exactly'),
      value,
    }),
  ],
  [
    /^there\s+(?:is|are|should be|must be)\s+no(?:t an?| longer an?| more)?\s+(.+?)(?:\s+(?:left|on the page|visible|shown))?$/iu,
    ([what = ''], masked) => ({ kind: 'not', condition: toShown(what, masked) }),
  ],
  [
    /^there(?:\s+(?:is|are|should be|must be)|['’]s)\s+(?:an?\s+|the\s+|some\s+)?(.+?)(?:\s+(?:on the page|on the screen|visible|shown))?$/iu,
    ([what = ''], masked) => toShown(what, masked),
  ],
  [
    /^no\s+(.+?)\s+(?:is|are)?\s*(?:visible|shown|displayed|present|left|appears?|remain(?:s|ing)?|there)$/iu,
    ([what = ''], masked) => ({ kind: 'not', condition: toShown(what, masked) }),
  ],
  [
    /^(?:the\s+|this\s+)?(?:page|screen|site|website)\s+(does not|doesn't|should not|should|must|no longer)?\s*(?:contains?|shows?|says?|displays?|has|have|includes?|mentions?|reads?)\s+(.+)$/iu,
    ([helper, what = ''], masked) => negateIf(negated(helper), toShown(what, masked)),
  ],
  [
    /^(?:you|i|we)\s+(?:can\s+|should\s+)?(do not|don't|cannot|can't|no longer)?\s*(?:see|find|spot|get|are shown|reach)\s+(.+)$/iu,
    ([helper, what = ''], masked) => negateIf(negated(helper), toShown(what, masked)),
  ],
  [
    /^(.+?)\s+(?:has\s+)?(?:disappears?|disappeared|vanish(?:es|ed)|goes away|is gone|are gone|went away|closes|is closed|is hidden|is no longer (?:visible|shown|displayed|there|present))$/iu,
    ([what = ''], masked) => ({ kind: 'not', condition: toShown(what, masked) }),
  ],
  [
    /^(.+?)\s+(?:appears?|shows? up|comes? up|pops? up|becomes? visible|exists?|has appeared|opens|loads|has loaded)(?:\s+(?:on|in) the (?:page|screen|list))?$/iu,
    ([what = ''], masked) => toShown(what, masked),
  ],
  [
    /^(.+?)\s+(?:does not|doesn't|do not)\s+(?:appear|exist|show up|show)(?:\s+(?:on|in) the (?:page|screen|list))?$/iu,
    ([what = ''], masked) => ({ kind: 'not', condition: toShown(what, masked) }),
  ],
  [
    new RegExp(
      `^(.+?)\\s+(?:is|are|be|gets|becomes|should be|must be|to be)\\s+(not\\s+|no longer\\s+)?(?:already\\s+|currently\\s+|now\\s+|still\\s+)?${shownWords}$`,
      'iu',
    ),
    ([what = '', negative], masked) => negateIf(negative, toShown(what, masked)),
  ],
  [
    new RegExp(`^(.+?)\\s+(?:isn't|aren't|isn’t)\\s+(?:already\\s+|currently\\s+|now\\s+)?${shownWords}$`, 'iu'),
    ([what = ''], masked) => ({ kind: 'not', condition: toShown(what, masked) }),
  ],
  [
    new RegExp(
      `^(.+?)\\s+(is|are|be|becomes|gets|isn't|isn’t|aren't|should be|must be)\\s+(not\\s+|no longer\\s+)?(?:already\\s+|currently\\s+|now\\s+|still\\s+)?(${Object.keys(states).join('|')})$`,
      'iu',
    ),
    ([what = '', verb = '', negative, word = ''], masked) => {
      const [state, holds] = states[word.toLowerCase()] ?? ['checked', true];
      const flipped = Boolean(negative) !== /n['’]t/u.test(verb);
      return negateIf(holds === flipped ? 'not' : undefined, { kind: 'state', what: asPhrase(masked, what), state });
    },
  ],
  [
    /^(?:the\s+)?(?:number|count|amount)\s+of\s+(.+?)\s+(?:is|equals|should be)\s+(at least|at most|more than|less than|exactly)?\s*(\d+)$/iu,
    ([what = '', how = '', value = ''], masked) => ({
      kind: 'count',
      what: asPhrase(masked, what),
      compare: comparisonOf(how || 'exactly'),
      value,
    }),
  ],
  [
    new RegExp(`^(.+?)\\s+(?:is|are|costs|reaches|should be)\\s+(not\\s+)?(${relations})\\s+(.+)$`, 'iu'),
    ([what = '', negative, how = '', value = ''], masked) =>
      negateIf(negative, {
        kind: 'value',
        what: asPhrase(masked, what),
        compare: comparisonOf(how),
        value: asValue(masked, value),
      }),
  ],
  [
    new RegExp(
      `^(.+?)\\s+(does not|doesn't|should not|should|must)?\\s*(${verbs}|contain|include|equal|start with|end with|read|say|show|display|have (?:the )?value)\\s+(?:the\\s+(?:text|value|message|words?)\\s+)?(.+)$`,
      'iu',
    ),
    ([what = '', helper, verb = '', value = ''], masked) =>
      negateIf(negated(helper), {
        kind: 'value',
        what: asPhrase(masked, what),
        compare: comparisonOf(verb, true),
        value: asValue(masked, value),
      }),
  ],
  [
    /^(.+?)\s+(?:is|are|has|reaches|should be|must be|to be|becomes)\s+(not\s+)?(?:now\s+|the value\s+)?(.+)$/iu,
    ([what = '', negative, value = ''], masked) =>
      negateIf(negative, {
        kind: 'value',
        what: asPhrase(masked, what),
        compare: 'equals',
        value: asValue(masked, value),
      }),
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
  const read = parts.map((part) => (/\s/u.test(part.trim()) ? readOne(part.trim(), masked) : undefined));
  const conditions = read.filter((one): one is Condition => one !== undefined);
  return conditions.length === parts.length ? { kind, conditions } : undefined;
}

function readOne(clause: string, masked: Masked): Condition | undefined {
  for (const [pattern, build] of patterns) {
    const match = pattern.exec(clause);
    if (match) return build(match.slice(1), masked);
  }
  const bare = clause.replace(nounTail, '');
  return hasMark(bare) && bare.length === 1 ? { kind: 'shown', what: asPhrase(masked, bare) } : undefined;
}

function toShown(what: string, masked: Masked): Condition {
  const bare = what
    .trim()
    .replace(nounTail, '')
    .replace(/^(?:the\s+)?(?:text|words?)\s+of\s+/iu, '');
  return { kind: 'shown', what: asPhrase(masked, bare) };
}

function negated(helper: string | undefined): string | undefined {
  return helper && /not|n['’]t|no longer/iu.test(helper) ? 'not' : undefined;
}

function comparisonOf(words: string, loose = false): Comparison {
  const text = words.trim();
  if (loose && /^(?:shows?|says?|displays?|reads?)$/iu.test(text)) return 'contains';
  return (
    comparisons.find(([pattern]) => pattern.test(text))?.[1] ??
    (/start|begin/iu.test(text)
      ? 'starts'
      : /end/iu.test(text)
        ? 'ends'
        : /contain|includ|mention/iu.test(text)
          ? 'contains'
          : 'equals')
  );
}
