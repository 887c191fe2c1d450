import { isRecord } from '../../core/is-record.js';
import { type ContractRequest, reject } from '../contract.js';
import { type PlayedModel, playedModel } from './models.js';
import { type Declared, type Fields, readTools } from './tools.js';

const latestVersion = '2026-10-21';
const maxBytes = 32_000_000;
const fields = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'metadata',
  'stop_sequences',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'service_tier',
  'output_config',
  'container',
  'cache_control',
];

/** The checked request without its messages. */
export interface Head {
  body: Fields;
  model: PlayedModel;
  version: string;
  declared: Declared;
  /** Thinking that is bound to other messages is dropped instead of rejected. */
  dropsUnbound: boolean;
}

/** Checks the path, the headers and the settings. */
export function readHead(request: ContractRequest): Head {
  const { method, path, headers, body, bytes } = request;
  if (method !== 'POST' || !/^\/v1\/messages(\?|$)/.test(path)) reject(`Not Found: ${method} ${path}`, 404);
  const key = headers['x-api-key'] ?? /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (!key) reject('x-api-key header is required', 401);
  const version = headers['anthropic-version'];
  if (typeof version !== 'string') reject('anthropic-version: header is required');
  if (version !== latestVersion && version !== '2023-06-01')
    reject(`anthropic-version: "${version}" is not a valid version`);
  if (bytes > maxBytes) reject('Request exceeds the maximum size', 413);
  if (!isRecord(body)) reject('The request body is not valid JSON');
  const betas = String(headers['anthropic-beta'] ?? '')
    .split(',')
    .map((beta) => beta.trim());
  const model = playedModel(body.model);
  readSettings(body, model, version, betas);
  return {
    body,
    model,
    version,
    declared: readTools(body.tools, model, betas),
    dropsUnbound: readThinking(body, model, betas),
  };
}

function readSettings(body: Fields, model: PlayedModel, version: string, betas: readonly string[]): void {
  const clears = betas.includes('context-management-2025-06-27');
  const extra = Object.keys(body).find(
    (field) => !fields.includes(field) && !(clears && field === 'context_management'),
  );
  if (extra !== undefined) reject(`${extra}: Extra inputs are not permitted`);
  if (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 1) reject('max_tokens: Field required');
  const sampling = ['temperature', 'top_p', 'top_k'].find((field) => body[field] !== undefined);
  if (sampling !== undefined && version === latestVersion)
    reject(`${sampling}: sampling parameters are not supported in version ${latestVersion}`);
  const choice = isRecord(body.tool_choice) ? body.tool_choice.type : undefined;
  if (model.isLatest && (choice === 'any' || choice === 'tool'))
    reject('tool_choice: type "tool" and "any" are not supported for this model.');
  if (isRecord(body.context_management)) readClearing(body.context_management);
}

function readClearing({ edits }: Fields): void {
  const isRight = Array.isArray(edits) && edits.every((edit) => isRecord(edit) && typeof edit.type === 'string');
  if (!isRight) reject('context_management.edits: Input should be a valid list');
  const unknown = edits.find(({ type }) => !/^clear_(tool_uses_20250919|thinking_20251015)$/.test(type));
  if (unknown) reject(`context_management.edits: Input tag '${unknown.type}' does not match`);
}

function readThinking({ thinking, max_tokens: most }: Fields, model: PlayedModel, betas: readonly string[]): boolean {
  if (!isRecord(thinking)) return false;
  const { type, budget_tokens: budget, block_binding: binding } = thinking;
  const valid = ['adaptive', 'between_tools', 'enabled', 'disabled'];
  if (!valid.includes(String(type))) reject(`thinking: Input tag '${String(type)}' does not match`);
  if (model.isLatest && (type === 'enabled' || type === 'disabled'))
    reject(`thinking.type: "${type}" is not supported for this model.`);
  if (type === 'enabled' && !(Number(budget) >= 1_024 && Number(budget) < Number(most)))
    reject('thinking.enabled.budget_tokens: must be at least 1024 and less than max_tokens');
  if (binding === undefined) return false;
  if (!betas.includes('thinking-binding-controls-2026-08-01'))
    reject(`thinking.${String(type)}.block_binding: Extra inputs are not permitted`);
  return isRecord(binding) && binding.prefix_mismatch_behavior === 'drop_block';
}
