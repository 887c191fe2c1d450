import { realpathSync } from 'node:fs';
import { HandrailError } from '../../../core/errors.js';
import { type BrowserPlace, browserPlaces } from '../../../environments/browser/launch/browser-paths.js';
import { findBrowser } from '../../../environments/browser/launch/find-browser.js';

/** A browser program of this machine. */
export interface Program extends BrowserPlace {
  /** The one that Handrail takes when nothing else is said. */
  isDefault: boolean;
}

/** The default first, then one of each other kind: a program has several paths, and a kind is tried once. */
export function findPrograms(env: NodeJS.ProcessEnv = process.env): Program[] {
  const found: BrowserPlace[] = [];
  const known = new Set<string>();
  for (const place of [chosenPlace(env), ...browserPlaces(env, process.platform)]) {
    if (!place || found.some(({ kind }) => kind === place.kind) || !canRun(place.path)) continue;
    const real = realpathSync(place.path);
    if (!known.has(real)) found.push(place);
    known.add(real);
  }
  return found.map((place, index) => ({
    ...place,
    isDefault: index === 0 && place.kind === (env.HANDRAIL_BROWSER ? 'chosen' : place.kind),
  }));
}

function chosenPlace({ HANDRAIL_BROWSER: path }: NodeJS.ProcessEnv): BrowserPlace | undefined {
  return path ? { path, kind: 'chosen' } : undefined;
}

/** By the rule that Handrail itself goes by. */
function canRun(path: string): boolean {
  try {
    return findBrowser({ HANDRAIL_BROWSER: path }) !== undefined;
  } catch (error) {
    if (error instanceof HandrailError) return false;
    throw error;
  }
}
