import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { pollUntil } from './timeout.mjs';

const run = promisify(execFile);

/**
 * Starts a private desktop with galculator and mousepad.
 * @param {{ home: string, file: string }} options `file`: the file that mousepad opens
 */
export async function startDesktop({ home, file }) {
  const { startPrivateDesktop } = await import('../dist/environments/desktop/private/private-desktop.js');
  const desktop = await startPrivateDesktop({ size: { width: 1280, height: 800 } });
  const env = { ...desktop.env, HOME: home };
  const children = [];
  const start = (/** @type {string} */ program, /** @type {string[]} */ ...parameters) => {
    const child = spawn(program, parameters, { env, stdio: 'ignore', detached: true });
    child.once('error', () => undefined); // `window` reports that there is no window
    children.push(child);
    return child;
  };
  /** Runs a command and returns its output. @param {string} program @param {string[]} parameters */
  const execute = async (program, ...parameters) =>
    (await run(program, parameters, { env: desktop.env, timeout: 20_000 })).stdout;
  const result = {
    display: desktop.display,
    env: desktop.env,
    start,
    execute,
    /** Waits for a window and returns its id. @param {string} title @param {number} [ms] */
    async window(title, ms = 20_000) {
      const search = () => execute('xdotool', 'search', '--onlyvisible', '--name', title).catch(() => '');
      const found = await pollUntil(ms, `a window "${title}"`, async () => (await search()).trim().split('\n')[0]);
      return found;
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await desktop.close();
    },
  };
  try {
    start('galculator');
    start('mousepad', '--disable-server', file);
    // Side by side, so that tools without window management reach both.
    await execute('xdotool', 'windowmove', await result.window('galculator'), '20', '60');
    await execute('xdotool', 'windowmove', await result.window('Mousepad'), '600', '60');
  } catch (error) {
    await result.close();
    throw error;
  }
  return result;
}
