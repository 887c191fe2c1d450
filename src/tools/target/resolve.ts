import type { Target } from '../../core/action.js';
import { type Element, isElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Observation } from '../../core/observation.js';
import { describeElements } from '../../perception/grounding/describe-elements.js';
import { ground } from '../../perception/grounding/ground.js';
import { anchorWords } from '../../perception/grounding/parse-phrase.js';
import { type Purpose, type Resolution, resolvePhrase } from '../../perception/grounding/resolve-phrase.js';
import type { ResolvedTarget, ToolContext } from '../context.js';

type Screen = Pick<ToolContext, 'isPage' | 'observe' | 'read'> & {
  knownElement(id: string): Element | undefined;
};

/** Resolves an element id, `x,y`, a CSS selector or a phrase. Never guesses: throws HandrailError unless exactly one element matches. */
export async function resolveTarget(text: string, screen: Screen, purpose: Purpose = 'press'): Promise<ResolvedTarget> {
  const target = text.trim();
  if (!target)
    throw new HandrailError('invalid_input', 'The target is empty.', 'Pass an element id, a selector or a phrase.');
  const id = target.replace(/^\[(el_\d+)\]$/, '$1');
  if (isElementId(id)) return resolveId(id, screen);
  const point = /^\(?\s*(-?\d+(?:\.\d+)?)\s*[,;]\s*(-?\d+(?:\.\d+)?)\s*\)?$/.exec(target);
  if (point) {
    const position: Target = { x: Number(point[1]), y: Number(point[2]) };
    return { target: position, reason: `at ${position.x}, ${position.y}` };
  }
  if (isSelectorFor(target, screen)) return resolveSelector(target, screen);
  return resolveWords(target, screen, purpose);
}

function resolveId(id: `el_${number}`, screen: Screen): ResolvedTarget {
  const element = screen.knownElement(id);
  return { target: { element: id }, element, reason: 'by id' };
}

const tags =
  'a|article|aside|button|canvas|dialog|div|fieldset|footer|form|h[1-6]|header|iframe|img|input|label|li|main|nav|ol|option|p|section|select|span|summary|svg|table|tbody|td|textarea|tfoot|th|thead|tr|ul|video';
