import type { Element } from '../../../core/element.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { describeMatch, notFound } from '../../resolver/target-errors.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { click, clickMatch } from '../element-calls.js';

/** Searches with the search box of the page. */
export async function* searchSite(step: Step, { value, where }: InstructionOf<'search'>): Execution {
  const text = await resolveValue(step, value);
  step.discourse.searched = text;
  const link = /\bfor\b|["“']/iu.test(step.clause) ? undefined : (await matchTarget(step, step.clause, 'click')).one;
  if (link && !link.isPrefix && !isField(link.element)) {
    yield* clickMatch(step, step.clause, link);
    return;
  }
  yield* submitSearch(step, text, (await searchField(step, where)) ?? (yield* openSearch(step)));
}

/** The search box: the named one, the only one by its role or name, or the only field beside a search button. */
async function searchField(step: Step, where: string | undefined): Promise<Match | undefined> {
  const { elements } = step.screen.turn.observation;
  const named = where ? (await matchTarget(step, where, 'field')).one : undefined;
  const box = single(elements.filter(({ kind }) => kind === 'searchbox'));
  if (named || box) return named ?? (box && { element: box, why: 'the only search box' });
  const { one } = await matchTarget(step, 'search field', 'field');
  const field = single(textFields(step));
  if (one || !field || !searchButton(step, field)) return one;
  return { element: field, why: 'the only field, near a search button' };
}

/** Opens a search box with its button. Beside other fields, a search button submits them instead. */
async function* openSearch(step: Step): Execution<Match> {
  const button = textFields(step).length > 0 ? undefined : (await matchTarget(step, 'search', 'click')).one;
  if (!button?.element.interactive || isField(button.element)) throw notFound(`a search box, for "${step.clause}"`, []);
  yield* click(step, `No search box is open: ${describeMatch('search', button)}`, button.element);
  return resolveTarget(step, 'search field', 'field');
}

function textFields({ screen: { turn } }: Step): Element[] {
  return turn.observation.elements.filter((element) => isField(element) && !element.states.includes('password'));
}

async function* submitSearch(step: Step, text: string, found: Match): Execution {
  const { url: before, elements } = step.screen.turn.observation;
  const result = yield* performCall(
    step,
    `${describeMatch('the search box', found)} Typing "${text}" and Enter.`,
    'type',
    { selector: found.element.id, text, clear: true, submit: true },
  );
  const isSent = step.screen.turn.observation.url !== before || result?.result.metadata.navigated;
  const button = isSent ? undefined : searchButton(step, found.element);
  // Some search boxes react to their button only. If the results changed, Enter worked.
  if (button && unchangedButForField(step, found.element, elements))
    yield* click(step, `Enter had no effect: clicking ${button.id} "${button.name}".`, button);
}

function searchButton(step: Step, field: Element): Element | undefined {
  const near = step.screen.turn.observation.elements.filter(
    ({ role, name, bounds, states }) =>
      role === 'Button' &&
      /^(?:search|go|find|submit|🔍)/iu.test(name) &&
      !states.includes('disabled') &&
      Math.abs(bounds.y - field.bounds.y) < 80,
  );
  return single(near);
}

function unchangedButForField(step: Step, field: Element, before: readonly Element[]): boolean {
  const sign = (elements: readonly Element[]): string =>
    elements
      .filter(({ id }) => id !== field.id)
      .map(({ id, name }) => id + name)
      .join('\n');
  return sign(step.screen.turn.observation.elements) === sign(before);
}
