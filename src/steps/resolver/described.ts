import { HandrailError } from '../../core/errors.js';
import { foldText } from '../../perception/grounding/text-similarity.js';
import { type ExecutionState, seen, showsTask } from '../execution-state.js';
import { counted } from './nameless.js';

const sum = /^\s*(-?\d+(?:\.\d+)?)\s*([+\-−x×*÷/])\s*(-?\d+(?:\.\d+)?)\s*=?\s*\??\s*$/u;
const equation = /^\s*(-?\d+|\p{L})\s*([+\-−x×*÷/])\s*(-?\d+|\p{L})\s*=\s*(-?\d+|\p{L})\s*$/u;

/** A value that the task only describes: a sum to work out, things to count, the text below. Nothing when it is another. */
export async function describedValue(world: ExecutionState, question: string): Promise<string | undefined> {
  if (/^the\s+(?:answer|solution)(?:\s+for\s+\p{L})?$/iu.test(question)) return solution(world);
  const things = /^the\s+(?:total\s+)?number\s+of\s+(?:\p{L}+\s+)?(\p{L}+?)s$/iu.exec(question)?.[1];
  const count = things ? await counted(world, things) : 0;
  if (count > 0) return String(count);
  return /^the\s+text\s+below$/iu.test(question) ? textBelow(world) : undefined;
}

function solution(world: ExecutionState): string {
  const texts = seen(world).map(({ name }) => name);
  const sums = texts.flatMap((text) => {
    const match = sum.exec(text);
    return match ? [compute(Number(match[1]), match[2] ?? '', Number(match[3]))] : [];
  });
  const equations = texts.flatMap((text) => solve(text) ?? []);
  const [only] = [...sums, ...equations];
  if (only === undefined || sums.length + equations.length > 1 || !Number.isFinite(only))
    throw new HandrailError('not_found', 'There is no one sum on the page that can be worked out.', 'Say the number.');
  return String(only);
}

function compute(one: number, sign: string, other: number): number {
  if (sign === '+') return one + other;
  if (/[-−]/u.test(sign)) return one - other;
  return /[x×*]/u.test(sign) ? one * other : one / other;
}

/** The unknown of "7 + x = 3". */
function solve(text: string): number | undefined {
  const [, one = '', sign = '', other = '', result = ''] = equation.exec(text) ?? [];
  const [left, right, whole] = [one, other, result].map((part) => (/\d/u.test(part) ? Number(part) : undefined));
  if (left !== undefined && right !== undefined) return result === '' ? undefined : compute(left, sign, right);
  if (whole === undefined) return undefined;
  if (right !== undefined) return backwards(whole, sign, right);
  if (left === undefined) return undefined;
  if (sign === '+') return whole - left;
  if (/[-−]/u.test(sign)) return left - whole;
  return /[x×*]/u.test(sign) ? whole / left : left / whole;
}

function backwards(whole: number, sign: string, known: number): number {
  if (sign === '+') return whole - known;
  if (/[-−]/u.test(sign)) return whole + known;
  return /[x×*]/u.test(sign) ? whole / known : whole * known;
}

/** Where the page repeats the task, what stands right below it. */
async function textBelow(world: ExecutionState): Promise<string | undefined> {
  if (!showsTask(world)) return undefined;
  const { text } = await world.turn.read({ what: 'text' });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const place = lines.findIndex((line) => foldText(line).text === world.task);
  const below = place === -1 ? undefined : lines[place + 1]?.trim();
  // Letters that are set one by one are one word.
  return below && /^\S(?:\s\S)+$/u.test(below) ? below.replace(/\s/gu, '') : below;
}
