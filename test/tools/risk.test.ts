import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callTool, pickTools, type ToolHost } from '../../src/exports/tools.js';
import { askFrom, type BrowserSession, openSession, type Proposal, type Rails } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

const place = (top: number) => `style="position:absolute;left:100px;top:${top}px;width:200px;height:40px"`;
const page = `<!doctype html><title>Checkout</title><form action="/ordered">
<input name="note" aria-label="Note" ${place(100)}><button ${place(200)}>Place order</button></form>
<button ${place(400)} onclick="setTimeout(() => { if (confirm('Delete all files?')) fetch('/deleted'); })">Clean up</button>
<form action="/added"><button ${place(300)}>Add to cart</button></form>`;

const registry = pickTools(['all']);
let site: Served;
let session: BrowserSession;
let host: ToolHost;

beforeAll(async () => {
  site = await servePages({ '/': page, '/ordered': '<title>Ordered</title>', '/added': '<title>Added</title>' });
  session = await openSession({ url: site.url });
  host = { session, memory: new Map(), knownElement: session.knownElement, rails: { gate: askFrom('medium') } };
});
afterAll(async () => {
  await session?.close();
  site?.close();
});
beforeEach(async () => {
  await session.perform({ type: 'navigate', url: site.url });
  await session.observe();
  site.log.length = 0;
});

const ways: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ['by its name', 'click', { selector: 'Place order' }],
  ['by a place', 'click', { selector: '200,220' }],
  ['by a coordinate', 'computer_use', { action: 'click', coordinate: [200, 220] }],
  ['by Enter in its form', 'type', { selector: 'Note', text: 'x', submit: true }],
];

describe('A button that places an order', () => {
  it.each(ways)('%s needs approval, and nothing is ordered without it', async (_, tool, input) => {
    const { success, metadata } = await callTool(registry, tool, input, host);
    expect({ success, code: metadata.code }).toEqual({ success: false, code: 'needs_approval' });
    expect(site.log.filter((line) => line.includes('/ordered'))).toEqual([]);
    const asked: Proposal[] = [];
    const rails: Rails = { ...host.rails, approve: (proposal) => asked.push(proposal) > 0 };
    const agreed = await callTool(registry, tool, input, { ...host, rails });
    expect(agreed.error).toBeUndefined();
    expect(asked).toMatchObject([{ safety: 'medium', element: { name: expect.stringMatching(/Place order|Note/) } }]);
    await expect.poll(() => site.log.some((line) => line.includes('/ordered'))).toBe(true);
  });

  it('needs approval, adding to the cart does not', async () => {
    const { error } = await callTool(registry, 'computer_use', { action: 'click', coordinate: [200, 320] }, host);
    expect(error).toBeUndefined();
    await expect.poll(() => site.log.some((line) => line.includes('/added'))).toBe(true);
  });
});

describe('A dialog that asks to delete', () => {
  it.each([
    ['browse_keypress', { key: 'Enter' }],
    ['computer_use', { action: 'key', keys: 'return' }],
    ['handle_dialog', { accept: true }],
  ])('is not accepted by %s without approval', async (tool, input) => {
    await callTool(registry, 'click', { selector: 'Clean up' }, host);
    const { metadata, error } = await callTool(registry, tool, input, host);
    expect(metadata.code, error).toBe('needs_approval');
    expect(site.log).not.toContain('GET /deleted');
    const agreed = await callTool(registry, tool, input, { ...host, rails: { ...host.rails, approve: () => true } });
    expect(agreed.error).toBeUndefined();
    await expect.poll(() => site.log).toContain('GET /deleted');
  });
});
