import { isRecord } from '../core/record.js';
import type { Conversation } from './conversation.js';
import { type Dialect, unreadable } from './dialect.js';
import type { GoogleBody, GoogleClient } from './google-client.js';
import { stepsOf } from './google-conversation.js';
import {
  besides,
  capabilitiesOf,
  count,
  environmentOf,
  excludedFor,
  fieldIn,
  imagesIn,
  instructions,
  sightOf,
} from './google-manner.js';
import { type GeminiSettings, needsComputerUse } from './google-options.js';
import { type Asked, brokenCall, numbered, replyOf } from './google-reply.js';
import { declare, type FunctionDeclaration } from './google-schema.js';
import type { Answer, Part, Step } from './google-steps.js';
import type { Reply, Turn, Usage } from './model.js';

/** So much of a long run is sent again when it is told anew, so that what Google keeps does not grow for ever. */
const stretch = { most: 30, keep: 10 };

/** Gemini through the Interactions API: Google keeps the conversation, and is told only what is new. */
export function interactions(settings: GeminiSettings, client: GoogleClient): Dialect<GoogleBody> {
  const { model, usesComputer } = settings;
  return {
    name: `google/${model}`,
    capabilities: capabilitiesOf(settings),
    sees: sightOf(settings),
    ...(usesComputer ? { tools: besides(settings) } : {}),
    stretch,
    request: (conversation, turn, tight) => requestOf(conversation, turn, tight, settings),
    send: (body, signal) => client.interact(body, signal),
    read: (answer, turn) => readAnswer(answer, turn, settings),
    usage: usageOf,
    async write(prompt, signal) {
      const tools = needsComputerUse(model) ? { tools: [computerUse(settings, [])] } : {};
      const answer = await client.interact({ model, input: prompt, store: false, ...tools }, signal);
      return { text: textIn(stepsIn(answer)), usage: usageOf(answer) };
    },
  };
}

function requestOf(conversation: Conversation, turn: Turn, tight: boolean, settings: GeminiSettings): GoogleBody {
  const { model, store, usesComputer, thinkingLevel, maxOutputTokens } = settings;
  const steps = stepsOf(conversation, turn, tight, askedIn);
  const isRetold = tight || !store || turn.maxPictures !== undefined || isJustCut(conversation);
  const last = isRetold ? -1 : steps.findLastIndex((step) => step.kind === 'reply' && idIn(step) !== undefined);
  const before = last < 0 ? undefined : steps[last];
  const declared = turn.tools.filter((tool) => !tool.hidden).map(declare);
  const tools = [
    ...(usesComputer ? [computerUse(settings, declared, turn)] : []),
    ...declared.map((tool) => ({ type: 'function', ...tool })),
  ];
  return {
    model,
    ...(before ? { previous_interaction_id: idIn(before) } : {}),
    input: steps.slice(last + 1).flatMap(inputOf),
    system_instruction: instructions(settings, turn),
    ...(tools.length > 0 ? { tools } : {}),
    ...(store ? {} : { store: false }),
    generation_config: {
      thinking_summaries: 'auto',
      ...(thinkingLevel ? { thinking_level: thinkingLevel } : {}),
      ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
    },
  };
}

/** The first request after a long run was cut tells the rest anew; those after it go on from there. */
function isJustCut({ summary, exchanges }: Conversation): boolean {
  return summary !== undefined && exchanges.length <= stretch.keep + 1;
}

function idIn(step: Step): string | undefined {
  const id = step.kind === 'reply' ? fieldIn(step.raw, 'id') : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function computerUse(
  settings: GeminiSettings,
  declared: readonly FunctionDeclaration[],
  turn?: Turn,
): Record<string, unknown> {
  const { detectsInjection, disabledPolicies } = settings;
  const environment = environmentOf(settings, turn);
  const excluded = excludedFor(settings, declared, turn);
  return {
    type: 'computer_use',
    environment,
    ...(excluded.length > 0 ? { excluded_predefined_functions: excluded } : {}),
    ...(detectsInjection === undefined ? {} : { enable_prompt_injection_detection: detectsInjection }),
    ...(disabledPolicies.length > 0 ? { disabled_safety_policies: disabledPolicies } : {}),
  };
}

function inputOf(step: Step): unknown[] {
  if (step.kind === 'reply') return stepsIn(step.raw);
  if (step.kind === 'said') return [{ type: 'user_input', content: step.parts.map(contentOf) }];
  return step.answers.map(resultOf);
}

function resultOf({ key, id, name, body, failed, acknowledged, pictures }: Answer): unknown {
  const told = { ...body, ...(acknowledged ? { safety_acknowledgement: true } : {}) };
  return {
    type: 'function_result',
    name,
    call_id: id ?? key,
    result: [{ text: JSON.stringify(told) }, ...pictures.map((file) => ({ file }))].map(contentOf),
    ...(failed ? { is_error: true } : {}),
  };
}

function contentOf(part: Part): Record<string, unknown> {
  if ('text' in part) return { type: 'text', text: part.text };
  const { type, bytes } = part.file;
  const kind = /^(image|audio|video)\//.exec(type)?.[1] ?? 'document';
  return { type: kind, data: bytes.toString('base64'), mime_type: type };
}

function readAnswer(answer: unknown, turn: Turn, settings: GeminiSettings): Reply & { again?: string } {
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
function askedIn(raw: unknown): readonly Asked[] | undefined {
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

function stepsIn(answer: unknown): Record<string, unknown>[] {
  const steps = fieldIn(answer, 'steps');
  return Array.isArray(steps) ? steps.filter(isRecord) : [];
}

function textIn(steps: readonly Record<string, unknown>[]): string {
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

function usageOf(answer: unknown): Usage | undefined {
  const told = fieldIn(answer, 'usage');
  if (!isRecord(told)) return undefined;
  const thoughts = count(told.total_thought_tokens);
  return {
    inputTokens: count(told.total_input_tokens) + count(told.total_tool_use_tokens),
    outputTokens: count(told.total_output_tokens) + thoughts,
    cachedTokens: count(told.total_cached_tokens),
    imageTokens: imagesIn(told.input_tokens_by_modality, 'tokens'),
    reasoningTokens: thoughts,
  };
}
