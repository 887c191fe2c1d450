import { HandrailError } from '../../core/errors.js';
import { oneOf, option } from '../../core/options.js';
import { checkSettings, modelSettings } from '../adapter/check-settings.js';
import { createModel, type ModelSettings, type ProviderAdapter } from '../adapter/provider-adapter.js';
import type { Model } from '../model.js';
import { type Provider, resolveApiKey, resolveBaseUrl } from '../provider.js';
import { toolsetTools } from './browser-toolset.js';
import { claudeClient } from './client.js';
import {
  type ClaudePlatform,
  type ClaudeTool,
  claudeModelInfo,
  claudePlatforms,
  claudeTools,
  fitPicture,
} from './models.js';
import { readReply, readUsage } from './read-reply.js';
import { buildRequest, type ClaudeRequest } from './request.js';

export interface AnthropicOptions extends ModelSettings {
  /** Default `claude-opus-5-5`. */
  model?: string | undefined;
  /** The tool for the screen. Default: the newest that the model has. `browser_toolset_20260801` acts on pages by references. */
  tool?: ClaudeTool | undefined;
  /** Where the model runs. Default `anthropic`. */
  platform?: ClaudePlatform | undefined;
  /** The token limit of one reply. Default 8,192. */
  maxTokens?: number | undefined;
  effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined;
}

/** Tools beside the screen: what cannot be done on a screenshot of a page. */
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

/** A Claude model that acts on a screen. Throws `invalid_option` with the fix if it cannot be used. */
export function anthropic(options: AnthropicOptions = {}): Model {
  checkSettings('anthropic', options, {
    model: option.text,
    tool: option.any,
    platform: option.any,
    maxTokens: option.number,
    effort: oneOf('low', 'medium', 'high', 'xhigh', 'max'),
  });
  return createModel(anthropicAdapter(options), modelSettings(options));
}

/** The adapter for the Messages API. */
export function anthropicAdapter(options: AnthropicOptions = {}): ProviderAdapter<ClaudeRequest> {
  const { platform = 'anthropic', tool, maxTokens = 8_192, effort } = options;
  const model = (options.model ?? 'claude-opus-5-5').replace(/^anthropic\//, '');
  checkOption('tool', tool, claudeTools);
  checkOption('platform', platform, claudePlatforms);
  const info = claudeModelInfo(model, platform, tool);
  const client = claudeClient(
    resolveApiKey(anthropicProvider, options),
    resolveBaseUrl(anthropicProvider, options),
    info.pictureLimits,
  );
  const isBrowser = info.tool === 'browser_toolset_20260801';
  return {
    name: `anthropic/${model}`,
    capabilities: ['vision', 'tool_calling', 'structured_output', 'long_context', 'reasoning', 'computer_use'],
    vision: { picture: { type: 'png', size: (screen) => fitPicture(screen, info.pictureLimits) } },
    tools: isBrowser ? [...new Set([...toolsetTools, ...extraTools])] : extraTools,
    // Bound thinking is not valid after a cut, so all exchanges are dropped.
    historyWindow: { maxExchanges: 60, keepExchanges: info.bindsThinking ? 0 : 20 },
    buildRequest: (conversation, turn, minimal) =>
      buildRequest(conversation, turn, minimal, { model, maxTokens, effort, info }),
    send: client.send,
    readReply: (response, turn) => readReply(response, turn, info.tool),
    readUsage,
    async completeText(prompt, signal) {
      const body = { model, max_tokens: maxTokens, messages: [{ role: 'user', content: prompt }] };
      const response = await client.send({ body, betas: [], attached: [] }, signal);
      return { text: client.textOf(response), usage: readUsage(response) };
    },
  };
}

function checkOption(option: string, value: string | undefined, valid: readonly string[]): void {
  if (value === undefined || valid.includes(value)) return;
  throw new HandrailError(
    'invalid_option',
    `There is no ${option} "${value}" for Claude.`,
    `Valid: ${valid.join(', ')}.`,
  );
}

export const anthropicProvider: Provider = {
  name: 'anthropic',
  title: 'Anthropic Claude',
  apiKeyVariables: ['ANTHROPIC_API_KEY'],
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  ownHosts: ['api.anthropic.com'],
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
  createModel: (model, settings) => anthropic({ ...settings, model }),
};
