import { HandrailError } from '../core/errors.js';
import type { ModelSettings } from './adapter/provider-adapter.js';
import type { Model } from './model.js';

/** A source of models: what it needs, and how to create a model. */
export interface Provider {
  /** The part before the slash in `provider/model`. */
  readonly name: string;
  /** For display: 'Google Gemini'. */
  readonly title: string;
  /** The environment variables that may hold the API key, in order of preference. Empty: no key is needed. */
  readonly apiKeyVariables: readonly string[];
  /** The environment variable that may hold another base URL. */
  readonly baseUrlVariable?: string;
  /** The hosts of the provider itself; a leading dot stands for all subdomains. A key of the environment is sent only to them. */
  readonly ownHosts?: readonly string[];
  /** The base URL is required: there is no public server. */
  readonly needsBaseUrl?: boolean;
  /** The default URL of its server on this machine. */
  readonly localUrl?: string;
  /** The npm package it uses. Default: none, plain HTTP. */
  readonly package?: string;
  /** Names of models that are known to work, without the provider. */
  readonly models: readonly string[];
  /** Creates a model. Throws `invalid_option` with the fix if it cannot be used. */
  createModel(model: string, settings: ModelSettings): Model;
}

type KeyOwner = Pick<Provider, 'title' | 'apiKeyVariables' | 'baseUrlVariable' | 'ownHosts'>;

/**
 * The API key: from the settings, or from the environment. Throws `invalid_option` with the fix if there is none, and if a key of the
 * environment would be sent to another server than the provider's own.
 */
export function resolveApiKey(provider: KeyOwner, settings: ModelSettings): string {
  const { title, apiKeyVariables } = provider;
  const variable = apiKeyVariables.find((name) => process.env[name]);
  if (settings.apiKey === undefined && variable !== undefined) checkKeyReceiver(provider, settings, variable);
  const key = settings.apiKey ?? (variable === undefined ? undefined : process.env[variable]);
  if (key?.trim()) return key.trim();
  throw new HandrailError(
    'invalid_option',
    `${title} needs a key.`,
    `Set ${apiKeyVariables.join(' or ')} in the environment, or pass apiKey.`,
  );
}

/** Throws `invalid_option` if a base URL sends the key of an environment variable to a server that it is not for. */
export function checkKeyReceiver(
  { title, baseUrlVariable, ownHosts }: Omit<KeyOwner, 'apiKeyVariables'>,
  { baseUrl }: ModelSettings,
  variable: string,
): void {
  const fromEnvironment = baseUrlVariable === undefined ? undefined : process.env[baseUrlVariable] || undefined;
  const url = baseUrl ?? (ownHosts ? fromEnvironment : undefined);
  if (url === undefined || !URL.canParse(url)) return;
  const { protocol, hostname, origin } = new URL(url);
  if (!ownHosts && fromEnvironment !== undefined && new URL(fromEnvironment).origin === origin) return;
  const isOwn = ownHosts?.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
  if (isOwn && protocol === 'https:') return;
  throw new HandrailError(
    'invalid_option',
    `The key in ${variable} is for ${title} and is not sent to ${origin}. No request was sent.`,
    `Pass the key of that server as apiKey, or name its variable with --api-key-variable.`,
  );
}

/** The base URL: from the settings, the environment, or `fallback`. Throws `invalid_option` if it is missing or not a URL. */
export function resolveBaseUrl(
  { title, baseUrlVariable, needsBaseUrl }: Pick<Provider, 'title' | 'baseUrlVariable' | 'needsBaseUrl'>,
  { baseUrl }: ModelSettings,
  fallback?: string,
): string | undefined {
  const fromEnvironment = baseUrlVariable === undefined ? undefined : process.env[baseUrlVariable] || undefined;
  const url = baseUrl ?? fromEnvironment ?? fallback;
  if (url === undefined) {
    if (!needsBaseUrl) return undefined;
    throw new HandrailError(
      'invalid_option',
      `${title} needs the URL of the server that runs the model.`,
      `Set ${baseUrlVariable} in the environment, or pass baseUrl.`,
    );
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new HandrailError(
      'invalid_option',
      `"${url}" is not the URL of a server.`,
      'Use a URL such as http://127.0.0.1:8000/v1.',
    );
  return url.replace(/\/+$/, '');
}

/** Options of a request with a key: a redirect is an error, because the next server would receive the key. */
export const keepAddress = { redirect: 'manual' } as const;

/** Loads a provider's package when it is first needed. Throws `invalid_option` with the command that installs it. */
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
