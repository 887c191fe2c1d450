import type { Found, Rule } from '../../grammar/form.js';
import { toClick } from '../../grammar/goals.js';
import type { Operation } from '../../instruction.js';
import { splitList } from '../../parser/lists.js';
import { asPhrase } from '../../parser/mask.js';
import { readNumber } from '../../parser/number-words.js';
import { readSuperlative } from '../../parser/superlatives.js';

type Meaning = Operation | Operation[];

function toAddToCart({ raw, phrase, masked }: Found): Meaning | undefined {
  const best = readSuperlative(phrase('what'), 'Add to cart');
  if (best) return best;
  return splitList(raw('what')).map((part): Operation => {
    const [, count, rest] = /^(\S+)\s+(?:x\s+|of\s+)?(.+)$/u.exec(part.replace(/^the\s+/iu, '')) ?? [];
    const times = readNumber(/^an?$/iu.test(count ?? '') ? '' : (count ?? ''));
    const what = asPhrase(masked, times === undefined ? part.replace(/^the\s+/iu, '') : (rest ?? part));
    return { kind: 'add_to_cart', what, times: times && times > 1 ? times : undefined };
  });
}

const orders =
  'low(est)? to high(est)?|high(est)? to low(est)?|a (to|-) z|z (to|-) a|a-z|z-a|highest first|lowest first|newest first|oldest first|cheapest first';

/** Sorts with the list of sort orders if there is one, else with the column header. */
function toSort({ text, raw }: Found): Operation {
  const by = text('by');
  const order = raw('order') || raw('range');
  const isDescending = /^(?:desc|decr|rev|high|z|newest)/iu.test(order);
  const [range, word] = isDescending ? ['high to low', 'descending'] : ['low to high', 'ascending'];
  const options = [`${by}: ${range}`, `${by} (${range})`, `${by} ${word}`, `${by} ${range}`];
  const inList = [...(order === '' ? [] : options), by].map((option): Operation[] => [
    { kind: 'choose', options: [option], whole: `"${option}"`, from: 'sort' },
  ]);
  const header = toClick(`${by} column header`);
  const headers = isDescending ? [header, header] : [header];
  return { kind: 'first_of', choices: [...inList, [toClick(`sort by ${by}`)], headers] };
}

/** The shopping cart, and the order of products. */
export const shopRules: readonly Rule<Meaning>[] = [
  ['(add|put) {what} (to|in|into) (the|my|your) <cart>', toAddToCart],
  [
    [
      '(sort|order|arrange) [[the|all] (table|list|results?|products?|items?|rows?|entries|them|it)] by {by} ,? [in] {order:ascending|descending|increasing|decreasing|reverse} [order]',
      `(sort|order|arrange) [[the|all] (table|list|results?|products?|items?|rows?|entries|them|it)] by {by} ,? [from] \\(?{range:${orders}}\\)?`,
      '(sort|order|arrange) [[the|all] (table|list|results?|products?|items?|rows?|entries|them|it)] by {by}',
    ],
    toSort,
  ],
];
