import type { ErrorCode, RunResult } from '../../src/index.js';
import type { Witness } from './serve-sites.js';

/** A task on one of the sites, and the events that the site must record. */
export interface SolvedTask {
  name: string;
  /** A site, and a page of it if not the first: `mini-click/button`. */
  site: string;
  task: string;
  /** Throws when the site recorded other events. */
  check(witness: Witness, result: RunResult): void;
}

/** A task that must be refused, and the reason. */
export interface RefusedTask {
  name: string;
  site: string;
  task: string;
  /** Any of these codes is right. */
  code: ErrorCode | readonly ErrorCode[];
  /** Words that the reason must contain, in any case. */
  says: readonly string[];
  /** No user approves actions. */
  unattended?: boolean;
  /** Throws when the site recorded an action. */
  check(witness: Witness): void;
}
