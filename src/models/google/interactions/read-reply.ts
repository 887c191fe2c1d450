import { isRecord } from '../../../core/is-record.js';
import { fieldOf } from '../../adapter/json.js';
import { type AdapterReply, unreadableReply } from '../../adapter/provider-adapter.js';
import type { Turn } from '../../model.js';
import type { GeminiSettings } from '../options.js';
import { type FunctionCall, invalidCallReason, readFunctionCalls, toReply } from '../reply.js';

type InteractionStep = Record<string, unknown>;

/** Reads any response of the Interactions API. Never throws. */
export function readReply(response: unknown, turn: Turn, settings: GeminiSettings): AdapterReply {
  const status = fieldOf(response, 'status');
  if (typeof status !== 'string') return unreadableReply('The response has no status.');
  const steps = stepsOf(response);
  const blocked = status === 'failed' ? blockMessage(fieldOf(response, 'errors')) : undefined;
  if (blocked !== undefined) return { calls: [], refusal: `Google blocked the reply. ${blocked}` };
  const invalid = callSteps(steps)
    .map(({ name, arguments: args }) => invalidCallReason({ name, args }))
    .find((one) => one !== undefined);
  if (invalid !== undefined) return unreadableReply(invalid);
  const id = fieldOf(response, 'id');
  const raw = { ...(typeof id === 'string' ? { id } : {}), steps: withIds(steps) };
  const functionCalls = findFunctionCalls(raw) ?? [];
  const text = textOf(steps);
  const isCut = status === 'incomplete';
  if (functionCalls.length > 0 || (text && !isCut))
    return toReply({ functionCalls, text, thought: thoughtOf(steps), raw, isCut }, turn, settings);
  if (isCut) return unreadableReply('The reply was too long and was cut off.');
  return { calls: [], retryReason: `The response is empty (${status}).` };
}

/** The error that says why Google blocked the reply. */
function blockMessage(errors: unknown): string | undefined {
  const messages = (Array.isArray(errors) ? errors : []).map((error) => JSON.stringify(error) ?? '');
  return messages.find((one) => /safety|block|prohibited|recitation|policy/i.test(one))?.slice(0, 500);
}

/** The function calls of an interaction; undefined if it is not one. */
export function findFunctionCalls(raw: unknown): readonly FunctionCall[] | undefined {
  const steps = stepsOf(raw);
  if (steps.length === 0) return undefined;
  return readFunctionCalls(callSteps(steps).map(({ id, name, arguments: args }) => ({ id, name, args })));
}

/** Gives a call without an id the key that its result uses. */
function withIds(steps: readonly InteractionStep[]): InteractionStep[] {
  const calls = callSteps(steps);
  const keys = new Map((findFunctionCalls({ steps }) ?? []).map(({ key }, index) => [calls[index], key]));
  return steps.map((step) => {
    const key = keys.get(step);
    return key === undefined || step.id === key ? step : { ...step, id: key };
  });
}

function callSteps(steps: readonly InteractionStep[]): InteractionStep[] {
  return steps.filter(({ type }) => type === 'function_call');
}

export function stepsOf(response: unknown): InteractionStep[] {
  const steps = fieldOf(response, 'steps');
  return Array.isArray(steps) ? steps.filter(isRecord) : [];
}

/** The text of the model. */
export function textOf(steps: readonly InteractionStep[]): string {
  return joinTexts(steps.filter(({ type }) => type === 'model_output').flatMap(({ content }) => content));
}

function thoughtOf(steps: readonly InteractionStep[]): string {
  return joinTexts(steps.filter(({ type }) => type === 'thought').flatMap(({ summary }) => summary));
}

function joinTexts(contents: readonly unknown[]): string {
  return contents
    .map((content) => fieldOf(content, 'text'))
    .filter((text) => typeof text === 'string')
    .join('')
    .trim();
}
