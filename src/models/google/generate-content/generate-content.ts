import type { Conversation } from '../../adapter/conversation.js';
import type { ProviderAdapter } from '../../adapter/provider-adapter.js';
import type { Turn } from '../../model.js';
import { buildSteps } from '../build-steps.js';
import type { GoogleBody, GoogleClient } from '../client.js';
import {
  adapterProperties,
  type ComputerUse,
  configureComputerUse,
  declareFunctions,
  systemInstruction,
} from '../declarations.js';
import { type GeminiSettings, needsComputerUse } from '../options.js';
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
      const tools = needsComputerUse(model) ? { tools: [toTool(configureComputerUse(settings))] } : {};
      const contents = [{ role: 'user', parts: [{ text: prompt }] }];
      const response = await client.generateContent(model, { contents, ...tools }, signal);
      return { text: readText(response), usage: readUsage(response) };
    },
  };
}

function buildRequest(conversation: Conversation, turn: Turn, minimal: boolean, settings: GeminiSettings): GoogleBody {
  const declared = declareFunctions(turn);
  const tools = [
    ...(settings.usesComputer ? [toTool(configureComputerUse(settings, declared, turn))] : []),
    ...(declared.length > 0 ? [{ functionDeclarations: declared }] : []),
  ];
  const { thinkingLevel, maxOutputTokens } = settings;
  return {
    systemInstruction: { role: 'user', parts: [{ text: systemInstruction(settings, turn) }] },
    contents: buildSteps(conversation, turn, minimal, findFunctionCalls).map(toContent),
    ...(tools.length > 0 ? { tools } : {}),
    generationConfig: {
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      thinkingConfig: {
        includeThoughts: true,
        ...(thinkingLevel ? { thinkingLevel: thinkingLevel.toUpperCase() } : {}),
      },
    },
  };
}

function toTool({ environment, excluded, detectsInjection, disabledPolicies }: ComputerUse): GoogleBody {
  return {
    computerUse: {
      environment: `ENVIRONMENT_${environment.toUpperCase()}`,
      ...(excluded && { excludedPredefinedFunctions: excluded }),
      ...(detectsInjection !== undefined && { enablePromptInjectionDetection: detectsInjection }),
      ...(disabledPolicies && { disabledSafetyPolicies: disabledPolicies.map((policy) => policy.toUpperCase()) }),
    },
  };
}

function toContent(step: Step): unknown {
  if (step.kind === 'reply') return step.raw;
  if (step.kind === 'user') return { role: 'user', parts: step.parts.map(toPart) };
  const parts = step.responses.map(({ id, name, body, acknowledged, pictures }) => ({
    functionResponse: {
      ...(id === undefined ? {} : { id }),
      name,
      response: { ...body, ...(acknowledged ? { safety_acknowledgement: 'true' } : {}) },
      ...(pictures.length > 0 ? { parts: pictures.map((file) => toPart({ file })) } : {}),
    },
  }));
  return { role: 'user', parts };
}

function toPart(part: Part): Record<string, unknown> {
  if ('text' in part) return part;
  return { inlineData: { mimeType: part.file.type, data: part.file.bytes.toString('base64') } };
}
