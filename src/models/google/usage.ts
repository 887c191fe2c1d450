import { isRecord } from '../../core/is-record.js';
import { fieldOf } from '../adapter/json.js';
import { tokenCount } from '../adapter/usage.js';
import type { Usage } from '../model.js';

/** The field names of one API. */
interface UsageFields {
  container: string;
  input: string;
  toolUse: string;
  output: string;
  thoughts: string;
  cached: string;
  inputByModality: string;
  tokens: string;
}

const fieldsByApi: Readonly<Record<'generateContent' | 'interactions', UsageFields>> = {
  generateContent: {
    container: 'usageMetadata',
    input: 'promptTokenCount',
    toolUse: 'toolUsePromptTokenCount',
    output: 'candidatesTokenCount',
    thoughts: 'thoughtsTokenCount',
    cached: 'cachedContentTokenCount',
    inputByModality: 'promptTokensDetails',
    tokens: 'tokenCount',
  },
  interactions: {
    container: 'usage',
    input: 'total_input_tokens',
    toolUse: 'total_tool_use_tokens',
    output: 'total_output_tokens',
    thoughts: 'total_thought_tokens',
    cached: 'total_cached_tokens',
    inputByModality: 'input_tokens_by_modality',
    tokens: 'tokens',
  },
};

/** Google's own token counts in a response of either API. */
export function readGoogleUsage(api: keyof typeof fieldsByApi, response: unknown): Usage | undefined {
  const fields = fieldsByApi[api];
  const usage = fieldOf(response, fields.container);
  if (!isRecord(usage)) return undefined;
  const reasoningTokens = tokenCount(usage[fields.thoughts]);
  return {
    inputTokens: tokenCount(usage[fields.input]) + tokenCount(usage[fields.toolUse]),
    outputTokens: tokenCount(usage[fields.output]) + reasoningTokens,
    cachedTokens: tokenCount(usage[fields.cached]),
    imageTokens: imageTokens(usage[fields.inputByModality], fields.tokens),
    reasoningTokens,
  };
}

function imageTokens(modalities: unknown, field: string): number {
  if (!Array.isArray(modalities)) return 0;
  return modalities
    .filter((one) => String(fieldOf(one, 'modality')).toUpperCase() === 'IMAGE')
    .reduce((sum: number, one) => sum + tokenCount(fieldOf(one, field)), 0);
}
