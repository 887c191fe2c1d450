import type { Target } from '../../core/action.js';
import { type Element, type ElementId, isElementId, type Role } from '../../core/element.js';
import { type ElementFact, HandrailError } from '../../core/errors.js';
import type { Observation } from '../../core/observation.js';
import { canTake, type Purpose } from '../../perception/grounding/can-take.js';
import { describeElements } from '../../perception/grounding/describe-elements.js';
import { ground } from '../../perception/grounding/ground.js';
import { anchorWords, countsFromEnd } from '../../perception/grounding/parse-phrase.js';
import { type Resolution, resolvePhrase } from '../../perception/grounding/resolve-phrase.js';
import { toTokens } from '../../perception/grounding/text-tokens.js';
import { unknownElement } from '../../session/shown-ids.js';
import type { ResolvedTarget, ToolContext } from '../context.js';

type Screen = Pick<ToolContext, 'isPage' | 'observe' | 'read'> & {
  /** The caller has received the id. */
  isKnown(id: ElementId): boolean;
  knownElement(id: string): Element | undefined;
  /** The element that an id of an earlier page means now. */
  currentId(id: ElementId): ElementId;
};

/** Resolves an element id, `x,y`, a CSS selector or a phrase. Never guesses: throws HandrailError unless exactly one element matches. */
export async function resolveTarget(text: string, screen: Screen, purpose: Purpose = 'press'): Promise<ResolvedTarget> {
  const target = text.trim();
  if (!target)
    throw new HandrailError('invalid_input', 'The target is empty.', 'Pass an element id, a selector or a phrase.');
  const id = toElementId(target);
  if (id) return resolveId(id, screen);
  const point = /^\(?\s*(-?\d+(?:\.\d+)?)\s*[,;]\s*(-?\d+(?:\.\d+)?)\s*\)?$/.exec(target);
  if (point) {
    const position: Target = { x: Number(point[1]), y: Number(point[2]) };
    return { target: position, reason: `at ${position.x}, ${position.y}` };
  }
  if (isSelectorFor(target, screen)) return resolveSelectorOrWords(target, screen, purpose);
  return resolveWords(target, screen, purpose);
}

/** The id that a target consists of, also in the brackets of the map. */
export function toElementId(target: string): ElementId | undefined {
  const id = target.trim().replace(/^\[(el_\d+)\]$/, '$1');
  return isElementId(id) ? id : undefined;
}

