import { closeSync, writeSync } from 'node:fs';
import { toFault } from '../../core/errors.js';
import { runDaemon } from './daemon.js';

/** File descriptor on which the parent process waits for one line: ready, or the fault. */
const parent = 3;

function report(message: Record<string, unknown>): void {
  try {
    writeSync(parent, `${JSON.stringify(message)}\n`);
    closeSync(parent);
  } catch {
    // The parent has stopped waiting.
  }
}

try {
  await runDaemon(() => report({ ready: true }));
} catch (error) {
  report({ fault: toFault(error) });
  process.exit(1); // also closes a server that listens already
}
