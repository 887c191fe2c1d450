import { randomBytes } from 'node:crypto';
import { closeSync, constants, lstatSync, openSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { HandrailError } from '../../core/errors.js';

export interface OutputOptions {
  /** Replaces a file that Handrail did not write. */
  overwrite?: boolean;
  /** The mode of a new file. Default: what the user's umask leaves. */
  mode?: number;
}

/** The files that this process wrote, as they were then. It may replace them. */
const written = new Map<string, string>();
const maxWritten = 1_000;

/**
 * Writes a file that a user named. Follows no symbolic link at the end of the path, and replaces no file that this process did not write, unless
 * `overwrite` is set. A replaced file is complete at any time. Throws `bad_path`, or the error of the file system.
 */
export function writeOutputFile(path: string, content: string | Uint8Array, options: OutputOptions = {}): void {
  const existing = lstatSync(path, { throwIfNoEntry: false });
  if (existing) {
    checkReplaceable(path, existing, options.overwrite ?? false);
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      create(draft, content, options.mode ?? existing.mode & 0o777);
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  } else {
    create(path, content, options.mode ?? 0o666);
  }
  written.delete(path);
  written.set(path, identityOf(lstatSync(path)));
  const [oldest] = written.keys();
  if (written.size > maxWritten && oldest !== undefined) written.delete(oldest);
}

function checkReplaceable(path: string, existing: Stats, overwrite: boolean): void {
  if (existing.isSymbolicLink()) throw refused(`${path} is a symbolic link`, 'Name another file.');
  if (!existing.isFile()) throw refused(`${path} is not a regular file`, 'Name another file.');
  if (overwrite || written.get(path) === identityOf(existing)) return;
  throw refused(
    `${path} exists, and this process of Handrail did not write it`,
    'Name another file, or add --overwrite.',
  );
}

function refused(reason: string, hint: string): HandrailError {
  return new HandrailError('bad_path', `Nothing was written: ${reason}.`, hint);
}

function identityOf({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(' ');
}

function create(path: string, content: string | Uint8Array, mode: number): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  try {
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}
