import type { Found, Rule } from '../../grammar/form.js';
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

function toSort({ phrase, raw }: Found): Operation {
  const order = raw('order') || raw('range');
  const descending = order === '' ? undefined : /^(?:desc|decr|rev|high|z|newest)/iu.test(order);
  return { kind: 'sort', by: phrase('by'), descending };
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
