import { join } from 'node:path';
import type { Observation } from '../core/observation.js';
import { type Journal, openJournal } from '../journal/journal.js';
import { environmentSecrets } from '../journal/redaction/environment-secrets.js';
import { writeReport } from '../journal/report/report.js';
import { runFolder } from '../journal/run-folder.js';
import { writeRedacted } from '../journal/write-redacted.js';
import type { RunEvent } from './events.js';

export interface RecordingOptions {
  /** The folder that contains the folder of the run. Default `.handrail/runs`. `false`: nothing is recorded. */
  journal?: string | false | undefined;
  /** Store a picture of each step next to the journal. Default true. */
  pictures?: boolean | undefined;
}

/** Records a run in its journal while it happens. */
export interface RunRecorder {
  readonly journal?: Journal;
  readonly folder?: string;
  /** The path of the report, which `close` writes. */
  readonly report?: string;
  readonly wantsPictures: boolean;
  write(event: RunEvent, secrets?: Iterable<string>): void;
  /** Stores the picture of the step, which also shows the end of the step before. Returns the events to emit. */
  recordPicture(step: number, observation: Observation): RunEvent[];
  /** Closes the journal and writes the report. */
  close(): void;
}

export const nullRecorder: RunRecorder = {
  wantsPictures: false,
  write: () => undefined,
  recordPicture: () => [],
  close: () => undefined,
};

/** Starts to record a run. Throws `journal_failed` if the journal cannot be written. */
export function recordRun(id: string, { journal: parent, pictures = true }: RecordingOptions): RunRecorder {
  if (parent === false) return nullRecorder;
  const folder = parent === undefined ? runFolder(id) : join(parent, id);
  const journal = openJournal({ folder, secrets: environmentSecrets() });
  return {
    journal,
    folder,
    report: join(folder, 'report.html'),
    wantsPictures: pictures,
    write(event, secrets = []) {
      const durable = event.type === 'run_started' || event.type === 'run_ended';
      writeRedacted(journal, { ...event }, secrets, { durable });
    },
    recordPicture(step, { image, screen }) {
      const file = pictures && image && journal.writePicture(`${String(step).padStart(4, '0')}-before`, image.bytes);
      if (!file) return [];
      const before: RunEvent = { type: 'picture', step, when: 'before', file, screen };
      return step > 1 ? [{ ...before, step: step - 1, when: 'after' }, before] : [before];
    },
    close() {
      journal.close();
      writeReport(folder);
    },
  };
}
