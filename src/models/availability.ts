import { createRequire } from 'node:module';
import { toFault } from '../core/errors.js';
import { fieldOf } from './adapter/json.js';
import { type Provider, resolveBaseUrl } from './provider.js';

/** Whether a provider can be used now. */
export interface ProviderStatus {
  provider: Provider;
  available: boolean;
  /** The models that its server lists; otherwise those that are known to work. */
  models: readonly string[];
  /** Why it is not available. */
  reason?: string;
  /** How to make it available. */
  fix?: string;
}

const defaultTimeoutMs = 1_000;

/** Checks the package, the key and the server of a provider. Never throws. */
export async function checkProvider(provider: Provider, timeoutMs = defaultTimeoutMs): Promise<ProviderStatus> {
  const { models, title, localUrl, baseUrlVariable } = provider;
  const unavailable = (reason: string, fix = ''): ProviderStatus => ({
    provider,
    available: false,
    models,
    reason,
    fix,
  });
  if (provider.package !== undefined && !isInstalled(provider.package))
    return unavailable(`The package "${provider.package}" is not installed.`, `npm install ${provider.package}`);
  try {
    provider.createModel(models[0] ?? 'any', {});
    const url = resolveBaseUrl(provider, {}, localUrl);
    if (url === undefined) return { provider, available: true, models };
    if (localUrl === undefined) {
      // A remote server may not list its models, so only the connection is checked.
      if (await isReachable(url, timeoutMs)) return { provider, available: true, models };
      return unavailable(`There is no server at ${url}.`, `Check ${baseUrlVariable ?? 'the base URL'}.`);
    }
    const served = await listModels(url, timeoutMs);
    const alternative = baseUrlVariable ? `, or set ${baseUrlVariable} to its URL` : '';
    if (!served) return unavailable(`There is no server at ${url}.`, `Start ${title}${alternative}.`);
    if (served.length === 0) return unavailable(`The server at ${url} has no models.`, `Load a model into ${title}.`);
    return { provider, available: true, models: served };
  } catch (error) {
    const { message, hint } = toFault(error);
    return unavailable(message, hint);
  }
}

/** Whether a package is installed, even if `require` cannot load it. */
export function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}

async function isReachable(url: string, timeoutMs: number): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    return true;
  } catch {
    return false; // no server
  }
}

async function listModels(url: string, timeoutMs: number): Promise<string[] | undefined> {
  try {
    const response = await fetch(`${url}/models`, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    const list = fieldOf(await response.json(), 'data');
    return (Array.isArray(list) ? list : [])
      .map((model: unknown) => fieldOf(model, 'id'))
      .filter((id) => typeof id === 'string');
  } catch {
    return undefined; // no server, or not one with this API
  }
}
