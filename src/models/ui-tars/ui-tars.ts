import { lastSeen } from '../adapter/arguments.js';
import type { Exchange } from '../adapter/conversation.js';
import { imageRetentionOf } from '../adapter/image-retention.js';
import { modalWords } from '../adapter/modal.js';
import { toolOf } from '../adapter/name-call.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import { smartResize } from '../adapter/smart-resize.js';
import { chatClient, chatUsage, priceAt, readChatAnswer } from '../chat-completions/client.js';
import {
  attachmentParts,
  type ChatMessage,
  type ChatPart,
  screenParts,
  sentAttachments,
  textPart,
} from '../chat-completions/parts.js';
import type { CallResult, Model } from '../model.js';
import { versionIn } from '../model-version.js';
import { baseUrlOf, type Provider } from '../provider.js';
import { uiTarsPrompt } from './prompt.js';
import { readUiTars } from './read.js';
import { type UiTarsVersion, uiTarsFacts, uiTarsVersionOf, uiTarsVersions } from './version.js';

export interface UiTarsOptions extends ModelSettings {
  /** As the server calls it. */
  model: string;
  /** Default: what the name of the model tells. */
  version?: UiTarsVersion;
}

/** It was taught with no more than this. */
const mostPictures = 5;
const mostTokens = 400;

/** How to speak with UI-TARS on any server that speaks chat completions. */
export function uiTarsDialect({
  model,
  version = uiTarsVersionOf(model),
  ...settings
}: UiTarsOptions): ProviderAdapter<Body> {
  const facts = uiTarsFacts[version];
  const apiKey = settings.apiKey ?? process.env.UI_TARS_API_KEY;
  const client = chatClient({ apiKey: apiKey?.trim() || 'none', baseUrl: addressOf(settings) });
  return {
    name: `ui-tars/${model}`,
    capabilities: ['vision', 'computer_use'],
    vision: { picture: { type: 'png', size: (screen) => smartResize(screen, facts.resizing) } },
    tools: [],
    historyWindow: { most: 60, keep: 30 },
    request(conversation, turn, tight) {
      const { opening, summary, exchanges } = conversation;
      const most = tight ? 1 : Math.max(1, Math.min(mostPictures, turn.maxPictures ?? mostPictures));
      const attached = sentAttachments(conversation, most);
      const fates = imageRetentionOf(conversation, { kind: 'last', keep: most - attached.size });
      const prompt = uiTarsPrompt(facts, {
        task: opening.text,
        browser: lastSeen(turn.history, turn.observation.screen).url !== undefined,
        rules: turn.systemPrompt,
        summary,
      });
      const messages: ChatMessage[] = [
        {
          role: 'user',
          content: [
            textPart(prompt),
            ...attachmentParts(opening.attachments, attached),
            ...wordsFor(modalWords(opening.seen?.modal)),
            ...screenParts(opening.seen, fates),
          ],
        },
      ];
      for (const exchange of exchanges) {
        messages.push({ role: 'assistant', content: echoed(exchange.reply.raw, version) });
        const content = [
          ...wordsFor(...feedback(exchange)),
          ...exchange.said.flatMap(({ attachments }) => attachmentParts(attachments, attached)),
          ...screenParts(exchange.seen, fates),
        ];
        messages.push({ role: 'user', content: content.length > 0 ? content : [textPart('Go on.')] });
      }
      return { model, messages, temperature: 0, max_tokens: mostTokens };
    },
    send: (body, signal) => client.complete(body, signal),
    read(answer, turn) {
      const said = readChatAnswer(answer);
      if (said?.refusal) return { calls: [], refusal: said.refusal, raw: said.text };
      if (!said?.text.trim()) return { calls: [], again: 'It gave an empty answer.' };
      return readUiTars(said.text, facts.space, turn, said.cut);
    },
    usage: chatUsage,
    async write(prompt, signal) {
      const messages = [{ role: 'user', content: prompt }];
      const answer = await client.complete({ model, messages, temperature: 0 }, signal);
      return { text: readChatAnswer(answer)?.text ?? '', usage: chatUsage(answer) };
    },
  };
}

interface Body extends Record<string, unknown> {
  messages: ChatMessage[];
}

/** UI-TARS 1.0, 1.5 or Doubao as a model. Throws `invalid_option` with the fix when it cannot be used. */
export function uiTars(options: UiTarsOptions): Model {
  const price = options.price ?? priceAt(addressOf(options));
  return createModel(uiTarsDialect(options), { ...options, ...(price ? { price } : {}) });
}

export const uiTarsProvider: Provider = {
  name: 'ui-tars',
  title: 'UI-TARS',
  keys: [],
  baseUrlKey: 'UI_TARS_BASE_URL',
  needsBaseUrl: true,
  package: 'openai',
  models: ['ByteDance-Seed/UI-TARS-1.5-7B', 'UI-TARS-7B-DPO', 'doubao-1-5-ui-tars-250428'],
  make(model, settings) {
    const { name, version } = versionIn(model, uiTarsVersions, 'UI-TARS');
    return uiTars({ ...settings, model: name, ...(version ? { version } : {}) });
  },
};

function addressOf(settings: ModelSettings): string | undefined {
  const endpoint = process.env.UI_TARS_ENDPOINT?.replace(/\/+$/, '');
  const usual = endpoint && !/\/v\d+$/.test(endpoint) ? `${endpoint}/v1` : endpoint || undefined;
  return baseUrlOf(uiTarsProvider, settings, usual);
}

/** More than it can say in one turn is nothing it should see again. */
const mostEchoed = 4_000;

/** What the model said, with the marks around places that version 1.0 was taught and servers take away. */
function echoed(raw: unknown, version: UiTarsVersion): string {
  const said = (typeof raw === 'string' ? raw : '')
    .replace(/\[EOS\]/g, '')
    .slice(0, mostEchoed)
    .trim();
  if (!said) return 'Thought: (unreadable)';
  if (version !== '1.0') return said;
  return said.replace(
    /\b(start_box|end_box)=(['"])\s*(\([^)'"]*\))\s*\2/g,
    (_, name: string, quote: string, place: string) => `${name}=${quote}<|box_start|>${place}<|box_end|>${quote}`,
  );
}

function wordsFor(...words: (string | undefined)[]): ChatPart[] {
  const said = words.filter(Boolean);
  return said.length > 0 ? [textPart(said.join('\n'))] : [];
}

/** What a picture does not show: what went wrong, what was answered, what is to be said. */
function feedback({ results, notes, said, seen }: Exchange): (string | undefined)[] {
  return [
    ...results.map(told),
    ...notes,
    ...said.map(({ text }) => `## User Instruction\n${text}`),
    modalWords(seen?.modal),
  ];
}

function told({ call, result, skipped }: CallResult): string | undefined {
  const name = toolOf(call);
  if (skipped) return `${name} was not done: ${skipped}`;
  if (!result.success) return `${name} failed: ${result.error}`;
  if ('tool' in call) return `${name}: ${JSON.stringify(result.data ?? 'done').slice(0, 2_000)}`;
  return 'answer' in call ? call.answer : undefined;
}
