/**
 * What every subject of the bench can do, each in its own way.
 * @typedef {object} Subject
 * @property {string} name
 * @property {() => Promise<void>} open starts it, with a browser of its own
 * @property {(url: string) => Promise<void>} navigate
 * @property {(options?: object) => Promise<Seen>} observe one observation, as a model would get it
 * @property {(label: string) => Promise<{ text: string }>} click the button of that name, seen in the last observation
 * @property {() => Promise<void>} close ends all its processes
 *
 * @typedef {object} Seen
 * @property {string} text what a model reads
 * @property {number} [bytes] of the picture
 *
 * @typedef {object} Place
 * @property {string} browser path of the browser
 * @property {{ directory(name: string): string }} scratch
 */

/**
 * Opens each subject; one that does not open is reported through `failed` and left out.
 * @template {Subject} S
 * @param {S[]} subjects
 * @param {(name: string, error: unknown) => void} failed
 * @returns {Promise<S[]>}
 */
export async function openAll(subjects, failed) {
  const opened = [];
  for (const subject of subjects) {
    try {
      await subject.open();
      opened.push(subject);
    } catch (error) {
      failed(subject.name, error);
      await subject.close().catch(() => undefined); // it never opened: nothing more to say
    }
  }
  return opened;
}

/** Closes each subject, whatever the others do. @param {Subject[]} subjects */
export async function closeAll(subjects) {
  await Promise.allSettled(subjects.map((subject) => subject.close()));
}
