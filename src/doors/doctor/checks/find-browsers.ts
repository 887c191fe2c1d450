import { realpathSync } from 'node:fs';
import { HandrailError } from '../../../core/errors.js';
import { type BrowserLocation, browserLocations } from '../../../environments/browser/launch/browser-paths.js';
import { findBrowser } from '../../../environments/browser/launch/find-browser.js';

/** A browser program of this machine. */
export interface BrowserProgram extends BrowserLocation {
  /** True for the browser that Handrail uses unless another is selected. */
  isDefault: boolean;
}

/** The default browser first, then one of each other kind. A program with several paths is listed once. */
export function findBrowserPrograms(): BrowserProgram[] {
  const found: BrowserLocation[] = [];
  const known = new Set<string>();
  const { HANDRAIL_BROWSER: chosen } = process.env;
  const selected: BrowserLocation[] = chosen ? [{ path: chosen, kind: 'chosen' }] : [];
  for (const location of [...selected, ...browserLocations(process.env, process.platform)]) {
    if (found.some(({ kind }) => kind === location.kind) || !canRun(location.path)) continue;
    const real = realpathSync(location.path);
    if (!known.has(real)) found.push(location);
    known.add(real);
  }
  return found.map((location, index) => ({
    ...location,
    isDefault: index === 0 && (!chosen || location.kind === 'chosen'),
  }));
}

/** Applies the rule by which Handrail itself accepts a browser. */
function canRun(path: string): boolean {
  try {
    return findBrowser({ HANDRAIL_BROWSER: path }) !== undefined;
  } catch (error) {
    if (error instanceof HandrailError) return false;
    throw error;
  }
}
