import type { Step } from '../../instruction.js';
import { isPlainSum, readSum } from '../arithmetic.js';
import { splitList } from '../lists.js';
import type { Pattern } from '../pattern.js';
import { asPhrase, asValue, isQuoted, type Masked, mark } from '../quotes.js';
import { readValue } from '../value.js';

const itemKind = '(?:list\\s+item|to-?\\s?do(?:\\s+item)?|task|item|entry|reminder)';
const itemLead = new RegExp(
  `^(?:an?\\s+|the\\s+|another\\s+)?(?:new\\s+)?${itemKind}s?\\s*(?:called|named|titled|saying|:)?\\s+(?=${mark})`,
  'iu',
);

function adding(what: string, list: string | undefined, masked: Masked): Step | undefined {
  const items = splitList(what.replace(itemLead, '')).map((part) => asValue(masked, part));
  if (items.length === 0) return undefined;
  return { do: 'add_item', items, ...(list ? { list: asPhrase(masked, list) } : {}) };
}

const cookieThing =
  '(?:all\\s+)?(?:the\\s+|any\\s+|this\\s+)?(?:optional\\s+|non-?essential\\s+|tracking\\s+)?(?:cookies?|consent|gdpr|privacy)(?:\\s+(?:banner|notice|pop-?up|dialog|consent|bar|message|policy\\s+banner|settings?\\s+banner))*';

const onCalculator = /\s+(?:in|on|with|by|using|by\s+using)\s+(?:the\s+|a\s+)?\p{L}*calc\p{L}*$/iu;

