import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeFileError } from '../../../journal/file-error.js';
import type { Check, Finding } from '../check.js';
import { nearestExistingFolder, removeCreatedFolders } from './created-folders.js';

/** The folder that holds runs and sessions. */
export const homeFolder = (): string => resolve(process.env.HANDRAIL_HOME || '.handrail');

export const homeCheck: Check = {
  name: 'home',
  timeoutMs: 10_000,
  trials: () => [{ name: 'home', run: () => tryWriting(homeFolder()) }],
};

async function tryWriting(home: string): Promise<Finding> {
  const existing = nearestExistingFolder(home);
  try {
    await mkdir(home, { recursive: true });
    const folder = await mkdtemp(join(home, 'doctor-'));
    try {
      await writeFile(join(folder, 'page'), 'written', { flush: true });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return { status: 'ok', message: `${home} is writable.` };
  } catch (error) {
    return {
      status: 'failed',
      message: `${home} is not writable: ${describeFileError(error)}. Handrail stores runs and sessions there.`,
      fix: 'Set a writable folder: `export HANDRAIL_HOME="$HOME/.handrail"`.',
    };
  } finally {
    await removeCreatedFolders(home, existing);
  }
}
