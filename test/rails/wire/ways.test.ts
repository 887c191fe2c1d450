import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutgoingRequest } from '../../../src/core/risk/outgoing-request.js';
import type { BrowserEnvironment } from '../../../src/environments/browser/environment.js';
import { openBrowser } from '../../../src/environments/browser/environment.js';
import { type OrderServer, startOrderServer } from './order-server.js';
import { type Way, waysOf } from './ways.js';

let server: OrderServer;
let environment: BrowserEnvironment;
const judged: OutgoingRequest[] = [];

beforeAll(async () => {
  server = await startOrderServer();
  environment = await openBrowser();
  await environment.guardRequests?.((request) => {
    judged.push(request);
    return request.method === 'GET' && !request.url.includes('/order');
  });
});
afterAll(async () => {
  await environment.close();
  await server.close();
});

test.each(waysOf('http://localhost:1').map(({ name }, index) => ({ name, index })))('$name', async ({ index }) => {
  const way = waysOf(server.otherOrigin)[index];
  if (!way) throw new Error('There is no such way.');
  server.setPage(way.html, way.files);
  judged.length = 0;
  await environment.act({ type: 'navigate', url: `${server.origin}/page` });
  await use(way);
  await expect.poll(() => judged.map(({ url }) => url).join('\n'), { timeout: 5_000 }).toContain('/order');
  // What was sent before this request would have arrived before it.
  await environment.act({ type: 'evaluate', script: "fetch('/last').then(() => true, () => true)" });
  expect(server.received).toEqual([]);
});

async function use({ by = 'click' }: Way): Promise<void> {
  const find = async () => {
    const { elements } = await environment.captureView({});
    const control =
      elements.find(({ role, name }) => role === 'Button' || role === 'Link' || name === 'Continue') ??
      elements.find(({ interactive }) => interactive);
    return control?.states.includes('disabled') ? undefined : control;
  };
  await expect.poll(find).toBeDefined();
  const element = await find();
  if (!element) throw new Error('The control is not listed.');
  const target = { element: element.id };
  if (by === 'click') await environment.act({ type: 'click', target });
  if (by === 'enter') await environment.act({ type: 'type', target, text: '1', submit: true });
  if (by === 'typed break') {
    const { elements } = await environment.captureView({});
    const field = elements.find(({ role }) => role === 'TextInput');
    await environment.act({ type: 'type', target: { element: field?.id ?? element.id }, text: '1\n' });
  }
  if (by === 'space') {
    await environment.act({ type: 'evaluate', script: 'document.querySelector("#go").focus()' });
    await environment.act({ type: 'key', keys: 'Space' });
  }
  if (by === 'select') await environment.act({ type: 'set_value', target, value: '2' });
  if (by === 'check') await environment.act({ type: 'set_value', target, value: true });
}
