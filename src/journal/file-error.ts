import { messageOf } from '../core/errors.js';

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file has reached the maximum size',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'its path is a symbolic link',
  ENAMETOOLONG: 'its path is too long',
  ENOENT: 'the path does not exist',
};

/** Describes why a file operation failed. */
export function describeFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? messageOf(error);
}
