import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../src/doors/doctor/check.js';
import { endStarted, ensureBuilt, handrail, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { openPrivateDesk, type PrivateDesk } from '../support/private-desk.js';

const folder = temporaryFolder();
beforeAll(ensureBuilt, 120_000);
afterAll(() => {
  endStarted();
  removeFolders();
});

/** All programs of the machine but browsers: other tests try those. */
const programs = join(folder, 'programs');
mkdirSync(programs);
for (const name of readdirSync('/usr/bin').filter((one) => !/chrom|edge|firefox|browser/.test(one)))
  symlinkSync(join('/usr/bin', name), join(programs, name));

/** The doctor's results about desktops. */
async function examine(env: NodeJS.ProcessEnv): Promise<{ ok: boolean; results: Result[] }> {
  const home = { HOME: folder, HANDRAIL_HOME: join(folder, 'kept') };
  const { stdout } = await handrail(['doctor', 'desktop', '--json'], {
    folder,
    env: { DISPLAY: '', HANDRAIL_BROWSER: '/bin/false', PATH: programs, ...home, ...env },
  });
  const { ok, results }: { ok: boolean; results: Result[] } = JSON.parse(stdout);
  return { ok, results: results.filter(({ check }) => check === 'desktop') };
}

describe('doctor', () => {
  let desk: PrivateDesk;
  beforeAll(async () => {
    desk = await openPrivateDesk('900x700');
  });
  afterAll(() => desk.close());

  test('clicks and types on a private desktop, and only observes that of the user', async () => {
    const { results } = await examine({ DISPLAY: desk.display, DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' });
    expect(results.map(({ name, status, message }) => `${name}: ${status}: ${message}`)).toEqual([
      'private desktop: ok: galculator received the clicks and xterm received the typed text.',
      expect.stringMatching(/^your desktop: ok: 900x700, \d windows?\. No input was sent to it\.$/),
    ]);
  }, 120_000);

  test('reports a missing desktop as a note with the command that fixes it', async () => {
    const { results } = await examine({ PATH: '/nowhere' });
    expect(results).toMatchObject([
      { name: 'private desktop', status: 'note', message: expect.stringContaining('Browsers are not affected.') },
    ]);
    expect(results[0]?.fix).toMatch(/apt-get install -y --no-install-recommends xvfb dbus openbox/);
  }, 120_000);
});
