const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file has reached the largest size allowed',
  EROFS: 'the disk is read-only',
  EACCES: 'it is not permitted',
  EPERM: 'it is not permitted',
  ENOTDIR: 'its path goes through a file',
  EEXIST: 'it is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'its path is a symbolic link',
  ENAMETOOLONG: 'its path is too long',
  ENOENT: 'there is no such place',
};

/** Why a file or a folder could not be had, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
