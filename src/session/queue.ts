/** One at a time, in the order of asking. */
export interface Queue {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const turn = last.then(work, work);
      last = turn.catch(() => undefined); // the one who asked hears of it; the next one does not
      return turn;
    },
  };
}
