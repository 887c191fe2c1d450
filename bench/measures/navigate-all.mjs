import { withTimeout } from '../timeout.mjs';

/**
 * Opens `url` in every subject. Returns the subjects that succeeded and reports the others.
 * @template {import('../subjects/subject.mjs').Subject} S
 * @param {S[]} subjects
 * @param {string} url
 * @param {import('./measure.mjs').Context} context
 * @returns {Promise<S[]>}
 */
export async function navigateAll(subjects, url, context) {
  const succeeded = [];
  for (const subject of subjects) {
    try {
      await withTimeout(90_000, `${subject.name}: loading ${new URL(url).pathname}`, subject.navigate(url));
      succeeded.push(subject);
    } catch (error) {
      context.reportFailure(subject.name, error);
    }
  }
  return succeeded;
}
