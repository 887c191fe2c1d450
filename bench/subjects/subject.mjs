/**
 * A tool that the benchmark measures.
 * @typedef {object} Subject
 * @property {string} name
 * @property {() => Promise<void>} open starts it with its own browser
 * @property {(url: string) => Promise<void>} navigate
 * @property {(options?: object) => Promise<Observed>} observe returns one observation as a model receives it
 * @property {(label: string) => Promise<{ text: string }>} click clicks the button with that name in the last observation
 * @property {() => Promise<void>} close ends all its processes
 *
 * @typedef {object} Observed
 * @property {string} text the text for a model
 * @property {number} [bytes] the size of the picture
 *
 * @typedef {object} Resources
 * @property {string} browser path of the browser
 * @property {{ directory(name: string): string }} scratch
 */

/**
 * Opens each subject. Returns those that opened and reports the others.
 * @template {{ name: string, close(): Promise<void> }} S
 * @param {S[]} subjects
 * @param {(name: string, error: unknown) => void} reportFailure
 * @param {(subject: S) => Promise<void>} [open]
 * @returns {Promise<S[]>}
 */
export async function openAll(subjects, reportFailure, open = (subject) => subject.open()) {
  const opened = [];
  for (const subject of subjects) {
    try {
      await open(subject);
      opened.push(subject);
    } catch (error) {
      reportFailure(subject.name, error);
      await subject.close().catch(() => undefined); // it did not open, which is already reported
    }
  }
  return opened;
}

/** Closes each subject, also if others fail. @param {{ close(): Promise<void> }[]} subjects */
export async function closeAll(subjects) {
  await Promise.allSettled(subjects.map((subject) => subject.close()));
}
