import { type CoordinateSpace, grid1000, pixelSpace } from '../../core/coordinate-space.js';
import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { oneOf, option } from '../../core/options.js';
import { checkSettings, modelSettings } from '../adapter/check-settings.js';
import type { Conversation } from '../adapter/conversation.js';
import { latestSnapshot, pictureGeometry } from '../adapter/coordinates.js';
import { fitWithin } from '../adapter/fit-within.js';
import { findPrice, type Price } from '../adapter/prices.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import type { Model, Turn, VisionConfig } from '../model.js';
import { type Provider, resolveApiKey, resolveBaseUrl } from '../provider.js';
import { calibrationRequest, detectSpace } from './calibration.js';
import { downgrade, isRejected, type ServerCapabilities, type ToolImages } from './capabilities.js';
import { chatClient, readChatReply, withoutThinking } from './client.js';
import { buildMessages } from './messages.js';
import { coordinateSpace, type Preset, presets, supportsVision } from './presets.js';
import { type ReplyContext, readReply, readUsage } from './read-reply.js';
import { toFunctions } from './system-prompt.js';

export interface ChatOptions extends ModelSettings {
  /** The model's name on the server. */
  model: string;
  /** A well-known server: `openai`, `openrouter`, `ollama`, `lmstudio`, `vllm`. Default: the server at `baseUrl`. */
  server?: string | undefined;
  /** Send screenshots beside the UI map. Default: by the model's name; false for an unknown model. */
  vision?: boolean | undefined;
  /** Where screenshots are placed. Default `user-message`, which nearly all servers accept. */
  toolImages?: ToolImages | undefined;
  /** How the model counts coordinates on a picture. Default: by its name. `detect`: ask it once, with a drawn picture. */
  space?: 'pixels' | '0-1000' | 'detect' | undefined;
}

interface RequestSource {
  conversation: Conversation;
  turn: Turn;
  minimal: boolean;
}

/** A request, with what it was built from: it is built again if the server accepts less. */
interface Request extends RequestSource {
  body: Record<string, unknown>;
  capabilities: ServerCapabilities;
  space: CoordinateSpace;
}

/** Any tool-calling model behind a chat completions server. Learns from the first rejection what the server does not accept. */
export function chat(options: ChatOptions): Model {
  checkSettings('chat', options, {
    model: option.text,
    server: option.text,
    vision: option.flag,
    toolImages: option.any,
    space: oneOf('pixels', '0-1000', 'detect'),
  });
  const adapter = chatAdapter(options);
  const preset = findPreset(options.server ?? '');
  const model = createModel(adapter, {
    ...modelSettings(options),
    price: options.price ?? defaultPrice(preset, options),
  });
  return Object.defineProperties(
    { ...model, priced: preset.reportsCost || model.priced },
    { vision: { get: () => adapter.vision, enumerable: true } },
  );
}

/** A local model costs nothing. A model of OpenAI costs the same through each of its APIs. */
function defaultPrice({ isLocal, url }: Preset, { model, baseUrl }: ChatOptions): Price | undefined {
  if (isLocal) return { input: 0, output: 0 };
  const isOpenAi = url.includes('api.openai.com') && baseUrl === undefined && !process.env.OPENAI_BASE_URL;
  return isOpenAi ? findPrice(`openai/${model}`) : undefined;
}

/** Tokens of the UI map with each step. */
const mapTokens = 2_000;
const maxPictureSide = 1_600;

/** The adapter for a chat completions server. Throws `invalid_option` for a server that cannot be used. */
export function chatAdapter(options: ChatOptions): ProviderAdapter<Request> {
  const { model, server = '', toolImages = 'user-message' } = options;
  const preset = findPreset(server);
  const client = chatClient(connectionOf(preset, options));
  const pictures = options.vision ?? supportsVision(model);
  // The only state is what was learned about the server and the model.
  let capabilities: ServerCapabilities = {
    toolImages,
    pictures,
    system: true,
    oneCallOption: true,
    temperature: true,
  };
  let space = initialSpace(options);
  let isSpaceKnown = options.space !== 'detect' || !pictures;

  async function complete(
    buildBody: (capabilities: ServerCapabilities) => Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    for (;;) {
      const used = capabilities;
      try {
        return throwErrorBody(await client.complete({ model, ...preset.body, ...buildBody(used) }, signal));
      } catch (error) {
        const less = downgrade(used, error);
        if (!less) throw error;
        capabilities = less;
      }
    }
  }

  async function calibrate(signal: AbortSignal): Promise<void> {
    if (isSpaceKnown) return;
    try {
      space = detectSpace(await client.complete({ model, ...(await calibrationRequest()) }, signal)) ?? space;
    } catch (error) {
      if (!isRejected(error)) throw error;
      // The server also rejects the next request, which reports the error or a downgrade.
    }
    isSpaceKnown = true;
  }

  return {
    name: ['chat', server, model].filter(Boolean).join('/'),
    capabilities: ['tool_calling', 'structured_output', ...(pictures ? (['vision'] as const) : [])],
    get vision(): VisionConfig {
      if (!capabilities.pictures) return { mapTokens };
      return { mapTokens, picture: { type: 'png', size: (screen) => fitWithin(maxPictureSide, screen) } };
    },
    historyWindow: { maxExchanges: 40, keepExchanges: 20 },
    buildRequest(conversation, turn, minimal) {
      const source = { conversation, turn, minimal };
      return { ...source, body: buildBody(source, capabilities, space), capabilities, space };
    },
    async send(request, signal) {
      await calibrate(signal);
      const isCurrent = (used: ServerCapabilities): boolean => used === request.capabilities && space === request.space;
      return complete((used) => (isCurrent(used) ? request.body : buildBody(request, used, space)), signal);
    },
    readReply: (response, turn) => readReply(response, turn, replyContext(turn, capabilities, space)),
    readUsage,
    async completeText(prompt, signal) {
      const messages = [{ role: 'user', content: prompt }];
      const response = await complete(
        ({ temperature }) => ({ messages, temperature: temperature ? 0 : undefined }),
        signal,
      );
      return { text: withoutThinking(readChatReply(response)?.text ?? ''), usage: readUsage(response) };
    },
  };
}

