import { closeSync, writeSync } from 'node:fs';
import { toFault } from '../../core/errors.js';
import { runDaemon } from './daemon.js';

/** Who started us reads here that we are ready, or why we are not. */
const startedBy = 3;

function tell(message: Record<string, unknown>): void {
  try {
    writeSync(startedBy, `${JSON.stringify(message)}\n`);
    closeSync(startedBy);
  } catch {
    // It did not wait: nobody to tell.
  }
}

try {
  await runDaemon(() => tell({ ready: true }));
} catch (error) {
  tell({ fault: toFault(error) });
  process.exit(1); // whatever it had begun to listen to
}
