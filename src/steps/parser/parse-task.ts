import { HandrailError } from '../../core/errors.js';
import type { Condition, Instruction, Operation } from '../instruction.js';
import { labelsForWord } from '../packs/calculator/key-labels.js';
import { normalizeClause, readClause } from './clause.js';
import { readCondition } from './conditions.js';
import { asPhrase, hasMark, joinFormLines, type Masked, mask } from './mask.js';
import { numberWords, readNumber } from './number-words.js';
import { splitSentences } from './sentences.js';

interface Segment {
  text: string;
  /** The text between the previous segment and this one. */
  separator: string;
}

const separators =
  /(\s*[,;]\s+(?:and\s+)?(?:then\s+)?(?:but\s+)?|\s+and\s+(?:then|finally)\s+|\s+(?:and|then|before|&)\s+|(?<!(?:click|press|tap|hit|push)(?:\s+on)?)\s+-\s+|\s*:\s+|\s+(?=(?:hit|press|click)\s+submit$))/iu;

/** Parses a task into instructions. Throws `not_understood` with the part that is not understood. */
export function parseTask(task: string): Instruction[] {
  const masked = joinFormLines(mask(task));
  const instructions: Instruction[] = [];
  for (const sentence of splitSentences(masked.text)) {
    const otherwise = /^(?:otherwise|else|if\s+not|if\s+it\s+(?:is|does)\s*(?:n['’]t|\s+not))\s*,?\s+(.+)$/iu.exec(
      sentence,
    );
    const last = instructions.at(-1);
    if (otherwise && last?.kind === 'if') last.otherwise.push(...parseSentence(otherwise[1] ?? '', masked, []));
    else instructions.push(...parseSentence(sentence, masked, instructions));
  }
  if (instructions.length === 0) {
    throw new HandrailError(
      'not_understood',
      `"${task.trim().slice(0, 200)}" contains no instruction.`,
      'State what to do, such as: Click the "Save" button.',
    );
  }
  return instructions;
}

function parseSentence(sentence: string, masked: Masked, before: Instruction[]): Instruction[] {
  const read = readSentence(sentence, masked, before);
  if (read) return read;
  const part = unparsedPart(sentence, masked);
  const whole = asPhrase(masked, sentence);
  const which = part === whole ? `"${whole}"` : `"${part}" in "${whole}"`;
  throw new HandrailError(
    'not_understood',
    `The words ${which} are not understood. No action was taken.`,
    'Write one plain instruction for each action, such as: Click the "Save" button. Type "Ann" into the Name field. Select "Blue" from the Colour list. Tell me the order number.',
  );
}

/** Reads a sentence with its conditions and loops. Returns undefined when a part is not understood. */
function readSentence(sentence: string, masked: Masked, before: Instruction[]): Instruction[] | undefined {
  const text = normalizeClause(withoutCondition(sentence));
  return (
    readIf(text, masked) ??
    readWhen(text, masked) ??
    readRepeat(text, masked, before) ??
    readUntil(text, masked) ??
    readExclusion(text, masked) ??
    readIfAfter(text, masked) ??
    readClauses(text, masked) ??
    readTitled(text, masked)
  );
}

/** Removes the condition from "… and replace it if it exists": it answers a later question of the program. */
function withoutCondition(sentence: string): string {
  return sentence.replace(
    /(\b(?:replac|overwrit|keep)\p{L}*\b.*?)\s*,?\s+(?:if|when|in\s+case)\s+(?:(?:it|you|i)\s+(?:(?:is|are|am)\s+)?(?:asks?|asked|already\s+exists|exists|does)|asked|necessary|needed|there\s+is\s+one(?:\s+already)?|(?:the|such\s+a|that)\s+file\s+(?:already\s+)?exists|one\s+(?:already\s+)?exists)$/iu,
    '$1',
  );
}

/** "Add a todo: type … and press Enter": the part before the colon is a title. */
function readTitled(text: string, masked: Masked): Instruction[] | undefined {
  const match = /^[^:]{3,60}:\s+(.+)$/u.exec(text);
  return match ? readClauses(match[1] ?? '', masked) : undefined;
}

function readIf(text: string, masked: Masked): Instruction[] | undefined {
  const lead = /^(if|unless|in\s+case)\s+/iu.exec(text);
  if (!lead) return undefined;
  const rest = text.slice(lead[0].length);
  for (const cut of rest.matchAll(/\s*,\s*(?:then\s+)?|\s+then\s+|\s*:\s+/giu)) {
    const condition = readCondition(rest.slice(0, cut.index), masked);
    if (!condition) continue;
    const body = rest.slice(cut.index + cut[0].length);
    const split = /^(.+?)\s*[,;]?\s+(?:otherwise|or\s+else|else|if\s+not)\s*,?\s+(.+)$/iu.exec(body);
    const then = readSentence(split?.[1] ?? body, masked, []);
    const otherwise = split ? readSentence(split[2] ?? '', masked, []) : [];
    if (!then || !otherwise) continue;
    const holds: Condition = /^unless/iu.test(lead[1] ?? '') ? { kind: 'not', condition: condition } : condition;
    return [{ kind: 'if', condition: holds, then, otherwise, clause: asPhrase(masked, text) }];
  }
  return undefined;
}

/** "Click Accept if the banner is shown." */
function readIfAfter(text: string, masked: Masked): Instruction[] | undefined {
  const match = /^(.+?)\s*,?\s+(if|unless|when|once)\s+(.+)$/iu.exec(text);
  // "Tell me when it opens" is a question, not a wait.
  if (
    match &&
    /(?:^|\s)(?:tell|show|let|give)\s+me(?:\s+know)?$|(?:^|\s)(?:know|ask|say|report|find\s+out|see)$/iu.test(
      match[1] ?? '',
    )
  )
    return undefined;
  const condition = match && readCondition(match[3] ?? '', masked);
  const then = match && readClauses(match[1] ?? '', masked);
  if (!match || !condition || !then) return undefined;
  const words = asPhrase(masked, text);
  if (/^(?:when|once)$/iu.test(match[2] ?? '')) return [{ kind: 'wait_for', condition, clause: words }, ...then];
  const holds: Condition = /^unless/iu.test(match[2] ?? '') ? { kind: 'not', condition: condition } : condition;
  return [{ kind: 'if', condition: holds, then, otherwise: [], clause: words }];
}

const exclusion =
  /^((?:click|press|tap|hit|push)(?:\s+on)?\s+(?!(?:all|every|each|any|both)\b)[^,;]+?)(?:\s*,\s*|\s*,?\s+(?:but|and)\s+)not\s+(?:on\s+)?([^,;]+)$/iu;

/** "Click Save as copy, but not Save". */
function readExclusion(text: string, masked: Masked): Instruction[] | undefined {
  const [, wanted = '', except = ''] = exclusion.exec(text) ?? [];
  const [only, ...others] = (wanted && readClauses(wanted, masked)) || [];
  if (only?.kind !== 'click' || only.every || others.length > 0) return undefined;
  return [{ ...only, except: asPhrase(masked, except), clause: asPhrase(masked, text) }];
}

/** "Once the list appears, click …": a wait, then the instruction. */
function readWhen(text: string, masked: Masked): Instruction[] | undefined {
  const match = /^(?:when|once|as\s+soon\s+as|after)\s+(.+?)\s*,\s*(?:then\s+)?(.+)$/iu.exec(text);
  const condition = match && readCondition(match[1] ?? '', masked);
  const then = match && readSentence(match[2] ?? '', masked, []);
  if (!match || !then) return undefined;
  if (condition) return [{ kind: 'wait_for', condition, clause: asPhrase(masked, match[1] ?? '') }, ...then];
  const first = readClauses(match[1] ?? '', masked);
  return first ? [...first, ...then] : undefined;
}

function readRepeat(text: string, masked: Masked, before: Instruction[]): Instruction[] | undefined {
  const words = asPhrase(masked, text);
  const counted = new RegExp(
    `^(?:repeat|do)\\s+(?:the\\s+following|this|these\\s+steps)?\\s*(${numberWords})\\s+times\\s*[:,]?\\s+(.+)$|^(${numberWords})\\s+times\\s*[:,]\\s*(.+)$`,
    'iu',
  ).exec(text);
  if (counted) {
    const times = readNumber(counted[1] ?? counted[3] ?? '');
    const body = readClauses(counted[2] ?? counted[4] ?? '', masked);
    return body && times ? [{ kind: 'repeat', body, times, clause: words }] : undefined;
  }
  const again =
    /^(?:repeat|do|keep\s+doing)\s*(this|that|it|the\s+(?:last|previous)\s+step|the\s+same|these\s+steps|the\s+(?:above|previous)\s+steps|the\s+steps\s+above|the\s+process)?\s*(?:again)?\s*(?:(until|till|while)\s+(.+)|(\S+)\s+(?:more\s+)?times)$/iu.exec(
      text,
    );
  if (again && before.length > 0) {
    const all = /steps|process/iu.test(again[1] ?? '');
    const body = all ? [...before] : before.slice(-1);
    if (again[4]) {
      const times = readNumber(again[4]);
      return times ? [{ kind: 'repeat', body, times, clause: words }] : undefined;
    }
    return toLoop(body, again[2] ?? '', again[3] ?? '', masked, words);
  }
  const fronted = /^(?:repeat\s+)?(until|while)\s+(.+?)\s*[,:]\s*(.+)$/iu.exec(text);
  const body = fronted && readClauses(fronted[3] ?? '', masked);
  return fronted && body ? toLoop(body, fronted[1] ?? '', fronted[2] ?? '', masked, words) : undefined;
}

/** "Click Next until you see Finish and click it": repeats the last clause before "until". */
function readUntil(text: string, masked: Masked): Instruction[] | undefined {
  for (const cut of text.matchAll(/\s*,?\s+(until|till|while)\s+/giu)) {
    const left = text
      .slice(0, cut.index)
      .replace(/^(?:keep|continue|repeat|carry\s+on|go\s+on)\s+(?:on\s+)?(?=\p{L}+ing\b)/iu, '')
      .replace(/\s+(?:repeatedly|again\s+and\s+again|over\s+and\s+over)$/iu, '');
    if (/(?:^|\s)(?:wait|scroll(?:\s+(?:down|up))?)$/iu.test(left)) continue;
    const steps = readClauses(
      left.replace(/((?:,|and|then)\s+)(?:keep|continue|repeat)\s+(?=\p{L}+ing\b)/giu, '$1'),
      masked,
    );
    if (!steps) continue;
    const right = splitSegments(text.slice(cut.index + cut[0].length));
    for (let end = 1; end <= right.length; end += 1) {
      const after = end === right.length ? [] : readClauses(joinSegments(right.slice(end)), masked);
      const loop =
        after &&
        toLoop(steps.slice(-1), cut[1] ?? '', joinSegments(right.slice(0, end)), masked, asPhrase(masked, text));
      if (loop) return [...steps.slice(0, -1), ...loop, ...after];
    }
  }
  return undefined;
}

function toLoop(
  body: Instruction[],
  kind: string,
  clause: string,
  masked: Masked,
  words: string,
): Instruction[] | undefined {
  const condition = readCondition(clause, masked);
  if (!condition) return undefined;
  return [
    {
      kind: 'repeat',
      body,
      until: /^while/iu.test(kind) ? { kind: 'not', condition: condition } : condition,
      clause: words,
    },
  ];
}

function splitSegments(text: string): Segment[] {
  const parts = text.split(separators);
  const found: Segment[] = [{ text: parts[0] ?? '', separator: '' }];
  for (let index = 1; index + 1 < parts.length; index += 2)
    found.push({ separator: parts[index] ?? '', text: parts[index + 1] ?? '' });
  return found.filter((segment, index) => segment.text !== '' || index > 0);
}

function joinSegments(list: readonly Segment[]): string {
  return list.map((segment, index) => (index === 0 ? segment.text : `${segment.separator}${segment.text}`)).join('');
}

/** Clauses that are joined by commas, "and" and "then". Splits where both sides can be read. */
function readClauses(text: string, masked: Masked): Instruction[] | undefined {
  const list = splitSegments(text);
  const known = new Map<string, Instruction[] | undefined>();
  const from = (start: number, verb: string): Instruction[] | undefined => {
    if (start >= list.length) return [];
    const key = `${start} ${verb}`;
    if (known.has(key)) return known.get(key);
    known.set(key, undefined);
    for (let end = start + 1; end <= list.length; end += 1) {
      const clause = joinSegments(list.slice(start, end));
      const next = list[end];
      if (next && isName(clause, next)) continue;
      const steps = readClause(clause, masked) ?? withVerb(clause, list[start], verb, masked);
      const rest = steps && from(end, verbOf(clause) ?? verb);
      if (!steps || !rest) continue;
      // "Add a todo: type …": the part before the colon is a title.
      const isTitle =
        /^\s*:\s+$/u.test(next?.separator ?? '') && steps.every((step) => step.kind === 'press_named_control');
      if (isTitle) return rest;
      const words = asPhrase(masked, clause);
      const whole = [...steps.map((step: Operation): Instruction => ({ ...step, clause: words })), ...rest];
      known.set(key, whole);
      return whole;
    }
    return undefined;
  };
  return from(0, '');
}

const pointingVerb =
  /^(click|tap|press|hit|select|choose|check|tick|double[\s-]click|right[\s-]click|hover\s+over|go\s+to|open)(?:\s+on)?\s/iu;

function verbOf(clause: string): string | undefined {
  return pointingVerb.exec(normalizeClause(clause).replace(/^(?:in|on|with|use)\s[^,]+,\s+/iu, ''))?.[1];
}

/** "Click A, then B": the verb also applies to B. */
function withVerb(clause: string, segment: Segment | undefined, verb: string, masked: Masked): Operation[] | undefined {
  if (!verb || !segment || !/then/iu.test(segment.separator)) return undefined;
  // Only for names; any other text is a clause of its own.
  const name = normalizeClause(clause);
  const isName = /^(?:on\s+)?(?:(?:the|a|an)\s|[\p{Lu}\d#\ue100-\uf0ff]|[^\p{L}\s])/u.test(name);
  if (!isName && !labelsForWord(name)) return undefined;
  return readClause(`${verb} ${clause}`, masked);
}

/** "Click Review and Submit": two capitalized words may be one name. */
function isName(clause: string, next: Segment): boolean {
  return (
    /^\s+(?:and|&|-|then|before)\s+$/iu.test(next.separator) &&
    !/then|before/iu.test(next.separator) &&
    pointingVerb.test(`${normalizeClause(clause)} `) &&
    !hasMark(clause) &&
    /^\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)?$/u.test(next.text) &&
    /\p{Lu}\S*$/u.test(clause)
  );
}

/** The first part of a sentence that cannot be read. */
function unparsedPart(sentence: string, masked: Masked): string {
  const list = splitSegments(normalizeClause(sentence));
  let start = 0;
  for (;;) {
    let end = list.length;
    while (end > start && !readClause(joinSegments(list.slice(start, end)), masked)) end -= 1;
    if (end === start || end === list.length)
      return asPhrase(masked, end === start ? joinSegments(list.slice(start)) : sentence);
    start = end;
  }
}
