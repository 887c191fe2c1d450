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
import type { Part, Step } from '../steps.js';
import { askedIn, readAnswer, textOf } from './read.js';

/** Gemini through generateContent: the whole conversation is sent each time. */
export function generateContent(settings: GeminiSettings, client: GoogleClient): ProviderAdapter<GoogleBody> {
  const { model } = settings;
  return {
    ...selfOf(settings),
    historyWindow: { most: 40, keep: 20 },
    request: (conversation, turn, tight) => requestOf(conversation, turn, tight, settings),
    send: (body, signal) => client.generateContent(model, body, signal),
    read: (answer, turn) => readAnswer(answer, turn, settings),
    usage: usageOf,
    async write(prompt, signal) {
      const tools = needsComputerUse(model) ? { tools: [inWords(computerUseOf(settings))] } : {};
      const answer = await client.generateContent(
        model,
        { contents: [{ role: 'user', parts: [{ text: prompt }] }], ...tools },
        signal,
      );
      return { text: textOf(answer), usage: usageOf(answer) };
    },
  };
}

function requestOf(conversation: Conversation, turn: Turn, tight: boolean, settings: GeminiSettings): GoogleBody {
  const declared = declaredIn(turn);
  const tools = [
    ...(settings.usesComputer ? [inWords(computerUseOf(settings, declared, turn))] : []),
    ...(declared.length > 0 ? [{ functionDeclarations: declared }] : []),
  ];
  const { thinkingLevel, maxOutputTokens } = settings;
  return {
    systemInstruction: { role: 'user', parts: [{ text: instructions(settings, turn) }] },
    contents: stepsOf(conversation, turn, tight, askedIn).map(contentOf),
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

function inWords({ environment, excluded, detectsInjection, disabledPolicies }: ComputerUse): GoogleBody {
  return {
    computerUse: {
      environment: `ENVIRONMENT_${environment.toUpperCase()}`,
      ...(excluded && { excludedPredefinedFunctions: excluded }),
      ...(detectsInjection !== undefined && { enablePromptInjectionDetection: detectsInjection }),
      ...(disabledPolicies && { disabledSafetyPolicies: disabledPolicies.map((policy) => policy.toUpperCase()) }),
    },
  };
}

function contentOf(step: Step): unknown {
  if (step.kind === 'reply') return step.raw;
  if (step.kind === 'said') return { role: 'user', parts: step.parts.map(partOf) };
  const parts = step.answers.map(({ id, name, body, acknowledged, pictures }) => ({
    functionResponse: {
      ...(id === undefined ? {} : { id }),
      name,
      response: { ...body, ...(acknowledged ? { safety_acknowledgement: 'true' } : {}) },
      ...(pictures.length > 0 ? { parts: pictures.map((file) => partOf({ file })) } : {}),
    },
  }));
  return { role: 'user', parts };
}

function partOf(part: Part): Record<string, unknown> {
  if ('text' in part) return part;
  return { inlineData: { mimeType: part.file.type, data: part.file.bytes.toString('base64') } };
}

const usageNames: UsageNames = {
  input: 'promptTokenCount',
  toolUse: 'toolUsePromptTokenCount',
  output: 'candidatesTokenCount',
  thoughts: 'thoughtsTokenCount',
  cached: 'cachedContentTokenCount',
  byKind: 'promptTokensDetails',
  tokens: 'tokenCount',
};

function usageOf(answer: unknown): Usage | undefined {
  return usageUnder(usageNames, fieldIn(answer, 'usageMetadata'));
}
