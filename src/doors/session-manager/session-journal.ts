import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { RunEvent, RunResult } from '../../agent/events.js';
import { type Fault, HandrailError } from '../../core/errors.js';
import type { JournalWriter } from '../../core/journal-writer.js';
import { type Journal, openJournal } from '../../journal/journal.js';
import { environmentSecrets } from '../../journal/redaction/environment-secrets.js';
import { newRunFolder } from '../../journal/run-folder.js';
import { recordOf } from '../../rails/policy/policy-record.js';
import type { Policy } from '../../rails/policy/schema.js';

export interface SessionJournalOptions {
  /** The folder that holds `runs/<id>`. */
  home?: string;
  task: string;
  /** The door that drives the session. */
  source: string;
  url?: string;
  /** What decides on the actions of the session. */
  policy: Policy;
}

/** The journal of a session. After a write failure it continues in a new run folder as soon as writing works again. */
export interface SessionJournal extends JournalWriter {
  /** The first run folder. It also holds the pictures and downloads of the session. */
  readonly folder: string;
  /** Writes the last line and closes the journal. Ignores a failed write, because the session has already ended. */
  end(steps: number, fault?: Fault): void;
}

/** Throws `journal_failed` if the first line cannot be written. */
export function openSessionJournal({ home, task, source, url, policy }: SessionJournalOptions): SessionJournal {
  const startedAt = Date.now();
  const folder = newRunFolder(home);
  const secrets = new Set(environmentSecrets());
  let isBroken = false;
  let journal = start(folder);

  function start(runFolder: string): Journal {
    const started = openJournal({ folder: runFolder, secrets: [...secrets] });
    const event: RunEvent = {
      type: 'run_started',
      id: basename(runFolder),
      task,
      model: source,
      ...(url ? { url } : {}),
      limits: {},
    };
    try {
      started.write(event);
      started.write({ ...recordOf(policy) }, { durable: true });
      return started;
    } catch (error) {
      started.close();
      rmSync(runFolder, { recursive: true, force: true });
      throw error;
    }
  }

  // Lines are written before the action runs, so they survive a crash of this process. They are not flushed to disk one by one: a session
  // does not survive a crash of the machine anyway.
  const write: JournalWriter['write'] = (entry) => {
    if (isBroken) {
      const next = start(newRunFolder(home));
      journal.close();
      journal = next;
      isBroken = false;
    }
    try {
      return journal.write(entry);
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };

  return {
    folder,
    write,
    addSecret(secret) {
      secrets.add(secret);
      journal.addSecret(secret);
    },
    end(steps, fault) {
      const result: RunResult = {
        id: basename(journal.folder),
        task,
        model: source,
        folder: journal.folder,
        steps,
        status: fault ? 'failed' : 'done',
        verified: false,
        evidence: [],
        usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
        ms: Date.now() - startedAt,
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
