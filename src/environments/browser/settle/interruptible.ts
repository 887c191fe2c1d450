import { HandrailError } from '../../../core/errors.js';
import { findInterruption, type PageState } from '../tabs/page-state.js';

/** How often the judge is checked, besides at its answer. */
const judgeCheckMs = 5_000;

/** Waits for `work`. Returns early when a dialog opens, the page crashes or the tab closes. Throws `deadline` after `ms`. */
export async function executeInterruptible(
  page: PageState,
  work: Promise<void>,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  const { done, isDone } = notifyWhenDone(page, work);
  let deadline = performance.now() + ms;
  const openBefore = page.modal;
  while (!isDone()) {
    if (findInterruption(page) && (page.modal === undefined || page.modal !== openBefore)) return;
    if (page.wire?.isAsking()) {
      deadline += await waitForJudge(page, signal);
      continue;
    }
    const left = deadline - performance.now();
    if (left <= 0) throw new HandrailError('deadline', `The action took more than ${Math.round(ms)} ms.`);
    await page.changeSignal.wait(left, signal);
  }
  await done;
}

/** The result of `work`. Throws `deadline` after `ms`, or as soon as the page can no longer respond. */
export async function untilInterrupted<T>(
  page: PageState,
  work: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T> {
  const { done, isDone } = notifyWhenDone(page, work);
  const deadline = performance.now() + ms;
  const wasInterrupted = findInterruption(page);
  while (!isDone()) {
    const left = deadline - performance.now();
    if (left <= 0) throw new HandrailError('deadline', `The page took more than ${Math.round(ms)} ms.`);
    if (!wasInterrupted && findInterruption(page)) throw new HandrailError('deadline', `${findInterruption(page)}.`);
    await page.changeSignal.wait(left, signal);
  }
  return done;
}

/** Waits until no request of the page waits for the judge, who has a deadline. Returns how long it took: this time does not count towards other deadlines. */
export async function waitForJudge({ wire, changeSignal }: PageState, signal?: AbortSignal): Promise<number> {
  const before = performance.now();
  while (wire?.isAsking()) await changeSignal.wait(judgeCheckMs, signal);
  return performance.now() - before;
}

/** Notifies the page's change signal when `work` ends. A rejection that no caller awaits is ignored. */
export function notifyWhenDone<T>(page: PageState, work: Promise<T>): { done: Promise<T>; isDone(): boolean } {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
    page.changeSignal.notify();
  });
  done.catch(() => undefined);
  return { done, isDone: () => isDone };
}
