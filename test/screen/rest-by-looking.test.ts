import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../src/core/outcome.js';
import { makePaper, node, window } from './paper-screen.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

interface Shown {
  afterMs: number;
  value: string;
  /** In a window behind others. */
  isHidden?: boolean;
}

/** A click on a screen where nobody rings, and what the program shows then. */
async function clicked(...shows: Shown[]): Promise<Outcome> {
  const { paper, session } = makePaper({}, false);
  paper.windows = [window('main', { active: true })];
  paper.nodes = [node('Go', { value: '0' })];
  const [button] = (await session.observe()).elements;
  if (!button) throw new Error('There is no button.');
  paper.answer = () => {
    for (const { afterMs, value, isHidden } of shows) {
      setTimeout(() => {
        paper.nodes = [node('Go', { value })];
        if (!isHidden) paper.paint({ x: 20, y: 150, width: 40, height: 40 }, Number(value));
      }, afterMs);
    }
  };
  const performing = session.perform({ type: 'click', target: { element: button.id } });
  await vi.advanceTimersByTimeAsync(5_000);
  return performing;
}

test.each<[how: string, shows: Shown[]]>([
  ['late', [{ afterMs: 450, value: '1' }]],
  ['late behind others', [{ afterMs: 450, value: '1', isHidden: true }]],
  ['in steps', ['5', '4', '3', '2', '1'].map((value, step) => ({ afterMs: step * 30, value }))],
])('where nobody rings, what a program shows %s is told as it is in the end', async (_how, shows) => {
  const { effect, changes } = await clicked(...shows);
  expect(effect).toBe('changed');
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'value', from: '0', to: '1' }));
});

test('where nobody rings, nothing that was seen is told only after it was waited for', async () => {
  const { effect, settled } = await clicked();
  expect(effect).toBe('unchanged');
  expect(settled.ms).toBeGreaterThanOrEqual(600);
});
