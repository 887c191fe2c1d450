import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ApprovalRequest, openSession, type SessionOptions } from '../../../src/index.js';
import { type OrderServer, startOrderServer } from '../wire/order-server.js';

let server: OrderServer;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await startOrderServer();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const session of opened.splice(0)) await session.close();
});

type Session = Awaited<ReturnType<typeof openSession>>;

/** Opens a page, and a session whose person runs `meanwhile` before the first yes and answers no to the second question. */
async function open(
  html: string,
  meanwhile: (session: Session) => Promise<unknown>,
  options: Omit<SessionOptions, 'url'> = {},
) {
  server.setPage(html);
  const asked: ApprovalRequest[] = [];
  const session = await openSession({
    url: `${server.origin}/page`,
    approve: async (request) => {
      asked.push(request);
      if (asked.length > 1) return false;
      await meanwhile(session);
      return true;
    },
    ...options,
  });
  opened.push(session);
  return { session, asked };
}

/** Runs a script in the page as its own timer would, past the session. */
async function inPage(session: Session, script: string): Promise<void> {
  await session.environment.act({ type: 'evaluate', script });
}

const account = (name: string) =>
  `<button id="b">${name}</button><script>
    let url = '/order/filter';
    document.querySelector('#b').onclick = () => navigator.sendBeacon(url);
    const become = (name, next) => { document.querySelector('#b').textContent = name; url = next; };
  </script>`;

const askAlways: Partial<SessionOptions> = {
  gate: ({ action }) => (action.type === 'click' || action.type === 'type' || action.type === 'key' ? 'ask' : 'allow'),
};