function initialSpace({ space, model }: ChatOptions): CoordinateSpace {
  if (space === 'pixels') return pixelSpace;
  return space === '0-1000' ? grid1000 : coordinateSpace(model);
}

function buildBody(
  { conversation, turn, minimal }: RequestSource,
  capabilities: ServerCapabilities,
  space: CoordinateSpace,
): Record<string, unknown> {
  const hasTools = capabilities.toolImages !== 'text-protocol' && turn.tools.length > 0;
  return {
    messages: buildMessages(conversation, turn, { capabilities, space, minimal }),
    tools: hasTools ? toFunctions(turn) : undefined,
    parallel_tool_calls: hasTools && capabilities.oneCallOption ? false : undefined,
    temperature: capabilities.temperature ? 0 : undefined,
  };
}

function replyContext(turn: Turn, { pictures, toolImages }: ServerCapabilities, space: CoordinateSpace): ReplyContext {
  const { picture, ...snapshot } = latestSnapshot(turn);
  return {
    isTextProtocol: toolImages === 'text-protocol',
    space: pictures ? space : pixelSpace,
    geometry: pictureGeometry(pictures ? { ...snapshot, picture } : snapshot),
  };
}

/** Some servers answer 200 with an error in the body. */
function throwErrorBody(response: unknown): unknown {
  if (!isRecord(response) || Array.isArray(response.choices) || !isRecord(response.error)) return response;
  const { message, code } = response.error;
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : 500;
  throw Object.assign(new Error(typeof message === 'string' ? message : 'The server returned an error.'), { status });
}

function findPreset(server: string): Preset {
  const preset = presets.find(({ name }) => name === server);
  if (preset) return preset;
  const names = presets.map(({ name }) => name).filter(Boolean);
  throw new HandrailError(
    'invalid_option',
    `There is no server "${server}".`,
    `Valid: ${names.join(', ')}; or give a baseUrl.`,
  );
}

function connectionOf(preset: Preset, settings: ModelSettings): { apiKey: string; baseUrl: string | undefined } {
  const { name, title, apiKeyVariable, baseUrlVariable, url, isOpen, isLocal } = preset;
  const baseUrl = resolveBaseUrl({ title, baseUrlVariable }, settings, url);
  // A server of the user's own may not require a key.
  const needsKey = !isOpen && !(name === '' && baseUrl !== url);
  const ownHosts = isLocal ? undefined : [new URL(url).hostname];
  const owner = { title, apiKeyVariables: [apiKeyVariable], baseUrlVariable, ownHosts };
  if (needsKey || process.env[apiKeyVariable]) return { apiKey: resolveApiKey(owner, settings) || 'no-key', baseUrl };
  return { apiKey: settings.apiKey?.trim() || 'no-key', baseUrl };
}

/** One provider for each server: `chat/<model>`, `chat/ollama/<model>` and so on. */
export const chatProviders: readonly Provider[] = presets.map(
  ({ name, title, apiKeyVariable, baseUrlVariable, url, isOpen, isLocal, models }): Provider => ({
    name: name === '' ? 'chat' : `chat/${name}`,
    title,
    apiKeyVariables: isOpen ? [] : [apiKeyVariable],
    baseUrlVariable,
    ownHosts: isLocal ? undefined : [new URL(url).hostname],
    localUrl: isLocal ? url : undefined,
    package: 'openai',
    models,
    createModel: (model, settings) => chat({ ...settings, model, server: name }),
  }),
);
