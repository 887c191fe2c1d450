import { lastSeen, shownIn } from '../adapter/arguments.js';
import type { Exchange } from '../adapter/conversation.js';
import { imageRetentionOf } from '../adapter/image-retention.js';
import { modalWords } from '../adapter/modal.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import { smartResize } from '../adapter/smart-resize.js';
import { type ChatAnswer, chatClient, chatUsage, priceAt, readChatAnswer } from '../chat-completions/client.js';
import {
  attachmentParts,
  type ChatMessage,
  screenParts,
  sentAttachments,
  textPart,
} from '../chat-completions/parts.js';
import type { CallResult, Model } from '../model.js';
import { versionIn } from '../model-version.js';
import { baseUrlOf, keyOf, type Provider } from '../provider.js';
import { inputIn, splitThinking } from './parse.js';
import { qwenPrompt } from './prompt.js';
import { readQwen } from './read.js';
import { type QwenVersion, qwenFacts, qwenVersionOf, qwenVersions } from './version.js';

export interface QwenOptions extends ModelSettings {
  /** As the server calls it. */
  model: string;
  /** Default: what the name of the model tells. */
  version?: QwenVersion;
}

const dashScope = 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1';
const mostPictures = 3;
const mostTokens = 4_096;

/** How to speak with Qwen's computer use on any server that speaks chat completions. */
export function qwenDialect({
  model,
  version = qwenVersionOf(model),
  ...settings
}: QwenOptions): ProviderAdapter<Body> {
  const facts = qwenFacts[version];
  const baseUrl = addressOf(settings);
  const client = chatClient({ apiKey: keyFor(baseUrl, settings), baseUrl });
  // Without it, Alibaba's servers make a picture smaller once more, and places are counted on one that nobody has seen.
  const whole = isDashScope(baseUrl) ? { vl_high_resolution_images: true } : {};
  return {
    name: `qwen/${model}`,
    capabilities: ['vision', 'tool_calling', 'computer_use'],
    vision: { picture: { type: 'png', size: (screen) => smartResize(screen, facts.resizing) } },
    tools: ['goto', 'back', 'remember'],
    historyWindow: { most: 60, keep: 30 },
    request(conversation, turn, tight) {
      const { opening, summary, exchanges } = conversation;
      const most = tight ? 1 : Math.max(1, Math.min(mostPictures, turn.maxPictures ?? mostPictures));
      const attached = sentAttachments(conversation, most);
      const fates = imageRetentionOf(conversation, { kind: 'last', keep: most - attached.size });
      const system = qwenPrompt(facts, {
        picture: shownIn(lastSeen(turn.history, turn.observation.screen)).size,
        tools: turn.tools.filter(({ name, hidden }) => !hidden && name !== 'computer_use'),
        rules: turn.systemPrompt,
      });
      const messages: ChatMessage[] = [
        { role: 'system', content: system },
        {
          role: 'user',
          content: [
            textPart([opening.text, summary, modalWords(opening.seen?.modal)].filter(Boolean).join('\n\n')),
            ...attachmentParts(opening.attachments, attached),
            ...screenParts(opening.seen, fates),
          ],
        },
      ];
      for (const exchange of exchanges) {
        messages.push({ role: 'assistant', content: echoed(exchange.reply.raw) });
        const words = feedback(exchange);
        messages.push({
          role: 'user',
          content: [
            textPart(words || 'Go on.'),
            ...exchange.said.flatMap(({ attachments }) => attachmentParts(attachments, attached)),
            ...screenParts(exchange.seen, fates),
          ],
        });
      }
      return { model, messages, temperature: 0, max_tokens: mostTokens, ...whole };
    },
    send: (body, signal) => client.complete(body, signal),
    read(answer, turn) {
      const said = readChatAnswer(answer);
      if (said?.refusal) return { calls: [], refusal: said.refusal, raw: said.text };
      const text = said ? wordsOf(said) : '';
      if (!text.trim()) return { calls: [], again: 'It gave an empty answer.' };
      const reply = readQwen(text, facts.space, turn, said?.cut === true);
      if (!said?.cut || reply.calls.length > 0) return reply;
      const { text: _, ...rest } = reply;
      return { ...rest, unreadable: `It was cut off after ${mostTokens} tokens. Say less before the call.` };
    },
    usage: chatUsage,
    async write(prompt, signal) {
      const messages = [{ role: 'user', content: prompt }];
      const answer = await client.complete({ model, messages, temperature: 0 }, signal);
      const text = readChatAnswer(answer)?.text ?? '';
      return { text: splitThinking(text).said, usage: chatUsage(answer) };
    },
  };
}

