import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../src/core/outcome.js';
import { createFakeScreen, node, window } from './fake-screen.js';

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

/** The outcome of a click on a screen without a change signal, where the program then shows these values. */
async function clicked(...shows: Shown[]): Promise<Outcome> {
  const { fake, session } = createFakeScreen({}, false);
  fake.windows = [window('main', { active: true })];
  fake.nodes = [node('Go', { value: '0' })];
  const [button] = (await session.observe()).elements;
  if (!button) throw new Error('There is no button.');
  fake.onInput = () => {
    for (const { afterMs, value, isHidden } of shows) {
      setTimeout(() => {
        fake.nodes = [node('Go', { value })];
        if (!isHidden) fake.paint({ x: 20, y: 150, width: 40, height: 40 }, Number(value));
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
])('without a change signal, a change that is shown %s is reported in its final state', async (_how, shows) => {
  const { effect, changes } = await clicked(...shows);
  expect(effect).toBe('changed');
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'value', from: '0', to: '1' }));
});

test('without a change signal, unchanged is reported only after the minimum wait', async () => {
  const { effect, settled } = await clicked();
  expect(effect).toBe('unchanged');
  expect(settled.ms).toBeGreaterThanOrEqual(600);
});
