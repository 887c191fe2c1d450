import { HandrailError } from '../../core/errors.js';
import { option } from '../../core/options.js';
import { checkSettings, modelSettings } from '../adapter/check-settings.js';
import { fitWithin } from '../adapter/fit-within.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import type { Model } from '../model.js';
import { keepAddress, loadPackage, type Provider, resolveApiKey, resolveBaseUrl } from '../provider.js';
import { readReply, readText, readUsage, throwIfFailed } from './read-reply.js';
import { buildRequest, type GptSettings, type Request } from './request.js';

/** The options of an OpenAI model with its computer tool. */
export interface OpenaiOptions extends ModelSettings {
  /** Default `gpt-5.6`. */
  model?: string | undefined;
  /** Default: `computer_use_preview` for the models of that name, `computer` for all others. */
  tool?: GptSettings['tool'] | undefined;
  /** The provider stores the conversation. If false, each request holds all of it. Default true. */
  store?: boolean | undefined;
  /** The kind of screen, for `computer_use_preview`. Default: `browser` or `linux`, by the session. */
  environment?: NonNullable<GptSettings['environment']> | undefined;
}

/** An OpenAI model with its computer tool, over the Responses API. Throws `invalid_option` with the fix if it cannot be used. */
export function openai(options: OpenaiOptions = {}): Model {
  checkSettings('openai', options, {
    model: option.text,
    tool: option.any,
    store: option.flag,
    environment: option.any,
  });
  return createModel(openaiAdapter(options), modelSettings(options));
}

/** The adapter for the Responses API. */
export function openaiAdapter(options: OpenaiOptions): ProviderAdapter<Request> {
  const settings = readOptions(options);
  const { model, store, tool } = settings;
  const apiKey = resolveApiKey(openaiProvider, options);
  const baseURL = resolveBaseUrl(openaiProvider, options);
  const send = async (body: Request, signal: AbortSignal): Promise<unknown> => {
    const { default: OpenAI } = await loadPackage('openai', () => import('openai'));
    const client = new OpenAI({ apiKey, maxRetries: 0, baseURL, fetchOptions: keepAddress });
    const response = await client.post<unknown>('/responses', { body, signal });
    throwIfFailed(response);
    return response;
  };
  return {
    name: `${openaiProvider.name}/${model}`,
    capabilities: ['vision', 'tool_calling', 'structured_output', 'long_context', 'reasoning', 'computer_use'],
    vision: { picture: { type: 'png', size: settings.pictureSize } },
    tools: ['goto', 'back', 'tabs', 'upload_file', 'remember', 'ask_user'],
    // A stored conversation cannot continue from a part of it, so a cut starts a new one.
    // Without storage every request repeats all screenshots, so the window is short.
    historyWindow: store ? { maxExchanges: 30, keepExchanges: 0 } : { maxExchanges: 20, keepExchanges: 8 },
    buildRequest: (conversation, turn, minimal) => buildRequest(conversation, turn, settings, minimal),
    send,
    readReply,
    readUsage,
    async completeText(prompt, signal) {
      const truncation = tool === 'computer_use_preview' ? { truncation: 'auto' as const } : {};
      const response = await send({ model, input: prompt, store: false, ...truncation }, signal);
      return { text: readText(response), usage: readUsage(response) };
    },
  };
}

function readOptions({ model = 'gpt-5.6', tool, store = true, environment }: OpenaiOptions): GptSettings {
  if (tool === undefined && lacksComputerTool(model))
    throw new HandrailError(
      'invalid_option',
      `openai/${model} has no computer tool.`,
      `Use gpt-5.4 or later, or chat/${model}, which acts through functions.`,
    );
  const defaultTool = /^computer-use-preview\b/.test(model) ? 'computer_use_preview' : 'computer';
  const usedTool = tool ?? defaultTool;
  const maxPictureSide = usedTool === 'computer' ? 1_600 : 1_280;
  return { model, tool: usedTool, store, environment, pictureSize: (screen) => fitWithin(maxPictureSide, screen) };
}

/** Whether a model is older than gpt-5.4, the first with the computer tool. A name without a version is accepted. */
function lacksComputerTool(model: string): boolean {
  if (/^(o\d|chatgpt-|codex-)/.test(model)) return true;
  const [, major, minor] = /^gpt-(\d+)(?:\.(\d+))?/.exec(model) ?? [];
  return major !== undefined && Number(major) * 100 + Number(minor ?? 0) < 504;
}

export const openaiProvider: Provider = {
  name: 'openai',
  title: 'OpenAI',
  apiKeyVariables: ['OPENAI_API_KEY'],
  baseUrlVariable: 'OPENAI_BASE_URL',
  ownHosts: ['api.openai.com'],
  package: 'openai',
  models: ['gpt-5.6', 'gpt-5.6-terra', 'gpt-5.6-luna', 'gpt-6-astra', 'gpt-5.5', 'gpt-5.4', 'computer-use-preview'],
  createModel: (model, settings) => openai({ ...settings, model }),
};
