import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { HandrailError } from '../core/errors.js';

/** The folder of a run: `.handrail/runs/<id>`, or `runs/<id>` in HANDRAIL_HOME. */
export function runFolder(id: string, home: string = process.env.HANDRAIL_HOME || '.handrail'): string {
  if (!/^\w[\w.-]{0,127}$/.test(id)) {
    throw new HandrailError(
      'invalid_option',
      `"${id.slice(0, 80)}" is not a valid run id.`,
      'Use letters, digits, dots, dashes and underscores.',
    );
  }
  return join(resolve(home), 'runs', id);
}

/** A new run id: the start time and a random suffix. */
export function newRunId(): string {
  return `${new Date().toISOString().replace(/[-:]|\..*/g, '')}-${randomUUID().slice(0, 8)}`;
}

export function newRunFolder(home?: string): string {
  return runFolder(newRunId(), home);
}