interface Body extends Record<string, unknown> {
  messages: ChatMessage[];
}

/** Qwen 2.5-VL, 3-VL, 3.5 or later as a model. Throws `invalid_option` with the fix when it cannot be used. */
export function qwen(options: QwenOptions): Model {
  const price = options.price ?? priceAt(addressOf(options));
  return createModel(qwenDialect(options), { ...options, ...(price ? { price } : {}) });
}

export const qwenProvider: Provider = {
  name: 'qwen',
  title: 'Qwen',
  keys: ['QWEN_API_KEY', 'DASHSCOPE_API_KEY'],
  baseUrlKey: 'QWEN_BASE_URL',
  package: 'openai',
  models: ['qwen3.5-plus', 'qwen3-vl-plus', 'qwen3-vl-235b-a22b-instruct', 'qwen2.5-vl-72b-instruct'],
  make(model, settings) {
    const { name, version } = versionIn(model, qwenVersions, 'Qwen');
    return qwen({ ...settings, model: name, ...(version ? { version } : {}) });
  },
};

function addressOf(settings: ModelSettings): string {
  return baseUrlOf(qwenProvider, settings, dashScope) ?? dashScope;
}

function isDashScope(baseUrl: string): boolean {
  return new URL(baseUrl).hostname.endsWith('.aliyuncs.com');
}

/** A server of one's own needs no key. */
function keyFor(baseUrl: string, settings: ModelSettings): string {
  const isGiven = settings.apiKey !== undefined || qwenProvider.keys.some((name) => process.env[name]);
  return isGiven || isDashScope(baseUrl) ? keyOf(qwenProvider, settings) : 'none';
}

/** What a server's parser took for calls is put back into the words it was made from. */
function wordsOf({ text, reasoning, calls }: ChatAnswer): string {
  // Where a call ended the thinking, the server may have taken it for a thought.
  const isAll = !text.trim() && calls.length === 0;
  const thinking = reasoning ? `<think>${reasoning}${isAll ? '' : '</think>\n'}` : '';
  const written = calls.map(
    ({ name, input }) => `<tool_call>\n${JSON.stringify({ name, arguments: inputIn(input) ?? input })}\n</tool_call>`,
  );
  return [thinking + text, ...written].join('\n');
}

const mostEchoed = 8_000;

/** What the model said, without what it thought before: so it was taught. */
function echoed(raw: unknown): string {
  const { said } = splitThinking(typeof raw === 'string' ? raw : '');
  return said.slice(0, mostEchoed).trim() || '(nothing)';
}

/** One answer to each call, then what is to be said besides. */
function feedback({ results, notes, said, seen }: Exchange): string {
  const ids = [...new Set(results.map(({ call }) => call.id))];
  const answers = ids.map((id) => {
    const parts = results.filter(({ call }) => call.id === id).map(told);
    return `<tool_response>\n${[...new Set(parts)].join('\n')}\n</tool_response>`;
  });
  const words = [...answers, ...notes, ...said.map(({ text }) => text), modalWords(seen?.modal)];
  return words.filter(Boolean).join('\n');
}

const mostOfData = 8_000;
const mostOfSeen = 300;

function told({ call, result, skipped }: CallResult): string {
  if (skipped) return `Not done: ${skipped}`;
  if (!result.success) return `Failed: ${result.error}`;
  if ('answer' in call) return call.answer;
  if ('look' in call) return 'The screenshot follows.';
  if ('tool' in call) return JSON.stringify(result.data ?? 'done').slice(0, mostOfData);
  return (result.metadata.seen ?? 'Done.').slice(0, mostOfSeen);
}
