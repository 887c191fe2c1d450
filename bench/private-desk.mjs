import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from './deadline.mjs';

const run = promisify(execFile);

/**
 * A private desktop with galculator and mousepad on it, where every subject works in turns.
 * @param {{ home: string, file: string }} options `file`: what mousepad has open
 */
export async function startDesk({ home, file }) {
  const { startPrivateDesktop } = await import('../dist/environments/desktop/private/private-desktop.js');
  const desktop = await startPrivateDesktop({ size: { width: 1280, height: 800 } });
  const env = { ...desktop.env, HOME: home };
  const children = [];
  const start = (/** @type {string} */ program, /** @type {string[]} */ ...parameters) => {
    const child = spawn(program, parameters, { env, stdio: 'ignore', detached: true });
    child.once('error', () => undefined); // told by the wait for its window
    children.push(child);
    return child;
  };
  /** Says what a command printed. @param {string} program @param {string[]} parameters */
  const ask = async (program, ...parameters) =>
    (await run(program, parameters, { env: desktop.env, timeout: 20_000 })).stdout;
  const desk = {
    display: desktop.display,
    env: desktop.env,
    start,
    ask,
    /** Waits for a window and gives its id. @param {string} title @param {number} [ms] */
    async window(title, ms = 20_000) {
      const search = () => ask('xdotool', 'search', '--onlyvisible', '--name', title).catch(() => '');
      const found = await until(ms, `a window "${title}"`, async () => (await search()).trim().split('\n')[0]);
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
    // Beside each other, so that bare tools reach both.
    await ask('xdotool', 'windowmove', await desk.window('galculator'), '20', '60');
    await ask('xdotool', 'windowmove', await desk.window('Mousepad'), '600', '60');
  } catch (error) {
    await desk.close();
    throw error;
  }
  return desk;
}
