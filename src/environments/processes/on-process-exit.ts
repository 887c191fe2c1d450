const exitCodes = new Map<NodeJS.Signals, number>([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
]);

const cleanups = new Set<() => void>();

/**
 * Runs `cleanup` when this process exits normally, by an uncaught error, or by a signal without another listener. Another listener decides
 * alone what the signal means. Returns a function that removes the handler.
 */
export function onProcessExit(cleanup: () => void): () => void {
  if (cleanups.size === 0) {
    process.on('exit', runAll);
    for (const signal of exitCodes.keys()) process.on(signal, onSignal);
  }
  cleanups.add(cleanup);
  return () => {
    if (!cleanups.delete(cleanup) || cleanups.size > 0) return;
    process.off('exit', runAll);
    for (const signal of exitCodes.keys()) process.off(signal, onSignal);
  };
}

function onSignal(signal: NodeJS.Signals): void {
  // Remove our listener first: some libraries end the process only when no other listener exists.
  process.off(signal, onSignal);
  if (process.listenerCount(signal) > 0) {
    setImmediate(() => {
      if (cleanups.size > 0 && !process.listeners(signal).includes(onSignal)) process.on(signal, onSignal);
    });
    return;
  }
  runAll();
  if (process.platform === 'win32') process.exit(exitCodes.get(signal));
  process.kill(process.pid, signal); // end with the exit status of the signal: 130 or 143 in a shell
}

function runAll(): void {
  for (const cleanup of cleanups) cleanup();
  cleanups.clear();
}
