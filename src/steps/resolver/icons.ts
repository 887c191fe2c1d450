import type { Element } from '../../core/element.js';
import { contains, toTokens } from '../../perception/grounding/text-tokens.js';
import { bareName, withoutPurpose } from '../parser/phrasings.js';
import { single } from '../single.js';
import { type Step, visibleElements } from '../step.js';

const relation =
  /^(.+?)\s+(?:for|of|by|in|on|next\s+to|beside)\s+(?:the\s+)?(?:(?:same\s+)?(?:row|line|card|post)\s+(?:with|of|for|by)|user|person|post\s+by|email\s+(?:by|from|of))\s+(.+)$/iu;
const withIcon = /^(?:the\s+)?(?:item|button|link|entry|option)\s+with\s+(?:the|an?)\s+(.+?)\s+icon$/iu;
const attributes = ['class', 'id', 'data-icon', 'data-action', 'data-testid', 'name'];
/** Each icon is read on its own. Of more icons, none is named, because the others could match, too. */
const maxIcons = 150;

/**
 * Names the nameless controls whose class, id or similar attribute contains the icon of the phrase as a word, such as "trash" or "star".
 * Returns undefined when there is none.
 */
export async function withIconNames(
  step: Step,
  phrase: string,
  elements: readonly Element[],
): Promise<{ phrase: string; elements: readonly Element[] } | undefined> {
  const [subject, anchor] = subjectOf(phrase);
  const word = toAttributeWord(subject);
  const nameless = elements.filter(({ name, role, interactive }) => name === '' && interactive && role !== 'TextInput');
  if (word === undefined || nameless.length === 0) return undefined;
  const { elements: found } = await step.screen.turn.read({ what: 'elements', css: cssFor(word) });
  const possible = found.filter(({ id }) => nameless.some((element) => element.id === id));
  const icons = new Set((await withAttributeWord(step, possible, word)).map(({ id }) => id));
  if (icons.size === 0) return undefined;
  return {
    phrase: anchor === undefined ? `"${word}"` : `"${word}" in the row with ${anchor}`,
    elements: elements.map((element) => (icons.has(element.id) ? { ...element, name: word } : element)),
  };
}

/** "the trash icon for the email by Ann": the icon and what it belongs to. */
function subjectOf(phrase: string): [subject: string, anchor?: string] {
  const bare = withoutPurpose(phrase).replace(withIcon, '$1 icon');
  const [, subject = bare, anchor] = relation.exec(bare) ?? [];
  return [subject, anchor];
}

function toAttributeWord(subject: string): string | undefined {
  const word = bareName(subject)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return /^[\p{L}\p{N}][\p{L}\p{N}-]{2,24}$/u.test(word) ? word : undefined;
}

function cssFor(word: string): string {
  return attributes.map((attribute) => `[${attribute}*="${word}" i]`).join(',');
}

async function withAttributeWord(step: Step, elements: readonly Element[], word: string): Promise<Element[]> {
  const icons: Element[] = [];
  if (elements.length > maxIcons) return icons;
  for (const element of elements) {
    const { attributes: own } = await step.screen.turn.read({ what: 'attributes', element: element.id });
    if (attributes.some((attribute) => hasWord(own[attribute], word))) icons.push(element);
  }
  return icons;
}

const maxIconPixels = 64;
const maxIconDistance = 160;

/** A nameless icon that the observation does not list, by its class: the only one, or the one beside the text that the phrase names. */
export async function findUnlistedIcon(step: Step, phrase: string): Promise<Element | undefined> {
  const anchors = await anchorsOf(step, phrase);
  if (anchors && anchors.length !== 1) return undefined;
  return single(await findUnlistedIcons(step, phrase));
}

/** All icons of that kind, or the ones beside the texts that the phrase names. None if one of these texts has no icon. */
export async function findUnlistedIcons(step: Step, phrase: string): Promise<readonly Element[]> {
  const icons = await unlistedIcons(step, phrase);
  const anchors = await anchorsOf(step, phrase);
  if (!anchors) return icons;
  const beside = anchors.flatMap((anchor) => iconBeside(icons, anchor) ?? []);
  return beside.length === anchors.length ? beside : [];
}

async function unlistedIcons(step: Step, phrase: string): Promise<Element[]> {
  const word = toAttributeWord(subjectOf(phrase)[0]);
  if (word === undefined) return [];
  const known = new Set(step.screen.turn.observation.elements.map(({ id }) => id));
  const { elements } = await step.screen.turn.read({ what: 'elements', css: cssFor(word) });
  const small = elements.filter(
    ({ id, name, role, bounds }) =>
      !known.has(id) &&
      name === '' &&
      role !== 'TextInput' &&
      bounds.width > 0 &&
      Math.max(bounds.width, bounds.height) <= maxIconPixels,
  );
  return withAttributeWord(step, small, word);
}

/** The texts that contain the words after "for the user …", or the last found element. Undefined when the phrase refers to nothing. */
async function anchorsOf(step: Step, phrase: string): Promise<readonly Element[] | undefined> {
  const [, anchor] = subjectOf(phrase);
  if (anchor === undefined) return step.discourse.found && [step.discourse.found];
  const words = anchor.replace(/["“”]/gu, '');
  const { elements } = await step.screen.turn.observe({ find: words, budget: 1 });
  const known = new Map(
    [...step.screen.turn.observation.elements, ...elements].map((element) => [element.id, element]),
  );
  const wanted = toTokens(words);
  return visibleElements(step, [...known.values()]).filter(({ name }) => contains(wanted, toTokens(name)));
}

/** The first icon on the line of a text or below it, within the distance of one block. */
function iconBeside(icons: readonly Element[], anchor: Element): Element | undefined {
  const sorted = [...icons].sort((one, other) => one.bounds.y - other.bounds.y || one.bounds.x - other.bounds.x);
  const gaps = sorted.slice(1).map(({ bounds }, index) => bounds.y - (sorted[index]?.bounds.y ?? 0));
  const pitch = Math.min(maxIconDistance, ...gaps.filter((gap) => gap > 2));
  const first = sorted.find(({ bounds }) => bounds.y + bounds.height / 2 >= anchor.bounds.y - 2);
  return first && first.bounds.y - anchor.bounds.y < pitch ? first : undefined;
}

/** How many elements have a word in their class. */
export async function countByClass(step: Step, word: string): Promise<number> {
  const { elements } = await step.screen.turn.read({ what: 'elements', css: `[class*="${word}" i]:not(:has(*))` });
  let count = 0;
  for (const element of elements.slice(0, 200)) {
    const { attributes: own } = await step.screen.turn.read({ what: 'attributes', element: element.id });
    if (hasWord(own.class, word.toLowerCase())) count += 1;
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
