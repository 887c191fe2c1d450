import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { HandrailError } from '../../../core/errors.js';
import { findBrowser, installHint } from './find-browser.js';
import type { Engine, LaunchOptions } from './lease.js';

/** Everything that is decided before a browser is started. */
export interface LaunchPlan {
  engine: Engine;
  executable: string;
  headless: boolean;
  args: readonly string[];
  profile?: string;
  contextOptions?: BrowserContextOptions;
}

const ownArguments = /^--?(user-data-dir|profile|remote-debugging-pipe|headless)(=|$)/;

/** Decides what to start, or throws `browser_missing` or `invalid_option` with what to do about it. */
export async function planLaunch(options: LaunchOptions): Promise<LaunchPlan> {
  const { engine = 'chromium', headless = true, args = [], profile, contextOptions } = options;
  const unwelcome = args.find((arg) => ownArguments.test(arg));
  if (unwelcome) {
    throw new HandrailError(
      'invalid_option',
      `The argument ${unwelcome} is set by Handrail itself.`,
      'Use the options `profile` and `headless` instead.',
    );
  }
  if (!headless && !hasDisplay(args)) {
    throw new HandrailError(
      'invalid_option',
      'A browser with a window needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set.',
      'Leave out `headless: false`, or run under `xvfb-run`.',
    );
  }
  const executable = options.executable ? await given(options.executable) : await found(engine);
  return { engine, executable, headless, args, profile: profile && resolve(profile), contextOptions };
}

function hasDisplay(args: readonly string[]): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY) || args.includes('--ozone-platform=headless');
}

async function given(executable: string): Promise<string> {
  const path = resolve(executable);
  if (await canRun(path)) return path;
  throw new HandrailError(
    'browser_missing',
    `${path} is not a program that can be run.`,
    'Give the full path of a browser.',
  );
}

async function found(engine: Engine): Promise<string> {
  if (engine === 'chromium') {
    const browser = findBrowser();
    if (browser) return browser.path;
    throw new HandrailError('browser_missing', 'No Chrome, Chromium or Edge was found on this machine.', installHint());
  }
  const path = (await import('playwright-core'))[engine].executablePath();
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