describe('an approval counts for what the person saw', () => {
  test('an approval for "Remove filter" does not press "Delete account"', async () => {
    const { session, asked } = await open(
      account('Remove filter'),
      (page) => inPage(page, `become('Delete account', '/order/delete')`),
      askAlways,
    );
    const { ok, error } = await session.perform({ type: 'click', target: 'Remove filter' });
    expect(server.received).toEqual([]);
    expect([ok, error?.code]).toEqual([false, 'denied']);
    expect(asked.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('Click Button "Remove filter"'),
      expect.stringContaining('Click Button "Delete account"'),
    ]);
    expect(asked[0]?.digest).not.toBe(asked[1]?.digest);
  });

  test('the text of the page around the target may change', async () => {
    const { session, asked } = await open(`${account('Delete account')}<p>0</p>`, (page) =>
      inPage(page, `document.querySelector('p').textContent = 'another text'`),
    );
    expect((await session.perform({ type: 'click', target: 'Delete account' })).ok).toBe(true);
    expect(asked.map(({ action }) => action.type)).toEqual(['click']);
  });

  test('another element under the approved point is asked about anew', async () => {
    const page = `<style>button { position: absolute; left: 100px; width: 200px; height: 60px; }</style>
      <button id="a" style="top: 100px" onclick="navigator.sendBeacon('/order/archive')">Delete draft</button>
      <button id="b" style="top: 300px" onclick="navigator.sendBeacon('/order/account')">Delete account</button>`;
    const { session, asked } = await open(page, (one) =>
      inPage(one, `document.querySelector('#a').style.top = '300px'; document.querySelector('#b').style.top = '100px'`),
    );
    const { error } = await session.perform({ type: 'click', target: { x: 200, y: 130 } });
    expect(server.received).toEqual([]);
    expect(error?.code).toBe('denied');
    expect(asked.map(({ element }) => element?.name)).toEqual(['Delete draft', 'Delete account']);
  });

  test('a navigation while the person decides makes the approval void', async () => {
    server.setPage('');
    const { session } = await open(account('Delete draft'), async (page) => {
      server.setPage(account('Delete everything'));
      await page.environment.act({ type: 'reload' });
    });
    const { ok, error } = await session.perform({ type: 'click', target: 'Delete draft' });
    expect(server.received).toEqual([]);
    expect([ok, error?.code]).toEqual([false, 'stale_element']);
  });

  const order = (action: string) =>
    `<form method="post" action="${action}"><input type="hidden" name="amount" value="10"><input name="to" value="Ada"><button>Pay</button></form>`;

  test.each([
    ['address of the form', `document.forms[0].setAttribute('action', '/order/elsewhere')`],
    ['address of the button', `document.querySelector('button').setAttribute('formaction', '/order/elsewhere')`],
    ['hidden amount', `document.forms[0].elements.namedItem('amount').value = '1000'`],
    ['recipient', `document.forms[0].elements.namedItem('to').value = 'Eve'`],
    [
      'form that the button belongs to',
      `document.body.insertAdjacentHTML('beforeend', '<form id="x" method="post" action="/order/x"></form>'); document.querySelector('button').setAttribute('form', 'x')`,
    ],
  ])('a change of the %s is asked about anew', async (_, script) => {
    const { session, asked } = await open(order('/order/pay'), (page) => inPage(page, script));
    const { error } = await session.perform({ type: 'click', target: 'Pay' });
    expect(server.received).toEqual([]);
    expect(error?.code).toBe('denied');
    expect(asked.map(({ action }) => action.type)).toEqual(['click', 'click']);
  });

  test('Enter is bound to the form of the focused field', async () => {
    const page = `<form method="post" action="/order/a"><input name="a" aria-label="First" autofocus><button>Pay</button></form>
      <form method="post" action="/order/b"><input name="b" aria-label="Second"><button>Delete account</button></form>`;
    const { session, asked } = await open(
      page,
      (one) => inPage(one, `document.querySelector('[name=b]').focus()`),
      askAlways,
    );
    const { error } = await session.perform({ type: 'key', keys: 'Enter' });
    expect(server.received).toEqual([]);
    expect(error?.code).toBe('denied');
    expect(asked.map(({ element }) => element?.name)).toEqual(['First', 'Second']);
  });

  test('a page that changes after every answer is given up', async () => {
    server.setPage(account('Delete draft'));
    let count = 0;
    const session = await openSession({
      url: `${server.origin}/page`,
      approve: async () => {
        count += 1;
        await inPage(session, `become('Delete draft ${count}', '/order/${count}')`);
        return true;
      },
    });
    opened.push(session);
    const { ok, error } = await session.perform({ type: 'click', target: 'Delete draft' });
    expect(server.received).toEqual([]);
    expect([ok, error?.code, count]).toEqual([false, 'denied', 3]);
    expect(error?.message).toContain('changed');
  });

  test('what is approved after a change runs', async () => {
    server.setPage(account('Delete draft'));
    let count = 0;
    const session = await openSession({
      url: `${server.origin}/page`,
      approve: async ({ action }) => {
        count += action.type === 'click' ? 1 : 0;
        if (count === 1) await inPage(session, `become('Delete copy', '/order/copy')`);
        return true;
      },
    });
    opened.push(session);
    expect((await session.perform({ type: 'click', target: 'Delete draft' })).ok).toBe(true);
    expect(count).toBe(2);
    expect(server.received.map(({ path }) => path)).toEqual(['/order/copy']);
  });

  test('the approval of a tool call is bound to the element that its phrase means', async () => {
    const { session, asked } = await open(order('/order/pay'), (page) =>
      inPage(page, `document.forms[0].setAttribute('action', '/order/elsewhere')`),
    );
    const result = await session.call('submit', { selector: 'Pay' });
    expect(server.received).toEqual([]);
    expect(result).toMatchObject({ success: false, fault: { code: 'denied' } });
    expect(asked.map(({ action }) => action.type)).toEqual(['tool', 'click']);
    expect(asked[0]?.sentence).toContain('for Button "Pay"');
  });

  test('the approval of a script is bound to the page', async () => {
    server.setPage('<p>one</p>');
    const asked: string[] = [];
    const session = await openSession({
      url: `${server.origin}/page`,
      approve: async ({ action }) => {
        asked.push(action.type);
        if (asked.length > 1) return false;
        await session.environment.act({ type: 'navigate', url: `${server.otherOrigin}/page` });
        return true;
      },
    });
    opened.push(session);
    const script = `fetch('/order/script', { method: 'POST' })`;
    expect((await session.perform({ type: 'evaluate', script })).error?.code).toBe('denied');
    expect(asked).toEqual(['evaluate', 'evaluate']);
    expect(server.received).toEqual([]);
  });
});
