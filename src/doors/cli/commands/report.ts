import { writeReport } from '../../../journal/report/report.js';
import { openOutput } from '../output.js';
import { findRunFolder } from './find-runs.js';

/** `handrail report`: writes the report again and prints its path. */
export function rewriteReport(run: string | undefined, { json }: { json?: true }): void {
  const report = writeReport(findRunFolder(run));
  openOutput().write(`${json ? JSON.stringify({ report }) : report}\n`);
}
