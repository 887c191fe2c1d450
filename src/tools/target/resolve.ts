import type { Target } from '../../core/action.js';
import { type Element, isElementId, type Role } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Observation } from '../../core/observation.js';
import { type Choice, chooseCandidate, describeCandidates } from '../../perception/grounding/choose-candidate.js';
import { ground, type RankedElement } from '../../perception/grounding/ground.js';
import type { ResolvedTarget, TargetPreference, ToolContext } from '../context.js';

type Screen = Pick<ToolContext, 'isPage' | 'observe' | 'read'> & {
  knownElement(id: string): Element | undefined;
};

/** Resolves an element id, `x,y`, a CSS selector or a phrase. Never guesses: throws HandrailError unless exactly one element matches. */
export async function resolveTarget(
  text: string,
  screen: Screen,
  preference?: TargetPreference,
): Promise<ResolvedTarget> {
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
  return resolvePhrase(target, screen, preference);
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
  const ranked = elements.map((element): RankedElement => ({ element, score: 1, why: '' }));
  throw new HandrailError(
    'ambiguous',
    `${total} elements match the selector ${css}: ${describeCandidates(ranked)}.`,
    'Use one of these ids, or a narrower selector.',
  );
}

function findOnlyVisible(elements: readonly Element[]): Element | undefined {
  const visible = elements.filter(
    ({ states, bounds }) => !states.includes('offscreen') && bounds.width > 0 && bounds.height > 0,
  );
  return visible.length === 1 ? visible[0] : undefined;
}

async function resolvePhrase(phrase: string, screen: Screen, preference?: TargetPreference): Promise<ResolvedTarget> {
  // On a desktop, the active window takes precedence.
  const onScreen = await screen.observe({ budget: 1, windowOnly: !screen.isPage });
  const choice = chooseCandidate(ground(phrase, onScreen.elements));
  const found = choice.kind === 'none' ? chooseCandidate(await searchPage(phrase, screen)) : choice;
  const best = preference === 'field' ? preferFields(found) : found;
  if (best.kind === 'one') {
    const { element, why, score } = best.best;
    return { target: { element: element.id }, element, reason: `${why} (${Math.round(score * 100)} %)` };
  }
  if (best.kind === 'several')
    throw new HandrailError(
      'ambiguous',
      `"${phrase}" matches ${best.candidates.length} elements: ${describeCandidates(best.candidates)}.`,
      'Use one of these ids, or be specific: the first …, … in the row with …, … next to ….',
    );
  if (screen.isPage && bareTag.test(phrase)) return resolveSelector(phrase, screen);
  const near = choice.kind === 'none' ? choice.nearest : [];
  throw new HandrailError(
    'not_found',
    `No element on the ${screen.isPage ? 'page' : 'screen'} matches "${phrase}".${near.length > 0 ? ` Nearest: ${describeCandidates(near)}.` : ''}`,
    screen.isPage
      ? 'Observe the page, scroll, or use its exact text.'
      : 'Observe, or use the exact text on the screen.',
  );
}

const fieldRoles = new Set<Role>(['TextInput', 'Dropdown', 'Checkbox', 'Radio']);

/** A field and a column header can have the same name. Only the field can be filled. */
function preferFields(choice: Choice): Choice {
  if (choice.kind !== 'several') return choice;
  const fields = choice.candidates.filter(({ element }) => fieldRoles.has(element.role));
  const [best] = fields;
  if (!best) return choice;
  return fields.length === 1 ? { kind: 'one', best } : { kind: 'several', candidates: fields };
}

/** Searches the whole page, beyond the screen. */
async function searchPage(phrase: string, screen: Screen): Promise<RankedElement[]> {
  const found = new Map<string, Element>();
  for (const words of searchWords(phrase)) {
    const { elements }: Observation = await screen.observe({ find: words, budget: 1 });
    for (const element of elements) found.set(element.id, element);
    const ranked = ground(phrase, [...found.values()]);
    if (chooseCandidate(ranked).kind !== 'none') return ranked;
  }
  return ground(phrase, [...found.values()]);
}

/** The quoted part first, then the phrase without words for roles and positions. */
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
  return [...new Set([quoted, bare].filter((words): words is string => Boolean(words)))];
}
