import type { ScreenWindow } from '../../src/environments/screen/screen.js';
import type { XDisplay } from '../../src/environments/x11/x-display.js';

/** Asks again until the answer fits, at most `ms`; gives the last answer. */
export async function eventually<T>(ask: () => Promise<T>, fits: (answer: T) => boolean, ms = 5000): Promise<T> {
  const until = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (fits(answer) || performance.now() > until) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The window with this title, when it has come up. */
export async function windowCalled(x: XDisplay, title: string, ms = 10_000): Promise<ScreenWindow> {
  const find = async () => (await x.windows()).find((window) => window.title === title && window.shown);
  const found = await eventually(find, (window) => window !== undefined, ms);
  if (!found)
    throw new Error(`No window "${title}" came up: ${(await x.windows()).map((one) => one.title).join(', ')}`);
  return found;
}
