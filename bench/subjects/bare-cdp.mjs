import { chromium } from 'playwright-core';
import { noSandbox, viewport } from '../browser.mjs';

/**
 * The lower bound: the protocol commands without anything else. It observes with a screenshot, because CDP has no other observation.
 * @param {import('./subject.mjs').Resources} options
 * @returns {import('./subject.mjs').Subject & { page(): import('playwright-core').Page }}
 */
export function bareCdp({ browser: executablePath }) {
  let browser;
  let page;
  let protocol;
  let centers = new Map();

  /** @param {string} label */
  async function centerOf(label) {
    const known = centers.get(label);
    if (known) return known;
    const box = await page.getByRole('button', { name: label, exact: true }).boundingBox();
    if (!box) throw new Error(`There is no button "${label}" on the page.`);
    const found = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    centers.set(label, found);
    return found;
  }

  return {
    name: 'bare CDP',
    page: () => page,
    async open() {
      browser = await chromium.launch({ executablePath, headless: true, args: noSandbox ? ['--no-sandbox'] : [] });
      page = await browser.newPage({ viewport });
      protocol = await page.context().newCDPSession(page);
    },
    async navigate(url) {
      centers = new Map();
      await page.goto(url, { timeout: 120_000 });
    },
    async observe() {
      const { data } = await protocol.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      return { text: '', bytes: Buffer.from(data, 'base64').length };
    },
    async click(label) {
      const { x, y } = await centerOf(label);
      const press = { x, y, button: 'left', clickCount: 1 };
      await protocol.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
      await protocol.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press });
      await protocol.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press });
      return { text: '' };
    },
    async close() {
      await browser?.close();
      browser = undefined;
    },
  };
}
