import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { noSandbox } from '../browser.mjs';
import { peerEnvironment } from '../peer-environment.mjs';

const manifest = createRequire(import.meta.url).resolve('agent-browser/package.json');

/** The native program. Its JavaScript wrapper needs a newer Node and only starts this program. */
export function agentBrowserProgram() {
  const system = process.platform === 'linux' && isMusl() ? 'linux-musl' : process.platform;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const path = join(dirname(manifest), 'bin', `agent-browser-${system}-${process.arch}${suffix}`);
  if (!existsSync(path)) throw new Error(`agent-browser has no program for ${system} ${process.arch}.`);
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755); // its install script, which does this, does not run
  }
  return path;
}

function isMusl() {
  return !process.report.getReport().header.glibcVersionRuntime;
}

/** @param {string} owner @param {string} directory @param {string} browser */
export function agentBrowserEnvironment(owner, directory, browser) {
  return {
    ...peerEnvironment(owner, directory),
    AGENT_BROWSER_SESSION: 'bench',
    AGENT_BROWSER_EXECUTABLE_PATH: browser,
    ...(noSandbox ? { AGENT_BROWSER_ARGS: '--no-sandbox' } : {}),
  };
}
