import type { Element } from '../../core/element.js';
import type { Interpretation } from './parse-phrase.js';
import { areEqual, begins, contains, isSign, symbolAmongWords, toTokens } from './text-tokens.js';

/** How the words of a phrase fit an element, the best first. `contains` is used only for elements that a phrase refers to. */
export type TextFit = 'equal' | 'label' | 'value' | 'begins' | 'contains';

/** How the texts of an element fit the wanted tokens. `label` is the text beside a field: a guess by its position. */
export function fitOf(wanted: readonly string[], element: Element, label: string | undefined): TextFit | undefined {
  const { name, text, description, states } = element;
  // A symbol or a letter is explained by its tooltip. Another name may have a description that names something else.
  const isSymbol = !/[\p{L}\p{N}]{2}/u.test(name);
  const names = [name, text, withoutCount(name), isSymbol ? description : undefined].filter(isDefined);
  const labels = [label, description].filter(isDefined);
  if (names.some((one) => isEqual(wanted, one))) return 'equal';
  if (labels.some((one) => isEqual(wanted, one))) return 'label';
  const value = states.includes('password') ? undefined : element.value;
  if (value !== undefined && isEqual(wanted, value)) return 'value';
  if ([...names, ...labels].some((one) => begins(wanted, toTokens(one)))) return 'begins';
  const texts = [...names, ...labels, value].filter(isDefined);
  return texts.some((one) => contains(wanted, toTokens(one))) ? 'contains' : undefined;
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

/** "e-mail" is "email", but "save dir" is not "savedir". */
function isEqual(wanted: readonly string[], text: string): boolean {
  if (areEqual(wanted, toTokens(text))) return true;
  return text.includes('-') && areEqual(wanted, toTokens(text.replaceAll('-', '')));
}

/** "Cart (2)" is named "Cart". */
function withoutCount(name: string): string | undefined {
  const bare = name.replace(/\s*\(\d+\)$/, '');
  return bare === name ? undefined : bare;
}