/** What people want of everyday pages: lists to add to, consent banners, filters, sums. */
export const everydayPatterns: readonly Pattern[] = [
  [
    /^(?:add|put|write|append|insert)\s+(.+?)\s+(?:to|on|onto|in|into)\s+(?:the|my|your|our)\s+((?:[\p{L}-]+\s+){0,2}(?:lists?|to-?\s?dos?|tasks|agenda))$/iu,
    ([what = '', list = ''], masked) =>
      /^(?:all|every|each|the\s+(?:first|last|second|third|cheapest|most))\b/iu.test(what)
        ? undefined
        : adding(what, list, masked),
  ],
  [
    new RegExp(
      `^(?:add|create|make|enter)\\s+((?:an?\\s+|the\\s+|another\\s+|two\\s+|three\\s+)?(?:new\\s+)?${itemKind}s?\\s*(?:called|named|titled|saying|:)?\\s+${mark}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)${mark})*)$`,
      'iu',
    ),
    ([what = ''], masked) => adding(what.replace(/^(?:two|three)\s+/iu, 'the '), undefined, masked),
  ],
  [
    new RegExp(`^(accept|allow|agree\\s+to|reject|decline|deny|refuse|dismiss|close|hide)\\s+${cookieThing}$`, 'iu'),
    ([verb = '']) => ({ do: 'consent', act: consentAct(verb) }),
  ],
  [
    /^(accept|reject|decline|deny|refuse|dismiss)\s+(?:it|them|all(?:\s+of\s+(?:it|them))?)$/iu,
    ([verb = '']) => ({ do: 'consent', act: consentAct(verb), verb: verb.toLowerCase() }),
  ],
  [
    /^(?:show|display|list|view)\s+(?:me\s+)?only\s+(?:the\s+)?(.+)$/iu,
    ([what = ''], masked) => filtering(what, undefined, masked),
  ],
  [
    /^filter\s+(?:(?:the\s+|all\s+)?(?:[\p{L}-]+\s+){0,2})?(?:by|for|to(?:\s+show)?(?:\s+only)?)\s+(?:the\s+)?(.+)$/iu,
    ([what = ''], masked) => {
      const named = new RegExp(`^(.+?)\\s*(?::|=|\\bis\\b|\\s(?=${mark}$)|\\s(?=\\p{Lu}\\S*$))\\s*(.+)$`, 'u').exec(
        what,
      );
      return named && !isQuoted(masked, what)
        ? filtering(named[2] ?? '', named[1], masked)
        : filtering(what, undefined, masked);
    },
  ],
  [
    /^(?:go\s+to|open|visit|navigate\s+to|get\s+to)\s+(.+?)\s+(?:using|via|through|from|in|with)\s+the\s+(.+?)\s+menu$/iu,
    ([place = '', menu = ''], masked) => ({ do: 'menu', path: [asPhrase(masked, menu), asPhrase(masked, place)] }),
  ],
  [
    new RegExp(`^(?:[Aa]nswer|[Rr]espond)\\s+(?:with\\s+)?((?:${mark}|yes|no|\\p{Lu}\\p{L}*)(?:\\s+to\\s+.+)?)$`, 'u'),
    ([list = ''], masked) => answering(list, masked),
  ],
  [
    /^(?:rename|change\s+the\s+name\s+of)\s+(.+?)\s+(?:to|as|into)\s+(.+)$/iu,
    ([what = '', to = ''], masked) => ({ do: 'rename', what: asPhrase(masked, what), to: readValue(to, masked) }),
  ],
  [
    /^mark\s+(.+?)\s+as\s+(?!(?:not\s+|un|in)?(?:done|complete|finished|checked|selected|ticked))([\p{L}\s-]+)$/iu,
    ([what = '', state = ''], masked) => {
      const verb = `mark as ${state.toLowerCase()}`;
      const thing = asPhrase(masked, what);
      return /^(?:it|this|that|them)$/iu.test(thing)
        ? { do: 'click', target: verb, parts: [verb] }
        : { do: 'deed', verb, what: thing, target: `${verb} ${thing}` };
    },
  ],
  [
    /^(?:show|view|see|open)\s+(?:me\s+)?(?:the\s+)?details?\s+(?:of|for|about)\s+(.+)$/iu,
    ([what = ''], masked) => {
      const thing = asPhrase(masked, what);
      return { do: 'deed', verb: 'details', what: thing, target: `details of ${thing}` };
    },
  ],
  [
    /^(apply|redeem|use|enter)\s+(?:the\s+|my\s+|a\s+)?((?:[\p{L}-]+\s+)?(?:code|coupon|voucher))\s+(\S+)$/iu,
    ([verb = '', label = '', code = ''], masked) => {
      const typed: Step = { do: 'type', value: readValue(code, masked), target: asPhrase(masked, label) };
      const button = /^(?:apply|redeem)$/iu.test(verb) ? verb.toLowerCase() : 'apply';
      return /^enter$/iu.test(verb) ? typed : [typed, { do: 'click', target: button, parts: [button] }];
    },
  ],
  [
    /^(?:(?:calculate|compute|evaluate|determine|find|work\s+out|figure\s+out)\s+|(?=add|subtract|multiply|divide))(?:what\s+)?(.+)$/iu,
    ([sum = '']) => {
      const keys = readSum(sum.replace(onCalculator, '').replace(/\s+is$/iu, ''));
      return keys && { do: 'compute', keys };
    },
  ],
  [
    /^((?:what(?:['’]s|\s+is|\s+are)|how\s+much\s+(?:is|are)|(?:find\s+out|tell\s+me)(?:\s+what|\s+how\s+much)?)\s+(.+?)(?:\s+(?:is|are|makes|equals))?)$/iu,
    ([question = '', said = '']) => {
      const sum = said.replace(onCalculator, '');
      const keys = isPlainSum(sum) ? readSum(sum) : undefined;
      return keys && { do: 'compute', keys, question };
    },
  ],
  [
    /^(accept|confirm|cancel|dismiss|decline|say\s+yes|say\s+no|answer\s+(?:yes|no|ok))\s+(?:it\s+|that\s+)?(?:when|once|as\s+soon\s+as)\s+(?:it\s+asks?(?:\s+(?:you|me))?|(?:you(?:['’]re|\s+are)\s+)?(?:asked|prompted))(?:\s+(?:for|to)\s+.+)?$/iu,
    ([verb = '']) => ({ do: 'dialog', accept: !/cancel|dismiss|decline|no$/iu.test(verb) }),
  ],
];

/** '"Yes" to "Did it work?" and "No" to …'. */
function answering(list: string, masked: Masked): Step[] {
  const starts = new RegExp(`(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?=(?:${mark}|yes|no)\\s+to\\s)`, 'u');
  return list.split(starts).map((part): Step => {
    const [choice = '', question] = part.split(/\s+to\s+(.+)$/u);
    return {
      do: 'answer_to',
      choice: asValue(masked, choice),
      ...(question ? { question: asPhrase(masked, question) } : {}),
    };
  });
}

function consentAct(verb: string): 'accept' | 'reject' | 'close' {
  if (/^(?:accept|allow|agree)/iu.test(verb)) return 'accept';
  return /^(?:dismiss|close|hide)/iu.test(verb) ? 'close' : 'reject';
}

const things =
  /\s+(?:items?|tasks?|to-?\s?dos?|products?|entries|results?|orders?|posts?|messages?|e-?mails?|tickets?|issues?|users?|customers?|rows?|ones|articles?|files?|books?|movies?|things?)$/iu;

/** "only completed items": whatever of the page is named "completed". */
function filtering(what: string, from: string | undefined, masked: Masked): Step | undefined {
  const bare = what.replace(things, '').trim();
  const option = asValue(masked, bare);
  if (option === '' || /\s(?:with|of|under|over|below|above|that|which|whose)\s/iu.test(option)) return undefined;
  return { do: 'filter', option, ...(from ? { from: asPhrase(masked, from) } : {}) };
}
