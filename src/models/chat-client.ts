import { loadPackage } from './provider.js';

/** Asks a server that speaks OpenAI's chat completions, whoever runs it. */
export interface ChatClient {
  /** One question, one answer, as they are on the wire. Throws what the package throws. */
  complete(body: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
}

/** `baseUrl` is what `/chat/completions` is added to; without one, OpenAI's own. */
export function chatClient({ apiKey, baseUrl }: { apiKey: string; baseUrl: string | undefined }): ChatClient {
  return {
    async complete(body, signal) {
      const { default: OpenAI } = await loadPackage('openai', () => import('openai'));
      const client = new OpenAI({ apiKey, maxRetries: 0, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) });
      return client.post<unknown>('/chat/completions', { body, signal });
    },
  };
}
