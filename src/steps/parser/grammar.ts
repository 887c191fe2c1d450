import { HandrailError } from '../../core/errors.js';
import type { Condition, Instruction, Step } from '../instruction.js';
import { plainClause, readClause } from './clause.js';
import { readCondition } from './conditions.js';
import { numberWords, readNumber } from './pattern.js';
import { asPhrase, hasMark, joinFormLines, type Masked, mask } from './quotes.js';
import { splitSentences } from './sentences.js';
import { marksCalled } from './sign-words.js';

interface Segment {
  text: string;
  /** What stands between this one and the one before. */
  joint: string;
}

const joints =
  /(\s*[,;]\s+(?:and\s+)?(?:then\s+)?(?:but\s+)?|\s+and\s+(?:then|finally)\s+|\s+(?:and|then|before|&)\s+|(?<!(?:click|press|tap|hit|push)(?:\s+on)?)\s+-\s+|\s*:\s+|\s+(?=(?:hit|press|click)\s+submit$))/iu;

/** A task as instructions. Throws `not_understood`, naming the part, before anything is done. */
export function readTask(task: string): Instruction[] {
  const masked = joinFormLines(mask(task));
  const instructions: Instruction[] = [];
  for (const sentence of splitSentences(masked.text)) {
    const otherwise = /^(?:otherwise|else|if\s+not|if\s+it\s+(?:is|does)\s*(?:n['’]t|\s+not))\s*,?\s+(.+)$/iu.exec(
      sentence,
    );
    const last = instructions.at(-1);
    if (otherwise && last?.do === 'if') last.otherwise.push(...must(otherwise[1] ?? '', masked, []));
    else instructions.push(...must(sentence, masked, instructions));
  }
  if (instructions.length === 0) {
    throw new HandrailError(
      'not_understood',
      `There is nothing to do in "${task.trim().slice(0, 200)}".`,
      'Say what to do, such as: Click the "Save" button.',
    );
  }
  return instructions;
}

function must(sentence: string, masked: Masked, before: Instruction[]): Instruction[] {
  const read = readSentence(sentence, masked, before);
  if (read) return read;
  const part = failing(sentence, masked);
  const whole = asPhrase(masked, sentence);
  const which = part === whole ? `"${whole}"` : `"${part}" in "${whole}"`;
  throw new HandrailError(
    'not_understood',
    `The words ${which} are not understood; nothing was done.`,
    'Use one plain instruction for each step, such as: Click the "Save" button. Type "Ann" into the Name field. Select "Blue" from the Colour list. Tell me the order number.',
  );
}

/** One sentence with its conditions and repetitions; nothing when a part of it is not understood. */
function readSentence(sentence: string, masked: Masked, before: Instruction[]): Instruction[] | undefined {
  const text = plainClause(withoutOccasion(sentence));
  return (
    readIf(text, masked) ??
    readWhen(text, masked) ??
    readRepeat(text, masked, before) ??
    readUntil(text, masked) ??
    readIfAfter(text, masked) ??
    readClauses(text, masked) ??
    readAnnounced(text, masked)
  );
}

/** "… and replace it if it exists" is an answer given beforehand, not something to look for. */
function withoutOccasion(sentence: string): string {
  return sentence.replace(
    /(\b(?:replac|overwrit|keep)\p{L}*\b.*?)\s*,?\s+(?:if|when|in\s+case)\s+(?:(?:it|you|i)\s+(?:(?:is|are|am)\s+)?(?:asks?|asked|already\s+exists|exists|does)|asked|necessary|needed|there\s+is\s+one(?:\s+already)?|(?:the|such\s+a|that)\s+file\s+(?:already\s+)?exists|one\s+(?:already\s+)?exists)$/iu,
    '$1',
  );
}

/** "Add a todo: type … and press Enter": what stands before the colon only says what it is for. */
function readAnnounced(text: string, masked: Masked): Instruction[] | undefined {
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
    const holds: Condition = /^unless/iu.test(lead[1] ?? '') ? { is: 'not', one: condition } : condition;
    return [{ do: 'if', condition: holds, then, otherwise, words: asPhrase(masked, text) }];
  }
  return undefined;
}

/** "Click Accept if the banner is shown." */
function readIfAfter(text: string, masked: Masked): Instruction[] | undefined {
  const match = /^(.+?)\s*,?\s+(if|unless|when|once)\s+(.+)$/iu.exec(text);
  // "Tell me when it opens" asks; it does not wait.
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
  if (/^(?:when|once)$/iu.test(match[2] ?? '')) return [{ do: 'wait', condition, words }, ...then];
  const holds: Condition = /^unless/iu.test(match[2] ?? '') ? { is: 'not', one: condition } : condition;
  return [{ do: 'if', condition: holds, then, otherwise: [], words }];
}

/** "Once the list appears, click …": waits first. */
function readWhen(text: string, masked: Masked): Instruction[] | undefined {
  const match = /^(?:when|once|as\s+soon\s+as|after)\s+(.+?)\s*,\s*(?:then\s+)?(.+)$/iu.exec(text);
  const condition = match && readCondition(match[1] ?? '', masked);
  const then = match && readSentence(match[2] ?? '', masked, []);
  if (!match || !then) return undefined;
  if (condition) return [{ do: 'wait', condition, words: asPhrase(masked, match[1] ?? '') }, ...then];
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
    return body && times ? [{ do: 'repeat', body, times, words }] : undefined;
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
      return times ? [{ do: 'repeat', body, times, words }] : undefined;
    }
    return looping(body, again[2] ?? '', again[3] ?? '', masked, words);
  }
  const fronted = /^(?:repeat\s+)?(until|while)\s+(.+?)\s*[,:]\s*(.+)$/iu.exec(text);
  const body = fronted && readClauses(fronted[3] ?? '', masked);
  return fronted && body ? looping(body, fronted[1] ?? '', fronted[2] ?? '', masked, words) : undefined;
}

