import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTimeout } from '../../core/deadline.js';
import { toFault } from '../../core/errors.js';
import type { ApprovalRequest } from '../../rails/approval.js';

/** A question without a picture is better than a late one. */
const pictureTimeoutMs = 5_000;

/** Writes the picture of a request to a private file, and removes the file when `work` has ended. */
export async function withPictureFile<T>(
  request: ApprovalRequest,
  work: (path: string | undefined) => Promise<T>,
): Promise<T> {
  const picture = await withTimeout(pictureTimeoutMs, 'The picture', request.picture()).catch((error: unknown) => {
    if (toFault(error).code === 'deadline') return undefined;
    throw error;
  });
  if (!picture) return work(undefined);
  const folder = await mkdtemp(join(tmpdir(), 'handrail-approval-'));
  try {
    const path = join(folder, 'target.png');
    await writeFile(path, picture.bytes, { mode: 0o600, flag: 'wx' });
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
