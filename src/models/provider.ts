import { HandrailError } from '../core/errors.js';
import type { ModelSettings } from './adapter/provider-adapter.js';
import type { Model } from './model.js';

/** Who answers for the models of one name: what it needs, and how a model of it is made. */
export interface Provider {
  /** What stands before the slash in `provider/model`. */
  readonly name: string;
  /** For a reader: 'Google Gemini'. */
  readonly title: string;
  /** Environment variables that may hold the key; the first that is set counts. None: no key is needed. */
  readonly keys: readonly string[];
  /** The environment variable that may hold another base URL. */
  readonly baseUrlKey?: string;
  /** Must be given a base URL: there is no server that everyone uses. */
  readonly needsBaseUrl?: boolean;
  /** Where its server is on this machine when nobody says otherwise. */
  readonly localUrl?: string;
  /** The npm package that it speaks through. None: plain HTTP. */
  readonly package?: string;
  /** Models that are known to work, as written after the slash. */
  readonly models: readonly string[];
  /** Throws `invalid_option` with the fix when it cannot be used. */
  make(model: string, settings: ModelSettings): Model;
}

/** The key of a provider: the one given, or the first that the environment has. Throws with the fix where there is none. */
export function keyOf({ title, keys }: Pick<Provider, 'title' | 'keys'>, { apiKey }: ModelSettings): string {
  const key = apiKey ?? keys.map((name) => process.env[name]).find((value) => value);
  if (key?.trim()) return key.trim();
  throw new HandrailError(
    'invalid_option',
    `${title} needs a key.`,
    `Set ${keys.join(' or ')} in the environment or in .env, or pass apiKey.`,
  );
}

/** The base URL of a provider, where one is given. Throws `invalid_option` for one that is no web address. */
export function baseUrlOf(
  { title, baseUrlKey, needsBaseUrl }: Pick<Provider, 'title' | 'baseUrlKey' | 'needsBaseUrl'>,
  { baseUrl }: ModelSettings,
  usual?: string,
): string | undefined {
  const asked = baseUrl ?? (baseUrlKey === undefined ? undefined : process.env[baseUrlKey] || undefined) ?? usual;
  if (asked === undefined) {
    if (!needsBaseUrl) return undefined;
    throw new HandrailError(
      'invalid_option',
      `${title} needs the address of the server that runs the model.`,
      `Set ${baseUrlKey} in the environment or in .env, or pass baseUrl.`,
    );
  }
  if (!URL.canParse(asked) || !/^https?:$/.test(new URL(asked).protocol))
    throw new HandrailError(
      'invalid_option',
      `"${asked}" is not the address of a server.`,
      'Give one such as http://127.0.0.1:8000/v1.',
    );
  return asked.replace(/\/+$/, '');
}

/** Loads a provider's package when it is needed. Throws `invalid_option` with the command that installs it. */
export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    throw new HandrailError(
      'invalid_option',
      `The package "${name}" is not installed.`,
      `Install it with: npm install ${name}`,
      { cause },
    );
  }
}
