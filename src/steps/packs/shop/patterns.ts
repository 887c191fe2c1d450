import type { Operation } from '../../instruction.js';
import { splitList } from '../../parser/lists.js';
import { asPhrase } from '../../parser/mask.js';
import { numberWords, readNumber } from '../../parser/number-words.js';
import type { Pattern } from '../../parser/pattern.js';
import { readSuperlative } from '../../parser/superlatives.js';

/** The shopping cart, and the order of products. */
export const shopPatterns: readonly Pattern[] = [
  [
    new RegExp(
      `^(?:add|put)\\s+(?:(${numberWords})\\s+(?:x\\s+|of\\s+)?)?(?:the\\s+)?(.+?)\\s+(?:to|in|into)\\s+(?:the|my|your)\\s+(?:shopping\\s+)?(?:cart|basket|bag|trolley)$`,
      'iu',
    ),
    ([count, what = ''], masked) => {
      const best = readSuperlative(asPhrase(masked, what), 'Add to cart');
      if (best) return best;
      const times = count ? readNumber(count) : undefined;
      const things = splitList(what).map((part, index): Operation => {
        const own = new RegExp(`^(${numberWords})\\s+(?:x\\s+|of\\s+)?(.+)$`, 'iu').exec(part);
        const often = own ? readNumber(own[1] ?? '') : index === 0 ? times : undefined;
        const name = asPhrase(masked, own?.[2] ?? part);
        return { kind: 'add_to_cart', what: name, times: often && often > 1 ? often : undefined };
      });
      return things.length === 1 ? things[0] : things;
    },
  ],
  [
    /^(?:sort|order|arrange)\s+(?:(?:the\s+|all\s+)?(?:table|list|results?|products?|items?|rows?|entries|them|it)\s+)?by\s+(.+?)(?:\s*,?\s+(?:in\s+)?(ascending|descending|increasing|decreasing|reverse)(?:\s+order)?|\s*,?\s*\(?(?:from\s+)?(low(?:est)?\s+to\s+high(?:est)?|high(?:est)?\s+to\s+low(?:est)?|a\s*(?:to|-)\s*z|z\s*(?:to|-)\s*a|highest\s+first|lowest\s+first|newest\s+first|oldest\s+first|cheapest\s+first)\)?)?$/iu,
    ([by = '', one, other], masked) => {
      const order = `${one ?? ''}${other ?? ''}`;
      const descending = order === '' ? undefined : /^(?:desc|decr|rev|high|z|newest)/iu.test(order);
      return { kind: 'sort', by: asPhrase(masked, by), descending };
    },
  ],
];
