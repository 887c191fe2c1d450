import { afterEach, expect, test, vi } from 'vitest';
import type { Accessibility } from '../../src/environments/accessibility/accessibility.js';
import type { Tree } from '../../src/environments/screen/screen.js';
import { linuxEyes } from '../../src/environments/x11/linux-screen-reader.js';
import type { XDisplay } from '../../src/environments/x11/x-display.js';
import { node, window } from '../screen/paper-screen.js';

afterEach(() => {
  vi.useRealTimers();
});

/** Eyes on programs that tell of these windows, and of no others. */
function eyesOn(told: { windows: string[] }) {
  const tree = async (): Promise<Tree> => ({ nodes: told.windows.map((id) => node('OK', { window: id })), dropped: 0 });
  const never = { next: async () => false, count: () => 0 };
  const parts = {
    x: { stir: never } as unknown as XDisplay,
    accessibility: { tree, stir: never } as unknown as Accessibility,
  }; // only these parts are asked
  return linuxEyes(parts);
}

test('a window of which nothing was ever told is told by its name; one that falls silent did not appear anew', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const told = { windows: ['speaks'] };
  const eyes = eyesOn(told);
  const windows = [window('speaks'), window('mute')];
  const seen = async () => (await eyes.tree({ windows })).nodes.map(({ name, window: of }) => `${name} in ${of}`);
  expect(await seen()).toEqual(['OK in speaks', 'mute in mute']);
  told.windows = [];
  vi.advanceTimersByTime(60_000); // nobody looked
  expect(await seen()).toEqual(['mute in mute']);
  vi.advanceTimersByTime(31_000);
  expect(await seen()).toEqual(['speaks in speaks', 'mute in mute']);
});
