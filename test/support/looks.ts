/**
 * The moments at which to look whether something has come true: as many as the limit has room for. They are counted and not timed, so that
 * a process that is held up, on a busy machine or on one that stood still, loses none of them.
 */
export async function* looks(limitMs: number, pauseMs = 25): AsyncGenerator<void> {
  for (let left = Math.ceil(limitMs / pauseMs); left > 0; left -= 1) {
    yield;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  yield;
}
