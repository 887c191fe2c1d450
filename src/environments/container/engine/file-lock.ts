import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toCancelledError } from '../../../core/deadline.js';
import { errorCode, isProcessAlive } from '../../processes/process-tree.js';
import { sleep } from '../../screen/settle/sleep.js';

interface LockOptions {
  /** Called once when another process holds the lock. */
  onWait?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

const pollMs = 200;
/** An older lock is stale: no task takes longer, and the process id may belong to another process by now. */
const maxLockMs = 30 * 60_000;

/** Runs `work` while no other process of this machine runs the same task. Takes over the lock of a dead process. */
export async function withFileLock<T>(
  task: string,
  work: () => Promise<T>,
  { onWait, signal }: LockOptions = {},
): Promise<T> {
  const name = createHash('sha256').update(task).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `handrail-${process.getuid?.() ?? 0}-${name}.lock`);
  let hasWaited = false;
  while (!(await acquire(file))) {
    if (signal?.aborted) throw toCancelledError(signal);
    const staleHolder = await findStaleHolder(file);
    if (staleHolder !== undefined) {
      await ignoring(['ENOENT'], () => rename(file, `${file}.${staleHolder}`));
      await rm(`${file}.${staleHolder}`, { force: true });
      continue;
    }
    if (!hasWaited) onWait?.();
    hasWaited = true;
    await sleep(pollMs, signal);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** Creates the lock file. Links it, so that it never exists without the process id in it. False when another holds it. */
async function acquire(file: string): Promise<boolean> {
  const ownFile = `${file}-${randomUUID()}`; // one process may wait twice
  await writeFile(ownFile, String(process.pid));
  try {
    return await ignoring(['EEXIST'], () => link(ownFile, file));
  } finally {
    await rm(ownFile, { force: true });
  }
}

/** The process id of a holder that is dead, or whose lock is too old. */
async function findStaleHolder(file: string): Promise<number | undefined> {
  let text = '';
  let ageMs = 0;
  const exists = await ignoring(['ENOENT'], async () => {
    text = await readFile(file, 'utf8');
    ageMs = Date.now() - (await stat(file)).mtimeMs;
  });
  const pid = Number(text);
  return exists && (ageMs > maxLockMs || !isProcessAlive(pid)) ? pid : undefined;
}

/** False when `work` fails with one of the codes. */
async function ignoring(codes: readonly string[], work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (codes.includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
