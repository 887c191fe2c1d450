import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openCdpBrowser } from '../../src/environments/browser/cdp/browser.js';
import { createConnection } from '../../src/environments/browser/cdp/connection.js';
import { createPipeTransport } from '../../src/environments/browser/cdp/pipe-transport.js';
import { prepareContext, takeSpareContext } from '../../src/environments/browser/cdp/spare-context.js';
import { findBrowser } from '../../src/environments/browser/launch/find-browser.js';
import { type SpawnedBrowser, spawnBrowser } from '../../src/environments/browser/launch/spawn-browser.js';
import { openSession } from '../../src/index.js';
import { servePages } from '../support/serve.js';
import { foldersOf } from './launch-witness.js';

/** Both ends of a pipe to a browser that the test plays. */
function openPipe() {
  const toBrowser = new PassThrough();
  const fromBrowser = new PassThrough();
  const received: Record<string, unknown>[] = [];
  toBrowser.on('data', (chunk: Buffer) => {
    for (const text of chunk.toString('utf8').split('\0').filter(Boolean)) received.push(JSON.parse(text));
  });
  const connection = createConnection(createPipeTransport(toBrowser, fromBrowser));
  const write = async (text: string | Buffer) => {
    fromBrowser.write(text);
    await setImmediate();
    await setImmediate();
    await setImmediate();
  };
  const answer = (message: object) => write(`${JSON.stringify(message)}\0`);
  return { connection, received, write, answer, end: () => fromBrowser.destroy() };
}

describe('a connection by pipe', () => {
  it('joins messages that arrive in parts, also in the middle of a character', async () => {
    const { connection, write } = openPipe();
    const reply = connection.root.send('Browser.getVersion');
    const bytes = Buffer.from(`${JSON.stringify({ id: 1, result: { product: 'Crème brûlée' } })}\0{"method":"A.b",`);
    const seen: unknown[] = [];
    connection.root.on('A.b' as never, (payload: unknown) => seen.push(payload));
    for (const byte of bytes) await write(Buffer.from([byte]));
    await write('"params":{"x":1}}\0{"method":"A.b","params":{"x":2}}\0');
    expect(await reply).toEqual({ product: 'Crème brûlée' });
    expect(seen).toEqual([{ x: 1 }, { x: 2 }]);
  });

  it('continues after a reply before it reports the event that follows it', async () => {
    const { connection, write } = openPipe();
    const order: string[] = [];
    connection.root.on('Target.targetCreated', () => order.push('event'));
    const reply = connection.root.send('Target.createTarget', { url: '' }).then(() => order.push('reply'));
    await write('{"id":1,"result":{}}\0{"method":"Target.targetCreated","params":{}}\0');
    await reply;
    expect(order).toEqual(['reply', 'event']);
  });

  it('rejects the commands of a target that is gone, and later ones', async () => {
    const { connection, answer } = openPipe();
    const session = connection.session('S1');
    const waiting = session.send('Runtime.evaluate', { expression: '1' });
    const other = connection.session('S2').send('Runtime.evaluate', { expression: '2' });
    const rejected = expect(waiting).rejects.toThrow('Protocol error (Runtime.evaluate): Target closed');
    await answer({ method: 'Target.detachedFromTarget', params: { sessionId: 'S1' } });
    await rejected;
    await expect(session.send('Page.enable')).rejects.toThrow('Target closed');
    await answer({ id: 2, result: { result: { value: 2 } }, sessionId: 'S2' });
    expect(await other).toEqual({ result: { value: 2 } });
  });

  it('rejects every command when the browser ends, with the words of the browser otherwise', async () => {
    const { connection, answer, end } = openPipe();
    const refused = expect(connection.root.send('Page.navigate', { url: 'x' })).rejects.toThrow(
      'Protocol error (Page.navigate): Cannot navigate to invalid URL',
    );
    await answer({ id: 1, error: { message: 'Cannot navigate to invalid URL' } });
    await refused;
    const ended = expect(connection.root.send('Browser.getVersion')).rejects.toThrow('Target closed');
    let closes = 0;
    connection.onClose(() => {
      closes += 1;
    });
    end();
    await ended;
    expect([closes, connection.isClosed()]).toEqual([1, true]);
  });

  it('keeps the messages of another client apart from its own', async () => {
    const { connection, received, answer } = openPipe();
    const seen: unknown[] = [];
    const send = connection.relay('B', (message) => seen.push(message));
    send({ id: 1, method: 'Target.getTargets' });
    send({ id: 2, method: 'Page.enable', sessionId: 'C' });
    await setImmediate();
    const [first, second] = received;
    expect([first?.sessionId, second?.sessionId]).toEqual(['B', 'C']);
    await answer({ method: 'Target.attachedToTarget', params: { sessionId: 'C' }, sessionId: 'B' });
    await answer({ id: first?.id, result: { a: 1 }, sessionId: 'B' });
    await answer({ id: second?.id, result: { b: 2 }, sessionId: 'C' });
    expect(JSON.parse(JSON.stringify(seen))).toEqual([
      { method: 'Target.attachedToTarget', params: { sessionId: 'C' } },
      { id: 1, result: { a: 1 } },
      { id: 2, result: { b: 2 }, sessionId: 'C' },
    ]);
  });
});

describe('a browser that is started early', () => {
  let spawned: SpawnedBrowser | undefined;
  afterEach(async () => {
    await spawned?.close();
    expect(foldersOf(process.pid)).toEqual([]);
  });

  it('has a context with a page, which the first session gets and no other one', async () => {
    const executable = findBrowser()?.path;
    if (!executable) throw new Error('No browser was found. Install one: apt-get install chromium');
    spawned = await spawnBrowser({ executable, headless: true, args: [] });
    const { connection } = spawned.process;
    prepareContext(connection);
    const browser = await openCdpBrowser(spawned.process, true);
    const first = await browser.newContext({ viewport: { width: 500, height: 400 } });
    expect(takeSpareContext(connection)).toBeUndefined();
    const second = await browser.newContext();
    const pages = [await first.newPage(), await second.newPage(), await first.newPage()];
    expect([first.pages().length, second.pages().length]).toEqual([2, 1]);
    const targets = await connection.root.send('Target.getTargets');
    const contexts = targets.targetInfos.filter(({ type }) => type === 'page').map((info) => info.browserContextId);
    expect(contexts.length).toBe(pages.length);
    expect(new Set(contexts).size).toBe(2);
    const session = await first.sessionOf(first.pages()[0] as never);
    await session.send('Runtime.runIfWaitingForDebugger');
    const { result } = await session.send('Runtime.evaluate', { expression: 'innerWidth', returnByValue: true });
    expect(result.value).toBe(500);
  });
});

describe('frames in other processes', () => {
  it('are observed after every navigation, in whatever order the processes report', async () => {
    const inner = await servePages({ '/one': '<button>One</button>', '/two': '<button>Two</button>' });
    const other = inner.url.replace('127.0.0.1', 'localhost');
    const outer = await servePages({ '/': `<iframe src="${other}/one"></iframe><iframe src="${other}/two"></iframe>` });
    const session = await openSession({ policy: 'open' });
    try {
      for (let turn = 1; turn <= 15; turn += 1) {
        await session.perform({ type: 'navigate', url: `${outer.url}/?${turn}` });
        const names = (await session.observe()).elements.map(({ name }) => name);
        expect([turn, ...names]).toEqual(expect.arrayContaining([turn, 'One', 'Two']));
      }
    } finally {
      await session.close();
      inner.close();
      outer.close();
    }
  });
});
