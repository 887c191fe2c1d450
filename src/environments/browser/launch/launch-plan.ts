import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import { hasDisplay } from '../../processes/has-display.js';
import type { ContextOptions } from '../handles.js';
import { findBrowser, installHint } from './find-browser.js';
import type { Engine, LaunchOptions } from './lease.js';
import { loadPlaywright } from './load-playwright.js';

/** How a browser is started. */
export interface LaunchPlan {
  engine: Engine;
  executable: string;
  headless: boolean;
  args: readonly string[];
  profile?: string;
  owner?: string;
  contextOptions?: ContextOptions;
}

const reservedArguments = /^--?(user-data-dir|profile|remote-debugging-pipe|headless)(=|$)/;

/** Plans the launch of a browser. Throws `browser_missing` or `invalid_option`. */
export async function planLaunch(options: LaunchOptions): Promise<LaunchPlan> {
  const { engine = 'chromium', headless = true, args = [], profile, owner, contextOptions } = options;
  const reserved = args.find((arg) => reservedArguments.test(arg));
  if (reserved) {
    throw new HandrailError(
      'invalid_option',
      `The argument ${reserved} is reserved: Handrail sets it.`,
      'Use the options `profile` and `headless` instead.',
    );
  }
  if (!headless && !hasDisplay() && !args.includes('--ozone-platform=headless')) {
    throw new HandrailError(
      'invalid_option',
      'A browser with a window needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set.',
      'Leave out `headless: false`, or run under `xvfb-run`.',
    );
  }
  const executable = options.executable ? await checkExecutable(options.executable) : await findExecutable(engine);
  return { engine, executable, headless, args, profile: profile && resolve(profile), owner, contextOptions };
}

async function checkExecutable(executable: string): Promise<string> {
  const path = resolve(executable);
  if (await canRun(path)) return path;
  throw new HandrailError('browser_missing', `${path} is not an executable file.`, 'Pass the full path of a browser.');
}

async function findExecutable(engine: Engine): Promise<string> {
  if (engine === 'chromium') {
    const browser = findBrowser();
    if (browser) return browser.path;
    throw new HandrailError('browser_missing', 'No Chrome, Chromium or Edge was found on this machine.', installHint());
  }
  const path = loadPlaywright()[engine].executablePath();
  if (await canRun(path)) return path;
  throw new HandrailError(
    'browser_missing',
    `Playwright's ${engine} is not installed on this machine.`,
    `Install it with \`npx playwright-core install ${engine}\`.`,
  );
}

async function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
