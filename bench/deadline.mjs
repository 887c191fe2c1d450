export class TimedOut extends Error {
  /** @param {string} what @param {number} ms */
  constructor(what, ms) {
    super(`${what} did not end within ${ms} ms`);
    this.ms = ms;
  }
}

/**
 * Waits for `work` at most `ms`. What `work` does after that is ignored.
 * @template T
 * @param {number} ms
 * @param {string} what
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function within(ms, what, work) {
  work.catch(() => undefined); // a late rejection has no reader: the deadline already answered
  let timer;
  try {
    return await Promise.race([
      work,
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new TimedOut(what, ms)), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks again and again until the answer is not empty.
 * @template T
 * @param {number} ms @param {string} what @param {() => Promise<T>} ask
 */
export async function until(ms, what, ask) {
  for (const end = performance.now() + ms; ; ) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw new TimedOut(what, ms);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
