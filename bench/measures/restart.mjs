/**
 * Makes a subject that hangs whole again: ends its processes and opens it anew.
 * @param {import('../subjects/subject.mjs').Subject} subject
 * @param {import('./measure.mjs').Context} context
 */
export async function restart(subject, context) {
  await subject.close().catch(() => undefined); // it hangs: its processes are ended all the same
  await subject.open().catch((error) => context.failed(subject.name, error));
}
