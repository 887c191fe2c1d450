import type { Element } from '../../core/element.js';
import { ground } from '../../perception/grounding/ground.js';
import { type Resolution, resolvePhrase } from '../../perception/grounding/resolve-phrase.js';
import { toTokens } from '../../perception/grounding/text-tokens.js';
import { labelsForSymbol } from '../packs/calculator.js';
import { bareName, isShortened } from '../parser/phrasings.js';
import { single } from '../single.js';
import type { Step } from '../step.js';
import { isWithin } from './layout.js';
import type { Matches } from './match.js';
import { isCheckable, type Purpose, testsFor } from './purpose.js';
import { withoutRole, wordingsOf } from './wordings.js';

const maxSuggestions = 5;

/** Matches a phrase with elements that can take the instruction, by the strict rules of `resolvePhrase`. */
export async function matchPhrase(
  step: Step,
  phrase: string,
  elements: readonly Element[],
  purpose: Purpose,
): Promise<Matches> {
  for (const wording of wordingsOf(phrase, purpose)) {
    const bySymbol = isSymbol(wording) ? resolveSymbol(wording, elements) : undefined;
    const isKey = bySymbol && (bySymbol.kind !== 'none' || /\p{L}/u.test(wording));
    const found = isKey ? bySymbol : resolveWording(wording, elements, purpose);
    const whole = isShortened(wording, phrase) ? withWholeName(found, wording) : found;
    if (whole.kind !== 'none') return toMatches(step, whole);
  }
  const nearest = ground(phrase.replace(/["“”]/gu, ''), elements, { limit: maxSuggestions }).map(
    ({ element }) => element,
  );
  return { nearest };
}

async function toMatches(step: Step, found: Exclude<Resolution, { kind: 'none' }>): Promise<Matches> {
  const { isPrefix } = found;
  if (found.kind === 'one') return { one: { element: found.element, why: found.reason, isPrefix }, nearest: [] };
  const distinct = await withDifferentEffects(step, found.elements);
  const only = single(distinct);
  if (only) return { one: { element: only, why: 'the others do the same', isPrefix }, nearest: [] };
  return { several: distinct, nearest: [] };
}

/**
 * A resolution without an element whose name has more words: "Next" is not "Next generation printers". A number or a price may follow. The name of a
 * choice or a card includes its description.
 */
function withWholeName(found: Resolution, wording: string): Resolution {
  if (found.kind !== 'one' || !found.isPrefix) return found;
  const { element } = found;
  const count = toTokens(bareName(wording)).length;
  const isCard = element.kind === 'generic' || isCheckable(element);
  return isCard || !/^\p{L}/u.test(toTokens(element.name)[count] ?? '') ? found : { kind: 'none' };
}

/** All elements that match a phrase such as "the Delete buttons". */
export function matchEvery(phrase: string, elements: readonly Element[], purpose: Purpose): readonly Element[] {
  const singular = phrase
    .replace(/\b(?:check\s*)?boxes\b/giu, 'checkbox')
    .replace(/\b(button|link|option|item|tab|icon|row|field|input|radio|image|heading|dropdown|checkbox)s\b/giu, '$1');
  for (const wording of wordingsOf(singular, purpose)) {
    const found = resolveWording(wording, elements, purpose);
    if (found.kind === 'one') return [found.element];
    if (found.kind === 'several') return found.elements;
  }
  return [];
}

/** An equal text of an element with precedence counts more than a prefix, and that more than elements without precedence. */
function resolveWording(wording: string, elements: readonly Element[], purpose: Purpose): Resolution {
  const isOpposite = oppositeOf(wording);
  const tests = testsFor(purpose).map((test) => (element: Element) => test(element) && !isOpposite(element));
  const found = tests.map((test) => resolvePhrase(wording, elements, test)).filter(({ kind }) => kind !== 'none');
  const best = found.find((one) => one.kind !== 'none' && !one.isPrefix) ?? found[0];
  if (best) return best;
  // The role of a generic element is a guess, so a word such as "link" does not exclude it.
  const bare = withoutRole(wording);
  const generic =
    bare === undefined
      ? undefined
      : resolvePhrase(bare, elements, (element) => element.kind === 'generic' && tests.some((test) => test(element)));
  return generic && generic.kind !== 'none' && !generic.isPrefix ? generic : { kind: 'none' };
}

/**
 * Whether a control is named after the opposite of a word in the phrase: "Unstar" for "star", even if it shows a star. A symbol in the phrase
 * means what is shown.
 */
function oppositeOf(wording: string): (element: Element) => boolean {
  const words = isSymbol(wording) ? [] : toTokens(wording);
  const opposites = new Set(words.flatMap((word) => [`un${word}`, `dis${word}`, `de${word}`]));
  for (const word of words) opposites.delete(word);
  return ({ name, interactive }) => interactive && opposites.has(toTokens(name)[0] ?? '');
}

const around = /["“”]|^the\s|\s(?:button|key|sign|icon)$/giu;

function isSymbol(wording: string): boolean {
  const sign = wording.replace(around, '').trim();
  return sign !== '' && !/[\p{L}\p{N}]/u.test(sign) && !/\s/u.test(sign);
}

/** A key by its symbol, or by a label with the same meaning: "×" for "*". */
function resolveSymbol(wording: string, elements: readonly Element[]): Resolution {
  const keys = elements.filter(({ interactive }) => interactive);
  const found = labelsForSymbol(wording.replace(around, '').trim())
    .map((label) => keys.filter(({ name }) => name.trim().toLowerCase() === label))
    .find(({ length }) => length > 0);
  const [element] = found ?? [];
  if (!found || !element) return { kind: 'none' };
  return found.length === 1
    ? { kind: 'one', element, reason: 'same symbol', isPrefix: false }
    : { kind: 'several', elements: found, isPrefix: false };
}

/** Of equal matches, those that do different things: not a card beside the link in it, and not two links to one URL. */
async function withDifferentEffects(step: Step, equals: readonly Element[]): Promise<readonly Element[]> {
  const pressable = single(equals.filter(({ interactive }) => interactive));
  if (pressable) return [pressable];
  const separate = equals.filter((one) => !equals.some((other) => other !== one && standsFor(other, one)));
  const list = separate.length > 0 ? separate : equals;
  const isOneUrl = list.length > 1 && list.length <= 4 && (await leadToOneUrl(step, list));
  return isOneUrl ? list.slice(0, 1) : list;
}

/** Whether acting on `inner` equals acting on `outer`: the link in a card of the same name. */
function standsFor(inner: Element, outer: Element): boolean {
  if (inner.name !== outer.name || inner.frame !== outer.frame || !isWithin(inner, outer, 1)) return false;
  return !isWithin(outer, inner, 1) || inner.id > outer.id;
}

async function leadToOneUrl({ screen: { turn } }: Step, list: readonly Element[]): Promise<boolean> {
  if (!list.every(({ role }) => role === 'Link')) return false;
  const read = await Promise.all(list.map(({ id }) => turn.read({ what: 'attributes', element: id })));
  const urls = new Set(read.map(({ attributes }) => attributes.href ?? ''));
  const [url] = urls;
  return urls.size === 1 && url !== undefined && url !== '' && url !== '#' && !/^javascript:/iu.test(url);
}
