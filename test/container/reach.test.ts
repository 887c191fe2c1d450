import { expect, test } from 'vitest';
import { reach } from '../../src/environments/container/input/reach-window.js';
import type { WindowControl } from '../../src/environments/container/input/window-control.js';
import { window } from '../screen/paper-screen.js';

const behind = window('behind', { bounds: { x: 0, y: 0, width: 300, height: 300 } });
const front = window('front', { app: 'Files', pid: 2, bounds: { x: 50, y: 50, width: 100, height: 100 } });

/** What is raised to reach a place that the frame of the window in front covers. */
async function raisedFor(aim: { asShown?: true }): Promise<string[]> {
  const raised: string[] = [];
  const control: Pick<WindowControl, 'windowAt' | 'raise'> = {
    windowAt: async () => (raised.length > 0 ? behind : front),
    raise: async ({ title }) => {
      raised.push(title);
    },
  };
  const means = { control: control as WindowControl, moveTo: () => Promise.resolve() };
  await reach({ x: 100, y: 40, window: behind, ...aim }, means);
  return raised;
}

test('a place read off a picture of the whole screen may be on the frame of a window: nothing is raised for it', async () => {
  expect(await raisedFor({ asShown: true })).toEqual([]);
  expect(await raisedFor({})).toEqual(['behind']);
});
