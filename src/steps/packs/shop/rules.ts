import type { Found, Rule } from '../../grammar/form.js';
import { toClick } from '../../grammar/goals.js';
import type { Operation } from '../../instruction.js';
import { splitList } from '../../parser/lists.js';
import { asPhrase } from '../../parser/mask.js';
import { readNumber } from '../../parser/number-words.js';
import { readSuperlative } from '../../parser/superlatives.js';

type Meaning = Operation | Operation[];

const cartButtons = ['Add to cart', 'Add to basket', 'Add to bag', 'Buy'];

/** Presses the cart button in the row of a product, on its page, or on the page that its link opens. */
function addToCart(what: string, times: number | undefined): Operation {
  const press = (target: string): Operation => ({ kind: 'click', target, parts: [target], times });
  const nth =
    /^(first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(?:product|item|result|one|article|entry)$/iu;
  const ordinal = nth.exec(what)?.[1];
  if (ordinal)
    return { kind: 'first_of', choices: cartButtons.map((name) => [press(`the ${ordinal} "${name}" button`)]) };
  if (/^(?:it|this|that)(?:\s+(?:item|product))?$/iu.test(what))
    return { kind: 'first_of', choices: cartButtons.map((name) => [press(`"${name}"`)]) };
  const inRow = cartButtons.map((name) => [press(`"${name}" in the row with ${what}`)]);
  const onPage: Operation = { kind: 'first_of', choices: cartButtons.map((name) => [press(`"${name}"`)]) };
  return { kind: 'first_of', choices: [...inRow, [{ kind: 'open', target: what }, onPage]] };
}

function toAddToCart({ raw, phrase, masked }: Found): Meaning | undefined {
  const best = readSuperlative(phrase('what'), 'Add to cart');
  if (best) return best;
  return splitList(raw('what')).map((part): Operation => {
    const [, count, rest] = /^(\S+)\s+(?:x\s+|of\s+)?(.+)$/u.exec(part.replace(/^the\s+/iu, '')) ?? [];
    const times = readNumber(/^an?$/iu.test(count ?? '') ? '' : (count ?? ''));
    const what = asPhrase(masked, times === undefined ? part.replace(/^the\s+/iu, '') : (rest ?? part));
    return addToCart(what, times);
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
