import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError } from '../../core/errors.js';
import { pictureType } from '../picture-type.js';
import { readJournal } from '../read-journal.js';
import { renderReport } from './page.js';
import { buildTimeline, type StepTimeline, type Timeline } from './timeline.js';
import { stepVerdict } from './verdicts.js';

/** Bytes of pictures in one report. More would make a file that no mail takes and no browser opens at once. */
const mostPictures = 16_000_000;

/** Makes `report.html` from the journal in a folder, and returns its path. Throws `journal_failed` when it cannot. */
export function writeReport(folder: string, { pictureBytes = mostPictures }: { pictureBytes?: number } = {}): string {
  const { entries, damaged, halfWritten } = readJournal(folder);
  const pictures = readPictures(folder, buildTimeline(entries), pictureBytes);
  const page = renderReport(entries, pictures, halfWritten ? [...damaged, halfWritten] : damaged);
  const path = join(folder, 'report.html');
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    const { O_WRONLY, O_CREAT, O_EXCL } = constants;
    const file = openSync(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600);
    try {
      writeFileSync(file, page);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HandrailError(
      'journal_failed',
      `The report cannot be written: ${why}.`,
      'Free some space and try again.',
      {
        cause: error,
      },
    );
  }
  return path;
}

/** The pictures that fit: the end and the steps with problems first, then the others from the beginning. */
function readPictures(folder: string, story: Timeline, most: number): Map<string, string> {
  const steps = story.runs.flatMap((run) => run.steps);
  const ends = story.runs.flatMap((run) => run.steps.slice(-1));
  const troubled = steps.filter((step) => ['bad', 'warn'].includes(stepVerdict(step).tone));
  const pictures = new Map<string, string>();
  let used = 0;
  for (const file of [...ends, ...troubled, ...steps].flatMap(filesOf)) {
    if (pictures.has(file)) continue;
    const picture = readPicture(join(folder, file), most - used);
    if (!picture) continue;
    pictures.set(file, picture.url);
    used += picture.bytes;
  }
  return pictures;
}

function filesOf({ before, after }: StepTimeline): string[] {
  // A journal names only pictures beside it; anything else is not followed.
  return [before?.file, after?.file].flatMap((file) => (file && /^pictures\/[\w.-]+$/.test(file) ? [file] : []));
}

function readPicture(path: string, most: number): { url: string; bytes: number } | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > most) return undefined;
  const bytes = readFileSync(path);
  const type = pictureType(bytes);
  return type && { url: `data:${type.mime};base64,${bytes.toString('base64')}`, bytes: bytes.length };
}
