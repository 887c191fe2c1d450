import type { Element } from '../../core/element.js';
import { isOnLine } from '../../perception/grounding/element-path.js';
import { insideOf } from '../../perception/grounding/structural-relation.js';
import { contains, toTokens } from '../../perception/grounding/text-tokens.js';
import type { Step } from '../step.js';
import { isSameRow } from './layout.js';

/** What every form and page has. A control that is named after the verb alone belongs to it: "Save the changes". */
const stateNoun = /^(?:it|this|form|changes?|settings)\b/iu;
/** Words that the control alone would not use: "Rate it 5 stars", "Book it for two". */
const carriesValue = /\d|["“]|@|\b(?:one|two|three|four|five|six)\b/iu;
/** What a page plays or runs. */
const runningNoun = /^(?:game|timer|video|music)\b/iu;
/** What a page can show as a whole. The page must say so: "Cancel the order" on the page "Order 12". */
const openNoun = /^(?:document|entry|order|page|file|account|purchase|payment|appointment|message|cart)\b/iu;

/** Whether a control that is named after a verb alone belongs to what the object means: what the page itself shows, and not a part of it. */
export function isForOpenObject(step: Step, control: Element, object: string): boolean {
  if (stateNoun.test(object)) return !carriesValue.test(object);
  if (isLabelledOtherwise(step, control, object)) return false;
  if (runningNoun.test(object)) return true;
  const noun = openNoun.exec(object)?.[0];
  if (noun === undefined) return false;
  const { elements, title = '', url = '' } = step.screen.turn.observation;
  const section = sectionOf(control, elements);
  if (section) return mentions(section.name, noun);
  const headings = elements.filter(({ level, role }) => level !== undefined || role === 'Dialog');
  return noun === 'page' || [title, url, ...headings.map(({ name }) => name)].some((text) => mentions(text, noun));
}

/** Whether the texts beside a control name something else than the object: "Photo [Delete]" for "the account". */
export function isLabelledOtherwise({ screen: { turn } }: Step, control: Element, object: string): boolean {
  const labels = turn.observation.elements.filter(
    (other) =>
      !other.interactive &&
      other.level === undefined &&
      /\p{L}/u.test(other.name) &&
      isOnLine(other, control) &&
      (isSameRow(other, control) || isInPartOf(other, control)),
  );
  return labels.length > 0 && !labels.some(({ name }) => mentions(name, object));
}

/** Whether only the title of the page mentions the object, and the control belongs to a part of the page with another name. */
export function isOfOtherPart(step: Step, control: Element, object: string): boolean {
  const { elements } = step.screen.turn.observation;
  const mentioning = elements.filter(({ id, name }) => id !== control.id && mentions(name, object));
  if (mentioning.length === 0 || mentioning.some(({ level }) => level !== 1)) return false;
  const section = sectionOf(control, elements);
  const isElsewhere = section !== undefined && !mentions(section.name, object);
  return !mentions(control.name, object) && (isElsewhere || isLabelledOtherwise(step, control, object));
}

/** Whether the smallest part of the document around a control contains an element. */
function isInPartOf({ path }: Element, control: Element): boolean {
  const part = control.path?.at(-1);
  return part !== undefined && path?.includes(part) === true;
}

/** The heading of the section that contains a control. The title of the page is none. */
function sectionOf(control: Element, elements: readonly Element[]): Element | undefined {
  return elements.findLast(
    (heading) => (heading.level ?? 1) > 1 && insideOf(heading, [control], elements).includes(control),
  );
}

function mentions(text: string, words: string): boolean {
  const wanted = toTokens(words);
  return contains(wanted, toTokens(text)) || contains([...wanted.slice(0, -1), `${wanted.at(-1)}s`], toTokens(text));
}

/** Words that add nothing to the verb in the name of a control. */
const addsNothing = /^(?:now|new|an?|the|this|it|item|entry|row|permanently|forever|please)$/u;

/** Whether the name of a control is the verb alone, or the verb and words of its object: "Edit Ann" for "Ann". */
export function isNamedAfter({ name, text = '', description = '' }: Element, verb: string, object: string): boolean {
  const start = toTokens(verb);
  const allowed = new Set(toTokens(object));
  return [name, text, description].some((one) => {
    const tokens = toTokens(one);
    if (!start.every((token, index) => tokens[index] === token)) return false;
    return tokens.slice(start.length).every((token) => allowed.has(token) || addsNothing.test(token));
  });
}

const names = /["“]([^"”]+)["”]|[#@]?[\p{Lu}\d][\p{L}\p{N}#@.'-]*/gu;

/** Whether the page mentions every name in a phrase. */
export function pageMentions(words: string, elements: readonly Element[]): boolean {
  const texts = elements.map(({ name, value = '', description = '' }) =>
    `${name} ${value} ${description}`.toLowerCase(),
  );
  return [...words.matchAll(names)].every(([whole, quoted]) =>
    texts.some((text) => text.includes((quoted ?? whole).toLowerCase())),
  );
}

/** Whether the row of a control mentions every name in a phrase. It prevents an action on the wrong row. */
export function rowMentions(element: Element, words: string, elements: readonly Element[]): boolean {
  const { list } = element;
  if (!list) return pageMentions(words, elements);
  const row = elements
    .filter((other) => isSameRow(other, element))
    .map(({ name, value = '', description = '' }) => `${name} ${value} ${description}`)
    .join(' ')
    .toLowerCase();
  return [...words.matchAll(names)].every(([whole, quoted]) => row.includes((quoted ?? whole).toLowerCase()));
}
