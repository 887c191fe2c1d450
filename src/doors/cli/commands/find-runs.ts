import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import { journalFileName } from '../../../journal/journal-file.js';
import { runFolder } from '../../../journal/run-folder.js';

/** The folders of the recorded runs, newest first. An id starts with the time of its run. */
export function listRunFolders(root: string = dirname(runFolder('any'))): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, journalFileName)))
    .map(({ name }) => name)
    .sort()
    .reverse()
    .map((name) => join(root, name));
}

/** The folder of a run: by path, by id or start of an id, or the newest. */
export function findRunFolder(run: string | undefined): string {
  const folders = listRunFolders();
  if (run === undefined) {
    if (folders[0]) return folders[0];
    throw new HandrailError(
      'invalid_option',
      'There are no recorded runs.',
      'Record one: handrail run "<task>" --url <url>',
    );
  }
  for (const folder of [resolve(run), dirname(resolve(run))])
    if (existsSync(join(folder, journalFileName))) return folder;
  const matching = folders.filter((folder) => basename(folder).startsWith(run));
  if (matching.length === 1 && matching[0]) return matching[0];
  throw new HandrailError(
    'invalid_option',
    matching.length > 1 ? `${matching.length} runs start with "${run}".` : `There is no run "${run}".`,
    'Use the folder or the id of a run. See: handrail runs',
  );
}
