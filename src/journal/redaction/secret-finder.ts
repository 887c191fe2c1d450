import { decodedTexts } from './decoded-texts.js';
import { secretForms } from './secret-forms.js';

/** What stands where a secret was: the first of these that gives no secret away itself. */
const placeholders = ['[redacted]', '•••', '***', ''];
/** Taking a secret out may bring another one together; texts that are not clean by then are dropped whole. */
const rounds = 8;

export interface SecretFinder {
  add(secret: string): void;
  /** The text without any of the secrets, in whatever form they stand in it; without those of `shortest` characters and more. */
  remove(text: string, shortest?: number): string;
  readonly placeholder: string;
}

export function createSecretFinder(secrets: Iterable<string>): SecretFinder {
  const forms = new Set<string>();
  let placeholder = '[redacted]';

  function add(secret: string): void {
    for (const one of secretForms(secret)) forms.add(one);
    placeholder = placeholders.find((mark) => ![...forms].some((one) => mark.includes(one))) ?? '';
  }
  for (const secret of secrets) add(secret);

  return {
    add,
    get placeholder() {
      return placeholder;
    },
    remove(text, shortest = 1) {
      let clean = text;
      for (let round = 0; round < rounds; round += 1) {
        const found = findAll(clean, forms, shortest);
        if (found.length === 0) return clean;
        clean = replaceRanges(clean, found, placeholder);
      }
      return placeholder;
    },
  };
}

type Range = [from: number, to: number];

function findAll(text: string, forms: ReadonlySet<string>, shortest: number): Range[] {
  if (forms.size === 0 || text === '') return [];
  const ranges: Range[] = [];
  for (const { text: decoded, places } of decodedTexts(text)) {
    const found = [...forms].filter((form) => form.length >= shortest && decoded.includes(form));
    if (found.length === 0) continue;
    const { start, end } = places();
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
