import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openSession } from '../../src/index.js';
import { sample } from '../support/sample.js';
import { type Place, programs } from './programs.js';

const folder = mkdtempSync(join(tmpdir(), 'handrail-programs-'));
let place: Place;
/** Programs begin with nobody's settings. */
const formerHome = process.env.HOME;

beforeAll(async () => {
  process.env.HOME = folder;
  const session = await openSession({ policy: 'open', environment: 'desktop' });
  place = {
    session,
    folder,
    opensFolder: `Start thunar ${folder} and`,
    read: async (path) => (statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, 'utf8') : undefined),
    isFolder: async (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  };
}, 30_000);

afterAll(async () => {
  await place?.session.close();
  process.env.HOME = formerHome;
  rmSync(folder, { recursive: true, force: true });
});

// Desktop and container divide the programs between them; test/desktop and test/container use the same programs action by action.
describe('Programs of a desktop, by steps and by computer_use', () => {
  it.each(sample(Object.entries(programs), 2))('%s', (_, goes) => goes(place), 90_000);
});
