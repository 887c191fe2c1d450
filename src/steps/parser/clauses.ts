import type { Instruction, Operation } from '../instruction.js';
import { labelsForWord } from '../packs/calculator.js';
import { normalizeClause, readClause } from './clause.js';
import { asPhrase, type Masked } from './mask.js';

interface Segment {
  text: string;
  /** The text between the previous segment and this one. */
  separator: string;
}

const separators =
  /(\s*[,;]\s+(?:and\s+)?(?:then\s+)?(?:but\s+)?|\s+and\s+(?:then|finally)\s+|\s+(?:and|then|before|&)\s+|(?<!(?:click|press|tap|hit|push)(?:\s+on)?)\s+-\s+|\s*:\s+|\s+(?=(?:hit|press|click)\s+submit$))/iu;

export function splitSegments(text: string): Segment[] {
  const parts = text.split(separators);
  const found = parts.flatMap((part, index) =>
    index % 2 === 0 ? [{ text: part, separator: parts[index - 1] ?? '' }] : [],
  );
  return found.filter((segment, index) => segment.text !== '' || index > 0);
}

export function joinSegments(list: readonly Segment[]): string {
  return list.map(({ text, separator }, index) => (index === 0 ? text : separator + text)).join('');
}

/** Clauses that are joined by commas, "and" and "then". Splits where both sides can be read. */
export function readClauses(text: string, masked: Masked): Instruction[] | undefined {
  const list = splitSegments(text);
  const known = new Map<string, Instruction[] | undefined>();
  const from = (start: number, verb: string): Instruction[] | undefined => {
    if (start >= list.length) return [];
    const key = `${start} ${verb}`;
    if (!known.has(key)) known.set(key, readFrom(start, verb));
    return known.get(key);
  };
  const readFrom = (start: number, verb: string): Instruction[] | undefined => {
    for (let end = start + 1; end <= list.length; end += 1) {
      const words = joinSegments(list.slice(start, end));
      const next = list[end];
      if (next && isName(words, next)) continue;
      const steps = readClause(words, masked) ?? withVerb(words, list[start], verb, masked);
      const rest = steps && from(end, verbOf(words) ?? verb);
      if (!steps || !rest) continue;
      // "Add a todo: type …": the part before the colon is a title.
      const isTitle =
        /^\s*:\s+$/u.test(next?.separator ?? '') && steps.every(({ kind }) => kind === 'press_named_control');
      const clause = asPhrase(masked, words);
      return isTitle ? rest : [...steps.map((step) => ({ ...step, clause })), ...rest];
    }
    return undefined;
  };
  return text === '' ? undefined : from(0, '');
}

const pointingVerb =
  /^(click|tap|press|hit|select|choose|check|tick|double[\s-]click|right[\s-]click|hover\s+over|go\s+to|open)(?:\s+on)?\s/iu;

function verbOf(clause: string): string | undefined {
  return pointingVerb.exec(normalizeClause(clause).replace(/^(?:in|on|with|use)\s[^,]+,\s+/iu, ''))?.[1];
}

/** "Click A, then B": the verb also applies to B. Only for names; any other text is a clause of its own. */
function withVerb(clause: string, segment: Segment | undefined, verb: string, masked: Masked): Operation[] | undefined {
  if (!verb || !segment || !/then/iu.test(segment.separator)) return undefined;
  const name = normalizeClause(clause);
  const isName = /^(?:on\s+)?(?:(?:the|a|an)\s|[\p{Lu}\d#\p{Co}]|[^\p{L}\s])/u.test(name);
  return isName || labelsForWord(name) ? readClause(`${verb} ${clause}`, masked) : undefined;
}

/** "Click Review and Submit": two capitalized words may be one name. */
function isName(clause: string, { text, separator }: Segment): boolean {
  return (
    /^\s+(?:and|&|-)\s+$/iu.test(separator) &&
    pointingVerb.test(`${normalizeClause(clause)} `) &&
    /^\P{Co}*\p{Lu}[^\s\p{Co}]*$/u.test(clause) &&
    /^\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)?$/u.test(text)
  );
}
