import { constants, type Stats } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { HandrailError } from '../../../core/errors.js';

/**
 * The real paths of files to upload. They must be readable regular files inside the allowed folders, after links are resolved. A relative
 * path is resolved in the first folder. Throws `bad_path` otherwise, without revealing what exists outside the folders.
 */
export async function resolveUploadPaths(
  paths: readonly string[],
  allowedFolders: readonly string[],
): Promise<string[]> {
  const given = allowedFolders.map((folder) => resolve(folder));
  const first = given[0];
  if (first === undefined) {
    throw new HandrailError(
      'bad_path',
      'No folder is allowed for uploads.',
      'Set the option `uploads` when you open the session.',
    );
  }
  const real = (await Promise.all(given.map(realFolder))).filter((folder) => folder !== undefined);
  const hint = `Only files inside ${allowedFolders.join(' or ')} can be uploaded.`;
  return Promise.all(paths.map((path) => checkUpload(path, first, given, real, hint)));
}

async function checkUpload(
  path: string,
  first: string,
  given: readonly string[],
  real: readonly string[],
  hint: string,
): Promise<string> {
  const refuse = (reason: string, cause?: unknown) =>
    new HandrailError('bad_path', `${JSON.stringify(path)} ${reason}.`, hint, { cause });
  if (path === '' || path.includes('\0')) throw refuse('is not a path');
  const requested = resolve(first, path);
  if (![...given, ...real].some((folder) => isInside(folder, requested)))
    throw refuse('is outside the folders allowed for uploads');
  const target = await realpath(requested).catch((error: unknown) => {
    throw refuse('does not exist', error);
  });
  if (!real.some((folder) => isInside(folder, target))) throw refuse('links outside the folders allowed for uploads');
  const stats = await stat(target).catch((error: unknown) => {
    throw refuse('does not exist', error);
  });
  if (!stats.isFile()) throw refuse(`is ${describeKind(stats)}, not a file`);
  await access(target, constants.R_OK).catch((error: unknown) => {
    throw refuse('cannot be read', error);
  });
  return target;
}

async function realFolder(folder: string): Promise<string | undefined> {
  return realpath(folder).catch(() => undefined); // a missing folder contains no files
}

function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
