// The seed of the sampled test cases: HANDRAIL_TEST_SEED where it is set, else a number made from the current commit.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @returns {string} */
export function testSeed() {
  const given = process.env.HANDRAIL_TEST_SEED;
  if (given) {
    if (!/^\d{1,9}$/.test(given)) throw new Error(`HANDRAIL_TEST_SEED is "${given}". Set it to a whole number.`);
    return given;
  }
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return String(Number.parseInt((stdout ?? '').slice(0, 7), 16) || 0);
}
