import { writeReport } from '../../../journal/report/report.js';
import { openOutput } from '../output.js';
import { findRunFolder } from './find-runs.js';

/** `handrail report`: makes the report again and prints its path. */
export function remakeReport(run: string | undefined, { json }: { json?: true }): void {
  const report = writeReport(findRunFolder(run));
  openOutput().write(`${json ? JSON.stringify({ report }) : report}\n`);
}
