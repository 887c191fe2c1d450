import { join } from 'node:path';
import type { Observation } from '../core/observation.js';
import { type Journal, openJournal } from '../journal/journal.js';
import { writeReport } from '../journal/report/report.js';
import { runFolder } from '../journal/run-folder.js';
import { environmentSecrets } from './dotenv.js';
import type { RunEvent } from './events.js';

export interface Keeping {
  /** Where the run is written down: `.handrail/runs/<id>` when not said, another folder, or nowhere. */
  journal?: string | false;
  /** Pictures of each step beside the journal. Default true where there is one. */
  pictures?: boolean;
}

/** Writes a run down while it happens. */
export interface RunRecorder {
  readonly journal?: Journal;
  readonly folder?: string;
  /** Where the report will be. */
  readonly report?: string;
  readonly wantsPictures: boolean;
  write(event: RunEvent): void;
  /** Keeps what the step's screen looked like; it is what the step before left behind, too. */
  picture(step: number, observation: Observation): RunEvent[];
  /** Closes the journal and makes the report. */
  finish(): void;
}

export const nullRecorder: RunRecorder = {
  wantsPictures: false,
  write: () => undefined,
  picture: () => [],
  finish: () => undefined,
};

export function recordRun(id: string, { journal: where, pictures = true }: Keeping): RunRecorder {
  if (where === false) return nullRecorder;
  const folder = where === undefined ? runFolder(id) : join(where, id);
  const journal = openJournal({ folder, secrets: environmentSecrets() });
  return {
    journal,
    folder,
    report: join(folder, 'report.html'),
    wantsPictures: pictures,
    write(event) {
      journal.write({ ...event }, { durable: event.type === 'run_started' || event.type === 'run_ended' });
    },
    picture(step, { image, screen }) {
      const file = pictures && image && journal.picture(`${String(step).padStart(4, '0')}-before`, image.bytes);
      if (!file) return [];
      const before: RunEvent = { type: 'picture', step, when: 'before', file, screen };
      return step > 1 ? [{ ...before, step: step - 1, when: 'after' }, before] : [before];
    },
    finish() {
      journal.close();
      writeReport(folder);
    },
  };
}
