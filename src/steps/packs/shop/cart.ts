import { type Execution, performPlanned } from '../../calls.js';
import { click, clickCall } from '../../executor/element-calls.js';
import type { InstructionOf } from '../../instruction.js';
import { readOrdinal } from '../../parser/number-words.js';
import type { Match } from '../../resolver/match.js';
import { isCheckable, isField } from '../../resolver/purpose.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { describeMatch, notFound } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { itemAt } from '../../single.js';
import type { Step } from '../../step.js';

/** Adds a product to the cart with the button in its row or on its page. */
export async function* addToCart(step: Step, { what, times = 1 }: InstructionOf<'add_to_cart'>): Execution {
  const plain = what.replace(/^(?:the|a|an|some)\s+/iu, '');
  const inRow = async (): Promise<Match | undefined> => {
    for (const phrase of [`"Add to cart" in the row with ${plain}`, `add to cart in the row with ${plain}`]) {
      const { one } = await matchTarget(step, phrase, 'click');
      if (one && /add|cart|basket|bag|buy/iu.test(one.element.name)) return one;
    }
    return undefined;
  };
  const only = (): Match | undefined => {
    const all = step.screen.turn.observation.elements.filter(
      ({ role, name }) =>
        role === 'Button' && /\b(?:add to|put in)\b.*\b(?:cart|basket|bag)\b|^(?:buy|buy now)$/iu.test(name),
    );
    const isHere =
      step.screen.turn.observation.elements.some(
        ({ level, name }) => level === 1 && name.toLowerCase().includes(plain.replace(/["“”]/gu, '').toLowerCase()),
      ) || /^(?:it|this|this item|this product|that)$/iu.test(plain);
    return all.length === 1 && all[0] && isHere
      ? { element: all[0], why: 'the only cart button of the page' }
      : undefined;
  };
  const ordinal =
    /^(first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(?:product|item|result|one|article|entry)$/iu.exec(
      plain,
    );
  let button = ordinal ? cartButtonAt(step, ordinal[1] ?? '') : (only() ?? (await inRow()));
  if (!button) {
    const link = yield* waitForTarget(step, what, 'click');
    if (isCheckable(link.element) || isField(link.element) || ordinal) throw notFound(what, []);
    yield* click(step, `${describeMatch(what, link)} Its page may have the button.`, link.element);
    button = only() ?? (await inRow()) ?? (await resolveTarget(step, 'Add to cart', 'click'));
  }
  const chosen = button;
  yield* performPlanned(
    step,
    Array.from({ length: Math.min(times, 20) }, () => async () => ({
      thought: describeMatch(`add ${what} to the cart`, chosen),
      call: clickCall(chosen.element),
    })),
  );
}

const addToCartName = /\b(?:add to|put in)\b.*\b(?:cart|basket|bag|trolley)\b|^(?:buy|buy now|add)$/iu;

/** "the second product": the second cart button. */
function cartButtonAt({ screen: { turn } }: Step, word: string): Match | undefined {
  const buttons = turn.observation.elements.filter(
    ({ role, name }) => role === 'Button' && addToCartName.test(name.trim()),
  );
  const ordinal = readOrdinal(word) ?? 0;
  const element = itemAt(buttons, ordinal);
  return element && { element, why: `${word} of ${buttons.length}` };
}
