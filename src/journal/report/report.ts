import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError, messageOf } from '../../core/errors.js';
import { detectPictureType } from '../picture-type.js';
import { readJournal } from '../read-journal.js';
import { renderReport } from './page.js';
import { buildTimeline, type StepTimeline, type Timeline } from './timeline.js';
import { stepVerdict } from './verdicts.js';

/** More pictures would make the file too large for e-mail and slow to open. */
const maxPictureBytes = 16_000_000;

/** Writes `report.html` from the journal in a folder and returns its path. Throws `journal_failed` if that fails. */
export function writeReport(
  folder: string,
  { pictureBytes = maxPictureBytes }: { pictureBytes?: number } = {},
): string {
  const { entries, damage, truncatedLine } = readJournal(folder);
  const pictures = readPictures(folder, buildTimeline(entries), pictureBytes);
  const page = renderReport(entries, pictures, truncatedLine ? [...damage, truncatedLine] : damage);
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
    throw new HandrailError(
      'journal_failed',
      `The report cannot be written: ${messageOf(error)}.`,
      'Free disk space and try again.',
      { cause: error },
    );
  }
  return path;
}

/** The pictures that fit: those of the last step and of steps with problems first, then the others in order. */
function readPictures(folder: string, timeline: Timeline, maxBytes: number): Map<string, string> {
  const steps = timeline.runs.flatMap((run) => run.steps);
  const lastSteps = timeline.runs.flatMap((run) => run.steps.slice(-1));
  const problemSteps = steps.filter((step) => ['bad', 'warn'].includes(stepVerdict(step).tone));
  const pictures = new Map<string, string>();
  let used = 0;
  for (const file of [...lastSteps, ...problemSteps, ...steps].flatMap(listFiles)) {
    if (pictures.has(file)) continue;
    const picture = readPicture(join(folder, file), maxBytes - used);
    if (!picture) continue;
    pictures.set(file, picture.url);
    used += picture.bytes;
  }
  return pictures;
}

function listFiles({ before, after }: StepTimeline): string[] {
  // Only files in the pictures folder of the run are read.
  return [before?.file, after?.file].flatMap((file) => (file && /^pictures\/[\w.-]+$/.test(file) ? [file] : []));
}

function readPicture(path: string, maxBytes: number): { url: string; bytes: number } | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > maxBytes) return undefined;
  const bytes = readFileSync(path);
  const type = detectPictureType(bytes);
  return type && { url: `data:${type.mime};base64,${bytes.toString('base64')}`, bytes: bytes.length };
}
