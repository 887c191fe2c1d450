import { HandrailError } from '../../core/errors.js';
import type { Condition, Instruction } from '../instruction.js';
import { normalizeClause } from './clause.js';
import { joinSegments, readClauses, splitSegments } from './clauses.js';
import { readCondition } from './conditions.js';
import { asPhrase, joinFormLines, type Masked, mask } from './mask.js';
import { numberWords, readNumber } from './number-words.js';
import { splitSentences } from './sentences.js';

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
  if (instructions.length > 0) return instructions;
  throw new HandrailError(
    'not_understood',
    `"${task.trim().slice(0, 200)}" contains no instruction.`,
    'State what to do, such as: Click the "Save" button.',
  );
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

/** The first part of a sentence that cannot be read. */
function unparsedPart(sentence: string, masked: Masked): string {
  const list = splitSegments(normalizeClause(sentence));
  for (let start = 0; ; ) {
    let end = list.length;
    while (end > start && !readClauses(joinSegments(list.slice(start, end)), masked)) end -= 1;
    if (end === start) return asPhrase(masked, joinSegments(list.slice(start)));
    if (end === list.length) return asPhrase(masked, sentence);
    start = end;
  }
}

type Read = Instruction[] | undefined;

/** Reads a sentence with its conditions and loops. Returns undefined when a part is not understood. */
function readSentence(sentence: string, masked: Masked, before: Instruction[]): Read {
  const text = normalizeClause(sentence);
  return (
    readIf(text, masked) ??
    readWhen(text, masked) ??
    readRepeat(text, masked, before) ??
    readUntil(text, masked) ??
    readIfAfter(text, masked) ??
    readClauses(text, masked) ??
    // "Contact form: type … and press Enter": the part before the colon is a title.
    readClauses(/^(?!(?:in|on)\s)[^:]{3,60}:\s+(.+)$/iu.exec(text)?.[1] ?? '', masked)
  );
}

function conditional(word: string, condition: Condition, then: Instruction[], otherwise: Instruction[] = []) {
  const holds: Condition = /^(?:unless|while)/iu.test(word) ? { kind: 'not', condition } : condition;
  return { kind: 'if' as const, condition: holds, then, otherwise };
}

/** "If the banner is shown, click Accept; otherwise click Continue." */
function readIf(text: string, masked: Masked): Read {
  const [lead = '', word = ''] = /^(if|unless|in\s+case)\s+/iu.exec(text) ?? [];
  const rest = text.slice(lead.length);
  for (const cut of lead === '' ? [] : rest.matchAll(/\s*,\s*(?:then\s+)?|\s+then\s+|\s*:\s+/giu)) {
    const condition = readCondition(rest.slice(0, cut.index), masked);
    const body = rest.slice(cut.index + cut[0].length);
    const [, first = body, second] =
      /^(.+?)\s*[,;]?\s+(?:otherwise|or\s+else|else|if\s+not)\s*,?\s+(.+)$/iu.exec(body) ?? [];
    const then = condition && readSentence(first, masked, []);
    const otherwise = second === undefined ? [] : readSentence(second, masked, []);
    if (condition && then && otherwise)
      return [{ ...conditional(word, condition, then, otherwise), clause: asPhrase(masked, text) }];
  }
  return undefined;
}

/** After these words, "when" begins a question: "Tell me when it opens". */
const asksWhen =
  /(?:^|\s)(?:(?:tell|show|let|give)\s+me(?:\s+know)?|know|ask|say|report|find\s+out|see)$|\b(?:replac|overwrit)\p{L}+\s+\S+$/iu;

/** "Click Accept if the banner is shown." */
function readIfAfter(text: string, masked: Masked): Read {
  const [, body = '', word = '', clause = ''] = /^(.+?)\s*,?\s+(if|unless|when|once)\s+(.+)$/iu.exec(text) ?? [];
  const condition = body === '' || asksWhen.test(body) ? undefined : readCondition(clause, masked);
  const then = condition && readClauses(body, masked);
  if (!condition || !then) return undefined;
  const words = asPhrase(masked, text);
  if (/^(?:when|once)$/iu.test(word)) return [{ kind: 'wait_for', condition, clause: words }, ...then];
  return [{ ...conditional(word, condition, then), clause: words }];
}

