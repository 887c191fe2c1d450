import type { Operation } from '../instruction.js';
import { hasStrayVerb, readTargets, readValues, splitPairs } from '../parser/lists.js';
import { asPhrase, type Masked } from '../parser/mask.js';
import { readNumber } from '../parser/number-words.js';
import { readValue } from '../parser/value.js';
import type { Found, Rule } from './form.js';
import { readMenuPath } from './pointer.js';
import { toSetDate, toType } from './typing.js';

type Meaning = Operation | Operation[];

function toSet(target: string, value: string, masked: Masked): Operation {
  const fields = splitPairs(`${target} to ${value}`, ['to'], masked, 'label first');
  if (fields) return { kind: 'fill', fields };
  const label = asPhrase(masked, target);
  const state = /^(?:(on|checked|true|enabled)|off|unchecked|false|disabled)$/iu.exec(value.trim());
  if (state) return { kind: 'check', targets: [label], whole: label, checked: state[1] !== undefined };
  return toSetDate(value, label, masked) ?? { kind: 'set', target: label, value: readValue(value, masked) };
}

const optionLead =
  /^(?:the\s+)?(?:options?|values?|items?|entry|entries|choices?|suggestions?|radio(?:\s+button)?|results?)\s+(?=\S)/iu;

function toChoose(options: string, from: string | undefined, masked: Masked): Operation | undefined {
  const bare = options.replace(optionLead, '').replace(/\s+(?:option|value)$/iu, '');
  if (/^(?:nothing|none|no\s+\S+)$/iu.test(bare)) return { kind: 'no_op' };
  const list = from === undefined ? undefined : asPhrase(masked, from);
  if (list !== undefined && /\b(?:slider|spinner|spinbutton|stepper|range|counter)\b/iu.test(list))
    return { kind: 'set', target: list, value: readValue(bare, masked) };
  if (list === undefined && /^(?:all|every|each|both)\s/iu.test(bare)) return toCheck(bare, true, masked);
  const fields =
    from === undefined ? undefined : splitPairs(`${bare} from ${from}`, ['from', 'in', 'for', 'as', 'on'], masked);
  if (fields) return { kind: 'fill', fields };
  const date = toSetDate(bare, list, masked);
  if (date) return date;
  const path = readMenuPath(bare, masked);
  if (path) return { kind: 'choose_menu', path };
  const names = readValues(bare, masked).filter((name) => name !== '');
  if (names.length === 0 || hasStrayVerb(names)) return undefined;
  return { kind: 'choose', options: names, whole: asPhrase(masked, bare), from: list };
}

const boxLead =
  /^(?:the\s+)?(?:check\s*boxes|boxes|check\s*box|box|options?|items?|radio(?:\s+buttons?)?)\s+(?:for|labell?ed|named|called|next\s+to|with)?\s*(?=\S)/iu;

export function toCheck(text: string, checked: boolean, masked: Masked): Operation | undefined {
  const every = /^(?:all|every|each|both)(?:\s+of)?(?:\s+the)?\s+(.+)$/iu.exec(text);
  const { target, parts } = readTargets(every?.[1] ?? text.replace(boxLead, ''), masked);
  if (every) return { kind: 'check', targets: [target], whole: target, checked, every: true };
  return target === '' || hasStrayVerb(parts) ? undefined : { kind: 'check', targets: parts, whole: target, checked };
}

const check =
  (checked: boolean) =>
  ({ raw, masked }: Found): Operation | undefined =>
    toCheck(raw('what'), checked, masked);

const choose = ({ raw, masked }: Found): Operation | undefined =>
  toChoose(raw('options'), raw('from') || undefined, masked);

/** "Increase the font size by 2", "reduce the guests to 3". */
function count(sign: 1 | -1) {
  return ({ phrase, text }: Found): Operation | undefined => {
    const [to, by] = [readNumber(text('to')), readNumber(text('by'))];
    if (to !== undefined) return { kind: 'set_counter', target: phrase('target'), to };
    return by === undefined ? undefined : { kind: 'set_counter', target: phrase('target'), by: sign * by };
  };
}

/** Values, checkboxes, counters and options. */
export const choiceRules: readonly Rule<Meaning>[] = [
  [
    '(<set>|switch|move|drag) {target} (slider|knob) to {value}',
    ({ raw, masked }) => toSet(`${raw('target')} slider`, raw('value'), masked),
  ],
  [
    [
      '<set> {target} (to be|to|=|as) {value}',
      'switch (?!(?:back|over|between|through|to)\\s) {target} (to be|to|=|as) {value}',
    ],
    ({ raw, masked }) => toSet(raw('target'), raw('value'), masked),
  ],
  [
    '(replace|overwrite) [the|its] (text|contents?|value|it) (with|by) {value}',
    ({ value }) => ({ kind: 'type', value: value('value'), replace: true }),
  ],
  [
    '(replace|overwrite) [[the] (text|contents?|value) (of|in)] {target} (with|by) {value}',
    ({ raw, masked }) => toType(raw('value'), raw('target'), masked),
  ],
  [
    'mark {what} as {state:[not] (?:un|in)?(done|completed?|finished|checked|selected|ticked)}',
    ({ raw, masked }) => toCheck(raw('what'), !/^(?:not|un|in)/iu.test(raw('state')), masked),
  ],
  [
    [
      '(allow|permit) (?!me\\b|us\\b) {what}',
      '<check> [off] (?!that\\b|if\\b|whether\\b) {what}',
      '<on> {what}',
      '(turn|switch|toggle) {what} on',
      '(agree|consent) (to|with) {what}',
      'accept {what:[the|our|all] (terms|conditions|privacy|agreement|licen[sc]e|policy)\\b.*}',
    ],
    check(true),
  ],
  [['<off> {what}', '(turn|switch|toggle) {what} off', '<uncheck> {what}'], check(false)],
  [['<increase> {target} to {.to}', '<increase> {target} by {.by}'], count(1)],
  [['<decrease> {target} to {.to}', '<decrease> {target} by {.by}'], count(-1)],
  [
    [
      '(use|using) [the] {from} to (<choose>|set) {options}',
      '(<choose>|set) {options+} (from|in|on|under|within|out of|with|using) {from:(the|this|that|a|my|your) .+|<list>}',
      '(<choose>|set) {options} (from|for|as|under) [the|your|a] {from}',
      '<choose> [only] {options}',
    ],
    choose,
  ],
  ['highlight {target}', ({ phrase }) => ({ kind: 'select_text', target: phrase('target') })],
];
