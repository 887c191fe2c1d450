import type { Found, Rule } from '../grammar/form.js';
import { toClick } from '../grammar/pointer.js';
import type { Operation } from '../instruction.js';
import { splitList } from '../parser/lists.js';
import { asPhrase } from '../parser/mask.js';
import { readNumber } from '../parser/number-words.js';
import { readSuperlative } from '../parser/superlatives.js';

type Meaning = Operation | Operation[];

const cartButtons = ['Add to cart', 'Add to basket', 'Add to bag', 'Buy'];
const nth = /^(first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(?:product|item|result|one|article|entry)$/iu;

/** Presses the cart button in the row of a product, on its page, or on the page that its link opens. */
function addToCart(what: string, times: number | undefined): Operation {
  const press = (toTarget: (button: string) => string): Operation[][] =>
    cartButtons.map((name) => [{ ...toClick(toTarget(`"${name}"`)), times }]);
  const ordinal = nth.exec(what)?.[1];
  const onPage = press((button) => (ordinal ? `the ${ordinal} ${button} button` : button));
  if (ordinal || /^(?:it|this|that)(?:\s+(?:item|product))?$/iu.test(what))
    return { kind: 'first_of', choices: onPage };
  const inRow = press((button) => `${button} in the row with ${what}`);
  return {
    kind: 'first_of',
    choices: [
      ...inRow,
      [
        { kind: 'open', target: what },
        { kind: 'first_of', choices: onPage },
      ],
    ],
  };
}

function toAddToCart({ raw, phrase, masked }: Found): Meaning {
  const best = readSuperlative(phrase('what'), 'Add to cart');
  if (best) return best;
  return splitList(raw('what')).map((part): Operation => {
    const bare = part.replace(/^the\s+/iu, '');
    const [, count = '', rest = bare] = /^(?!an?\s)(\S+)\s+(?:x\s+|of\s+)?(.+)$/u.exec(bare) ?? [];
    const times = readNumber(count);
    return addToCart(asPhrase(masked, times === undefined ? bare : rest), times);
  });
}

/** Sorts with the list of sort orders if there is one, else with the column header. */
function toSort({ text, raw }: Found): Operation {
  const by = text('by');
  const isDescending = /^(?:desc|decr|rev|high|z|newest)/iu.test(raw('order'));
  const [range, word] = isDescending ? ['high to low', 'descending'] : ['low to high', 'ascending'];
  const options = [`${by}: ${range}`, `${by} (${range})`, `${by} ${word}`, `${by} ${range}`];
  const inList = [...(raw('order') === '' ? [] : options), by].map((option): Operation[] => [
    { kind: 'choose', options: [option], whole: `"${option}"`, from: 'sort' },
  ]);
  const header = toClick(`${by} column header`);
  const headers = isDescending ? [header, header] : [header];
  return { kind: 'first_of', choices: [...inList, [toClick(`sort by ${by}`)], headers] };
}

const things = '[[the|all] (table|list|results?|products?|items?|rows?|entries|them|it)]';
const orders =
  '(ascending|descending|increasing|decreasing|reverse) [order]|low(?:est)? to high(?:est)?|high(?:est)? to low(?:est)?|a (?:to|-) z|z (?:to|-) a|a-z|z-a|(highest|lowest|newest|oldest|cheapest) first';

/** The shopping cart, and the order of products. */
export const shopRules: readonly Rule<Meaning>[] = [
  ['(add|put) {what} (to|in|into) (the|my|your) <cart>', toAddToCart],
  [
    [
      `(sort|order|arrange) ${things} by {by} ,? [in|from] \\(?{order:${orders}}\\)?`,
      `(sort|order|arrange) ${things} by {by}`,
    ],
    toSort,
  ],
];
