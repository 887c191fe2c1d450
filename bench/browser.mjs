import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const viewport = { width: 1440, height: 900 };

/** Chromium does not start its sandbox as root. */
export const noSandbox = process.getuid?.() === 0;

const commonPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser that every subject uses: HANDRAIL_BROWSER, else the one that Handrail finds, else a common path. */
export async function browserPath() {
  const selected = process.env.HANDRAIL_BROWSER;
  if (selected) return selected;
  const path = (await findWithHandrail()) ?? commonPaths.find((candidate) => existsSync(candidate));
  if (!path) throw new Error('No browser found. Set HANDRAIL_BROWSER to the path of a Chromium or Chrome.');
  return path;
}

async function findWithHandrail() {
  try {
    const { findBrowser } = await import('../dist/environments/browser/launch/find-browser.js');
    const found = await findBrowser?.();
    return typeof found === 'string' ? found : (found?.path ?? found?.executablePath);
  } catch {
    return undefined; // dist is not built: the peers can still be measured
  }
}

/** @param {string} path */
export function browserVersion(path) {
  try {
    return execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
