import { closeSync, writeSync } from 'node:fs';
import { toFault } from '../../core/errors.js';
import { prestartBrowser } from '../../environments/browser/launch/prestart.js';
import { startBrowserFlag } from './client-spec.js';

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

// The browser starts while this process loads the rest of its code.
if (process.argv.includes(startBrowserFlag)) prestartBrowser();

try {
  const { runDaemon } = await import('./daemon.js');
  const isServing = await runDaemon(() => report({ ready: true }));
  if (!isServing) process.exit(); // also ends the browser that nobody needs
} catch (error) {
  report({ fault: toFault(error) });
  process.exit(1); // also closes a server that listens already
}
