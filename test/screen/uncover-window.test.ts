import { expect, test } from 'vitest';
import { uncoverTarget, type WindowControl } from '../../src/environments/screen/windows/uncover-window.js';
import { window } from './fake-screen.js';

const behind = window('behind', { bounds: { x: 0, y: 0, width: 300, height: 300 } });
const front = window('front', { app: 'Files', pid: 2, bounds: { x: 50, y: 50, width: 100, height: 100 } });

/** The windows that are raised to reach a point under the frame of the front window. */
async function raisedFor(target: { fromPicture?: true }): Promise<string[]> {
  const raised: string[] = [];
  const control: Pick<WindowControl, 'windowAt' | 'raise'> = {
    windowAt: async () => (raised.length > 0 ? behind : front),
    raise: async ({ title }) => {
      raised.push(title);
    },
  };
  const means = { control: control as WindowControl, moveTo: () => Promise.resolve() };
  await uncoverTarget({ x: 100, y: 40, window: behind, ...target }, means);
  return raised;
}

test('a point on a window frame that was read from a picture raises nothing', async () => {
  expect(await raisedFor({ fromPicture: true })).toEqual([]);
  expect(await raisedFor({})).toEqual(['behind']);
});
