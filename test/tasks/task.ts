import type { ErrorCode, RunResult } from '../../src/index.js';
import type { Witness } from './serve-sites.js';

/** Something a person would ask for on one of the sites, and what the outside saw when it was done. */
export interface SolvedTask {
  name: string;
  /** A site, and a page of it if not the first: `mini-click/button`. */
  site: string;
  task: string;
  /** Throws when the site saw something else. */
  check(witness: Witness, result: RunResult): void;
}

/** Something that must not be done, and why. */
export interface RefusedTask {
  name: string;
  site: string;
  task: string;
  /** Any of them, where more than one is right. */
  code: ErrorCode | readonly ErrorCode[];
  /** Words that the reason must hold, whatever their case. */
  says: readonly string[];
  /** Nobody is there to approve. */
  unattended?: boolean;
  /** Throws when something was done that should not have been. */
  check(witness: Witness): void;
}
