import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { noSandbox, viewport } from '../browser.mjs';
import { peerEnvironment } from '../peer-environment.mjs';
import { endProcesses, ownedProcesses } from '../processes.mjs';
import { withTimeout } from '../timeout.mjs';
import { pick, runner } from './shell.mjs';

const manifest = createRequire(import.meta.url).resolve('@playwright/cli/package.json');

/** The path of the snapshot file in a reply. */
export const snapshotLink = /\[Snapshot\]\((.+?)\)/;

/**
 * Playwright's command line, as npm installs it.
 * @param {import('./subject.mjs').Resources} resources
 * @returns {import('./shell.mjs').Shell & { read(path: string): Promise<string> }}
 */
export function playwrightCli({ browser, scratch }) {
  const name = 'Playwright CLI';
  const cwd = scratch.directory('playwright-cli');
  const path = join(dirname(manifest), 'playwright-cli.js');
  const execute = runner({ env: peerEnvironment(name, cwd), cwd });
  const run = (/** @type {string[]} */ ...args) => execute(path, args);
  let last = '';

  /** @param {string} file @returns {Promise<string>} */
  async function read(file) {
    last = await readFile(resolve(cwd, file), 'utf8');
    return last;
  }

  return {
    name,
    program: 'playwright-cli',
    run,
    read,
    async start() {
      const launchOptions = { executablePath: browser, headless: true, chromiumSandbox: !noSandbox };
      const settings = { browserName: 'chromium', isolated: true, launchOptions, contextOptions: { viewport } };
      await mkdir(join(cwd, '.playwright'), { recursive: true });
      await writeFile(join(cwd, '.playwright/cli.config.json'), JSON.stringify({ browser: settings }));
      await run('open', 'about:blank');
    },
    open: (url) => run('goto', url),
    async snapshot() {
      last = await run('snapshot');
      return last;
    },
    ref: (role, label) => pick(last, new RegExp(`${role} "${label}".*?\\[ref=(\\w+)\\]`), `${role} "${label}"`),
    async batch(commands) {
      const texts = [];
      for (const args of commands) texts.push(await run(...args));
      return texts.join('\n');
    },
    skill: () => readFile(join(dirname(manifest), 'skills/playwright-cli/SKILL.md'), 'utf8'),
    async close() {
      try {
        await withTimeout(10_000, `${name} close`, run('close'));
      } finally {
        endProcesses(ownedProcesses(name));
      }
    },
  };
}
