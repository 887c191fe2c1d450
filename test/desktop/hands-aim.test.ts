import { expect, test } from 'vitest';
import { checkOnTop } from '../../src/environments/desktop/linux/check-on-top.js';
import type { XDisplay } from '../../src/environments/x11/x-display.js';
import { window } from '../screen/paper-screen.js';

const front = window('front', { bounds: { x: 0, y: 20, width: 100, height: 100 } });
const back = window('back', { bounds: { x: 50, y: 50, width: 200, height: 200 } });
const x = { windowAt: async () => front } as unknown as XDisplay; // nothing else is asked

test('a place on the frame of a window in front is what was read off a picture of the screen, and not the window under it', async () => {
  const onFrame = { x: 60, y: 123, window: back };
  await expect(checkOnTop({ ...onFrame, asShown: true }, x)).resolves.toBeUndefined();
  await expect(checkOnTop(onFrame, x)).rejects.toMatchObject({ code: 'covered' });
  await expect(checkOnTop({ ...onFrame, y: 80, asShown: true }, x)).rejects.toMatchObject({ code: 'covered' });
});
