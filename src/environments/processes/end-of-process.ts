const exitCodes = new Map<NodeJS.Signals, number>([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
]);

const cleanups = new Set<() => void>();

/**
 * Runs `cleanup` when this process ends by itself, by an uncaught error, or by a signal that nobody else listens to. Whoever does
 * listen decides alone what the signal means. Returns how to take it back.
 */
export function atEndOfProcess(cleanup: () => void): () => void {
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
  // Stepping aside first lets the others see the listeners that would be there without us: some end the process only when alone.
  process.off(signal, onSignal);
  if (process.listenerCount(signal) > 0) {
    setImmediate(() => {
      if (cleanups.size > 0 && !process.listeners(signal).includes(onSignal)) process.on(signal, onSignal);
    });
    return;
  }
  runAll();
  if (process.platform === 'win32') process.exit(exitCodes.get(signal));
  process.kill(process.pid, signal); // end as the signal would have ended it: 130 and 143 in a shell
}

function runAll(): void {
  for (const cleanup of cleanups) cleanup();
  cleanups.clear();
}
