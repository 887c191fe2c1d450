import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../src/core/outcome.js';
import { makePaper, node, window } from './paper-screen.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A click on a screen where nobody rings; what the program does then is given as [after so many ms, what it shows]. */
async function clicked(...shows: (readonly [ms: number, value: string])[]): Promise<Outcome> {
  const { paper, session } = makePaper({}, false);
  paper.windows = [window('main', { active: true })];
  paper.nodes = [node('Go', { value: '0' })];
  const [button] = (await session.observe()).elements;
  if (!button) throw new Error('There is no button.');
  paper.answer = () => {
    for (const [ms, value] of shows) {
      setTimeout(() => {
        paper.nodes = [node('Go', { value })];
        paper.paint({ x: 20, y: 150, width: 40, height: 40 }, Number(value));
      }, ms);
    }
  };
  const performing = session.perform({ type: 'click', target: { element: button.id } });
  await vi.advanceTimersByTimeAsync(5_000);
  return performing;
}

const late = [[450, '1']] as const;
const inSteps = [...[0, 30, 60, 90].map((ms) => [ms, `${90 - ms}`] as const), [120, '1']] as const;

test.each([
  ['late', late],
  ['in steps', inSteps],
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
