import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from './apt.mjs';
import { runCommand, ScriptError } from './run-command.mjs';

/** @typedef {typeof import('../src/environments/browser/launch/find-browser.js')} Finder */

const isRoot = process.getuid?.() === 0;

/** The apt packages of a browser. */
export const browserPackages = ['chromium', 'fonts-liberation'];

/** Playwright tries five times, with at most five seconds each if no server responds. @param {string} root @param {string[]} parameters */
function runPlaywright(root, parameters) {
  const problem = runCommand(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), ...parameters], {
    folder: root,
    seconds: 300,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
  });
  return problem && `playwright-core ${parameters.join(' ')}: ${problem}`;
}

/** @param {string} path */
function starts(path) {
  if (process.platform === 'win32') return true; // on Windows --version opens a window
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

/** Returns the browser of this machine. Installs one if there is none. @param {string} root @param {Finder} finder */
export function ensureBrowser(root, { findBrowser, hasChromiumPackage, installHint }) {
  const present = findBrowser();
  if (present) return present;
  const ways = [
    {
      name: 'apt-get',
      usable: () => isRoot && hasChromiumPackage(),
      install: () => installPackages(root, browserPackages),
    },
    {
      name: 'Playwright',
      usable: () => true,
      install: () => runPlaywright(root, ['install', '--no-shell', 'chromium']),
    },
    {
      name: 'the libraries it needs',
      usable: () => isRoot && process.platform === 'linux' && findBrowser() !== undefined,
      install: () => runPlaywright(root, ['install-deps', 'chromium']),
    },
  ];
  console.log('No browser is installed on this machine.');
  for (const { name, usable, install } of ways) {
    if (!usable()) continue;
    console.log(`Installing Chromium with ${name} …`);
    const problem = install();
    const found = findBrowser();
    if (found && starts(found.path)) return found;
    console.log(`This did not install a browser that starts${problem ? ` (${problem})` : ''}.`);
  }
  throw new ScriptError('browser_missing', 'No browser is installed, and none could be installed.', installHint());
}