/** "Click Next until you see Finish and click it": the last clause before "until" is repeated. */
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
    const right = segments(text.slice(cut.index + cut[0].length));
    for (let end = 1; end <= right.length; end += 1) {
      const after = end === right.length ? [] : readClauses(join(right.slice(end)), masked);
      const loop =
        after && looping(steps.slice(-1), cut[1] ?? '', join(right.slice(0, end)), masked, asPhrase(masked, text));
      if (loop) return [...steps.slice(0, -1), ...loop, ...after];
    }
  }
  return undefined;
}

function looping(
  body: Instruction[],
  kind: string,
  clause: string,
  masked: Masked,
  words: string,
): Instruction[] | undefined {
  const condition = readCondition(clause, masked);
  if (!condition) return undefined;
  return [{ do: 'repeat', body, until: /^while/iu.test(kind) ? { is: 'not', one: condition } : condition, words }];
}

function segments(text: string): Segment[] {
  const parts = text.split(joints);
  const found: Segment[] = [{ text: parts[0] ?? '', joint: '' }];
  for (let index = 1; index + 1 < parts.length; index += 2)
    found.push({ joint: parts[index] ?? '', text: parts[index + 1] ?? '' });
  return found.filter((segment, index) => segment.text !== '' || index > 0);
}

function join(list: readonly Segment[]): string {
  return list.map((segment, index) => (index === 0 ? segment.text : `${segment.joint}${segment.text}`)).join('');
}

/** Clauses joined by commas, "and" and "then": cut wherever both sides can stand alone. */
function readClauses(text: string, masked: Masked): Instruction[] | undefined {
  const list = segments(text);
  const known = new Map<string, Instruction[] | undefined>();
  const from = (start: number, verb: string): Instruction[] | undefined => {
    if (start >= list.length) return [];
    const key = `${start} ${verb}`;
    if (known.has(key)) return known.get(key);
    known.set(key, undefined);
    for (let end = start + 1; end <= list.length; end += 1) {
      const clause = join(list.slice(start, end));
      const next = list[end];
      if (next && isName(clause, next)) continue;
      const steps = readClause(clause, masked) ?? carried(clause, list[start], verb, masked);
      const rest = steps && from(end, verbOf(clause) ?? verb);
      if (!steps || !rest) continue;
      // "Add a todo: type …": what stands before the colon only says what it is for.
      const isTitle = /^\s*:\s+$/u.test(next?.joint ?? '') && steps.every((step) => step.do === 'deed');
      if (isTitle) return rest;
      const words = asPhrase(masked, clause);
      const whole = [...steps.map((step: Step): Instruction => ({ ...step, words })), ...rest];
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
  return pointingVerb.exec(plainClause(clause).replace(/^(?:in|on|with|use)\s[^,]+,\s+/iu, ''))?.[1];
}

/** "Click A, then B": the verb holds on. */
function carried(clause: string, segment: Segment | undefined, verb: string, masked: Masked): Step[] | undefined {
  if (!verb || !segment || !/then/iu.test(segment.joint)) return undefined;
  // Only what reads like a name: anything else is a clause of its own.
  const said = plainClause(clause);
  const isName = /^(?:on\s+)?(?:(?:the|a|an)\s|[\p{Lu}\d#\ue100-\uf0ff]|[^\p{L}\s])/u.test(said);
  if (!isName && !marksCalled(said)) return undefined;
  return readClause(`${verb} ${clause}`, masked);
}

/** "Click Review and Submit": capitals and no more words, so it may well be one name. */
function isName(clause: string, next: Segment): boolean {
  return (
    /^\s+(?:and|&|-|then|before)\s+$/iu.test(next.joint) &&
    !/then|before/iu.test(next.joint) &&
    pointingVerb.test(`${plainClause(clause)} `) &&
    !hasMark(clause) &&
    /^\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)?$/u.test(next.text) &&
    /\p{Lu}\S*$/u.test(clause)
  );
}

/** The first part of a sentence that cannot stand alone. */
function failing(sentence: string, masked: Masked): string {
  const list = segments(plainClause(sentence));
  let start = 0;
  for (;;) {
    let end = list.length;
    while (end > start && !readClause(join(list.slice(start, end)), masked)) end -= 1;
    if (end === start || end === list.length)
      return asPhrase(masked, end === start ? join(list.slice(start)) : sentence);
    start = end;
  }
}