/** "Once the list appears, click …": a wait, then the instruction. */
function readWhen(text: string, masked: Masked): Read {
  const [, clause = '', body = ''] =
    /^(?:when|once|as\s+soon\s+as|after)\s+(.+?)\s*,\s*(?:then\s+)?(.+)$/iu.exec(text) ?? [];
  const then = body === '' ? undefined : readSentence(body, masked, []);
  const condition = then && readCondition(clause, masked);
  if (condition) return [{ kind: 'wait_for', condition, clause: asPhrase(masked, clause) }, ...then];
  const first = then && readClauses(clause, masked);
  return first && [...first, ...then];
}

const again = '(?:repeat|do|keep\\s+doing)';
const earlier =
  '(this|that|it|the\\s+(?:last|previous)\\s+step|the\\s+same|these\\s+steps|the\\s+(?:above|previous)\\s+steps|the\\s+steps\\s+above|the\\s+process)?';
const countedLoop = new RegExp(
  `^${again}\\s+(?:the\\s+following|this|these\\s+steps)?\\s*(${numberWords})\\s+times\\s*[:,]?\\s+(.+)$|^(${numberWords})\\s+times\\s*[:,]\\s*(.+)$`,
  'iu',
);
const loopOfEarlier = new RegExp(
  `^${again}\\s*${earlier}\\s*(?:again)?\\s*(?:(until|till|while)\\s+(.+)|(\\S+)\\s+(?:more\\s+)?times)$`,
  'iu',
);

/** "Repeat 3 times: click Next", "Repeat the last step until …", "Until …: click Next". */
function readRepeat(text: string, masked: Masked, before: Instruction[]): Read {
  const clause = asPhrase(masked, text);
  const counted = countedLoop.exec(text);
  if (counted) {
    const times = readNumber(counted[1] ?? counted[3] ?? '');
    const body = readClauses(counted[2] ?? counted[4] ?? '', masked);
    return body && times ? [{ kind: 'repeat', body, times, clause }] : undefined;
  }
  const [, which = '', word = '', condition = '', count] = loopOfEarlier.exec(text) ?? [];
  const body = /steps|process/iu.test(which) ? [...before] : before.slice(-1);
  const times = count === undefined ? undefined : readNumber(count);
  if (times && body.length > 0) return [{ kind: 'repeat', body, times, clause }];
  if (condition !== '' && body.length > 0) return toLoop(body, word, condition, masked, clause);
  const [, first = '', fronted = '', rest = ''] =
    /^(?:repeat\s+)?(until|while)\s+(.+?)\s*[,:]\s*(.+)$/iu.exec(text) ?? [];
  const steps = first === '' ? undefined : readClauses(rest, masked);
  return steps && toLoop(steps, first, fronted, masked, clause);
}

/** "Click Next until you see Finish and click it": repeats the last clause before "until". */
function readUntil(text: string, masked: Masked): Read {
  for (const cut of text.matchAll(/\s*,?\s+(until|till|while)\s+/giu)) {
    const left = text
      .slice(0, cut.index)
      .replace(
        /((?:^|,\s|\band\s|\bthen\s)\s*)(?:keep|continue|repeat|(?:carry|go)\s+on)\s+(?:on\s+)?(?=\p{L}+ing\b)/giu,
        '$1',
      )
      .replace(/\s+(?:repeatedly|again\s+and\s+again|over\s+and\s+over)$/iu, '');
    if (/(?:^|\s)(?:wait|scroll(?:\s+(?:down|up))?)$/iu.test(left)) continue;
    const steps = readClauses(left, masked);
    const right = splitSegments(text.slice(cut.index + cut[0].length));
    for (let end = 1; steps && end <= right.length; end += 1) {
      const after = end === right.length ? [] : readClauses(joinSegments(right.slice(end)), masked);
      const condition = joinSegments(right.slice(0, end));
      const loop = after && toLoop(steps.slice(-1), cut[1] ?? '', condition, masked, asPhrase(masked, text));
      if (loop) return [...steps.slice(0, -1), ...loop, ...after];
    }
  }
  return undefined;
}

function toLoop(body: Instruction[], word: string, text: string, masked: Masked, clause: string): Read {
  const condition = readCondition(text, masked);
  return condition && [{ kind: 'repeat', body, until: conditional(word, condition, []).condition, clause }];
}