const selectorForms = [
  /^(?:css\s*[=:]\s*)/i,
  /^[#.][\w-]/,
  /^\[[\w-]+([~|^$*]?=.*)?\]/,
  new RegExp(`^(?:${tags})(?:\\[|[#.:]\\S|\\s*[>+~]\\s*\\S)`, 'i'),
  new RegExp(`^(?:${tags})(?:\\s+(?:${tags})(?:[#.:[]\\S*)?)+$`, 'i'),
  /^\*/,
  /^[\w-]+-[\w-]+(?:[#.:[]\S|\s*>\s*\S)/,
];

const bareTag = new RegExp(`^(?:${tags})$`, 'i');

/** True for text in CSS syntax. A bare word such as "button" is a phrase. */
export function isSelector(text: string): boolean {
  return selectorForms.some((form) => form.test(text));
}

/** On a desktop only `css=…` counts as a selector: a window can be named "*Untitled". */
export function isSelectorFor(text: string, { isPage }: Pick<ToolContext, 'isPage'>): boolean {
  return isPage ? isSelector(text) : /^css\s*[=:]/i.test(text);
}

async function resolveSelector(text: string, screen: Screen): Promise<ResolvedTarget> {
  const css = text.replace(/^css\s*[=:]\s*/i, '');
  const { elements, total } = await screen.read({ what: 'elements', css });
  const only = elements.length === 1 ? elements[0] : findOnlyVisible(elements);
  if (only) return { target: { element: only.id }, element: only, reason: `the element that ${css} selects` };
  if (elements.length === 0)
    throw new HandrailError(
      'not_found',
      `No element matches the selector ${css}.`,
      'Observe the page, and use an element id or a phrase.',
    );
  throw new HandrailError(
    'ambiguous',
    `${total} elements match the selector ${css}: ${describeElements(elements)}.`,
    'Use one of these ids, or a narrower selector.',
  );
}

function findOnlyVisible(elements: readonly Element[]): Element | undefined {
  const visible = elements.filter(
    ({ states, bounds }) => !states.includes('offscreen') && bounds.width > 0 && bounds.height > 0,
  );
  return visible.length === 1 ? visible[0] : undefined;
}

async function resolveWords(phrase: string, screen: Screen, purpose: Purpose): Promise<ResolvedTarget> {
  // On a desktop, the active window takes precedence.
  const { elements } = await screen.observe({ budget: 1, windowOnly: !screen.isPage });
  const onScreen = resolveFor(phrase, elements, purpose);
  const found = onScreen.kind === 'none' ? await searchPage(phrase, elements, screen, purpose) : onScreen;
  if (found.kind === 'one') {
    const { element, reason } = found;
    return { target: { element: element.id }, element, reason };
  }
  if (found.kind === 'several')
    throw new HandrailError(
      'ambiguous',
      `"${phrase}" matches ${found.elements.length} elements: ${describeElements(found.elements)}.`,
      'Use one of these ids, or be specific: the first …, … in the row with …, … next to ….',
    );
  if (screen.isPage && bareTag.test(phrase)) return resolveSelector(phrase, screen);
  throw notFound(phrase, elements, screen);
}

/** Text is typed into a field if one matches. Other elements can take keys, too: a game, a terminal, a canvas. */
function resolveFor(phrase: string, elements: readonly Element[], purpose: Purpose): Resolution {
  const found = resolvePhrase(phrase, elements, purpose);
  return found.kind === 'none' && purpose === 'fill' ? resolvePhrase(phrase, elements, 'press') : found;
}

const maxSuggestions = 5;

/** Suggests similar elements. They are never acted on. */
function notFound(phrase: string, elements: readonly Element[], { isPage }: Screen): HandrailError {
  const similar = ground(phrase, elements, { limit: maxSuggestions }).map(({ element }) => element);
  const suggestion = similar.length > 0 ? ` Similar: ${describeElements(similar)}.` : '';
  return new HandrailError(
    'not_found',
    `No element on the ${isPage ? 'page' : 'screen'} matches "${phrase}".${suggestion}`,
    similar.length > 0
      ? 'Use the id of one of these if it is meant, or the exact text on the screen.'
      : `Observe the ${isPage ? 'page' : 'screen'}, and use an id or the exact text on the screen.`,
  );
}

/** Searches the whole page, beyond the screen. */
async function searchPage(
  phrase: string,
  onScreen: readonly Element[],
  screen: Screen,
  purpose: Purpose,
): Promise<Resolution> {
  const found = new Map<string, Element>(onScreen.map((element) => [element.id, element]));
  for (const words of searchWords(phrase)) {
    const { elements }: Observation = await screen.observe({ find: words, budget: 1 });
    for (const element of elements) found.set(element.id, element);
    const resolution = resolveFor(phrase, [...found.values()], purpose);
    if (resolution.kind !== 'none') return resolution;
  }
  return { kind: 'none' };
}

/** The quoted part first, then the phrase without words for roles and positions, then what it refers to. */
function searchWords(phrase: string): string[] {
  const quoted = /["“'«]([^"”'»]+)["”'»]/.exec(phrase)?.[1];
  const bare = phrase
    .replace(/["“”'«»]/g, '')
    .replace(/\b(?:the|a|an|first|second|third|last|\d+(?:st|nd|rd|th))\b/gi, '')
    .replace(
      /\b(?:button|link|field|input|textbox|text box|checkbox|radio|dropdown|menu|item|tab|icon|heading|image|option|row|box)\b/gi,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
  return [...new Set([quoted, bare, ...anchorWords(phrase)].filter((words): words is string => Boolean(words)))];
}
