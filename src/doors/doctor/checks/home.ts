import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reasonOf } from '../../../journal/file-reason.js';
import type { Check, Finding } from '../check.js';
import { removeMade, standingFolder } from './existing-folder.js';

/** Where runs and sessions are written down. */
export const homeFolder = (): string => resolve(process.env.HANDRAIL_HOME || '.handrail');

export const homeCheck: Check = {
  name: 'home',
  limitMs: 10_000,
  trials: () => [{ name: 'home', run: () => writeInto(homeFolder()) }],
};

async function writeInto(home: string): Promise<Finding> {
  const standing = standingFolder(home);
  try {
    await mkdir(home, { recursive: true });
    const folder = await mkdtemp(join(home, 'doctor-'));
    try {
      await writeFile(join(folder, 'page'), 'written', { flush: true });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return { state: 'works', says: `${home} can be written.` };
  } catch (error) {
    return {
      state: 'fails',
      says: `${home} cannot be written: ${reasonOf(error)}. Runs and sessions are kept there.`,
      fix: 'Name a folder that can be written: `export HANDRAIL_HOME="$HOME/.handrail"`.',
    };
  } finally {
    await removeMade(home, standing);
  }
}
