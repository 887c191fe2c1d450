import type { Element } from '../../core/element.js';
import { normalizeText } from '../../perception/grounding/text-similarity.js';
import { type ExecutionState, visibleElements } from '../execution-state.js';
import { bareName, withoutPurpose } from '../parser/phrasings.js';

const relation =
  /^(.+?)\s+(?:for|of|by|in|on|next\s+to|beside)\s+(?:the\s+)?(?:(?:same\s+)?(?:row|line|card|post)\s+(?:with|of|for|by)|user|person|post\s+by|email\s+(?:by|from|of))\s+(.+)$/iu;
const withIcon = /^(?:the\s+)?(?:item|button|link|entry|option)\s+with\s+(?:the|an?)\s+(.+?)\s+icon$/iu;
const maxIconPixels = 64;
const maxIconDistance = 160;

/** "the item with the stop icon": only attributes can match. */
export function isByIcon(phrase: string): boolean {
  return withIcon.test(phrase);
}

/** Nameless controls by their class or id, such as "trash" or "star", near the anchor that the phrase names. */
export async function matchIcons(state: ExecutionState, phrase: string): Promise<Element[]> {
  const bare = withoutPurpose(phrase).replace(withIcon, '$1 icon');
  const related = relation.exec(bare);
  const icons = await iconsNamed(state, related?.[1] ?? bare);
  if (!related || icons.length === 0) return icons;
  const anchors = await elementsWithText(state, related[2] ?? '');
  const beside = anchors.flatMap((anchor) => iconBelow(icons, anchor) ?? []);
  return icons.filter((icon) => beside.includes(icon));
}

/** Nameless elements with the phrase as a word in an attribute. */
async function iconsNamed(state: ExecutionState, phrase: string): Promise<Element[]> {
  const coordinate = /\(-?\d+,\s*-?\d+\)$/u.exec(phrase.trim())?.[0].replace(/\s/gu, '');
  if (coordinate) return (await state.turn.read({ what: 'elements', css: `[id="${coordinate}"]` })).elements;
  const word = bareName(phrase)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  if (!/^[\p{L}\p{N}][\p{L}\p{N}-]{2,24}$/u.test(word)) return [];
  const attributes = ['class', 'id', 'data-icon', 'data-action', 'data-testid', 'name'];
  const css = attributes.map((attribute) => `[${attribute}*="${word}" i]`).join(',');
  const { elements } = await state.turn.read({ what: 'elements', css });
  const small = elements.filter(
    ({ name, role, bounds }) =>
      name === '' && role !== 'TextInput' && bounds.width > 0 && Math.max(bounds.width, bounds.height) <= maxIconPixels,
  );
  const known = small.filter(({ interactive }) => interactive);
  const usable = known.length > 0 || !/\b(?:button|icon)\b/iu.test(phrase) ? known : small;
  const fitting: Element[] = [];
  for (const element of usable.slice(0, 60)) {
    const { attributes: own } = await state.turn.read({ what: 'attributes', element: element.id });
    if (attributes.some((attribute) => hasWord(own[attribute], word))) fitting.push(element);
  }
  return fitting;
}

/** How many elements have a word in their class. */
export async function countByClass(state: ExecutionState, word: string): Promise<number> {
  const { elements } = await state.turn.read({ what: 'elements', css: `[class*="${word}" i]:not(:has(*))` });
  let count = 0;
  for (const element of elements.slice(0, 200)) {
    const { attributes } = await state.turn.read({ what: 'attributes', element: element.id });
    if (hasWord(attributes.class, word.toLowerCase())) count += 1;
  }
  return count;
}

function hasWord(text: string | undefined, word: string): boolean {
  const parts = (text ?? '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return `-${parts.join('-')}-`.includes(`-${word}-`);
}

/** The elements whose text contains the given words. */
async function elementsWithText(state: ExecutionState, words: string): Promise<Element[]> {
  const plain = words.replace(/["“”]/gu, '').trim();
  const { elements } = await state.turn.observe({ find: plain, budget: 1 });
  const known = new Map([...state.turn.observation.elements, ...elements].map((element) => [element.id, element]));
  const texts = visibleElements(state, [...known.values()]);
  const exact = texts.filter(({ name }) => ` ${name} `.includes(` ${plain} `));
  if (exact.length > 0) return exact;
  const folded = ` ${normalizeText(plain).text} `;
  return texts.filter(({ name }) => ` ${normalizeText(name).text} `.includes(folded));
}

/** The icon that belongs to a block: beside its text, or the first one below within the distance of one block. */
export function iconBelow(icons: readonly Element[], anchor: Element): Element | undefined {
  const sorted = [...icons].sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
  const gaps = sorted.slice(1).map(({ bounds }, index) => bounds.y - (sorted[index]?.bounds.y ?? 0));
  const pitch = Math.min(maxIconDistance, ...gaps.filter((gap) => gap > 2));
  const first = sorted.find(({ bounds }) => bounds.y + bounds.height / 2 >= anchor.bounds.y - 2);
  return first && first.bounds.y - anchor.bounds.y < pitch ? first : undefined;
}
