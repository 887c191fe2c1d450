import { HandrailError } from '../../core/errors.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import type { Model } from '../model.js';
import { baseUrlOf, keyOf, type Provider } from '../provider.js';
import { answeredByBrowser } from './browser.js';
import { claudeClient } from './client.js';
import { type ClaudePlatform, type ClaudeTool, claudePlatforms, claudeTools, factsOf, fitPicture } from './models.js';
import { readAnswer, usageIn } from './read.js';
import { type ClaudeRequest, requestOf } from './request.js';

export interface ClaudeOptions extends ModelSettings {
  /** Default `claude-opus-5-5`. */
  model?: string;
  /** How it is given the screen. Default: the newest way that the model has; `browser_toolset_20260801` acts on pages by references. */
  tool?: ClaudeTool;
  /** Who runs the model. Default `anthropic`. */
  platform?: ClaudePlatform;
  /** The most that one answer may be. Default 8,192. */
  maxTokens?: number;
  effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max';
}

/** Functions beside the screen: what a picture of a page has no place for. */
const extraTools = [
  'goto',
  'back',
  'forward',
  'refresh',
  'tabs',
  'upload_file',
  'extract_text',
  'ask_user',
  'remember',
  'fail',
];

/** A Claude model that acts on a screen. Throws `invalid_option` with the fix where it cannot be used. */
export function claude(options: ClaudeOptions = {}): Model {
  return createModel(claudeDialect(options), options);
}

/** How to speak with Claude. */
export function claudeDialect(options: ClaudeOptions = {}): ProviderAdapter<ClaudeRequest> {
  const { platform = 'anthropic', tool, maxTokens = 8_192, effort } = options;
  const model = (options.model ?? 'claude-opus-5-5').replace(/^anthropic\//, '');
  oneOf('tool', tool, claudeTools);
  oneOf('platform', platform, claudePlatforms);
  const facts = factsOf(model, platform, tool);
  const client = claudeClient(keyOf(anthropic, options), baseUrlOf(anthropic, options), facts.bounds);
  const isBrowser = facts.tool === 'browser_toolset_20260801';
  const common = { model, maxTokens, ...(effort ? { effort } : {}) };
  return {
    name: `anthropic/${model}`,
    capabilities: ['vision', 'tool_calling', 'structured_output', 'long_context', 'reasoning', 'computer_use'],
    vision: { picture: { type: 'png', size: (screen) => fitPicture(screen, facts.bounds) } },
    tools: isBrowser
      ? [...answeredByBrowser, ...extraTools.filter((name) => !answeredByBrowser.includes(name))]
      : extraTools,
    // Thinking that is bound to everything before it cannot outlive a cut: then all is begun anew.
    historyWindow: { most: 60, keep: facts.bound ? 0 : 20 },
    request: (conversation, turn, tight) => requestOf(conversation, turn, tight, { ...common, facts }),
    send: client.ask,
    read: (answer, turn) => readAnswer(answer, turn, facts.tool),
    usage: usageIn,
    async write(prompt, signal) {
      const body = { model, max_tokens: maxTokens, messages: [{ role: 'user', content: prompt }] };
      const answer = await client.ask({ body, betas: [], attached: [] }, signal);
      return { text: client.textOf(answer), usage: usageIn(answer) };
    },
  };
}

function oneOf(option: string, value: string | undefined, valid: readonly string[]): void {
  if (value === undefined || valid.includes(value)) return;
  throw new HandrailError(
    'invalid_option',
    `There is no ${option} "${value}" for Claude.`,
    `Valid: ${valid.join(', ')}.`,
  );
}

export const anthropic: Provider = {
  name: 'anthropic',
  title: 'Anthropic Claude',
  keys: ['ANTHROPIC_API_KEY'],
  baseUrlKey: 'ANTHROPIC_BASE_URL',
  package: '@anthropic-ai/sdk',
  models: [
    'claude-opus-5-5',
    'claude-sonnet-5-5',
    'claude-haiku-5-5',
    'claude-fable-5-1',
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-opus-4-8',
    'claude-opus-4-7',
    'claude-sonnet-4-6',
    'claude-sonnet-4-5',
    'claude-haiku-4-5',
  ],
  make: (model, settings) => claude({ ...settings, model }),
};
