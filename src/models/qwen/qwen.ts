import { cutText } from '../../core/boundary.js';
import { option } from '../../core/options.js';
import { visibleTools } from '../adapter/calls.js';
import { checkSettings } from '../adapter/check-settings.js';
import type { Exchange } from '../adapter/conversation.js';
import { latestSnapshot, pictureGeometry } from '../adapter/coordinates.js';
import { describeModal } from '../adapter/modal.js';
import { splitModelVersion } from '../adapter/model-version.js';
import type { ModelSettings, ProviderAdapter } from '../adapter/provider-adapter.js';
import { type ChatReply, chatClient } from '../chat-completions/client.js';
import { createChatModel, screenshotChatAdapter } from '../chat-completions/screenshot-chat.js';
import type { CallResult, Model, Reply, Turn } from '../model.js';
import { type Provider, resolveApiKey, resolveBaseUrl } from '../provider.js';
import { splitThinking, toInput } from './parse.js';
import { qwenPrompt } from './prompt.js';
import { readQwen } from './read-reply.js';
import { detectQwenVersion, type QwenVersion, type QwenVersionInfo, qwenVersionInfo, qwenVersions } from './version.js';

export interface QwenOptions extends ModelSettings {
  /** The model's name on the server. */
  model: string;
  /** Default: from the model's name. */
  version?: QwenVersion | undefined;
}

const dashScopeUrl = 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1';
const maxPictures = 3;
const maxTokens = 4_096;
const maxReplyCharacters = 8_000;
const maxDataCharacters = 8_000;
const maxOutcomeCharacters = 300;

/** The adapter for Qwen's computer use on any chat completions server. */
export function qwenAdapter({ model, version = detectQwenVersion(model), ...settings }: QwenOptions): ProviderAdapter {
  const info = qwenVersionInfo[version];
  const baseUrl = baseUrlOf(settings);
  return screenshotChatAdapter({
    name: `qwen/${model}`,
    capabilities: ['vision', 'tool_calling', 'computer_use'],
    tools: ['goto', 'back', 'remember'],
    client: chatClient({ apiKey: apiKeyFor(baseUrl, settings), baseUrl }),
    // Without this option DashScope shrinks the picture again, and coordinates refer to the smaller one.
    body: { model, ...(isDashScope(baseUrl) ? { vl_high_resolution_images: true } : {}) },
    resize: info.resizing,
    maxPictures,
    maxTokens,
    systemText: (turn) =>
      qwenPrompt(info, {
        picture: pictureGeometry(latestSnapshot(turn)).size,
        tools: visibleTools(turn).filter(({ name }) => name !== 'computer_use'),
        rules: turn.systemPrompt,
      }),
    openingText: ({ opening, summary }) =>
      [opening.text, summary, describeModal(opening.snapshot?.modal)].filter(Boolean).join('\n\n'),
    replyText,
    feedbackText,
    textOf: wholeText,
    read: (text, turn, isCut) => readReply(text, info, turn, isCut),
    answerIn: (text) => splitThinking(text).rest,
  });
}

/** Qwen 2.5-VL, 3-VL, 3.5 or later. Throws `invalid_option` with the fix if it cannot be used. */
export function qwen(options: QwenOptions): Model {
  checkSettings('qwen', options, { model: option.text, version: option.any });
  return createChatModel(qwenAdapter(options), baseUrlOf(options), options);
}

export const qwenProvider: Provider = {
  name: 'qwen',
  title: 'Qwen',
  apiKeyVariables: ['QWEN_API_KEY', 'DASHSCOPE_API_KEY'],
  baseUrlVariable: 'QWEN_BASE_URL',
  ownHosts: ['.aliyuncs.com'],
  package: 'openai',
  models: ['qwen3.5-plus', 'qwen3-vl-plus', 'qwen3-vl-235b-a22b-instruct', 'qwen2.5-vl-72b-instruct'],
  createModel(model, settings) {
    const { name, version } = splitModelVersion(model, qwenVersions, 'Qwen');
    return qwen({ ...settings, model: name, version });
  },
};

function baseUrlOf(settings: ModelSettings): string {
  return resolveBaseUrl(qwenProvider, settings, dashScopeUrl) ?? dashScopeUrl;
}

function isDashScope(baseUrl: string): boolean {
  return new URL(baseUrl).hostname.endsWith('.aliyuncs.com');
}

/** Only DashScope requires a key. */
function apiKeyFor(baseUrl: string, settings: ModelSettings): string {
  const hasKey = settings.apiKey !== undefined || qwenProvider.apiKeyVariables.some((name) => process.env[name]);
  return hasKey || isDashScope(baseUrl) ? resolveApiKey(qwenProvider, settings) : 'none';
}

function readReply(text: string, { space }: QwenVersionInfo, turn: Turn, isCut: boolean): Reply {
  const reply = readQwen(text, space, turn, isCut);
  if (!isCut || reply.calls.length > 0) return reply;
  const unreadable = `The reply was cut off after ${maxTokens} tokens. Write less before the call.`;
  return { ...reply, text: undefined, unreadable };
}

/** The whole reply as text: calls that the server's parser took out are written back. */
function wholeText({ text, reasoning, calls }: ChatReply): string {
  // If a call ended the reasoning, the server may have returned it as part of the reasoning.
  const isReasoningOnly = !text.trim() && calls.length === 0;
  const thinking = reasoning ? `<think>${reasoning}${isReasoningOnly ? '' : '</think>\n'}` : '';
  const written = calls.map(
    ({ name, input }) => `<tool_call>\n${JSON.stringify({ name, arguments: toInput(input) ?? input })}\n</tool_call>`,
  );
  return [thinking + text, ...written].join('\n');
}

/** The model's reply without its reasoning, as it was trained. */
function replyText(raw: unknown): string {
  const { rest } = splitThinking(typeof raw === 'string' ? raw : '');
  return rest.slice(0, maxReplyCharacters).trim() || '(nothing)';
}

/** One response for each call, then notes and messages of the user. */
function feedbackText({ results, notes, userMessages, snapshot }: Exchange): string {
  const ids = [...new Set(results.map(({ call }) => call.id))];
  const responses = ids.map((id) => {
    const lines = results.filter(({ call }) => call.id === id).map(resultText);
    return `<tool_response>\n${[...new Set(lines)].join('\n')}\n</tool_response>`;
  });
  return [...responses, ...notes, ...userMessages.map(({ text }) => text), describeModal(snapshot?.modal)]
    .filter(Boolean)
    .join('\n');
}

function resultText({ call, result, skipped }: CallResult): string {
  if (skipped) return `Not done: ${skipped}`;
  if (!result.success) return `Failed: ${result.error}`;
  if ('answer' in call) return call.answer;
  if ('capture' in call) return 'The screenshot follows.';
  if ('tool' in call) return cutText(JSON.stringify(result.data ?? 'done'), maxDataCharacters);
  return cutText(result.metadata.outcomeText ?? 'Done.', maxOutcomeCharacters);
}
