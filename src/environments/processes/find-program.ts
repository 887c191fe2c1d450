import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The full path of a program by its name, as a shell would find it, or by its path. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | undefined {
  if (name.includes('/')) return isProgram(name) ? name : undefined;
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // not there, or not to be run: what was asked
  }
}
