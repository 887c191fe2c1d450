import type { Page } from 'playwright-core';
import { createPageWire, type PageWire } from '../wire/page-wire.js';

/** What the page sends by itself, and whether the current document has received an action. */
export function createWire(page: Page, notify: () => void): PageWire {
  let committedAt = performance.now();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) committedAt = performance.now();
  });
  return createPageWire({
    url: () => page.url(),
    afterAction: (lastActionAt) => lastActionAt > committedAt,
    isSubmitting: () => false,
    noteBlocked: () => undefined,
    notify,
  });
}
