import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pollUntil } from './timeout.mjs';

const run = promisify(execFile);
const docker = async (/** @type {string[]} */ ...args) =>
  (await run('docker', args, { timeout: 60_000 })).stdout.trim();

/**
 * Starts a container with a desktop and galculator. Uses an image that `handrail container up` built. Throws if no image has galculator.
 * @param {string} role
 */
export async function startDesktopContainer(role) {
  const image = await findImage();
  const name = `handrail-bench-${process.pid}-${role}`;
  await docker('run', '--detach', '--init', '--network', 'none', '--name', name, '--label', 'handrail=bench', image);
  /** Runs a command in the container. @param {string[]} args */
  const execute = (...args) => docker('exec', name, ...args);
  const desktop = {
    name,
    execute,
    async close() {
      await docker('rm', '--force', '--volumes', name);
    },
  };
  try {
    await pollUntil(30_000, 'the display of the container', async () =>
      hasOutput(execute('xdotool', 'get_num_desktops')),
    );
    await docker('exec', '--detach', name, 'galculator');
    await pollUntil(20_000, 'galculator', async () =>
      hasOutput(execute('xdotool', 'search', '--onlyvisible', '--name', 'galculator')),
    );
  } catch (error) {
    await desktop.close();
    throw error;
  }
  return desktop;
}

async function findImage() {
  const images = (await docker('images', '--quiet', '--filter', 'label=handrail=desktop')).split('\n').filter(Boolean);
  for (const image of new Set(images)) {
    const hasProgram = await hasOutput(
      docker('run', '--rm', '--network', 'none', '--entrypoint', 'which', image, 'galculator'),
    );
    if (hasProgram) return image;
  }
  throw new Error('There is no image with galculator. Build one: handrail container up --packages galculator');
}

/** True if the command succeeds with output. @param {Promise<string>} output */
async function hasOutput(output) {
  return output.then(
    (text) => text !== '',
    () => false, // it failed: the program does not exist or is not ready
  );
}
