import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import { isRecord } from '../../core/record.js';
import { grid1000, pixels, type Space } from '../../core/space.js';
import { lastSeen, shownIn } from '../adapter/arguments.js';
import type { Conversation } from '../adapter/conversation.js';
import { type Price, priceOf } from '../adapter/prices.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import type { Model, Turn, VisionConfig } from '../model.js';
import { baseUrlOf, keyOf, type Provider } from '../provider.js';
import { calibration, spaceIn } from './calibrate.js';
import { downgrade, isRefused, type ServerCapabilities, type ToolImages } from './capabilities.js';
import { chatClient } from './client.js';
import { messagesOf } from './messages.js';
import { type Preset, presets, seesPictures, spaceOf } from './presets.js';
import { readReply, readUsage } from './read.js';
import { functionsOf } from './system.js';

export interface ChatOptions extends ModelSettings {
  /** As the server calls it. */
  model: string;
  /** A server that many use: `openai`, `openrouter`, `ollama`, `lmstudio`, `vllm`. Without one: whatever `baseUrl` is. */
  server?: string;
  /** Whether it is shown pictures beside the UI map. Default: by its name; a model nobody knows is not. */
  vision?: boolean;
  /** Where pictures of the screen stand. Default `user-message`, which nearly all servers take. */
  toolImages?: ToolImages;
  /** How it counts places on a picture. Default: by its name. `detect`: it is asked once, with a drawn picture. */
  space?: 'pixels' | '0-1000' | 'detect';
}

/** Tokens of the UI map with each step. */
const mapTokens = 2_000;
const longestSide = 1_600;

interface Question {
  conversation: Conversation;
  turn: Turn;
  tight: boolean;
}

/** A question as it is sent, unless the server turns out to take less. */
interface Request extends Question {
  body: Record<string, unknown>;
  manner: ServerCapabilities;
  space: Space;
}

/** Any tool-calling model behind a server that speaks chat completions. What the server does not take is found out once. */
export function chat(options: ChatOptions): Model {
  const dialect = chatDialect(options);
  const preset = presetOf(options.server ?? '');
  const price = options.price ?? usualPrice(preset, options);
  const model = createModel(dialect, { ...options, ...(price ? { price } : {}) });
  return Object.defineProperties(
    { ...model, ...(preset.tellsCost ? { priced: true } : {}) },
    { sees: { get: () => dialect.vision, enumerable: true } },
  );
}

/** What runs here costs nothing; what OpenAI runs costs the same whichever way it is asked. */
function usualPrice({ isLocal, url }: Preset, { model, baseUrl }: ChatOptions): Price | undefined {
  if (isLocal) return { input: 0, output: 0 };
  const isOpenAi = url.includes('api.openai.com') && baseUrl === undefined && !process.env.OPENAI_BASE_URL;
  return isOpenAi ? priceOf(`openai/${model}`) : undefined;
}

/** How to speak with it. Throws `invalid_option` for a server that cannot be asked. */
export function chatDialect(options: ChatOptions): ProviderAdapter<Request> {
  const { model, server = '', toolImages = 'user-message' } = options;
  const preset = presetOf(server);
  const client = chatClient(accessOf(preset, options));
  const pictures = options.vision ?? seesPictures(model);
  // All that is remembered is what was found out about the server and the model: what it does not take, how it counts.
  let manner: ServerCapabilities = { toolImages, pictures, system: true, oneAtATime: true, temperature: true };
  let space = options.space === 'pixels' ? pixels : options.space === '0-1000' ? grid1000 : spaceOf(model);
  let isDetected = options.space !== 'detect' || !pictures;

  async function complete(
    bodyIn: (manner: ServerCapabilities) => Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    for (;;) {
      const used = manner;
      try {
        return orError(await client.complete({ model, ...preset.body, ...bodyIn(used) }, signal));
      } catch (error) {
        const less = downgrade(used, error);
        if (!less) throw error;
        manner = less;
      }
    }
  }

  async function detect(signal: AbortSignal): Promise<void> {
    if (isDetected) return;
    try {
      space = spaceIn(await client.complete({ model, ...(await calibration()) }, signal)) ?? space;
    } catch (error) {
      if (!isRefused(error)) throw error;
      // What is refused here is refused with the next question too, which says what comes of it.
    }
    isDetected = true;
  }

  return {
    name: ['chat', server, model].filter(Boolean).join('/'),
    capabilities: ['tool_calling', 'structured_output', ...(pictures ? (['vision'] as const) : [])],
    get vision(): VisionConfig {
      return { mapTokens, ...(manner.pictures ? { picture: { type: 'png', size: fitted } } : {}) };
    },
    historyWindow: { most: 40, keep: 20 },
    request(conversation, turn, tight) {
      const question = { conversation, turn, tight };
      return { ...question, body: bodyOf(question, manner, space), manner, space };
    },
    async send(request, signal) {
      await detect(signal);
      const isAsMade = (used: ServerCapabilities): boolean => used === request.manner && space === request.space;
      return complete((used) => (isAsMade(used) ? request.body : bodyOf(request, used, space)), signal);
    },
    read: (answer, turn) => readReply(answer, turn, askedIn(turn, manner, space)),
    usage: readUsage,
    async write(prompt, signal) {
      const messages = [{ role: 'user', content: prompt }];
      const answer = await complete((used) => ({ messages, ...(used.temperature ? { temperature: 0 } : {}) }), signal);
      const usage = readUsage(answer);
      return { text: firstText(answer), ...(usage ? { usage } : {}) };
    },
  };
}

