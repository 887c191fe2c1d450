import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { HandrailError } from '../../../core/errors.js';
import { type BrowserLocation, browserLocations, type EnvironmentVariables } from './browser-paths.js';

/** Ubuntu's chromium-browser is a script that only requests the snap. */
function isSnapScript(path: string): boolean {
  return path.endsWith('/chromium-browser') && readFileSync(path).subarray(0, 4096).includes('/snap/bin/chromium');
}

function canRun(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return !isSnapScript(path);
  } catch {
    return false; // it does not exist or cannot be run
  }
}

/**
 * The browser to use: HANDRAIL_BROWSER, or the first of Chrome, Chromium, Edge and Playwright's own in their default paths.
 * Throws `browser_missing` if HANDRAIL_BROWSER names something that cannot be run.
 */
export function findBrowser(
  env: EnvironmentVariables = process.env,
  platform: NodeJS.Platform = process.platform,
  usable: (path: string) => boolean = canRun,
): BrowserLocation | undefined {
  const chosen = env.HANDRAIL_BROWSER;
  if (!chosen) return browserLocations(env, platform).find(({ path }) => usable(path));
  if (usable(chosen)) return { path: chosen, kind: 'chosen' };
  throw new HandrailError(
    'browser_missing',
    `HANDRAIL_BROWSER is set to ${chosen}, which is not an executable file.`,
    'Set it to the full path of Chrome, Chromium or Edge, or unset it to let Handrail find one.',
  );
}

/** Whether `apt-get install chromium` installs a browser. Ubuntu's package of that name only requests the snap. */
export function hasChromiumPackage(release = '/etc/os-release'): boolean {
  try {
    return /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'));
  } catch {
    return false; // not Linux, or without this file
  }
}

/** A hint with the command that installs a browser on this machine. */
export function installHint(): string {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  const withLibraries = process.platform === 'linux' ? '--with-deps ' : '';
  const command = hasChromiumPackage()
    ? `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends chromium fonts-liberation`
    : `npx playwright-core install ${withLibraries}chromium`;
  return `Install a browser with \`${command}\`, or set HANDRAIL_BROWSER to the path of Chrome, Chromium or Edge.`;
}
