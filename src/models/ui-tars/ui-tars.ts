import { cutText } from '../../core/boundary.js';
import { option } from '../../core/options.js';
import { callName } from '../adapter/calls.js';
import { checkSettings } from '../adapter/check-settings.js';
import type { Conversation, Exchange } from '../adapter/conversation.js';
import { latestSnapshot } from '../adapter/coordinates.js';
import { describeModal } from '../adapter/modal.js';
import { splitModelVersion } from '../adapter/model-version.js';
import type { ModelSettings, ProviderAdapter } from '../adapter/provider-adapter.js';
import { chatClient } from '../chat-completions/client.js';
import { createChatModel, screenshotChatAdapter } from '../chat-completions/screenshot-chat.js';
import type { CallResult, Model, Turn } from '../model.js';
import { checkKeyReceiver, type Provider, resolveBaseUrl } from '../provider.js';
import { uiTarsPrompt } from './prompt.js';
import { readUiTars } from './read-reply.js';
import {
  detectUiTarsVersion,
  type UiTarsVersion,
  type UiTarsVersionInfo,
  uiTarsVersionInfo,
  uiTarsVersions,
} from './version.js';

export interface UiTarsOptions extends ModelSettings {
  /** The model's name on the server. */
  model: string;
  /** Default: from the model's name. */
  version?: UiTarsVersion | undefined;
}

/** The model was trained with at most this many. */
const maxPictures = 5;
const maxTokens = 400;

/** The adapter for UI-TARS on any chat completions server. */
export function uiTarsAdapter({
  model,
  version = detectUiTarsVersion(model),
  ...settings
}: UiTarsOptions): ProviderAdapter {
  const info = uiTarsVersionInfo[version];
  const apiKey = settings.apiKey ?? process.env.UI_TARS_API_KEY;
  if (settings.apiKey === undefined && apiKey)
    checkKeyReceiver({ title: 'UI-TARS', baseUrlVariable: 'UI_TARS_BASE_URL' }, settings, 'UI_TARS_API_KEY');
  return screenshotChatAdapter({
    name: `ui-tars/${model}`,
    capabilities: ['vision', 'computer_use'],
    tools: [],
    client: chatClient({ apiKey: apiKey?.trim() || 'none', baseUrl: baseUrlOf(settings) }),
    body: { model },
    resize: info.resizing,
    maxPictures,
    maxTokens,
    openingText: (conversation, turn) => openingText(info, conversation, turn),
    replyText: (raw) => replyText(raw, version),
    feedbackText,
    textOf: ({ text }) => text,
    read: (text, turn, isCut) => readUiTars(text, info.space, turn, isCut),
  });
}

/** UI-TARS 1.0, 1.5 or Doubao. Throws `invalid_option` with the fix if it cannot be used. */
export function uiTars(options: UiTarsOptions): Model {
  checkSettings('uiTars', options, { model: option.text, version: option.any });
  return createChatModel(uiTarsAdapter(options), baseUrlOf(options), options);
}

export const uiTarsProvider: Provider = {
  name: 'ui-tars',
  title: 'UI-TARS',
  apiKeyVariables: [],
  baseUrlVariable: 'UI_TARS_BASE_URL',
  needsBaseUrl: true,
  package: 'openai',
  models: ['ByteDance-Seed/UI-TARS-1.5-7B', 'UI-TARS-7B-DPO', 'doubao-1-5-ui-tars-250428'],
  createModel(model, settings) {
    const { name, version } = splitModelVersion(model, uiTarsVersions, 'UI-TARS');
    return uiTars({ ...settings, model: name, version });
  },
};

function baseUrlOf(settings: ModelSettings): string | undefined {
  const endpoint = process.env.UI_TARS_ENDPOINT?.replace(/\/+$/, '');
  const fallback = endpoint && !/\/v\d+$/.test(endpoint) ? `${endpoint}/v1` : endpoint || undefined;
  return resolveBaseUrl(uiTarsProvider, settings, fallback);
}

function openingText(info: UiTarsVersionInfo, { opening, summary }: Conversation, turn: Turn): string {
  const prompt = uiTarsPrompt(info, {
    task: opening.text,
    isBrowser: latestSnapshot(turn).url !== undefined,
    rules: turn.systemPrompt,
    summary,
  });
  return [prompt, describeModal(opening.snapshot?.modal)].filter(Boolean).join('\n\n');
}

/** A longer reply is noise. */
const maxReplyCharacters = 4_000;

/** The model's reply, with the tokens around points that version 1.0 was trained on: servers strip them. */
function replyText(raw: unknown, version: UiTarsVersion): string {
  const text = (typeof raw === 'string' ? raw : '')
    .replace(/\[EOS\]/g, '')
    .slice(0, maxReplyCharacters)
    .trim();
  if (!text) return 'Thought: (unreadable)';
  if (version !== '1.0') return text;
  return text.replace(
    // Up to the same quote or the end: a malformed point gets the tokens, too.
    /(\w*_box)=(['"])\s*(\((?:(?!\2)[\s\S])*?)\s*(?:\2|$)/g,
    (_, name: string, quote: string, point: string) => `${name}=${quote}<|box_start|>${point}<|box_end|>${quote}`,
  );
}

/** What a picture does not show: failures, answers, notes and messages of the user. */
function feedbackText({ results, notes, userMessages, snapshot }: Exchange): string {
  return [
    ...results.map(resultText),
    ...notes,
    ...userMessages.map(({ text }) => `## User Instruction\n${text}`),
    describeModal(snapshot?.modal),
  ]
    .filter(Boolean)
    .join('\n');
}

const maxDataCharacters = 2_000;

function resultText({ call, result, skipped }: CallResult): string | undefined {
  const name = callName(call);
  if (skipped) return `${name} was not done: ${skipped}`;
  if (!result.success) return `${name} failed: ${result.error}`;
  if ('tool' in call) return `${name}: ${cutText(JSON.stringify(result.data ?? 'done'), maxDataCharacters)}`;
  return 'answer' in call ? call.answer : undefined;
}
