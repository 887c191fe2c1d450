import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { HandrailError } from '../../../core/errors.js';
import { type BrowserPlace, browserPlaces, type Variables } from './browser-paths.js';

/** Ubuntu's chromium-browser is a script that only asks for the snap. */
function isSnapScript(path: string): boolean {
  return path.endsWith('/chromium-browser') && readFileSync(path).subarray(0, 4096).includes('/snap/bin/chromium');
}

function canRun(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return !isSnapScript(path);
  } catch {
    return false; // not there, or not ours to run: the next place is asked
  }
}

/**
 * The browser to use: HANDRAIL_BROWSER, or else the first of Chrome, Chromium, Edge and Playwright's own in their usual places.
 * Throws `browser_missing` when HANDRAIL_BROWSER names something that cannot be run.
 */
export function findBrowser(
  env: Variables = process.env,
  platform: NodeJS.Platform = process.platform,
  usable: (path: string) => boolean = canRun,
): BrowserPlace | undefined {
  const chosen = env.HANDRAIL_BROWSER;
  if (!chosen) return browserPlaces(env, platform).find(({ path }) => usable(path));
  if (usable(chosen)) return { path: chosen, kind: 'chosen' };
  throw new HandrailError(
    'browser_missing',
    `HANDRAIL_BROWSER is set to ${chosen}, which is not a program that can be run.`,
    'Set it to the full path of Chrome, Chromium or Edge, or unset it to let Handrail look for one.',
  );
}

/** True where `apt-get install chromium` gives a real browser. Ubuntu's package of that name only asks for the snap. */
export function hasChromiumPackage(release = '/etc/os-release'): boolean {
  try {
    return /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'));
  } catch {
    return false; // not Linux, or one that does not say
  }
}

/** The command that installs a browser on this machine, in a sentence. */
export function installHint(): string {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  const withLibraries = process.platform === 'linux' ? '--with-deps ' : '';
  const command = hasChromiumPackage()
    ? `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends chromium fonts-liberation`
    : `npx playwright-core install ${withLibraries}chromium`;
  return `Install a browser with \`${command}\`, or set HANDRAIL_BROWSER to the path of Chrome, Chromium or Edge.`;
}
