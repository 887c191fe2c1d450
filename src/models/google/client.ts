import { keepAddress, loadPackage } from '../provider.js';

/** Sends requests with Google's package. Each method sends once and throws what the package throws. */
export interface GoogleClient {
  generateContent(model: string, body: GoogleBody, signal: AbortSignal): Promise<unknown>;
  interact(body: GoogleBody, signal: AbortSignal): Promise<unknown>;
}

/** A request body. */
export type GoogleBody = Record<string, unknown>;

/** Loads the package with the first request. The package adds the version to the base URL. */
export function googleClient(apiKey: string, baseUrl: string | undefined): GoogleClient {
  const url = baseUrl?.replace(/\/v1(alpha|beta)?$/, '');
  const create = async () => {
    const { GoogleGenAI } = await loadPackage('@google/genai', () => import('@google/genai'));
    return new GoogleGenAI({ apiKey, vertexai: false, httpOptions: url === undefined ? {} : { baseUrl: url } });
  };
  let created: ReturnType<typeof create> | undefined;
  const client = (): ReturnType<typeof create> => {
    created ??= create();
    return created;
  };
  return {
    async generateContent(model, body, abortSignal) {
      const { models } = await client();
      let headers: Headers | undefined;
      const recordingFetch: typeof fetch = async (url, options) => {
        const response = await fetch(url, { ...options, ...keepAddress });
        headers = response.headers;
        return response;
      };
      // The package drops fields it does not know, but Google requires the model's messages unchanged.
      const httpOptions = { extraBody: body, fetch: recordingFetch };
      try {
        return await models.generateContent({ model, contents: '-', config: { abortSignal, httpOptions } });
      } catch (error) {
        // The package's error lacks the headers, which hold the retry delay.
        throw error instanceof Error && headers ? Object.assign(error, { headers }) : error;
      }
    },
    async interact(body, signal) {
      const api = (await client()).interactions;
      // The body follows Google's documentation. The package has no type for a plain object.
      return api.create(body as unknown as Parameters<typeof api.create>[0], {
        ...keepAddress,
        signal,
        retries: { strategy: 'none' },
      });
    },
  };
}
