import { isRecord } from '../../../core/record.js';
import { unreadable } from '../../adapter/provider-adapter.js';
import type { Reply, Turn } from '../../model.js';
import { fieldIn } from '../declarations.js';
import type { GeminiSettings } from '../options.js';
import { type Asked, brokenCall, numbered, replyOf } from '../reply.js';

/** What an interaction is to us: calls, an answer, or why there is none. */
export function readAnswer(answer: unknown, turn: Turn, settings: GeminiSettings): Reply & { again?: string } {
  const steps = stepsIn(answer);
  const status = fieldIn(answer, 'status');
  const id = fieldIn(answer, 'id');
  const raw = { ...(typeof id === 'string' ? { id } : {}), steps: withIds(steps) };
  const asked = askedIn(raw) ?? [];
  const text = textIn(steps);
  if (!isRecord(answer) || typeof status !== 'string') return unreadable('There was no answer in it.');
  const blocked = status === 'failed' ? blockedIn(fieldIn(answer, 'errors')) : undefined;
  if (blocked !== undefined) return { calls: [], refusal: `Google blocked the answer. ${blocked}` };
  const broken = steps
    .filter(({ type }) => type === 'function_call')
    .map(({ name, arguments: args }) => brokenCall(name, args))
    .find((one) => one !== undefined);
  if (broken !== undefined) return unreadable(broken);
  const isCut = status === 'incomplete';
  if (asked.length > 0 || (text && !isCut))
    return replyOf({ asked, text, thought: thoughtIn(steps), raw, isCut }, turn, settings);
  if (isCut) return unreadable('It was too long and was cut off.');
  return { calls: [], again: `the model gave an empty answer (${status})` };
}

/** Why Google does not let its model answer, where that is the reason of a failure. */
function blockedIn(errors: unknown): string | undefined {
  const said = (Array.isArray(errors) ? errors : []).map((error) => JSON.stringify(error) ?? '');
  return said.find((one) => /safety|block|prohibited|recitation|policy/i.test(one))?.slice(0, 500);
}

/** The functions that an interaction called; nothing for what is none. */
export function askedIn(raw: unknown): readonly Asked[] | undefined {
  const steps = stepsIn(raw);
  if (steps.length === 0) return undefined;
  return numbered(
    steps.flatMap(({ type, id, name, arguments: args }) => {
      if (type !== 'function_call') return [];
      const own = typeof id === 'string' && id !== '' ? { id } : {};
      return [{ ...own, name: typeof name === 'string' ? name : '', args: isRecord(args) ? args : {} }];
    }),
  );
}

/** A call that came without an id has the one that it is answered by. */
function withIds(steps: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const calls = steps.filter(({ type }) => type === 'function_call');
  const keys = new Map((askedIn({ steps }) ?? []).map(({ key }, index) => [calls[index], key]));
  return steps.map((step) => {
    const key = keys.get(step);
    return key === undefined || step.id === key ? step : { ...step, id: key };
  });
}

/** What an interaction consists of. */
export function stepsIn(answer: unknown): Record<string, unknown>[] {
  const steps = fieldIn(answer, 'steps');
  return Array.isArray(steps) ? steps.filter(isRecord) : [];
}

/** What the model said. */
export function textIn(steps: readonly Record<string, unknown>[]): string {
  return words(steps.filter(({ type }) => type === 'model_output').flatMap(({ content }) => content));
}

function thoughtIn(steps: readonly Record<string, unknown>[]): string {
  return words(steps.filter(({ type }) => type === 'thought').flatMap(({ summary }) => summary));
}

function words(contents: readonly unknown[]): string {
  return contents
    .map((content) => fieldIn(content, 'text'))
    .filter((text) => typeof text === 'string')
    .join('')
    .trim();
}