function resolveId(given: ElementId, screen: Screen): ResolvedTarget {
  if (!screen.isKnown(given)) throw unknownElement(given);
  const id = screen.currentId(given);
  const element = screen.knownElement(id);
  const reason = id === given ? 'by id' : `by id: ${given} of the page before is ${id} now`;
  return { target: { element: id }, element, reason };
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
  /^[a-z][\w-]*-[\w-]+(?:[#.:[]\S|\s*>\s*\S)/i,
];

const bareTag = new RegExp(`^(?:${tags})$`);

/** True for text in CSS syntax. A bare word such as "button" is a phrase. */
export function isSelector(text: string): boolean {
  if (selectorForms.some((form) => form.test(text))) return true;
  const parts = text.split(',').map((part) => part.trim());
  const isList = parts.length > 1 && parts.some((part) => selectorForms.some((form) => form.test(part)));
  return isList && parts.every((part) => bareTag.test(part) || selectorForms.some((form) => form.test(part)));
}

/** On a desktop only `css=…` counts as a selector: a window can be named "*Untitled". */
export function isSelectorFor(text: string, { isPage }: Pick<ToolContext, 'isPage'>): boolean {
  return isPage ? isSelector(text) : /^css\s*[=:]/i.test(text);
}

/** Texts can look like CSS, for example the code of a colour. If the selector matches nothing, the words are tried. */
async function resolveSelectorOrWords(text: string, screen: Screen, purpose: Purpose): Promise<ResolvedTarget> {
  try {
    return await resolveSelector(text, screen);
  } catch (error) {
    const isMissing = error instanceof HandrailError && /^(?:not_found|invalid_input)$/.test(error.code);
    if (!isMissing || /^css\s*[=:]/i.test(text) || !screen.isPage) throw error;
    const { elements } = await screen.observe({ budget: 1 });
    const found = resolveFor(text, elements, purpose);
    if (found.kind !== 'one' || found.isPrefix) throw error;
    return { target: { element: found.element.id }, element: found.element, reason: found.reason };
  }
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
    { facts: { candidates: elements.map(toFact) } },
  );
}

function toFact({ id, role, name }: Element): ElementFact {
  return { id, role, name };
}

function findOnlyVisible(elements: readonly Element[]): Element | undefined {
  const visible = elements.filter(
    ({ states, bounds }) => !states.includes('offscreen') && bounds.width > 0 && bounds.height > 0,
  );
  return visible.length === 1 ? visible[0] : undefined;
}

async function resolveWords(phrase: string, screen: Screen, purpose: Purpose): Promise<ResolvedTarget> {
  // On a desktop, the active window takes precedence.
  const observation = await screen.observe({ budget: 1, windowOnly: !screen.isPage });
  const { elements } = observation;
  const onScreen = resolveFor(phrase, elements, purpose);
  const found =
    countsFromEnd(phrase) && screen.isPage && hasMore(observation)
      ? await resolveFromEnd(phrase, screen, purpose)
      : onScreen.kind === 'none'
        ? await searchPage(phrase, elements, screen, purpose)
        : await compareWithRest(phrase, onScreen, observation, screen, purpose);
  if (found.kind === 'one') {
    const { element, reason } = found;
    return { target: { element: element.id }, element, reason };
  }
  if (found.kind === 'several')
    throw new HandrailError(
      'ambiguous',
      `"${phrase}" matches ${found.elements.length} elements: ${describeElements(found.elements, elements)}.`,
      `Use one of these ids, or be specific: ${wordingFor(found.elements, elements, purpose)}the first …, … in the row with …, … next to ….`,
      { facts: { candidates: found.elements.map(toFact) } },
    );
  if (screen.isPage && bareTag.test(phrase)) return resolveSelector(phrase, screen);
  throw notFound(phrase, elements, screen, purpose);
}

/** A phrase that selects one of the candidates by its role: "the Log in button". */
function wordingFor(candidates: readonly Element[], elements: readonly Element[], purpose: Purpose): string {
  const phrases = candidates.map(({ name, role }) => `the ${name} ${role.toLowerCase()}`);
  const precise = phrases.find((phrase, index) => {
    const found = resolveFor(phrase, elements, purpose);
    return found.kind === 'one' && found.element === candidates[index];
  });
  return precise ? `"${precise}", ` : '';
}

/** A search returns at most this many elements, so with as many there may be more. */
const maxFound = 40;

/** "the last Edit button" counts on the whole page, not only on the screen. */
async function resolveFromEnd(phrase: string, screen: Screen, purpose: Purpose): Promise<Resolution> {
  const [words] = searchWords(phrase);
  const found = words ? await screen.observe({ find: words, budget: 1 }) : undefined;
  if (found && found.elements.length > 0 && found.elements.length < maxFound)
    return resolveFor(phrase, found.elements, purpose);
  throw new HandrailError(
    'ambiguous',
    `"${phrase}" counts from the end, and not all of the page is on the screen.`,
    'Scroll to the end and use an id.',
  );
}

/** Roles that take neither text nor a state. */
const pressedRoles = new Set<Role>(['Link', 'Tab', 'MenuItem', 'ListItem', 'TableRow']);

/** Text is typed into a field if one matches. Other elements can take keys, too: a game, a terminal, a canvas. A button can be a switch or a list. */
function resolveFor(phrase: string, elements: readonly Element[], purpose: Purpose): Resolution {
  const found = resolvePhrase(phrase, elements, purpose);
  if (found.kind !== 'none' || (purpose !== 'fill' && purpose !== 'check')) return found;
  return resolvePhrase(phrase, elements, ({ interactive, role }) => interactive && !pressedRoles.has(role));
}

const maxSuggestions = 5;
const maxGrounded = 20;

/** Suggests similar elements, or the fields if one is to be filled in. They are never acted on. */
function notFound(phrase: string, elements: readonly Element[], { isPage }: Screen, purpose: Purpose): HandrailError {
  const place = isPage ? 'page' : 'screen';
  const similar = suggest(phrase, elements);
  const fields = purpose === 'fill' ? elements.filter((element) => canTake(element, 'fill')) : [];
  const suggestion = similar.length > 0 ? ` Similar: ${describeElements(similar, elements)}.` : '';
  const listed = fields.length > 0 ? ` The fields: ${describeElements(fields, elements)}.` : '';
  return new HandrailError(
    'not_found',
    `No element on the ${place} matches "${phrase}".${fields.length > 0 ? listed : suggestion}`,
    similar.length + fields.length > 0
      ? 'Use the id of one of these if it is meant, or the exact text on the screen.'
      : `Observe the ${place}, and use an id or the exact text on the screen.`,
  );
}

/** Similar elements, those with the first word of the phrase first. */
function suggest(phrase: string, elements: readonly Element[]): Element[] {
  const [first = ''] = toTokens(phrase);
  const hasFirst = ({ name }: Element): number => (toTokens(name).includes(first) ? 0 : 1);
  const found = ground(phrase, elements, { limit: maxGrounded }).map(({ element }) => element);
  return found.sort((one, other) => hasFirst(one) - hasFirst(other)).slice(0, maxSuggestions);
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
    // The screen shows more of the structure around an element than a search does.
    for (const element of elements) if (!found.has(element.id)) found.set(element.id, element);
    const resolution = resolveFor(phrase, [...found.values()], purpose);
    if (resolution.kind !== 'none') return resolution;
  }
  return { kind: 'none' };
}

/**
 * Compares the only match on the screen with the rest of the page. A control of another kind there with the same name makes the phrase
 * ambiguous, and a better match there is the one that is meant. Of equal controls, as in a list, the visible one is meant.
 */
async function compareWithRest(
  phrase: string,
  onScreen: Resolution,
  observation: Observation,
  screen: Screen,
  purpose: Purpose,
): Promise<Resolution> {
  if (onScreen.kind !== 'one' || !screen.isPage || purpose === 'point' || !hasMore(observation)) return onScreen;
  const { elements } = observation;
  const [words] = searchWords(phrase);
  if (!words || anchorWords(phrase).length > 0) return onScreen;
  const found = await screen.observe({ find: words, budget: 1 });
  const known = new Set(elements.map(({ id }) => id));
  const others = found.elements.filter(({ id }) => !known.has(id));
  if (others.length === 0) return onScreen;
  const resolution = resolveFor(phrase, [...elements, ...others], purpose);
  if (resolution.kind === 'none') return onScreen;
  const chosen = resolution.kind === 'one' ? [resolution.element] : resolution.elements;
  const isOther = ({ id, role }: Element): boolean => id !== onScreen.element.id && role !== onScreen.element.role;
  const isBetter = onScreen.isPrefix && !resolution.isPrefix;
  return isBetter || chosen.some(isOther) ? resolution : onScreen;
}

/** Whether the page or an area in it can be scrolled. */
function hasMore({ elements, scroll, screen }: Observation): boolean {
  return (scroll !== undefined && scroll.height > screen.height) || elements.some(({ more }) => more !== undefined);
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
