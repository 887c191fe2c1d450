import { HandrailError } from '../../core/errors.js';
import { normalizeText } from '../../perception/grounding/text-similarity.js';
import { type ExecutionState, pageShowsTask, visibleElements } from '../execution-state.js';
import { countByClass } from './icons.js';

const sum = /^\s*(-?\d+(?:\.\d+)?)\s*([+\-−x×*÷/])\s*(-?\d+(?:\.\d+)?)\s*=?\s*\??\s*$/u;
const equation = /^\s*(-?\d+|\p{L})\s*([+\-−x×*÷/])\s*(-?\d+|\p{L})\s*=\s*(-?\d+|\p{L})\s*$/u;

/** A value that the task describes: the answer of a calculation, a count, the text below. Returns undefined for other values. */
export async function describedValue(state: ExecutionState, question: string): Promise<string | undefined> {
  if (/^the\s+(?:answer|solution)(?:\s+for\s+\p{L})?$/iu.test(question)) return solution(state);
  const things = /^the\s+(?:total\s+)?number\s+of\s+(?:\p{L}+\s+)?(\p{L}+?)s$/iu.exec(question)?.[1];
  const count = things ? await countByClass(state, things) : 0;
  if (count > 0) return String(count);
  return /^the\s+text\s+below$/iu.test(question) ? textBelow(state) : undefined;
}

function solution(state: ExecutionState): string {
  const texts = visibleElements(state).map(({ name }) => name);
  const sums = texts.flatMap((text) => {
    const match = sum.exec(text);
    return match ? [compute(Number(match[1]), match[2] ?? '', Number(match[3]))] : [];
  });
  const equations = texts.flatMap((text) => solve(text) ?? []);
  const [only] = [...sums, ...equations];
  if (only === undefined || sums.length + equations.length > 1 || !Number.isFinite(only))
    throw new HandrailError(
      'not_found',
      'The page does not show exactly one calculation that can be solved.',
      'State the number in the task.',
    );
  return String(only);
}

function compute(one: number, sign: string, other: number): number {
  if (sign === '+') return one + other;
  if (/[-−]/u.test(sign)) return one - other;
  return /[x×*]/u.test(sign) ? one * other : one / other;
}

/** Solves "7 + x = 3". */
function solve(text: string): number | undefined {
  const [, one = '', sign = '', other = '', result = ''] = equation.exec(text) ?? [];
  const [left, right, whole] = [one, other, result].map((part) => (/\d/u.test(part) ? Number(part) : undefined));
  if (left !== undefined && right !== undefined) return result === '' ? undefined : compute(left, sign, right);
  if (whole === undefined) return undefined;
  if (right !== undefined) return invert(whole, sign, right);
  if (left === undefined) return undefined;
  if (sign === '+') return whole - left;
  if (/[-−]/u.test(sign)) return left - whole;
  return /[x×*]/u.test(sign) ? whole / left : left / whole;
}

function invert(whole: number, sign: string, known: number): number {
  if (sign === '+') return whole - known;
  if (/[-−]/u.test(sign)) return whole + known;
  return /[x×*]/u.test(sign) ? whole / known : whole * known;
}

/** The text below the task, on a page that repeats the task. */
async function textBelow(state: ExecutionState): Promise<string | undefined> {
  if (!pageShowsTask(state)) return undefined;
  const { text } = await state.turn.read({ what: 'text' });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const place = lines.findIndex((line) => normalizeText(line).text === state.normalizedTask);
  const below = place === -1 ? undefined : lines[place + 1]?.trim();
  // Single letters with spaces between them are one word.
  return below && /^\S(?:\s\S)+$/u.test(below) ? below.replace(/\s/gu, '') : below;
}
