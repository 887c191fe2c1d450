import type { Element } from '../../../core/element.js';
import { type Execution, performCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import type { Match } from '../../resolver/match.js';
import { isField } from '../../resolver/purpose.js';
import { resolveValue } from '../../resolver/resolve-value.js';
import { matchTarget, resolveTarget } from '../../resolver/target.js';
import { describeMatch, notFound } from '../../resolver/target-errors.js';
import { single } from '../../single.js';
import { click, clickMatch } from '../element-calls.js';

/** Searches with the search box of the page. */
export async function* searchSite(state: ExecutionState, { value, where, clause }: InstructionOf<'search'>): Execution {
  const text = await resolveValue(state, value);
  state.searchedText = text;
  const { elements } = state.turn.observation;
  const link = /\bfor\b|["“']/iu.test(clause) ? undefined : (await matchTarget(state, clause, 'click')).one;
  if (link && !link.isPrefix && !isField(link.element)) {
    yield* clickMatch(state, clause, clause, link);
    return;
  }
  const named = where ? (await matchTarget(state, where, 'field')).one : undefined;
  const boxes = elements.filter((element) => element.kind === 'searchbox');
  const box = single(boxes);
  const matches = named ? undefined : await matchTarget(state, 'search field', 'field');
  const found: Match | undefined = named ?? (box ? { element: box, why: 'the only search box' } : matches?.one);
  const fields = elements.filter((element) => isField(element) && !element.states.includes('password'));
  const [field] = fields;
  if (!found && field && fields.length === 1 && searchButton(state, field)) {
    yield* submitSearch(state, clause, text, {
      element: field,
      why: 'the only field, near a search button',
    });
    return;
  }
  if (!found) {
    // Beside other fields, a search button submits them instead of opening a search box.
    if (fields.length > 0) throw notFound(`a search box, for "${clause}"`, []);
    const button = (await matchTarget(state, 'search', 'click')).one;
    if (!button?.element.interactive || isField(button.element)) throw notFound(`a search box, for "${clause}"`, []);
    yield* click(state, clause, `No search box is open: ${describeMatch('search', button)}`, button.element);
    const opened = await resolveTarget(state, 'search field', 'field');
    yield* performCall(state, clause, describeMatch('search field', opened), {
      tool: 'type',
      input: { selector: opened.element.id, text, clear: true, submit: true },
    });
    return;
  }
  yield* submitSearch(state, clause, text, found);
}

async function* submitSearch(state: ExecutionState, clause: string, text: string, found: Match): Execution {
  const { url: before, elements } = state.turn.observation;
  const result = yield* performCall(
    state,
    clause,
    `${describeMatch('the search box', found)} Typing "${text}" and Enter.`,
    {
      tool: 'type',
      input: { selector: found.element.id, text, clear: true, submit: true },
    },
  );
  const isSent = state.turn.observation.url !== before || result?.result.metadata.navigated;
  const button = isSent ? undefined : searchButton(state, found.element);
  // Some search boxes react to their button only. If the results changed, Enter worked.
  if (button && unchangedButForField(state, found.element, elements))
    yield* click(state, clause, `Enter had no effect: clicking ${button.id} "${button.name}".`, button);
}

function searchButton(state: ExecutionState, field: Element): Element | undefined {
  const near = state.turn.observation.elements.filter(
    ({ role, name, bounds, states }) =>
      role === 'Button' &&
      /^(?:search|go|find|submit|🔍)/iu.test(name) &&
      !states.includes('disabled') &&
      Math.abs(bounds.y - field.bounds.y) < 80,
  );
  return single(near);
}

function unchangedButForField(state: ExecutionState, field: Element, before: readonly Element[]): boolean {
  const sign = (elements: readonly Element[]): string =>
    elements
      .filter(({ id }) => id !== field.id)
      .map(({ id, name }) => id + name)
      .join('\n');
  return sign(state.turn.observation.elements) === sign(before);
}
