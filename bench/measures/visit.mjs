import { within } from '../deadline.mjs';

/**
 * Brings every subject to `url`; one that does not get there is reported and left out of what is returned.
 * @template {import('../subjects/subject.mjs').Subject} S
 * @param {S[]} subjects
 * @param {string} url
 * @param {import('./measure.mjs').Context} context
 * @returns {Promise<S[]>}
 */
export async function visit(subjects, url, context) {
  const arrived = [];
  for (const subject of subjects) {
    try {
      await within(90_000, `${subject.name}: loading ${new URL(url).pathname}`, subject.navigate(url));
      arrived.push(subject);
    } catch (error) {
      context.failed(subject.name, error);
    }
  }
  return arrived;
}
