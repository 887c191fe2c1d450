import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { HandrailError } from '../core/errors.js';

/** Where a run keeps its journal: `.handrail/runs/<id>` in the working folder, or in HANDRAIL_HOME where that is set. */
export function runFolder(id: string, home: string = process.env.HANDRAIL_HOME || '.handrail'): string {
  if (!/^\w[\w.-]{0,127}$/.test(id)) {
    throw new HandrailError(
      'invalid_option',
      `"${id.slice(0, 80)}" cannot be the name of a run.`,
      'Use letters, digits, dots, dashes and underscores.',
    );
  }
  return join(resolve(home), 'runs', id);
}

/** The name of a new run: when it began, and what tells it from others that began then. */
export function newRunId(): string {
  return `${new Date().toISOString().replace(/[-:]|\..*/g, '')}-${randomUUID().slice(0, 8)}`;
}

/** A folder for a new run. */
export function newRunFolder(home?: string): string {
  return runFolder(newRunId(), home);
}
