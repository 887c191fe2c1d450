import { writeOutputFile } from '../../processes/output-file.js';
import type { StorageState } from '../handles.js';

/** Writes cookies and storage to the file that a program named. Only the user can read it: it signs in whoever has it. */
export function writeStorageFile(path: string, state: StorageState): void {
  writeOutputFile(path, JSON.stringify(state, undefined, 2), { overwrite: true, mode: 0o600 });
}
