import { isSecretReference } from '../../core/secrets/secret-reference.js';
import { createSecretFinder } from './secret-finder.js';

export const mask = '•••';

/** Masks secrets in texts for a reader, in any encoding. */
export interface SecretMask {
  /** Every secret that was added. */
  readonly secrets: ReadonlySet<string>;
  add(secret: string): void;
  apply(text: string): string;
}

/** A shorter secret is part of many words, so only whole words are masked. */
const minPlainLength = 4;
/** One character is masked only in quotation marks. */
const minWordLength = 2;
/** Names are cut off at this length or later. */
const minCutLength = 60;
const maxCutLength = 200;
const minDataLength = 5_000;

export function createSecretMask(secrets: Iterable<string> = []): SecretMask {
  const finder = createSecretFinder([], mask);
  const added = new Set<string>();
  const plain = new Set<string>();
  const short = new Map<string, RegExp>();

  function add(secret: string): void {
    if (secret.trim() === '' || added.has(secret) || isSecretReference(secret)) return;
    added.add(secret);
    // Titles and texts of a page are shown with single spaces.
    for (const form of new Set([secret, secret.replace(/\s+/g, ' ').trim()])) {
      if (form.length < minPlainLength) short.set(form, toWordPattern(form));
      // Digits are not masked in the id of an element: the caller needs it.
      else if (/^\d+$/.test(form)) short.set(form, new RegExp(`(?<!\\bel_\\d*)${form}`, 'g'));
      else if (!plain.has(form)) {
        plain.add(form);
        finder.add(form);
      }
    }
  }
  for (const secret of secrets) add(secret);

  return {
    secrets: added,
    add,
    apply(text) {
      if ((plain.size === 0 && short.size === 0) || isEncodedData(text)) return text;
      let clean = plain.size > 0 ? finder.remove(text, minPlainLength) : text;
      for (const secret of plain) clean = maskCutOff(clean, secret);
      for (const pattern of short.values()) clean = clean.replace(pattern, mask);
      return clean;
    },
  };
}

/** A picture in base64 can contain any short sequence by chance. */
function isEncodedData(text: string): boolean {
  return text.length >= minDataLength && /^[\w+/=-]+$/.test(text);
}

function toWordPattern(secret: string): RegExp {
  const escaped = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (secret.length < minWordLength) return new RegExp(`(?<=")${escaped}(?=")|(?<=')${escaped}(?=')`, 'g');
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'gu');
}

/** Masks the first characters of a secret where a name is cut off, and the last ones after `…`. */
function maskCutOff(text: string, secret: string): string {
  let clean = text;
  for (const { index } of [...text.matchAll(/…|"|$/g)].reverse()) {
    const isCut = text[index] === '…' || isLongName(text, index);
    const length = isCut
      ? cutLength((count) => text.startsWith(secret.slice(0, count), index - count), secret, index)
      : 0;
    if (length > 0) clean = `${clean.slice(0, index - length)}${mask}${clean.slice(index)}`;
  }
  for (const { index } of [...clean.matchAll(/…/g)].reverse()) {
    const length = cutLength((count) => clean.startsWith(secret.slice(-count), index + 1), secret, clean.length);
    if (length > 0) clean = `${clean.slice(0, index + 1)}${mask}${clean.slice(index + 1 + length)}`;
  }
  return clean;
}

function cutLength(matches: (count: number) => boolean, secret: string, limit: number): number {
  for (let count = Math.min(secret.length - 1, maxCutLength, limit); count >= minPlainLength - 1; count -= 1)
    if (matches(count)) return count;
  return 0;
}

/** A name can be cut off without a sign. Only a long one is. */
function isLongName(text: string, end: number): boolean {
  return end - (text.lastIndexOf('"', end - 1) + 1) >= minCutLength;
}
