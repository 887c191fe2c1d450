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

/** Whether a model of it can be made here and now; a server on this machine is asked whether it is there. Never throws. */
export async function examineProvider(provider: Provider, patience = patienceMs): Promise<Usability> {
  const { models, title, localUrl, baseUrlKey } = provider;
  const not = (reason: string, fix = ''): Usability => ({ provider, usable: false, models, reason, fix });
  if (provider.package !== undefined && !isInstalled(provider.package))
    return not(`The package "${provider.package}" is not installed.`, `npm install ${provider.package}`);
  try {
    provider.make(models[0] ?? 'any', {});
    const url = baseUrlOf(provider, {}, localUrl);
    if (url === undefined) return { provider, usable: true, models };
    if (localUrl === undefined) {
      // Only whether anybody is there: what is not a server of one's own may keep its list to itself.
      if (await answers(url, patience)) return { provider, usable: true, models };
      return not(`There is no server at ${url}.`, `Check ${baseUrlKey ?? 'the base URL'}.`);
    }
    const there = await modelsAt(url, patience);
    const elsewhere = baseUrlKey ? `, or set ${baseUrlKey} to where it is` : '';
    if (!there) return not(`There is no server at ${url}.`, `Start ${title}${elsewhere}.`);
    if (there.length === 0) return not(`The server at ${url} has no models.`, `Load a model into ${title}.`);
    return { provider, usable: true, models: there };
  } catch (error) {
    const { message, hint } = toFault(error);
    return not(message, hint);
  }
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

async function answers(url: string, patience: number): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(patience), redirect: 'manual' });
    return true;
  } catch {
    return false; // nobody there: that is the answer
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
