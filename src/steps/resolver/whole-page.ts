import type { Element } from '../../core/element.js';
import type { Step } from '../step.js';
import { isDesktop } from '../step.js';

/** What a page contains, on the screen or not. */
export interface WholePage {
  /** In reading order. */
  elements: readonly Element[];
  /** False if the page contains more than one observation can list. */
  isComplete: boolean;
  /** Whether a part is out of sight. */
  hasHidden: boolean;
  /** What can be scrolled down: areas that scroll on their own, and the document, which is `undefined`. */
  scrollable: readonly (Element | undefined)[];
}

/** An observation of the inside of an element lists 600 elements at most. */
const maxInside = 600;
/** In pixels. Less hidden content is padding. */
const minHidden = 4;

/** Reads the page with the parts that are scrolled out of sight: of the document, and of areas that scroll on their own. */
export async function readWholePage(step: Step): Promise<WholePage> {
  const { elements: onScreen, scroll, screen } = step.screen.turn.observation;
  const isLong = scroll !== undefined && scroll.height > screen.height + minHidden;
  const areas = onScreen.filter(isScrollArea);
  if (isDesktop(step) || (!isLong && areas.length === 0))
    return { elements: onScreen, isComplete: true, hasHidden: false, scrollable: [] };
  const [body] = (await step.screen.turn.read({ what: 'elements', css: 'body' })).elements;
  // The inside of the page does not include the documents of frames.
  const inFrames = areas.filter(({ frame }) => frame !== undefined);
  let elements: readonly Element[] = onScreen;
  let isComplete = body !== undefined;
  for (const outer of [...inFrames, ...(body ? [body] : [])]) {
    const inside = await step.screen.turn.observe({ expand: outer.id, budget: 1 });
    if (inside.elements.length >= maxInside || inside.total > inside.elements.length) isComplete = false;
    elements = merge(inside.elements, elements);
  }
  const isAtEnd = !isLong || scroll.y + screen.height + minHidden >= scroll.height;
  const below = elements.filter((element) => isScrollArea(element) && element.more?.[1]);
  return { elements, isComplete, hasHidden: true, scrollable: [...below, ...(isAtEnd ? [] : [undefined])] };
}

function isScrollArea({ more, role }: Element): boolean {
  return more !== undefined && more[0] + more[1] > 0 && role !== 'TextInput';
}

/** The elements inside the page, with the states that the screen shows, and the elements on the screen that are not among them. */
function merge(inside: readonly Element[], onScreen: readonly Element[]): readonly Element[] {
  const seen = new Map(onScreen.map((element) => [element.id, element]));
  const hasDialog = onScreen.some(({ role }) => role === 'Dialog');
  const known = new Set(inside.map(({ id }) => id));
  const content = inside.map((element) => {
    const states = seen.get(element.id)?.states;
    // What lies over the place of an element that is out of sight does not cover it. A dialog covers all of the page.
    return { ...element, states: states ?? element.states.filter((one) => hasDialog || one !== 'covered') };
  });
  return [...content, ...onScreen.filter(({ id }) => !known.has(id))];
}
