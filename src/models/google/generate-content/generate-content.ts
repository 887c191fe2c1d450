import type { Conversation } from '../../adapter/conversation.js';
import type { ProviderAdapter } from '../../adapter/provider-adapter.js';
import type { Turn } from '../../model.js';
import { buildSteps } from '../build-steps.js';
import type { GoogleBody, GoogleClient } from '../client.js';
import { adapterProperties, type ComputerUse, declareTools, systemInstruction } from '../declarations.js';
import type { GeminiSettings } from '../options.js';
import type { Part, Step } from '../steps.js';
import { readGoogleUsage } from '../usage.js';
import { findFunctionCalls, readReply, readText } from './read-reply.js';

/** Gemini through generateContent: each request holds the whole conversation. */
export function generateContent(settings: GeminiSettings, client: GoogleClient): ProviderAdapter<GoogleBody> {
  const { model } = settings;
  const readUsage = (response: unknown) => readGoogleUsage('generateContent', response);
  return {
    ...adapterProperties(settings),
    historyWindow: { maxExchanges: 40, keepExchanges: 20 },
    buildRequest: (conversation, turn, minimal) => buildRequest(conversation, turn, minimal, settings),
    send: (body, signal) => client.generateContent(model, body, signal),
    readReply: (response, turn) => readReply(response, turn, settings),
    readUsage,
    async completeText(prompt, signal) {
      const contents = [{ role: 'user', parts: [{ text: prompt }] }];
      const response = await client.generateContent(model, { contents, ...buildTools(settings) }, signal);
      return { text: readText(response), usage: readUsage(response) };
    },
  };
}

function buildRequest(conversation: Conversation, turn: Turn, minimal: boolean, settings: GeminiSettings): GoogleBody {
  const { thinkingLevel, maxOutputTokens } = settings;
  return {
    systemInstruction: { role: 'user', parts: [{ text: systemInstruction(settings, turn) }] },
    contents: buildSteps(conversation, turn, minimal, findFunctionCalls).map(toContent),
    ...buildTools(settings, turn),
    generationConfig: {
      maxOutputTokens,
      thinkingConfig: { includeThoughts: true, thinkingLevel: thinkingLevel?.toUpperCase() },
    },
  };
}

function buildTools(settings: GeminiSettings, turn?: Turn): { tools?: unknown[] } {
  const { computerUse, functions } = declareTools(settings, turn);
  const tools = [
    ...(computerUse ? [toTool(computerUse)] : []),
    ...(functions.length > 0 ? [{ functionDeclarations: functions }] : []),
  ];
  return tools.length > 0 ? { tools } : {};
}

function toTool({ environment, excluded, detectsInjection, disabledPolicies }: ComputerUse): GoogleBody {
  return {
    computerUse: {
      environment: `ENVIRONMENT_${environment.toUpperCase()}`,
      excludedPredefinedFunctions: excluded,
      enablePromptInjectionDetection: detectsInjection,
      disabledSafetyPolicies: disabledPolicies?.map((policy) => policy.toUpperCase()),
    },
  };
}

function toContent(step: Step): unknown {
  if (step.kind === 'reply') return step.raw;
  if (step.kind === 'user') return { role: 'user', parts: step.parts.map(toPart) };
  const parts = step.responses.map(({ id, name, body, acknowledged, pictures }) => ({
    functionResponse: {
      id,
      name,
      response: { ...body, safety_acknowledgement: acknowledged ? 'true' : undefined },
      parts: pictures.length > 0 ? pictures.map((file) => toPart({ file })) : undefined,
    },
  }));
  return { role: 'user', parts };
}

function toPart(part: Part): Record<string, unknown> {
  if ('text' in part) return part;
  return { inlineData: { mimeType: part.file.type, data: part.file.bytes.toString('base64') } };
}
