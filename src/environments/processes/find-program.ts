import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The full path of a program, found by path or by name on PATH as a shell does. */
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
    return false; // missing or not executable
  }
}
