import { expect, test } from 'vitest';
import { checkNotCovered } from '../../src/environments/desktop/linux/check-not-covered.js';
import type { XDisplay } from '../../src/environments/x11/x-display.js';
import { window } from '../screen/fake-screen.js';

const front = window('front', { bounds: { x: 0, y: 20, width: 100, height: 100 } });
const back = window('back', { bounds: { x: 50, y: 50, width: 200, height: 200 } });
const x = { windowAt: async () => front } as unknown as XDisplay; // nothing else is asked

test('a point on the frame of a front window is accepted only when it was read from a picture', async () => {
  const onFrame = { x: 60, y: 123, window: back };
  await expect(checkNotCovered({ ...onFrame, fromPicture: true }, x)).resolves.toBeUndefined();
  await expect(checkNotCovered(onFrame, x)).rejects.toMatchObject({ code: 'covered' });
  await expect(checkNotCovered({ ...onFrame, y: 80, fromPicture: true }, x)).rejects.toMatchObject({ code: 'covered' });
});
