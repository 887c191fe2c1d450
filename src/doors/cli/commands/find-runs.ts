import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { HandrailError } from '../../../core/errors.js';
import { journalName } from '../../../journal/journal-file.js';
import { runFolder } from '../../../journal/run-folder.js';

/** The folders of the runs that were written down, newest first: an id begins with the time of its run. */
export function listRunFolders(root: string = dirname(runFolder('any'))): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, journalName)))
    .map(({ name }) => name)
    .sort()
    .reverse()
    .map((name) => join(root, name));
}

/** The folder of a run: by its path, by its id or the beginning of it, or the newest. */
export function findRunFolder(run: string | undefined): string {
  const known = listRunFolders();
  if (run === undefined) {
    if (known[0]) return known[0];
    throw new HandrailError(
      'invalid_option',
      'There are no runs yet.',
      'Make one: handrail run "<task>" --url <address>',
    );
  }
  for (const folder of [resolve(run), dirname(resolve(run))]) if (existsSync(join(folder, journalName))) return folder;
  const named = known.filter((folder) => folder.slice(dirname(folder).length + 1).startsWith(run));
  if (named.length === 1 && named[0]) return named[0];
  throw new HandrailError(
    'invalid_option',
    named.length > 1 ? `${named.length} runs begin with "${run}".` : `There is no run "${run}".`,
    'Give the folder or the id of a run. See: handrail runs',
  );
}
