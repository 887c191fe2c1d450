import { loadPackage } from '../provider.js';

/** Asks Google through its own package. Each method asks once and throws what the package throws. */
export interface GoogleClient {
  generateContent(model: string, body: GoogleBody, signal: AbortSignal): Promise<unknown>;
  interact(body: GoogleBody, signal: AbortSignal): Promise<unknown>;
}

/** A request as it is on the wire. */
export type GoogleBody = Record<string, unknown>;

/** The package is loaded when the first question is asked. It adds the version to the base URL by itself. */
export function googleClient(apiKey: string, baseUrl: string | undefined): GoogleClient {
  const url = baseUrl?.replace(/\/v1(alpha|beta)?$/, '');
  const open = async () => {
    const { GoogleGenAI } = await loadPackage('@google/genai', () => import('@google/genai'));
    return new GoogleGenAI({ apiKey, vertexai: false, httpOptions: url === undefined ? {} : { baseUrl: url } });
  };
  let opening: ReturnType<typeof open> | undefined;
  const client = (): ReturnType<typeof open> => {
    opening ??= open();
    return opening;
  };
  return {
    async generateContent(model, body, abortSignal) {
      const { models } = await client();
      let headers: Headers | undefined;
      const listening: typeof fetch = async (...request) => {
        const response = await fetch(...request);
        headers = response.headers;
        return response;
      };
      // The package leaves out of a model's words what it does not know, but Google wants them back as they were.
      const httpOptions = { extraBody: body, fetch: listening };
      try {
        return await models.generateContent({ model, contents: '-', config: { abortSignal, httpOptions } });
      } catch (error) {
        // When to come back stands in the headers, which the package's error does not have.
        throw error instanceof Error && headers ? Object.assign(error, { headers }) : error;
      }
    },
    async interact(body, signal) {
      const api = (await client()).interactions;
      // The body is built to Google's own description of it, which has no type of a plain object.
      return api.create(body as unknown as Parameters<typeof api.create>[0], { signal, retries: { strategy: 'none' } });
    },
  };
}
