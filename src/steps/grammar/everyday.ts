import type { Operation } from '../instruction.js';
import { splitList } from '../parser/lists.js';
import { asPhrase, asValue, isQuoted, type Masked } from '../parser/mask.js';
import type { Found, Rule } from './form.js';
import { toNamedControl } from './goals.js';
import { toClick } from './pointer.js';

type Meaning = Operation | Operation[];

const itemLead =
  /^(?:an?\s+|the\s+|another\s+|two\s+|three\s+)?(?:new\s+)?(?:list\s+item|to-?\s?do(?:\s+item)?|task|item|entry|reminder)s?\s*(?:called|named|titled|saying|:)?\s+(?=\p{Co})/iu;

function toAddItem({ raw, optional, masked }: Found): Operation | undefined {
  const what = raw('what');
  if (/^(?:all|every|each|the\s+(?:first|last|second|third|cheapest|most))\b/iu.test(what)) return undefined;
  const items = splitList(what.replace(itemLead, '')).map((part) => asValue(masked, part));
  return items.length === 0 ? undefined : { kind: 'add_item', items, list: optional('list') };
}

const things =
  /\s+(?:items?|tasks?|to-?\s?dos?|products?|entries|results?|orders?|posts?|messages?|e-?mails?|tickets?|issues?|users?|customers?|rows?|ones|articles?|files?|books?|movies?|things?)$/iu;

/** "only completed items": the filter named "completed". */
function toFilter(what: string, from: string | undefined, masked: Masked): Operation | undefined {
  const option = asValue(masked, what.replace(things, '').trim());
  if (option === '' || /\s(?:with|of|under|over|below|above|that|which|whose)\s/iu.test(option)) return undefined;
  const list = from && asPhrase(masked, from);
  const choose = (name: string): Operation => ({ kind: 'choose', options: [name], whole: `"${name}"`, from: list });
  const names = new Set([option, option.replace(/\s+\p{Ll}+s$/u, '')]);
  const parts = option.split(/\s+(?:by|from|in|and)\s+/iu);
  const choices = [...[...names].map((name) => [choose(name)]), ...(parts.length > 1 ? [parts.map(choose)] : [])];
  return { kind: 'first_of', choices };
}

/** "Filter by brand: Acme", "filter by Acme". */
function toFilterBy({ raw, masked }: Found): Operation | undefined {
  const what = raw('what');
  const [, from, option = what] = isQuoted(masked, what)
    ? []
    : (/^(.+?)\s*(?::|=|\bis\b|\s(?=\p{Co}$)|\s(?=\p{Lu}\S*$))\s*(.+)$/u.exec(what) ?? []);
  return toFilter(option, from, masked);
}

/** '"Yes" to "Did it work?" and "No" to …'. */
function toAnswers({ raw, masked }: Found): Operation[] | undefined {
  const list = raw('list');
  if (!/^(?:\p{Co}|yes\b|no\b|\p{Lu}\p{L}*(?:\s+to\s|$))/u.test(list)) return undefined;
  return list.split(/(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=(?:\p{Co}|yes|no)\s+to\s)/u).map((part): Operation => {
    const [choice = '', question] = part.split(/\s+to\s+(.+)$/u);
    const target = `"${asValue(masked, choice)}"${question ? ` for ${asPhrase(masked, question)}` : ''}`;
    return { kind: 'check', targets: [target], whole: target, checked: true };
  });
}

/** "Mark the order as shipped": the control "Mark as shipped" of the order. */
function toMarkAs({ phrase, raw }: Found): Operation | undefined {
  const state = raw('state').toLowerCase();
  if (/^(?:not\s+|un|in)?(?:done|complete|finished|checked|selected|ticked)/u.test(state)) return undefined;
  return toNamedControl(`mark as ${state}`, phrase('what'));
}

/** "Apply the coupon SAVE10". */
function toEnterCode({ raw, phrase, value }: Found): Operation[] {
  const verb = raw('verb').toLowerCase();
  const typed: Operation = { kind: 'type', value: value('code'), target: phrase('label') };
  return verb === 'enter' ? [typed] : [typed, toClick(verb === 'use' ? 'apply' : verb)];
}

/** Lists, filters, renaming, questions with choices and codes. */
export const everydayRules: readonly Rule<Meaning>[] = [
  [
    [
      '(add|put|write|append|insert) {what} (to|on|onto|in|into) (the|my|your|our) {list:[\\S+] [\\S+] (lists?|to-?\\s?dos?|tasks|agenda)}',
      '(add|create|make|enter) {what:[an?|the|another|two|three] [new] <item> [called|named|titled|saying|:] \\p{Co}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)\\p{Co})*}',
    ],
    toAddItem,
  ],
  ['(show|display|list|view) [me] only [the] {what}', ({ raw, masked }) => toFilter(raw('what'), undefined, masked)],
  ['filter [the|all] [\\S+] [\\S+] (by|for|to [show] [only]) [the] {what}', toFilterBy],
  [
    '(go to|open|visit|navigate to|get to) {place} (using|via|through|from|in|with) the {menu} menu',
    ({ phrase }) => ({ kind: 'choose_menu', path: [phrase('menu'), phrase('place')] }),
  ],
  ['(answer|respond) [with] {list:(\\p{Co}|yes|no|\\p{L}+) [to .+]}', toAnswers],
  [
    '(rename|change the name of) {what} (to|as|into) {to}',
    ({ phrase, value }) => ({
      kind: 'by_environment',
      desktop: [toClick(phrase('what')), { kind: 'enter_name', keys: 'F2', name: value('to') }],
      page: [{ kind: 'rename', what: phrase('what'), to: value('to') }],
    }),
  ],
  ['mark {what} as {state:[\\p{L}\\s-]+}', toMarkAs],
  [
    '(show|view|see|open) [me] [the] details? (of|for|about) {what}',
    ({ phrase }) => ({
      kind: 'press_named_control',
      verb: 'details',
      what: phrase('what'),
      target: `details of ${phrase('what')}`,
    }),
  ],
  ['{verb:apply|redeem|use|enter} [the|my|a] {label:[\\S+] (code|coupon|voucher)} {.code}', toEnterCode],
  [
    "{verb:accept|confirm|cancel|dismiss|decline|say yes|say no|answer (yes|no|ok)} [it|that] (when|once|as soon as) (it asks? [you|me]|[you're|you are] (asked|prompted)) [(for|to) .+]",
    ({ raw }) => ({ kind: 'answer_dialog', accept: !/cancel|dismiss|decline|no$/iu.test(raw('verb')) }),
  ],
];
