import { type Element, isSecretField } from '../../core/element.js';
import type { Interpretation } from './parse-phrase.js';
import { areEqual, begins, contains, isSign, symbolAmongWords, toTokens } from './text-tokens.js';
import { symbolNames } from './vocabulary.js';

/** How the words of a phrase fit an element, the best first. `guess`: a guessed name, or the look of a shape. `contains` is used only for elements that a phrase refers to. */
export type TextFit = 'equal' | 'label' | 'value' | 'begins' | 'guess' | 'contains';

/** The symbols that a phrase contains as they are: "×". */
export function signsOf(phrase: string): readonly string[] {
  return phrase.split(/\s+/).filter((part) => symbolNames.has(part.replace(/\ufe0f/g, '')));
}

/**
 * How the texts of an element fit the wanted tokens. `label` is the text beside a field: a guess by its position. `signs` are the symbols in the
 * phrase.
 */
export function fitOf(
  wanted: readonly string[],
  element: Element,
  label: string | undefined,
  signs: readonly string[] = [],
): TextFit | undefined {
  const { name, description, states } = element;
  // A symbol or a letter is explained by its tooltip. Another name may have a description that names something else.
  const isSymbol = !/[\p{L}\p{N}]{2}/u.test(name);
  // The star of a button "Unstar" does not mean "star". It is only what a phrase with "★" means.
  const isExplained = !isSymbol && symbolNames.has((element.text ?? '').replace(/\s|\ufe0f/g, ''));
  const text = isExplained && !signs.some((sign) => element.text?.includes(sign)) ? undefined : element.text;
  const names = [name, text, withoutCount(name), isSymbol ? description : undefined].filter(isDefined);
  const labels = [label, description, withoutDecoration(name), withoutArticle(name)].filter(isDefined);
  if (names.some((one) => isEqual(wanted, one))) return 'equal';
  if (labels.some((one) => isEqual(wanted, one))) return 'label';
  const value = isSecretField({ states }) ? undefined : element.value;
  if (value !== undefined && isEqual(wanted, value)) return 'value';
  // The text of a group is not the text of its items.
  const canBegin = element.kind !== 'group';
  // The beginning of a tooltip means something else than the name: "More" is not "Page information" with "More information about this page".
  const beginnings = [...names, label, withoutDecoration(name)].filter(isDefined);
  if (canBegin && beginnings.some((one) => begins(wanted, toTokens(withoutAddresses(one, wanted))))) return 'begins';
  if (guessesOf(element).some((one) => isEqual(wanted, one))) return 'guess';
  const texts = [...names, ...labels, value].filter(isDefined);
  return texts.some((one) => contains(wanted, toTokens(withoutAddresses(one, wanted)))) ? 'contains' : undefined;
}

const edgeSigns = /^[-*@~&^|.]+(?=[^\s*@~&^|.-])|(?<=[^\s*@~&^|-])[-*@~&^|]+$/gu;

/** Whether a text of the element has the signs at the edges of a phrase, which are no words: "C--" is not "C". */
export function hasEdgeSigns(phrase: string, { name, text = '', description = '', value = '' }: Element): boolean {
  const given = phrase.trim().toLowerCase();
  const texts = [name, text, description, value].map((one) => one.replace(/\s+/gu, '').toLowerCase());
  return [...given.matchAll(edgeSigns)].every(({ 0: signs, index }) => {
    const withWord = index === 0 ? given.slice(0, signs.length + 1) : given.slice(index - 1);
    return texts.some((one) => one.includes(withWord));
  });
}

/** One word does not name an e-mail address that contains it. */
function withoutAddresses(text: string, wanted: readonly string[]): string {
  return wanted.length === 1 ? text.replace(/\S+@\S+/g, ' ') : text;
}

/** The guessed name, and what a user can call a shape: "red circle", "red", "circle", "red circle 5", "row 2 column 3". */
function guessesOf({ name, guess, look }: Element): string[] {
  const texts = guess ? [guess] : [];
  if (!look) return texts;
  const position = /row \d+ column \d+$/.exec(look)?.[0];
  const form = position ? look.slice(0, -position.length).trim() : look;
  texts.push(...[look, form, position, ...form.split(' ')].filter(isDefined));
  const label = name || guess;
  return label ? [...texts, `${form} ${label}`, `${label} ${form}`] : texts;
}

function isDefined(text: string | undefined): text is string {
  return text !== undefined;
}

/** The tokens of the name in an interpretation. Undefined if its parts cannot be one name. */
export function wantedTokens({ name, quotedTexts, subject, literal }: Interpretation): readonly string[] | undefined {
  const [quoted] = quotedTexts;
  if (quoted !== undefined)
    // Several quoted texts, or other words beside a quoted one, cannot all be the name.
    return quotedTexts.length > 1 || name.words.length > 0 ? undefined : toTokens(quoted);
  const all = toTokens(subject);
  if (literal) return all;
  // The words that are left when those for role, state and ordinal are taken away. Signs always belong to the name.
  const left = [...name.words];
  const kept = all.filter((token) => isSign(token) || takeWords(left, token));
  const [only = ''] = kept;
  if (kept.length === 1 && isSign(only)) return toTokens(only);
  const symbol = kept.length === 0 ? symbolAmongWords(subject) : undefined;
  return symbol ? [symbol] : kept;
}

/** Removes the words of a token from the list. False if one of them is not there. */
function takeWords(words: string[], token: string): boolean {
  const parts = token.split(/[.,:/]/);
  const start = words.findIndex((_, index) => parts.every((part, offset) => words[index + offset] === part));
  if (start < 0) return false;
  words.splice(start, parts.length);
  return true;
}

/** The phrase "email" fits the name "E-mail", but "savedir" does not fit "save dir". */
function isEqual(wanted: readonly string[], text: string): boolean {
  if (areEqual(wanted, toTokens(text))) return true;
  return text.includes('-') && areEqual(wanted, toTokens(text.replaceAll('-', '')));
}

/** "+ New folder" and "🗑 Delete" are also called "New folder" and "Delete". */
function withoutDecoration(name: string): string | undefined {
  const bare = name.replace(/^[^\p{L}\p{N}]+\s(?=\p{L}{2})/u, '');
  return bare === name ? undefined : bare;
}

/** "The office" is also called "office". */
function withoutArticle(name: string): string | undefined {
  const bare = name.replace(/^(?:an?|the)\s+(?=\p{L}{2})/iu, '');
  return bare === name ? undefined : bare;
}

/** "Cart (2)" is named "Cart". */
function withoutCount(name: string): string | undefined {
  const bare = name.replace(/\s*\(\d+\)$/, '');
  return bare === name ? undefined : bare;
}
