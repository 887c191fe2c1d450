export class TimeoutError extends Error {
  /** @param {string} what @param {number} ms */
  constructor(what, ms) {
    super(`${what} did not finish within ${ms} ms`);
    this.ms = ms;
  }
}

/**
 * Waits for `work` for at most `ms`. Ignores its result after that.
 * @template T
 * @param {number} ms
 * @param {string} what
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTimeout(ms, what, work) {
  work.catch(() => undefined); // after the timeout nothing handles a rejection
  let timer;
  try {
    return await Promise.race([
      work,
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new TimeoutError(what, ms)), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls `read` every 100 ms until its result is truthy. Throws TimeoutError after `ms`.
 * @template T
 * @param {number} ms @param {string} what @param {() => Promise<T>} read
 */
export async function pollUntil(ms, what, read) {
  for (const deadline = performance.now() + ms; ; ) {
    const result = await read();
    if (result) return result;
    if (performance.now() > deadline) throw new TimeoutError(what, ms);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
