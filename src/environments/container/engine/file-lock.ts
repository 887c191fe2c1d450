import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cancelled } from '../../../core/deadline.js';
import { pause } from '../../screen/settle/settle.js';

interface Turn {
  /** Hears that somebody else is at it. */
  onWait?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

const glanceMs = 200;
/** Nothing that is done so takes longer: a number of a process that has died may have been given to another one. */
const longestMs = 30 * 60_000;

/** Does `work` while nobody else on this machine does the same, whatever process it is in. What a process left that died is taken over. */
export async function oneAtATime<T>(what: string, work: () => Promise<T>, { onWait, signal }: Turn = {}): Promise<T> {
  const name = createHash('sha256').update(what).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `handrail-${process.getuid?.() ?? 0}-${name}.lock`);
  let isTold = false;
  while (!(await take(file))) {
    if (signal?.aborted) throw cancelled(signal);
    const left = await deadHolder(file);
    if (left !== undefined) {
      await ignoring(['ENOENT'], () => rename(file, `${file}.${left}`));
      await rm(`${file}.${left}`, { force: true });
      continue;
    }
    if (!isTold) onWait?.();
    isTold = true;
    await pause(glanceMs, signal);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** False while somebody has it. It appears with the holder's number in it, or not at all. */
async function take(file: string): Promise<boolean> {
  const own = `${file}-${randomUUID()}`; // two of one process may be at it
  await writeFile(own, String(process.pid));
  try {
    return await ignoring(['EEXIST'], () => link(own, file));
  } finally {
    await rm(own, { force: true });
  }
}

/** The number of a holder that lives no more. */
async function deadHolder(file: string): Promise<number | undefined> {
  let text = '';
  let age = 0;
  const isThere = await ignoring(['ENOENT'], async () => {
    text = await readFile(file, 'utf8');
    age = Date.now() - (await stat(file)).mtimeMs;
  });
  const pid = Number(text);
  return isThere && (age > longestMs || !lives(pid)) ? pid : undefined;
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM'; // somebody else's
  }
}

/** True when `work` was done, false when it failed for one of the reasons. */
async function ignoring(reasons: readonly string[], work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (reasons.includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
