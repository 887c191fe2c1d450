import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from './deadline.mjs';

const run = promisify(execFile);
const docker = async (/** @type {string[]} */ ...words) =>
  (await run('docker', words, { timeout: 60_000 })).stdout.trim();

/**
 * A container with a desktop and galculator on it. Uses an image that `handrail container up` made; throws when there is none with galculator.
 * @param {string} role
 */
export async function startContainerDesk(role) {
  const image = await findImage();
  const name = `handrail-bench-${process.pid}-${role}`;
  await docker('run', '--detach', '--init', '--network', 'none', '--name', name, '--label', 'handrail=bench', image);
  /** @param {string[]} words */
  const inside = (...words) => docker('exec', name, ...words);
  const desk = {
    name,
    inside,
    async close() {
      await docker('rm', '--force', '--volumes', name);
    },
  };
  try {
    await until(30_000, 'the display of the container', async () => answers(inside('xdotool', 'get_num_desktops')));
    await docker('exec', '--detach', name, 'galculator');
    await until(20_000, 'galculator', async () =>
      answers(inside('xdotool', 'search', '--onlyvisible', '--name', 'galculator')),
    );
  } catch (error) {
    await desk.close();
    throw error;
  }
  return desk;
}

async function findImage() {
  const images = (await docker('images', '--quiet', '--filter', 'label=handrail=desktop')).split('\n').filter(Boolean);
  for (const image of new Set(images)) {
    const has = await answers(docker('run', '--rm', '--network', 'none', '--entrypoint', 'which', image, 'galculator'));
    if (has) return image;
  }
  throw new Error('no image with galculator: handrail container up --packages galculator');
}

/** @param {Promise<string>} asked */
async function answers(asked) {
  return asked.then(
    (said) => said !== '',
    () => false, // not there, or not yet: that is the answer
  );
}
