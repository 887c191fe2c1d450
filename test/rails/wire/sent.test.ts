import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSession, type ScreenChange, type SessionOptions } from '../../../src/index.js';
import { describeChange } from '../../../src/perception/diff/describe-change.js';
import { type OrderServer, startOrderServer } from './order-server.js';

let server: OrderServer;
const opened: { close(): Promise<void> }[] = [];
const entries: { type: string; [field: string]: unknown }[] = [];
beforeAll(async () => {
  server = await startOrderServer();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const session of opened.splice(0)) await session.close();
});

/** Clicks the button of a page, and returns what the outcome and the journal say. */
async function click(html: string, options: Omit<SessionOptions, 'url'> = { approve: () => true }) {
  server.setPage(html);
  entries.length = 0;
  const journal = { write: (entry: (typeof entries)[number]) => entries.push(entry) };
  const session = await openSession({ url: `${server.origin}/page`, journal, ...options });
  opened.push(session);
  const { changes } = await session.perform({ type: 'click', target: 'Continue' });
  const recorded = entries.findLast(({ type }) => type === 'outcome')?.changes as ScreenChange[];
  // The journal removes more secrets than the outcome.
  expect(toLines(recorded).map((line) => line.replaceAll('"[redacted]"', '•••'))).toEqual(toLines(changes));
  return { lines: toLines(changes), recorded: JSON.stringify(entries), session };
}

function toLines(changes: readonly ScreenChange[]): string[] {
  return changes
    .filter((change) => change.kind === 'request')
    .map(describeChange)
    .filter((line) => line.startsWith('sent:'));
}

const button = '<button>Continue</button>';
const onClick = (script: string) =>
  `${button}<script>document.querySelector('button').onclick = () => { ${script} };</script>`;
const host = () => new URL(server.origin).host;
const otherHost = () => new URL(server.otherOrigin).host;

const ways: [string, () => string, () => (string | RegExp)[], string[]][] = [
  [
    'a form',
    () => `<form method="post" action="/order"><input name="item" value="7">${button}</form>`,
    () => [/^sent: POST \/order with item=7, answered 200$/],
    ['item=7'],
  ],
  ['fetch', () => onClick("fetch('/order', { method: 'POST', body: 'n=1' })"), () => [/^sent: POST \/order/], ['n=1']],
  [
    'a beacon',
    () => onClick("navigator.sendBeacon('/order/now', 'n=2')"),
    () => ['sent: beacon POST /order/now'],
    ['n=2'],
  ],
  [
    'a message of a WebSocket',
    () =>
      `${button}<script>const s = new WebSocket('ws://${host()}/order/socket'); document.querySelector('button').onclick = () => s.send(JSON.stringify({ type: 'place_order', item: 7 }));</script>`,
    () => [/^sent: a message to .*\/order\/socket with type="place_order", item=7$/],
    ['{"type":"place_order","item":7}'],
  ],
  [
    'fetch to another site',
    () => onClick(`fetch('${server.otherOrigin}/order', { method: 'POST', mode: 'no-cors', body: 'n=3' })`),
    () => [new RegExp(`^sent: POST ${otherHost()}/order`)],
    ['n=3'],
  ],
  [
    'a worker',
    () =>
      `${button}<script>const w = new Worker(URL.createObjectURL(new Blob(["onmessage = () => fetch('${server.origin}/order', { method: 'POST', body: 'n=4' })"]))); document.querySelector('button').onclick = () => w.postMessage(1);</script>`,
    () => [/^sent: POST .*\/order/],
    ['n=4'],
  ],
  [
    'three requests',
    () => onClick("for (const n of [1, 2, 3]) navigator.sendBeacon('/order/more', String(n))"),
    () => ['sent: beacon POST /order/more, 3 times'],
    ['1', '2', '3'],
  ],
  [
    'a link that orders',
    () => '<a href="/order/delete?id=5">Continue</a>',
    () => [/^sent: GET \/order\/delete with id=5/],
    [''],
  ],
];

test.each(ways.map(([name], index) => ({ name, index })))(
  'what $name sent is one line of the outcome and of the journal',
  async ({ index }) => {
    const [, html, lines, bodies] = ways[index] ?? expect.unreachable();
    const { lines: found } = await click(html());
    await expect.poll(() => server.received.map(({ body }) => body)).toEqual(bodies);
    expect(found).toEqual(lines().map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
  },
);

test('a request that was declined is not reported as sent', async () => {
  const { lines } = await click(onClick("fetch('/order', { method: 'POST', body: 'n=1' })"), { approve: () => false });
  expect(lines).toEqual([]);
  expect(server.received).toEqual([]);
});

test('passwords and card codes are masked in the outcome and the journal', async () => {
  const page = `<form method="post" action="/order"><input name="item" value="7"><input type="password" name="word" value="hunter2-xyz"><input name="cvc" value="4831"><input name="note" value="blue">${button}</form>`;
  const { lines, recorded } = await click(page);
  expect(server.received[0]?.body).toContain('hunter2-xyz');
  expect(lines).toEqual([expect.stringMatching(/item=7.*cvc=•••/)]);
  expect(recorded).not.toMatch(/4831/);
});

test('what a page sends after the action ended is in the next outcome', async () => {
  const { lines, session } = await click(
    onClick(
      "setTimeout(() => fetch('/order', { method: 'POST', body: 'late' }).then(() => document.body.append('sent it')), 6_000)",
    ),
  );
  expect(lines).toEqual([]);
  const { changes } = await session.perform({ type: 'wait', for: { text: 'sent it' } });
  expect(server.received.map(({ body }) => body)).toEqual(['late']);
  expect(toLines(changes)).toEqual([expect.stringMatching(/^sent: POST \/order/)]);
});

test('a page that only reads sends nothing', async () => {
  const { lines } = await click(onClick("fetch('/data?page=2')"));
  expect(lines).toEqual([]);
});
