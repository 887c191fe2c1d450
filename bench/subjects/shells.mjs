/**
 * Starts each command line; one that does not start is reported through `failed` and left out.
 * @param {import('./shell.mjs').Shell[]} shells
 * @param {(name: string, error: unknown) => void} failed
 */
export async function startShells(shells, failed) {
  const started = [];
  for (const shell of shells) {
    try {
      await shell.start();
      started.push(shell);
    } catch (error) {
      failed(shell.name, error);
      await shell.close().catch(() => undefined); // it never started: nothing more to say
    }
  }
  return started;
}

/** Closes each, whatever the others do. @param {import('./shell.mjs').Shell[]} shells */
export async function closeShells(shells) {
  await Promise.allSettled(shells.map((shell) => shell.close()));
}
