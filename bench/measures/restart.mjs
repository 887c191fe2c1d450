/**
 * Restarts a subject that hangs: ends its processes and opens it again.
 * @param {import('../subjects/subject.mjs').Subject} subject
 * @param {import('./measure.mjs').Context} context
 */
export async function restart(subject, context) {
  await subject.close().catch(() => undefined); // it hangs: its processes are ended anyway
  await subject.open().catch((error) => context.reportFailure(subject.name, error));
}
