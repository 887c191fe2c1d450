import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { environmentSecrets } from '../../agent/dotenv.js';
import type { RunResult } from '../../agent/events.js';
import { type Fault, HandrailError } from '../../core/errors.js';
import type { Recorder } from '../../core/recorder.js';
import { type Journal, openJournal } from '../../journal/journal.js';
import { newRunFolder } from '../../journal/run-folder.js';

export interface SessionJournalOptions {
  /** Where `runs/<id>` is made. */
  home?: string | undefined;
  task: string;
  /** Who drives the session. */
  by: string;
  url?: string | undefined;
}

/** The journal of a session that goes on for as long as it is used: when it cannot be written any more, and later can, it goes on in another folder. */
export interface SessionJournal extends Recorder {
  /** Where it began: pictures and downloads of the session are there too. */
  readonly folder: string;
  /** The last line. Tells of a session that is over: a full disk changes nothing about that. */
  end(steps: number, fault?: Fault): void;
}

/** Throws `journal_failed` when it cannot be begun. */
export function openSessionJournal({ home, task, by, url }: SessionJournalOptions): SessionJournal {
  const began = Date.now();
  const folder = newRunFolder(home);
  let isBroken = false;
  let journal = begin(folder);

  function begin(at: string): Journal {
    const fresh = openJournal({ folder: at, secrets: environmentSecrets() });
    const started = { type: 'run_started', run: basename(at), task, model: by, ...(url ? { url } : {}), limits: {} };
    try {
      fresh.write(started, { durable: true });
      return fresh;
    } catch (error) {
      fresh.close();
      rmSync(at, { recursive: true, force: true });
      throw error;
    }
  }

  // It is written before anything is done, and survives the death of this process. A session does not survive the machine's: nothing waits for the disk.
  const write: Recorder['write'] = (note) => {
    if (isBroken) {
      const next = begin(newRunFolder(home));
      journal.close();
      journal = next;
      isBroken = false;
    }
    try {
      return journal.write(note);
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };

  return {
    folder,
    write,
    end(steps, fault) {
      const result: RunResult = {
        id: basename(journal.folder),
        task,
        model: by,
        folder: journal.folder,
        steps,
        status: fault ? 'failed' : 'done',
        verified: false,
        evidence: [],
        usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
        ms: Date.now() - began,
        ...(fault ? { error: fault, reason: fault.message } : {}),
      };
      try {
        write({ type: 'run_ended', result });
      } catch (error) {
        if (!(error instanceof HandrailError && error.code === 'journal_failed')) throw error;
      } finally {
        journal.close();
      }
    },
  };
}
