export type Json = Record<string, unknown>;

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
).toString('base64');

export const click = { do: 'click', at: { x: 0.5, y: 0.5 } } as const;

export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<[number, string]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'test-key', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return [response.status, await response.text()];
}

/** A value without one of its fields, or with another value there. `path` as `tools.0.computerUse`. */
export function changed(value: unknown, path: string, to?: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce<unknown>((inner, name) => (inner as Json)[name], copy) as Json;
  if (to === undefined) delete holder[last];
  else holder[last] = to;
  return copy;
}

export const asItIs = (right: unknown): unknown => right;

export const set =
  (path: string, to?: unknown) =>
  (right: unknown): unknown =>
    changed(right, path, to);

/** A broken rule, the server's message, and how to change a valid request. */
export type Breach = [
  name: string,
  says: string,
  wrong: (right: unknown) => unknown,
  more?: { status?: number; headers?: Record<string, string>; path?: string; model?: string; unkept?: boolean },
];
