import { HandrailError } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import { loadPackage } from '../provider.js';
import { fitPicture, type PictureBounds } from './models.js';
import type { ClaudeRequest } from './request.js';
import type { ImageBlock } from './results.js';

export interface ClaudeClient {
  ask(request: ClaudeRequest, signal: AbortSignal): Promise<unknown>;
  textOf(answer: unknown): string;
}

/** A turn that the provider paused is gone on with this often. */
const mostPauses = 5;

/** Asks over the official package. Throws what that throws; a conversation that is too long for the model as what is too much. */
export function claudeClient(apiKey: string, baseUrl: string | undefined, bounds: PictureBounds): ClaudeClient {
  async function post(body: unknown, betas: readonly string[], signal: AbortSignal): Promise<unknown> {
    const { default: Anthropic } = await loadPackage('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'));
    // The package adds the version of the API itself.
    const base = baseUrl === undefined ? {} : { baseURL: baseUrl.replace(/\/v1$/, '') };
    const client = new Anthropic({ apiKey, maxRetries: 0, ...base });
    const headers = betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {};
    return client.post<unknown>('/v1/messages', { body, headers, signal });
  }

  return {
    async ask({ body, betas, attached }, signal) {
      for (const block of attached) await fitAttached(block, bounds);
      let answer = await post(body, betas, signal);
      for (let pauses = 0; pauses < mostPauses && isPaused(answer); pauses += 1) {
        const messages = Array.isArray(body.messages) ? body.messages : [];
        const paused = { role: 'assistant', content: answer.content };
        answer = together(answer, await post({ ...body, messages: [...messages, paused] }, betas, signal));
      }
      if (isRecord(answer) && answer.stop_reason === 'model_context_window_exceeded') throw tooLong();
      return answer;
    },
    textOf(answer) {
      const content = isRecord(answer) && Array.isArray(answer.content) ? answer.content : [];
      return content.map((block) => (isRecord(block) && typeof block.text === 'string' ? block.text : '')).join('');
    },
  };
}

type Paused = Record<string, unknown> & { content: unknown[] };

function isPaused(answer: unknown): answer is Paused {
  return isRecord(answer) && answer.stop_reason === 'pause_turn' && Array.isArray(answer.content);
}

/** What was said before a pause and after it is one message; both were paid for. */
function together(before: Paused, after: unknown): unknown {
  if (!isRecord(after) || !Array.isArray(after.content)) return after;
  const sum: Record<string, unknown> = isRecord(after.usage) ? { ...after.usage } : {};
  for (const [name, value] of Object.entries(isRecord(before.usage) ? before.usage : {})) {
    if (typeof value === 'number') sum[name] = value + (typeof sum[name] === 'number' ? sum[name] : 0);
  }
  return { ...after, content: [...before.content, ...after.content], usage: sum };
}

/** The same as if it had been refused for its length: so it is asked again with less. */
export function tooLong(): HandrailError {
  const cause = Object.assign(new Error('model_context_window_exceeded'), { status: 413 });
  const message = 'The conversation is longer than the model takes.';
  return new HandrailError('model_failed', message, 'Begin another one.', { cause });
}

/** What a user brought is made as small as the provider wants it. */
async function fitAttached({ source }: ImageBlock, bounds: PictureBounds): Promise<void> {
  const { default: sharp } = await loadPackage('sharp', () => import('sharp'));
  const picture = sharp(Buffer.from(source.data, 'base64'));
  const { width, height } = await picture.metadata().catch((cause: unknown) => {
    const message = 'An attached picture cannot be read.';
    throw new HandrailError('invalid_option', message, 'Attach a PNG, JPEG, GIF or WebP.', { cause });
  });
  const size = fitPicture({ width, height }, bounds);
  if (size.width === width && size.height === height) return;
  source.data = (
    await picture
      .resize({ ...size, fit: 'fill' })
      .png()
      .toBuffer()
  ).toString('base64');
  source.media_type = 'image/png';
}
