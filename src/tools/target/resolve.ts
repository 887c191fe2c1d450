import type { Target } from '../../core/action.js';
import { type Element, isElementId, type Role } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Observation } from '../../core/observation.js';
import { type Choice, choose, describeCandidates } from '../../perception/grounding/choose.js';
import { ground, type Ranked } from '../../perception/grounding/ground.js';
import type { Resolved, ToolContext, Want } from '../context.js';

type Eyes = Pick<ToolContext, 'isPage' | 'observe' | 'read'> & { seen(id: string): Element | undefined };

/** What a target means: an element id, `x,y`, a CSS selector of a page, or a phrase. Nothing is guessed: one thing answers, or it is refused. */
export async function resolveTarget(text: string, eyes: Eyes, want?: Want): Promise<Resolved> {
  const asked = text.trim();
  if (!asked)
    throw new HandrailError('invalid_input', 'The target is empty.', 'Name an element id, a selector or a phrase.');
  const id = asked.replace(/^\[(el_\d+)\]$/, '$1');
  if (isElementId(id)) return byId(id, eyes);
  const point = /^\(?\s*(-?\d+(?:\.\d+)?)\s*[,;]\s*(-?\d+(?:\.\d+)?)\s*\)?$/.exec(asked);
  if (point) {
    const target: Target = { x: Number(point[1]), y: Number(point[2]) };
    return { target, why: `at ${target.x}, ${target.y}` };
  }
  if (isMeantAsSelector(asked, eyes)) return bySelector(asked, eyes);
  return byPhrase(asked, eyes, want);
}

function byId(id: `el_${number}`, eyes: Eyes): Resolved {
  const element = eyes.seen(id);
  return element
    ? { target: { element: id }, element, why: 'by its id' }
    : { target: { element: id }, why: 'by its id' };
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

/** Whether it is written as CSS. A bare word such as "button" is a phrase. */
export function isSelector(text: string): boolean {
  return selectorForms.some((form) => form.test(text));
}

/** A window called "*Untitled" is no selector: on a desktop they have to be said to be one, to hear that they are not. */
export function isMeantAsSelector(text: string, { isPage }: Pick<ToolContext, 'isPage'>): boolean {
  return isPage ? isSelector(text) : /^css\s*[=:]/i.test(text);
}

async function bySelector(text: string, eyes: Eyes): Promise<Resolved> {
  const css = text.replace(/^css\s*[=:]\s*/i, '');
  const { elements, total } = await eyes.read({ what: 'elements', css });
  const only = elements.length === 1 ? elements[0] : onlyUsable(elements);
  if (only) return { target: { element: only.id }, element: only, why: `the element that ${css} selects` };
  if (elements.length === 0)
    throw new HandrailError(
      'not_found',
      `Nothing matches the selector ${css}.`,
      'Observe the page, and use an element id or a phrase.',
    );
  const ranked = elements.map((element): Ranked => ({ element, score: 1, why: '' }));
  throw new HandrailError(
    'ambiguous',
    `${total} elements match the selector ${css}: ${describeCandidates(ranked)}.`,
    'Use one of these ids, or a narrower selector.',
  );
}

function onlyUsable(elements: readonly Element[]): Element | undefined {
  const usable = elements.filter(
    ({ states, bounds }) => !states.includes('offscreen') && bounds.width > 0 && bounds.height > 0,
  );
  return usable.length === 1 ? usable[0] : undefined;
}

async function byPhrase(phrase: string, eyes: Eyes, want?: Want): Promise<Resolved> {
  // On a desktop, what is in the window in use is meant before what is in another.
  const here = await eyes.observe({ budget: 1, ...(eyes.isPage ? {} : { windowOnly: true }) });
  const choice = choose(ground(phrase, here.elements));
  const found = choice.kind === 'none' ? choose(await searchPage(phrase, eyes)) : choice;
  const elsewhere = want === 'field' ? preferFields(found) : found;
  if (elsewhere.kind === 'one') {
    const { element, why, score } = elsewhere.best;
    return { target: { element: element.id }, element, why: `${why} (${Math.round(score * 100)} %)` };
  }
  if (elsewhere.kind === 'several')
    throw new HandrailError(
      'ambiguous',
      `"${phrase}" could be any of ${elsewhere.candidates.length}: ${describeCandidates(elsewhere.candidates)}.`,
      'Use one of these ids, or say which: the first, the one in the row with …, the one next to ….',
    );
  if (eyes.isPage && bareTag.test(phrase)) return bySelector(phrase, eyes);
  const near = choice.kind === 'none' ? choice.nearest : [];
  throw new HandrailError(
    'not_found',
    `Nothing on the ${eyes.isPage ? 'page' : 'screen'} is "${phrase}".${near.length > 0 ? ` Nearest: ${describeCandidates(near)}.` : ''}`,
    eyes.isPage ? 'Observe the page, scroll, or use the words it uses.' : 'Observe, or use the words it uses.',
  );
}

const fieldRoles = new Set<Role>(['TextInput', 'Dropdown', 'Checkbox', 'Radio']);

/** Where a field and the head of a column have the same name, only the field can be filled. */
function preferFields(choice: Choice): Choice {
  if (choice.kind !== 'several') return choice;
  const fields = choice.candidates.filter(({ element }) => fieldRoles.has(element.role));
  const [best] = fields;
  if (!best) return choice;
  return fields.length === 1 ? { kind: 'one', best } : { kind: 'several', candidates: fields };
}

/** Beyond the screen: whatever on the page holds one of the words. */
async function searchPage(phrase: string, eyes: Eyes): Promise<Ranked[]> {
  const found = new Map<string, Element>();
  for (const words of searchWords(phrase)) {
    const { elements }: Observation = await eyes.observe({ find: words, budget: 1 });
    for (const element of elements) found.set(element.id, element);
    const ranked = ground(phrase, [...found.values()]);
    if (choose(ranked).kind !== 'none') return ranked;
  }
  return ground(phrase, [...found.values()]);
}

/** The quoted part first, then the phrase without the words that say only what kind of thing it is. */
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
