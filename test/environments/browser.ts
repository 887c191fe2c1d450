import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Rect } from '../../src/core/geometry.js';
import type { Session } from '../../src/index.js';
import { browserProcesses } from '../browser/faults/witness.js';
import { foldersOf } from '../browser/launch-witness.js';
import { openPage } from '../contract/open-page.js';
import { servePages } from '../support/serve.js';
import type { Kind, NotApplying, Stage } from './stage.js';

export const html = readFileSync(new URL('../fixtures/stage.html', import.meta.url), 'utf8');
const screen = { width: 1000, height: 700 };

/** What programs have and pages do not. */
const unsupported: NotApplying[] = [
  { action: { type: 'launch', app: 'xterm' }, why: 'A page starts no programs.' },
  { action: { type: 'close_app', app: 'xterm' }, why: 'A page ends no programs; tabs are closed with `tab`.' },
  { action: { type: 'menu', path: ['File', 'Save'] }, why: 'The menus of a page are elements like all others.' },
  { action: { type: 'clipboard', text: 'x' }, why: "The clipboard is the person's, and not the page's." },
];

/** The page with the widgets. Its log is read from the page, not through the session. */
export function stageOf(session: Session, page: Page, close: () => Promise<void>): Stage {
  return {
    session,
    log: () => page.evaluate<string[]>('[...lines]'),
    places: () => page.evaluate<Record<string, Rect>>('places()'),
    async tell(command) {
      await page.evaluate(`tell(${JSON.stringify(command)})`);
      if (command === 'reset') await page.evaluate('new Promise(requestAnimationFrame)');
    },
    answer: (accept) => session.perform({ type: 'dialog', accept }),
    close,
  };
}

export const browser: Kind = {
  name: 'browser',
  screen,
  openMs: 60_000,
  unsupported,
  async open(rails = {}) {
    const served = await servePages({ '/': html });
    const { session, page, ...opened } = await openPage({ url: served.url, viewport: screen, ...rails });
    return stageOf(session, page, async () => {
      await opened[Symbol.asyncDispose]();
      served.close();
    });
  },
  left: async () => [...browserProcesses().map(String), ...foldersOf(process.pid)],
};
