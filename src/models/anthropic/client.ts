import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import { keepAddress, loadPackage } from '../provider.js';
import { fitPicture, type PictureLimits } from './models.js';
import type { ClaudeRequest } from './request.js';
import type { ImageBlock } from './tool-results.js';

export interface ClaudeClient {
  send(request: ClaudeRequest, signal: AbortSignal): Promise<unknown>;
  textOf(response: unknown): string;
}

/** How often a paused turn is continued. */
const maxPauses = 5;

/** Sends requests with the official package. Throws what it throws, and a context overflow as `model_failed`. */
export function claudeClient(apiKey: string, baseUrl: string | undefined, limits: PictureLimits): ClaudeClient {
  async function post(body: unknown, betas: readonly string[], signal: AbortSignal): Promise<unknown> {
    const { default: Anthropic } = await loadPackage('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'));
    // The package adds the version of the API.
    const base = baseUrl === undefined ? {} : { baseURL: baseUrl.replace(/\/v1$/, '') };
    const client = new Anthropic({ apiKey, authToken: null, maxRetries: 0, fetchOptions: keepAddress, ...base });
    const headers = betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {};
    return client.post<unknown>('/v1/messages', { body, headers, signal });
  }

  return {
    async send({ body, betas, attached }, signal) {
      for (const block of attached) await resizeAttached(block, limits);
      let response = await post(body, betas, signal);
      for (let pauses = 0; pauses < maxPauses && isPaused(response); pauses += 1) {
        const messages = Array.isArray(body.messages) ? body.messages : [];
        const paused = { role: 'assistant', content: response.content };
        response = mergeResponses(response, await post({ ...body, messages: [...messages, paused] }, betas, signal));
      }
      if (isRecord(response) && response.stop_reason === 'model_context_window_exceeded') throw contextOverflow();
      return response;
    },
    textOf(response) {
      const content = isRecord(response) && Array.isArray(response.content) ? response.content : [];
      return content.map((block) => (isRecord(block) && typeof block.text === 'string' ? block.text : '')).join('');
    },
  };
}

type PausedResponse = Record<string, unknown> & { content: unknown[] };

function isPaused(response: unknown): response is PausedResponse {
  return isRecord(response) && response.stop_reason === 'pause_turn' && Array.isArray(response.content);
}

/** Merges the responses before and after a pause into one message with the sum of their usage. */
function mergeResponses(before: PausedResponse, after: unknown): unknown {
  if (!isRecord(after) || !Array.isArray(after.content)) return after;
  const usage: Record<string, unknown> = isRecord(after.usage) ? { ...after.usage } : {};
  for (const [name, value] of Object.entries(isRecord(before.usage) ? before.usage : {})) {
    if (typeof value === 'number') usage[name] = value + (typeof usage[name] === 'number' ? usage[name] : 0);
  }
  return { ...after, content: [...before.content, ...after.content], usage };
}

/** The error of a conversation that is too long for the model. The request is sent again with less. */
export function contextOverflow(): HandrailError {
  const cause = Object.assign(new Error('model_context_window_exceeded'), { status: 413 });
  const message = 'The conversation is too long for the model.';
  return new HandrailError('model_failed', message, 'Start a new one.', { cause });
}

/** Resizes a picture to the provider's limits. */
async function resizeAttached({ source }: ImageBlock, limits: PictureLimits): Promise<void> {
  const { default: sharp } = await loadPackage('sharp', () => import('sharp'));
  const picture = sharp(Buffer.from(source.data, 'base64'));
  const { width, height } = await picture.metadata().catch((cause: unknown) => {
    const message = 'An attached picture cannot be read.';
    throw new HandrailError('invalid_option', message, 'Attach a PNG, JPEG, GIF or WebP.', { cause });
  });
  const size = fitPicture({ width, height }, limits);
  if (size.width === width && size.height === height) return;
  const resized = await picture
    .resize({ ...size, fit: 'fill' })
    .png()
    .toBuffer();
  source.data = resized.toString('base64');
  source.media_type = 'image/png';
}
