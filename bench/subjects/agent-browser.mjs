import { execFile } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { noSandbox, viewport } from '../browser.mjs';
import { within } from '../deadline.mjs';
import { peerEnvironment } from '../environment.mjs';
import { endProcesses, ownedProcesses } from '../processes.mjs';

const manifest = createRequire(import.meta.url).resolve('agent-browser/package.json');
const execute = promisify(execFile);

/** The native program; its JavaScript wrapper wants a newer Node and only starts this. */
function program() {
  const system = process.platform === 'linux' && isMusl() ? 'linux-musl' : process.platform;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const path = join(dirname(manifest), 'bin', `agent-browser-${system}-${process.arch}${suffix}`);
  if (!existsSync(path)) throw new Error(`agent-browser has no program for ${system} ${process.arch}.`);
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755); // install scripts are off, so nobody did it yet
  }
  return path;
}

function isMusl() {
  return !process.report.getReport().header.glibcVersionRuntime;
}

/**
 * The agent-browser command line: one process a command, a browser that stays.
 * @param {import('./subject.mjs').Place} options
 * @returns {import('./subject.mjs').Subject}
 */
export function agentBrowser({ browser, scratch }) {
  const name = 'agent-browser';
  const directory = scratch.directory(name);
  const path = program();
  const env = {
    ...peerEnvironment(name, directory),
    AGENT_BROWSER_SESSION: 'bench',
    AGENT_BROWSER_EXECUTABLE_PATH: browser,
    ...(noSandbox ? { AGENT_BROWSER_ARGS: '--no-sandbox' } : {}),
  };
  let last = '';

  /** @param {string[]} args */
  async function run(...args) {
    const { stdout } = await execute(path, args, { env, cwd: directory, maxBuffer: 1 << 28 });
    return stdout;
  }

  return {
    name,
    async open() {
      await run('open', 'about:blank');
      await run('set', 'viewport', String(viewport.width), String(viewport.height));
    },
    async navigate(url) {
      await run('open', url);
    },
    async observe() {
      last = await run('snapshot', '-i');
      return { text: last };
    },
    async click(label) {
      const target = new RegExp(`"${label}" \\[.*?ref=(\\w+)`).exec(last)?.[1];
      if (!target) throw new Error(`No "${label}" in the last snapshot.`);
      return { text: await run('click', `@${target}`) };
    },
    async close() {
      try {
        await within(10_000, `${name} close`, run('close'));
      } finally {
        endProcesses(ownedProcesses(name));
      }
    },
  };
}
