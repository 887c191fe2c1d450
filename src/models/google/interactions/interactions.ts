import type { Conversation, HistoryWindow } from '../../adapter/conversation.js';
import { fieldOf } from '../../adapter/json.js';
import type { ProviderAdapter } from '../../adapter/provider-adapter.js';
import type { Turn } from '../../model.js';
import { buildSteps } from '../build-steps.js';
import type { GoogleBody, GoogleClient } from '../client.js';
import { adapterProperties, type ComputerUse, declareTools, systemInstruction } from '../declarations.js';
import type { GeminiSettings } from '../options.js';
import type { FunctionResponse, Part, Step } from '../steps.js';
import { readGoogleUsage } from '../usage.js';
import { findFunctionCalls, readReply, stepsOf, textOf } from './read-reply.js';

/** A cut starts a new interaction, so the one that Google stores does not grow without limit. */
const historyWindow: HistoryWindow = { maxExchanges: 30, keepExchanges: 10 };

/** Gemini through the Interactions API: Google stores the conversation, and a request holds only what is new. */
export function interactions(settings: GeminiSettings, client: GoogleClient): ProviderAdapter<GoogleBody> {
  const { model } = settings;
  const readUsage = (response: unknown) => readGoogleUsage('interactions', response);
  return {
    ...adapterProperties(settings),
    historyWindow,
    buildRequest: (conversation, turn, minimal) => buildRequest(conversation, turn, minimal, settings),
    send: (body, signal) => client.interact(body, signal),
    readReply: (response, turn) => readReply(response, turn, settings),
    readUsage,
    async completeText(prompt, signal) {
      const response = await client.interact({ model, input: prompt, store: false, ...buildTools(settings) }, signal);
      return { text: textOf(stepsOf(response)), usage: readUsage(response) };
    },
  };
}

function buildRequest(conversation: Conversation, turn: Turn, minimal: boolean, settings: GeminiSettings): GoogleBody {
  const { model, store, thinkingLevel, maxOutputTokens } = settings;
  const steps = buildSteps(conversation, turn, minimal, findFunctionCalls);
  const sendsAll = minimal || !store || turn.maxPictures !== undefined || isJustCut(conversation);
  const lastStored = sendsAll ? -1 : steps.findLastIndex((step) => idOf(step) !== undefined);
  const previous = steps[lastStored];
  return {
    model,
    previous_interaction_id: previous && idOf(previous),
    input: steps.slice(lastStored + 1).flatMap(toInput),
    system_instruction: systemInstruction(settings, turn),
    ...buildTools(settings, turn),
    store: store ? undefined : false,
    generation_config: {
      thinking_summaries: 'auto',
      thinking_level: thinkingLevel,
      max_output_tokens: maxOutputTokens,
    },
  };
}

/** The first request after a cut sends all remaining exchanges. Later requests continue from there. */
function isJustCut({ summary, exchanges }: Conversation): boolean {
  return summary !== undefined && exchanges.length <= historyWindow.keepExchanges + 1;
}

function idOf(step: Step): string | undefined {
  const id = step.kind === 'reply' ? fieldOf(step.raw, 'id') : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function buildTools(settings: GeminiSettings, turn?: Turn): { tools?: unknown[] } {
  const { computerUse, functions } = declareTools(settings, turn);
  const tools = [
    ...(computerUse ? [toTool(computerUse)] : []),
    ...functions.map((tool) => ({ type: 'function', ...tool })),
  ];
  return tools.length > 0 ? { tools } : {};
}

function toTool({ environment, excluded, detectsInjection, disabledPolicies }: ComputerUse): GoogleBody {
  return {
    type: 'computer_use',
    environment,
    excluded_predefined_functions: excluded,
    enable_prompt_injection_detection: detectsInjection,
    disabled_safety_policies: disabledPolicies,
  };
}

function toInput(step: Step): unknown[] {
  if (step.kind === 'reply') return stepsOf(step.raw);
  if (step.kind === 'user') return [{ type: 'user_input', content: step.parts.map(toContent) }];
  return step.responses.map(toFunctionResult);
}

function toFunctionResult({ key, id, name, body, failed, acknowledged, pictures }: FunctionResponse): unknown {
  const result = { ...body, safety_acknowledgement: acknowledged || undefined };
  return {
    type: 'function_result',
    name,
    call_id: id ?? key,
    result: [{ text: JSON.stringify(result) }, ...pictures.map((file) => ({ file }))].map(toContent),
    is_error: failed || undefined,
  };
}

function toContent(part: Part): Record<string, unknown> {
  if ('text' in part) return { type: 'text', text: part.text };
  const { type, bytes } = part.file;
  const kind = /^(image|audio|video)\//.exec(type)?.[1] ?? 'document';
  return { type: kind, data: bytes.toString('base64'), mime_type: type };
}
