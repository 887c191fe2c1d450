import { afterEach, expect, test, vi } from 'vitest';
import type { Accessibility } from '../../src/environments/accessibility/accessibility.js';
import type { Tree } from '../../src/environments/screen/screen.js';
import { createLinuxScreenReader } from '../../src/environments/x11/linux-screen-reader.js';
import type { XDisplay } from '../../src/environments/x11/x-display.js';
import { node, window } from '../screen/fake-screen.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A reader whose programs report these windows and no others. */
function createReader(reported: { windows: string[] }) {
  const tree = async (): Promise<Tree> => ({
    nodes: reported.windows.map((id) => node('OK', { window: id })),
    dropped: 0,
  });
  const never = { waitForChange: async () => false, count: () => 0 };
  const parts = {
    x: { changes: never } as unknown as XDisplay,
    accessibility: { tree, changes: never } as unknown as Accessibility,
  }; // the reader uses nothing else
  return createLinuxScreenReader(parts);
}

test('adds a node for a window without content, but not at once for one that had content before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const reported = { windows: ['accessible'] };
  const reader = createReader(reported);
  const windows = [window('accessible'), window('mute')];
  const seen = async () => (await reader.tree({ windows })).nodes.map(({ name, window: of }) => `${name} in ${of}`);
  expect(await seen()).toEqual(['OK in accessible', 'mute in mute']);
  reported.windows = [];
  vi.advanceTimersByTime(60_000); // without a read
  expect(await seen()).toEqual(['mute in mute']);
  vi.advanceTimersByTime(31_000);
  expect(await seen()).toEqual(['accessible in accessible', 'mute in mute']);
});
