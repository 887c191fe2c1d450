import { HandrailError } from '../../../core/errors.js';
import { type ExecutionState, perform, performAll, type Script } from '../../execution-state.js';
import { choose } from '../../executor/browser/choose.js';
import { pointing } from '../../executor/browser/pointer.js';
import type { Instruction } from '../../instruction.js';
import { readOrdinal } from '../../parser/pattern.js';
import { find } from '../../resolver/find.js';
import { type Found, lookFor, notFound, resolve, tell } from '../../resolver/target.js';
import { isCheckable, isField } from '../../resolver/want.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** The button that puts a thing into the cart: in its row, or on its own page. */
export async function* addToCart(world: ExecutionState, { what, times = 1, words }: Of<'add_to_cart'>): Script {
  const plain = what.replace(/^(?:the|a|an|some)\s+/iu, '');
  const inRow = async (): Promise<Found | undefined> => {
    for (const phrase of [`"Add to cart" in the row with ${plain}`, `add to cart in the row with ${plain}`]) {
      const { one } = await lookFor(world, phrase, { kind: 'click' });
      if (one && one.score >= 0.7 && /add|cart|basket|bag|buy/iu.test(one.element.name)) return one;
    }
    return undefined;
  };
  const only = (): Found | undefined => {
    const all = world.turn.observation.elements.filter(
      ({ role, name }) =>
        role === 'Button' && /\b(?:add to|put in)\b.*\b(?:cart|basket|bag)\b|^(?:buy|buy now)$/iu.test(name),
    );
    const isHere =
      world.turn.observation.elements.some(
        ({ level, name }) => level === 1 && name.toLowerCase().includes(plain.replace(/["“”]/gu, '').toLowerCase()),
      ) || /^(?:it|this|this item|this product|that)$/iu.test(plain);
    return all.length === 1 && all[0] && isHere
      ? { element: all[0], score: 0.9, why: 'the only button of the page for it' }
      : undefined;
  };
  const place =
    /^(first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(?:product|item|result|one|article|entry)$/iu.exec(
      plain,
    );
  let button = place ? buttonAt(world, place[1] ?? '') : (only() ?? (await inRow()));
  if (!button) {
    const link = yield* find(world, what, { kind: 'click' });
    if (isCheckable(link.element) || isField(link.element) || place) throw notFound(what, []);
    yield* perform(
      world,
      words,
      `${tell(what, link)} Its page may have the button.`,
      pointing(world, 'click', link.element),
    );
    button = only() ?? (await inRow()) ?? (await resolve(world, 'Add to cart', { kind: 'click' }));
  }
  const chosen = button;
  yield* performAll(
    world,
    Array.from({ length: Math.min(times, 20) }, () => ({
      words,
      make: async () => ({
        thought: tell(`add ${what} to the cart`, chosen),
        deed: pointing(world, 'click', chosen.element),
      }),
    })),
  );
}

const intoCart = /\b(?:add to|put in)\b.*\b(?:cart|basket|bag|trolley)\b|^(?:buy|buy now|add)$/iu;

/** "the second product": the second button that puts something into the cart. */
function buttonAt({ turn }: ExecutionState, word: string): Found | undefined {
  const buttons = turn.observation.elements.filter(({ role, name }) => role === 'Button' && intoCart.test(name.trim()));
  const place = readOrdinal(word) ?? 0;
  const element = buttons.at(place > 0 ? place - 1 : place);
  return element && { element, score: 0.9, why: `${word} of ${buttons.length}` };
}

/** By a list of orders where there is one, else by clicking the column's heading. */
export async function* sort(world: ExecutionState, step: Of<'sort'>): Script {
  const { by, descending, words } = step;
  const bare = by.replace(/["“”]/gu, '');
  const lists = world.turn.observation.elements.filter(
    ({ role, name }) => role === 'Dropdown' && /\b(?:sort|order)\b/iu.test(name),
  );
  const [list] = lists;
  if (list) {
    const way =
      descending === undefined
        ? [bare]
        : descending
          ? [`${bare}: high to low`, `${bare} (high to low)`, `${bare} descending`, `${bare} high to low`, bare]
          : [`${bare}: low to high`, `${bare} (low to high)`, `${bare} ascending`, `${bare} low to high`, bare];
    for (const [index, option] of way.entries()) {
      try {
        return yield* choose(world, { do: 'choose', options: [option], whole: option, from: list.name, words });
      } catch (error) {
        if (!(error instanceof HandrailError) || error.code !== 'unknown_option' || index === way.length - 1)
          throw error;
      }
    }
  }
  const named = (await lookFor(world, `sort by ${bare}`, { kind: 'click' })).one;
  const head = named && named.score >= 0.85 ? named : yield* find(world, `${bare} column header`, { kind: 'click' });
  yield* perform(world, words, tell(by, head), pointing(world, 'click', head.element));
  if (descending) {
    const again = await resolve(world, `${bare} column header`, { kind: 'click' });
    yield* perform(
      world,
      words,
      `${tell(by, again)} Once more, for the other direction.`,
      pointing(world, 'click', again.element),
    );
  }
}
