/**
 * Starts each command line. Returns those that started and reports the others.
 * @param {import('./shell.mjs').Shell[]} shells
 * @param {(name: string, error: unknown) => void} reportFailure
 */
export async function startShells(shells, reportFailure) {
  const started = [];
  for (const shell of shells) {
    try {
      await shell.start();
      started.push(shell);
    } catch (error) {
      reportFailure(shell.name, error);
      await shell.close().catch(() => undefined); // it did not start, which is already reported
    }
  }
  return started;
}

/** Closes each, also if others fail. @param {import('./shell.mjs').Shell[]} shells */
export async function closeShells(shells) {
  await Promise.allSettled(shells.map((shell) => shell.close()));
}
