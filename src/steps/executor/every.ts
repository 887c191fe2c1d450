import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { callError, type Execution, sendCalls } from '../calls.js';
import { readWholePage, type WholePage } from '../resolver/whole-page.js';
import type { Step } from '../step.js';

interface Wanted {
  phrase: string;
  /** The elements that the phrase means. */
  match(elements: readonly Element[]): readonly Element[] | Promise<readonly Element[]>;
}

const maxRounds = 8;

/**
 * All elements that a phrase means, on the screen or not. Scrolls to the end of the page and of its areas, because pages load content there.
 * Throws if it cannot see all of them at once: a list that has no end, or that removes what is out of sight.
 */
export async function* findEvery(step: Step, wanted: Wanted): Execution<readonly Element[]> {
  let page = await readWholePage(step);
  let found = await matchAll(wanted, page);
  for (let round = 0; found.length > 0; round += 1) {
    if (!page.isComplete || round === maxRounds) throw incomplete(wanted.phrase, found, 'the page contains too much');
    if (page.scrollable.length === 0) break;
    yield* scrollToEnd(step, wanted, page.scrollable);
    const next = await readWholePage(step);
    const surroundings = surroundingsOf(page.elements, found);
    if (surroundings.some(([element, texts]) => textsAround(element, next.elements) !== texts))
      throw incomplete(wanted.phrase, found, 'the list changes when it is scrolled');
    const known = new Set(page.elements.map(({ id }) => id));
    const hasGrown = next.elements.some(({ id }) => !known.has(id));
    page = next;
    found = await matchAll(wanted, page);
    if (!hasGrown) return found;
  }
  return found;
}

async function matchAll({ match }: Wanted, { elements }: WholePage): Promise<readonly Element[]> {
  return match(elements);
}

async function* scrollToEnd(step: Step, { phrase }: Wanted, areas: WholePage['scrollable']): Execution {
  for (const area of areas) {
    const input = { direction: 'bottom', selector: area?.id };
    const thought = `"${phrase}" may also be further down: scrolling ${area?.id ?? 'the page'} to its end.`;
    const [result] = yield* sendCalls(step, thought, [{ tool: 'scroll', input }]);
    if (result && !result.result.success) throw callError(step, result);
  }
}

function surroundingsOf(
  elements: readonly Element[],
  found: readonly Element[],
): (readonly [element: Element, texts: string | undefined])[] {
  return found.map((element) => [element, textsAround(element, elements)] as const);
}

/** The texts in the smallest part of the document around an element that has some. A list that reuses its rows changes them. */
function textsAround({ id }: Element, elements: readonly Element[]): string | undefined {
  const element = elements.find((one) => one.id === id);
  if (!element) return undefined;
  for (const part of [...(element.path ?? [])].reverse()) {
    const texts = elements.filter(({ interactive, name, path }) => !interactive && name !== '' && path?.includes(part));
    if (texts.length > 0) return texts.map(({ name }) => name).join('\n');
  }
  return element.name;
}

/** The error for "every" when there may be matches that were not seen. */
export function incomplete(phrase: string, found: readonly Element[], reason: string): HandrailError {
  return new HandrailError(
    'not_found',
    `"${phrase}" means every match, and ${reason}: ${found.length} are known, but there may be others. Nothing was done.`,
    'Narrow the list first, for example with a search or a filter, or name each element.',
  );
}
