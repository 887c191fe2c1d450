import type { Operation } from '../../instruction.js';
import { calculationPatterns } from '../../packs/calculator/patterns.js';
import { consentPatterns } from '../../packs/consent/patterns.js';
import { splitList } from '../lists.js';
import { asPhrase, asValue, isQuoted, type Masked, mark } from '../mask.js';
import type { Pattern } from '../pattern.js';
import { readValue } from '../value.js';

const itemKind = '(?:list\\s+item|to-?\\s?do(?:\\s+item)?|task|item|entry|reminder)';

const itemLead = new RegExp(
  `^(?:an?\\s+|the\\s+|another\\s+)?(?:new\\s+)?${itemKind}s?\\s*(?:called|named|titled|saying|:)?\\s+(?=${mark})`,
  'iu',
);

function toAddItem(what: string, list: string | undefined, masked: Masked): Operation | undefined {
  const items = splitList(what.replace(itemLead, '')).map((part) => asValue(masked, part));
  if (items.length === 0) return undefined;
  return { kind: 'add_item', items, list: list ? asPhrase(masked, list) : undefined };
}

/** Lists, consent banners, filters, renaming, questions with choices, codes and calculations. */
export const everydayPatterns: readonly Pattern[] = [
  [
    /^(?:add|put|write|append|insert)\s+(.+?)\s+(?:to|on|onto|in|into)\s+(?:the|my|your|our)\s+((?:[\p{L}-]+\s+){0,2}(?:lists?|to-?\s?dos?|tasks|agenda))$/iu,
    ([what = '', list = ''], masked) =>
      /^(?:all|every|each|the\s+(?:first|last|second|third|cheapest|most))\b/iu.test(what)
        ? undefined
        : toAddItem(what, list, masked),
  ],
  [
    new RegExp(
      `^(?:add|create|make|enter)\\s+((?:an?\\s+|the\\s+|another\\s+|two\\s+|three\\s+)?(?:new\\s+)?${itemKind}s?\\s*(?:called|named|titled|saying|:)?\\s+${mark}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)${mark})*)$`,
      'iu',
    ),
    ([what = ''], masked) => toAddItem(what.replace(/^(?:two|three)\s+/iu, 'the '), undefined, masked),
  ],
  ...consentPatterns,
  [
    /^(?:show|display|list|view)\s+(?:me\s+)?only\s+(?:the\s+)?(.+)$/iu,
    ([what = ''], masked) => toFilter(what, undefined, masked),
  ],
  [
    /^filter\s+(?:(?:the\s+|all\s+)?(?:[\p{L}-]+\s+){0,2})?(?:by|for|to(?:\s+show)?(?:\s+only)?)\s+(?:the\s+)?(.+)$/iu,
    ([what = ''], masked) => {
      const named = new RegExp(`^(.+?)\\s*(?::|=|\\bis\\b|\\s(?=${mark}$)|\\s(?=\\p{Lu}\\S*$))\\s*(.+)$`, 'u').exec(
        what,
      );
      return named && !isQuoted(masked, what)
        ? toFilter(named[2] ?? '', named[1], masked)
        : toFilter(what, undefined, masked);
    },
  ],
  [
    /^(?:go\s+to|open|visit|navigate\s+to|get\s+to)\s+(.+?)\s+(?:using|via|through|from|in|with)\s+the\s+(.+?)\s+menu$/iu,
    ([place = '', menu = ''], masked) => ({
      kind: 'choose_menu',
      path: [asPhrase(masked, menu), asPhrase(masked, place)],
    }),
  ],
  [
    new RegExp(`^(?:[Aa]nswer|[Rr]espond)\\s+(?:with\\s+)?((?:${mark}|yes|no|\\p{Lu}\\p{L}*)(?:\\s+to\\s+.+)?)$`, 'u'),
    ([list = ''], masked) => toAnswers(list, masked),
  ],
  [
    /^(?:rename|change\s+the\s+name\s+of)\s+(.+?)\s+(?:to|as|into)\s+(.+)$/iu,
    ([what = '', to = ''], masked) => ({ kind: 'rename', what: asPhrase(masked, what), to: readValue(to, masked) }),
  ],
  [
    /^mark\s+(.+?)\s+as\s+(?!(?:not\s+|un|in)?(?:done|complete|finished|checked|selected|ticked))([\p{L}\s-]+)$/iu,
    ([what = '', state = ''], masked) => {
      const verb = `mark as ${state.toLowerCase()}`;
      const thing = asPhrase(masked, what);
      return /^(?:it|this|that|them)$/iu.test(thing)
        ? { kind: 'click', target: verb, parts: [verb] }
        : { kind: 'press_named_control', verb, what: thing, target: `${verb} ${thing}` };
    },
  ],
  [
    /^(?:show|view|see|open)\s+(?:me\s+)?(?:the\s+)?details?\s+(?:of|for|about)\s+(.+)$/iu,
    ([what = ''], masked) => {
      const thing = asPhrase(masked, what);
      return { kind: 'press_named_control', verb: 'details', what: thing, target: `details of ${thing}` };
    },
  ],
  [
    /^(apply|redeem|use|enter)\s+(?:the\s+|my\s+|a\s+)?((?:[\p{L}-]+\s+)?(?:code|coupon|voucher))\s+(\S+)$/iu,
    ([verb = '', label = '', code = ''], masked) => {
      const typed: Operation = { kind: 'type', value: readValue(code, masked), target: asPhrase(masked, label) };
      const button = /^(?:apply|redeem)$/iu.test(verb) ? verb.toLowerCase() : 'apply';
      return /^enter$/iu.test(verb) ? typed : [typed, { kind: 'click', target: button, parts: [button] }];
    },
  ],
  ...calculationPatterns,
  [
    /^(accept|confirm|cancel|dismiss|decline|say\s+yes|say\s+no|answer\s+(?:yes|no|ok))\s+(?:it\s+|that\s+)?(?:when|once|as\s+soon\s+as)\s+(?:it\s+asks?(?:\s+(?:you|me))?|(?:you(?:['’]re|\s+are)\s+)?(?:asked|prompted))(?:\s+(?:for|to)\s+.+)?$/iu,
    ([verb = '']) => ({ kind: 'answer_dialog', accept: !/cancel|dismiss|decline|no$/iu.test(verb) }),
  ],
];

/** '"Yes" to "Did it work?" and "No" to …'. */
function toAnswers(list: string, masked: Masked): Operation[] {
  const starts = new RegExp(`(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?=(?:${mark}|yes|no)\\s+to\\s)`, 'u');
  return list.split(starts).map((part): Operation => {
    const [choice = '', question] = part.split(/\s+to\s+(.+)$/u);
    return {
      kind: 'answer_question',
      choice: asValue(masked, choice),
      question: question ? asPhrase(masked, question) : undefined,
    };
  });
}

const things =
  /\s+(?:items?|tasks?|to-?\s?dos?|products?|entries|results?|orders?|posts?|messages?|e-?mails?|tickets?|issues?|users?|customers?|rows?|ones|articles?|files?|books?|movies?|things?)$/iu;

/** "only completed items": the filter named "completed". */
function toFilter(what: string, from: string | undefined, masked: Masked): Operation | undefined {
  const bare = what.replace(things, '').trim();
  const option = asValue(masked, bare);
  if (option === '' || /\s(?:with|of|under|over|below|above|that|which|whose)\s/iu.test(option)) return undefined;
  return { kind: 'filter', option, from: from ? asPhrase(masked, from) : undefined };
}
