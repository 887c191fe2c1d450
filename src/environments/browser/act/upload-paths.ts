import { constants, type Stats } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { HandrailError } from '../../../core/errors.js';

/**
 * The real paths of files that may be uploaded: plain, readable files inside the allowed folders, wherever links lead.
 * A relative path is looked for in the first folder. Throws `bad_path` for anything else, and says nothing of what exists outside.
 */
export async function checkUploads(paths: readonly string[], allowedFolders: readonly string[]): Promise<string[]> {
  const given = allowedFolders.map((folder) => resolve(folder));
  const first = given[0];
  if (first === undefined) {
    throw new HandrailError(
      'bad_path',
      'No folder is open for uploads.',
      'Allow a folder for uploads when the session is opened.',
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
  const refuse = (why: string, cause?: unknown) =>
    new HandrailError('bad_path', `${JSON.stringify(path)} ${why}.`, hint, { cause });
  if (path === '' || path.includes('\0')) throw refuse('is not a path');
  const asked = resolve(first, path);
  if (![...given, ...real].some((folder) => isInside(folder, asked)))
    throw refuse('is outside the folders open for uploads');
  const target = await realpath(asked).catch((error: unknown) => {
    throw refuse('does not exist', error);
  });
  if (!real.some((folder) => isInside(folder, target))) throw refuse('leads outside the folders open for uploads');
  const stats = await stat(target).catch((error: unknown) => {
    throw refuse('does not exist', error);
  });
  if (!stats.isFile()) throw refuse(`is ${kindOf(stats)}, not a file`);
  await access(target, constants.R_OK).catch((error: unknown) => {
    throw refuse('cannot be read', error);
  });
  return target;
}

async function realFolder(folder: string): Promise<string | undefined> {
  return realpath(folder).catch(() => undefined); // a folder that is not there has no files to upload
}

function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
