import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import type { Model } from '../model.js';
import { baseUrlOf, keyOf, loadPackage, type Provider } from '../provider.js';
import { ensureAnswered, readResponse, textOf, usageOf } from './read.js';
import { type Request, requestOf, type Way } from './request.js';

/** What may be set for a model of OpenAI that acts on a screen. */
export interface GptOptions extends ModelSettings {
  /** Default `gpt-5.6`. */
  model?: string;
  /** Default: `computer_use_preview` for the models of that name, `computer` for all others. */
  tool?: Way['tool'];
  /** Whether the provider keeps the conversation. `false`: all of it is sent each time. Default true. */
  store?: boolean;
  /** What kind of screen it is, for `computer_use_preview`. Default: what the session is on, `browser` or `linux`. */
  environment?: NonNullable<Way['environment']>;
}

/** A model of OpenAI with its computer tool, over the Responses API. Throws `invalid_option` with the fix when it cannot be used. */
export function gpt(options: GptOptions = {}): Model {
  return createModel(openaiDialect(options), options);
}

/** The dialect under such a model. */
export function openaiDialect(options: GptOptions): ProviderAdapter<Request> {
  const way = wayOf(options);
  const apiKey = keyOf(openai, options);
  const baseURL = baseUrlOf(openai, options);
  const post = async (body: Request, signal: AbortSignal): Promise<unknown> => {
    const { default: OpenAI } = await loadPackage('openai', () => import('openai'));
    const client = new OpenAI({ apiKey, maxRetries: 0, ...(baseURL === undefined ? {} : { baseURL }) });
    const answer = await client.post<unknown>('/responses', { body, signal });
    ensureAnswered(answer);
    return answer;
  };
  return {
    name: `${openai.name}/${way.model}`,
    capabilities: ['vision', 'tool_calling', 'structured_output', 'long_context', 'reasoning', 'computer_use'],
    vision: { picture: { type: 'png', size: way.size } },
    tools: ['goto', 'back', 'tabs', 'upload_file', 'remember', 'ask_user'],
    // Every call keeps its screenshot, so what is sent again each time is kept short.
    // Where the provider keeps the conversation, a cut begins another one there: it could not go on from a part of it.
    historyWindow: way.store ? { most: 30, keep: 0 } : { most: 20, keep: 8 },
    request: (conversation, turn, tight) => requestOf(conversation, turn, way, tight),
    send: post,
    read: readResponse,
    usage: usageOf,
    async write(prompt, signal) {
      const truncation = way.tool === 'computer_use_preview' ? { truncation: 'auto' as const } : {};
      const answer = await post({ model: way.model, input: prompt, store: false, ...truncation }, signal);
      return { text: textOf(answer), usage: usageOf(answer) };
    },
  };
}

function wayOf({ model = 'gpt-5.6', tool, store = true, environment }: GptOptions): Way {
  const suited = /^computer-use-preview\b/.test(model) ? 'computer_use_preview' : 'computer';
  if (tool === undefined && isTooOld(model))
    throw new HandrailError(
      'invalid_option',
      `openai/${model} has no computer tool.`,
      `Use gpt-5.4 or later, or chat/${model}, which acts through functions.`,
    );
  const chosen = tool ?? suited;
  return {
    model,
    tool: chosen,
    store,
    environment,
    size: (screen) => within(chosen === 'computer' ? 1_600 : 1_280, screen),
  };
}

/** The computer tool came with gpt-5.4. Of a name that tells no version nothing is known. */
function isTooOld(model: string): boolean {
  if (/^(o\d|chatgpt-|codex-)/.test(model)) return true;
  const [, major, minor] = /^gpt-(\d+)(?:\.(\d+))?/.exec(model) ?? [];
  return major !== undefined && Number(major) * 100 + Number(minor ?? 0) < 504;
}

/** No side longer than `most`: what is larger only costs more. */
function within(most: number, { width, height }: Size): Size {
  const factor = Math.min(1, most / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

export const openai: Provider = {
  name: 'openai',
  title: 'OpenAI',
  keys: ['OPENAI_API_KEY'],
  baseUrlKey: 'OPENAI_BASE_URL',
  package: 'openai',
  models: ['gpt-5.6', 'gpt-5.6-terra', 'gpt-5.6-luna', 'gpt-6-astra', 'gpt-5.5', 'gpt-5.4', 'computer-use-preview'],
  make: (model, settings) => gpt({ ...settings, model }),
};
