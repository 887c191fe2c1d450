import type { Conversation } from '../../adapter/conversation.js';
import type { ProviderAdapter } from '../../adapter/provider-adapter.js';
import type { Turn, Usage } from '../../model.js';
import type { GoogleBody, GoogleClient } from '../client.js';
import { stepsOf } from '../conversation.js';
import {
  type ComputerUse,
  computerUseOf,
  declaredIn,
  fieldIn,
  instructions,
  selfOf,
  type UsageNames,
  usageUnder,
} from '../declarations.js';
import { type GeminiSettings, needsComputerUse } from '../options.js';
import type { Answer, Part, Step } from '../steps.js';
import { askedIn, readAnswer, stepsIn, textIn } from './read.js';

/** So much of a long run is sent again when it is told anew, so that what Google keeps does not grow for ever. */
const historyWindow = { most: 30, keep: 10 };

/** Gemini through the Interactions API: Google keeps the conversation, and is told only what is new. */
export function interactions(settings: GeminiSettings, client: GoogleClient): ProviderAdapter<GoogleBody> {
  const { model } = settings;
  return {
    ...selfOf(settings),
    historyWindow,
    request: (conversation, turn, tight) => requestOf(conversation, turn, tight, settings),
    send: (body, signal) => client.interact(body, signal),
    read: (answer, turn) => readAnswer(answer, turn, settings),
    usage: usageOf,
    async write(prompt, signal) {
      const tools = needsComputerUse(model) ? { tools: [inWords(computerUseOf(settings))] } : {};
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
  const declared = declaredIn(turn);
  const tools = [
    ...(usesComputer ? [inWords(computerUseOf(settings, declared, turn))] : []),
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
  return summary !== undefined && exchanges.length <= historyWindow.keep + 1;
}

function idIn(step: Step): string | undefined {
  const id = step.kind === 'reply' ? fieldIn(step.raw, 'id') : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function inWords({ environment, excluded, detectsInjection, disabledPolicies }: ComputerUse): GoogleBody {
  return {
    type: 'computer_use',
    environment,
    ...(excluded && { excluded_predefined_functions: excluded }),
    ...(detectsInjection !== undefined && { enable_prompt_injection_detection: detectsInjection }),
    ...(disabledPolicies && { disabled_safety_policies: disabledPolicies }),
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

const usageNames: UsageNames = {
  input: 'total_input_tokens',
  toolUse: 'total_tool_use_tokens',
  output: 'total_output_tokens',
  thoughts: 'total_thought_tokens',
  cached: 'total_cached_tokens',
  byKind: 'input_tokens_by_modality',
  tokens: 'tokens',
};

function usageOf(answer: unknown): Usage | undefined {
  return usageUnder(usageNames, fieldIn(answer, 'usage'));
}
