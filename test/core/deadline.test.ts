import { expect, it } from 'vitest';
import { timeoutSignal } from '../../src/core/deadline.js';

/** Resolves when the signal aborts. */
function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));
}

it('aborts after its time', async () => {
  const { signal, isOver } = timeoutSignal(20, new AbortController().signal);
  expect(await aborted(signal)).toMatchObject({ name: 'TimeoutError' });
  expect(isOver()).toBe(true);
});

it('aborts with the other signal, and the time is not over', async () => {
  const other = new AbortController();
  const { signal, isOver, stop } = timeoutSignal(60_000, other.signal);
  other.abort('cancelled');
  expect(signal.reason).toBe('cancelled');
  expect(isOver()).toBe(false);
  stop();
  const late = timeoutSignal(60_000, other.signal);
  late.stop();
  expect(late.signal.aborted).toBe(true);
});

it('does not abort after it was stopped', async () => {
  const other = new AbortController();
  const { signal, stop } = timeoutSignal(1, other.signal);
  stop();
  other.abort();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(signal.aborted).toBe(false);
});