function bodyOf(
  { conversation, turn, tight }: Question,
  manner: ServerCapabilities,
  space: Space,
): Record<string, unknown> {
  const hasTools = manner.toolImages !== 'text-protocol' && turn.tools.length > 0;
  return {
    messages: messagesOf(conversation, turn, { manner, space, tight }),
    ...(hasTools ? { tools: functionsOf(turn.tools) } : {}),
    ...(hasTools && manner.oneAtATime ? { parallel_tool_calls: false } : {}),
    ...(manner.temperature ? { temperature: 0 } : {}),
  };
}

function askedIn(
  turn: Turn,
  { pictures, toolImages }: ServerCapabilities,
  space: Space,
): Parameters<typeof readReply>[2] {
  const { picture, ...seen } = lastSeen(turn.history, turn.observation.screen);
  const shown = shownIn(pictures && picture ? { ...seen, picture } : seen);
  return { isText: toolImages === 'text-protocol', space: pictures ? space : pixels, shown };
}

/** Some servers answer 200 and put what went wrong into the body. */
function orError(answer: unknown): unknown {
  if (!isRecord(answer) || Array.isArray(answer.choices) || !isRecord(answer.error)) return answer;
  const { message, code } = answer.error;
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : 500;
  throw Object.assign(new Error(typeof message === 'string' ? message : 'The server gave an error.'), { status });
}

function firstText(answer: unknown): string {
  const [choice] = isRecord(answer) && Array.isArray(answer.choices) ? answer.choices : [];
  const message = isRecord(choice) && isRecord(choice.message) ? choice.message : {};
  return typeof message.content === 'string' ? message.content.replace(/^\s*<think>[\s\S]*?<\/think>/, '') : '';
}

/** The screen itself where it is not too large. */
function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function presetOf(server: string): Preset {
  const preset = presets.find(({ name }) => name === server);
  if (preset) return preset;
  const known = presets.map(({ name }) => name).filter(Boolean);
  throw new HandrailError(
    'invalid_option',
    `There is no server "${server}".`,
    `Valid: ${known.join(', ')}; or give a baseUrl.`,
  );
}

function accessOf(preset: Preset, settings: ModelSettings): { apiKey: string; baseUrl: string | undefined } {
  const { title, key, urlKey, url, isOpen } = preset;
  const baseUrl = baseUrlOf({ title, ...(urlKey === undefined ? {} : { baseUrlKey: urlKey }) }, settings, url);
  // Whoever names a server of their own may have one that asks for no key.
  const needsKey = !isOpen && !(preset.name === '' && baseUrl !== url);
  const given = settings.apiKey ?? process.env[key];
  return { apiKey: needsKey ? keyOf({ title, keys: [key] }, settings) : given?.trim() || 'no-key', baseUrl };
}

/** One provider for each server: `chat/<model>`, `chat/ollama/<model>` and so on. */
export const chatProviders: readonly Provider[] = presets.map(
  ({ name, title, key, urlKey, url, isOpen, isLocal, models }): Provider => ({
    name: name === '' ? 'chat' : `chat/${name}`,
    title,
    keys: isOpen ? [] : [key],
    ...(urlKey === undefined ? {} : { baseUrlKey: urlKey }),
    ...(isLocal ? { localUrl: url } : {}),
    package: 'openai',
    models,
    make: (model, settings) => chat({ ...settings, model, server: name }),
  }),
);
