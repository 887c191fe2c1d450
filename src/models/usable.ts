import { createRequire } from 'node:module';
import { toFault } from '../core/errors.js';
import { baseUrlOf, type Provider } from './provider.js';

/** Whether a provider can be used now. */
export interface Usability {
  provider: Provider;
  usable: boolean;
  /** Models that its server says it has; otherwise those that are known to work. */
  models: readonly string[];
  /** Why not, in a sentence, and what mends it. */
  reason?: string;
  fix?: string;
}

const patienceMs = 1_000;

/** Looks at package, key and address of a provider; asks a server on this machine whether it is there. Never throws. */
export async function examineProvider(provider: Provider, patience = patienceMs): Promise<Usability> {
  const { models, keys, title } = provider;
  const not = (reason: string, fix: string): Usability => ({ provider, usable: false, models, reason, fix });
  if (!isInstalled(provider.package))
    return not(`The package "${provider.package}" is not installed.`, `npm install ${provider.package}`);
  let url: string | undefined;
  try {
    url = baseUrlOf(provider, {}, provider.localUrl);
  } catch (error) {
    const { message, hint = '' } = toFault(error);
    return not(message, hint);
  }
  if (keys.length > 0 && !keys.some((name) => process.env[name]?.trim()))
    return not(`${keys.join(' or ')} is not set.`, `Set ${keys[0]} in the environment or in .env.`);
  if (provider.localUrl === undefined || url === undefined) return { provider, usable: true, models };
  const there = await modelsAt(url, patience);
  if (there === undefined) {
    const elsewhere = provider.baseUrlKey ? `, or set ${provider.baseUrlKey} to where it is` : '';
    return not(`There is no server at ${url}.`, `Start ${title}${elsewhere}.`);
  }
  if (there.length === 0) return not(`The server at ${url} has no models.`, `Load a model into ${title}.`);
  return { provider, usable: true, models: there };
}

/** A package can be installed without being something that `require` may load. */
export function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}

async function modelsAt(url: string, patience: number): Promise<string[] | undefined> {
  try {
    const response = await fetch(`${url}/models`, { signal: AbortSignal.timeout(patience), redirect: 'error' });
    const body: unknown = await response.json();
    const list =
      typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) ? body.data : [];
    return list.flatMap((one: unknown) =>
      typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? [one.id] : [],
    );
  } catch {
    return undefined; // nobody there, or nobody who speaks like this: that is the answer
  }
}
