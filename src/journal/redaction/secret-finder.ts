import { isSecretReference } from '../../core/secrets/secret-reference.js';
import { decodeText } from './decoded-texts.js';
import { secretForms } from './secret-forms.js';

/** Replace a secret if the preferred placeholder contains one: the first of these that does not. */
const placeholders = ['[redacted]', '•••', '***', ''];
/** Removing a secret can join the parts of another one. After this many rounds, the whole text is replaced. */
const maxRounds = 8;

export interface SecretFinder {
  add(secret: string): void;
  /** Replaces the secrets of at least `minLength` characters, in any encoding. */
  remove(text: string, minLength?: number): string;
  readonly placeholder: string;
}

/** `preferred` replaces a secret, unless it contains one itself. */
export function createSecretFinder(secrets: Iterable<string>, preferred = '[redacted]'): SecretFinder {
  const forms = new Set<string>();
  const marks = [preferred, ...placeholders];
  let placeholder = preferred;

  function add(secret: string): void {
    if (isSecretReference(secret)) return;
    for (const one of secretForms(secret)) forms.add(one);
    placeholder = marks.find((mark) => ![...forms].some((one) => mark.includes(one))) ?? '';
  }
  for (const secret of secrets) add(secret);

  return {
    add,
    get placeholder() {
      return placeholder;
    },
    remove(text, minLength = 1) {
      let clean = text;
      for (let round = 0; round < maxRounds; round += 1) {
        const found = findAll(clean, forms, minLength);
        if (found.length === 0) return clean;
        clean = replaceRanges(clean, found, placeholder);
      }
      return placeholder;
    },
  };
}

type Range = [from: number, to: number];

function findAll(text: string, forms: ReadonlySet<string>, minLength: number): Range[] {
  if (forms.size === 0 || text === '') return [];
  const ranges: Range[] = [];
  for (const { text: decoded, offsets } of decodeText(text)) {
    const found = [...forms].filter((form) => form.length >= minLength && decoded.includes(form));
    if (found.length === 0) continue;
    const { start, end } = offsets();
    for (const form of found) {
      for (let at = decoded.indexOf(form); at !== -1; at = decoded.indexOf(form, at + 1)) {
        ranges.push([start(at), end(at + form.length - 1)]);
      }
    }
  }
  return ranges;
}

function replaceRanges(text: string, ranges: Range[], placeholder: string): string {
  let clean = '';
  let done = 0;
  let end = -1;
  for (const [from, to] of ranges.sort((one, other) => one[0] - other[0])) {
    if (from > end) {
      clean += text.slice(done, from) + placeholder;
      end = to;
    }
    end = Math.max(end, to);
    done = end;
  }
  return clean + text.slice(done);
}
