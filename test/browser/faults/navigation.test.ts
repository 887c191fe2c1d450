import { describe, expect, it } from 'vitest';
import { sample } from '../../support/sample.js';
import { eventually } from '../launch-witness.js';
import { browserProcesses, click, endAll, idOf, keepBrowser, open, timed, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
const witness = useWitness();

const html = { 'Content-Type': 'text/html; charset=utf-8' };

describe('servers that misbehave (fault 6)', slow, () => {
  keepBrowser();

  it('never answers: the navigation ends at its deadline, and the previous page stays', async () => {
    const start = witness.page('/start', '<button>Here</button>');
    const silent = witness.route('/silent', () => undefined);
    const session = await open({ url: start, limits: { navigationTimeoutMs: 1_500 } });
    const { ms, value } = await timed(() => session.perform({ type: 'navigate', url: silent }));
    expect(value).toMatchObject({ error: { code: 'navigation_failed' } });
    expect(value.error?.message).toContain('1500 ms');
    expect(ms).toBeLessThan(3_500);
    const observation = await session.observe();
    expect(observation.url).toBe(start);
    expect(idOf(observation, 'Here')).toBeDefined();
    console.log(`fault 6: no answer: ${ms.toFixed(0)} ms with a deadline of 1500 ms`);
  });

  it('never answers a link: the click ends and reports that the page is not settled', async () => {
    const silent = witness.route('/silent', () => undefined);
    const count = witness.count('/silent');
    const start = witness.page(
      '/link',
      `<a href="${silent}">Away</a><button onclick="tell('still here')">Here</button>`,
    );
    const session = await open({
      url: start,
      limits: { settleTimeoutMs: 1_000, observeTimeoutMs: 500, navigationTimeoutMs: 4_000 },
    });
    const { ms, value } = await timed(() => click(session, 'Away'));
    expect(ms).toBeLessThan(3_500);
    expect(value.settled.reason).toMatch(/still busy after 1000 ms: navigation/);
    const observation = await session.observe();
    expect(observation.text).toContain(`INCOMPLETE: the page is navigating to ${silent}`);
    const outcome = await session.perform({ type: 'click', target: { element: idOf(observation, 'Here') } });
    expect(outcome.ok).toBe(true);
    expect(outcome.changes).toContainEqual({
      kind: 'page',
      what: 'cut_off',
      detail: `${silent} did not respond within 4000 ms`,
    });
    await eventually(() => witness.words().includes('still here'), 2_000);
    expect(witness.count('/silent')).toBe(count + 1);
  });

  it('never ends its body: the received part is observed and usable', async () => {
    const url = witness.route('/dribble', (_, response) => {
      response.writeHead(200, html);
      response.write(`<!doctype html><title>half</title><button onclick="fetch('/log?used')">Use</button>`);
      const timer = setInterval(() => response.write('<!-- more -->'), 100);
      response.on('close', () => clearInterval(timer));
    });
    const session = await open({ limits: { settleTimeoutMs: 1_000 } });
    const { ms, value } = await timed(() => session.perform({ type: 'navigate', url }));
    expect(value.ok).toBe(true);
    expect(ms).toBeLessThan(4_000);
    expect(value.settled.reason).toMatch(/still busy after 1000 ms/);
    const observation = await session.observe();
    const used = await timed(() => session.perform({ type: 'click', target: { element: idOf(observation, 'Use') } }));
    expect(used.ms).toBeLessThan(4_000);
    await eventually(() => witness.words().includes('used'), 2_000);
    console.log(`fault 6: endless body: ${ms.toFixed(0)} ms, ${value.settled.reason}`);
  });

  it('100 MB: cut off at the limit and reported, and the received part is observed', async () => {
    let sent = 0;
    const url = witness.route('/huge', (_, response) => {
      response.writeHead(200, html);
      response.write('<!doctype html><title>huge</title><button>First</button><p hidden>');
      const chunk = Buffer.alloc(64 * 1024, 'x ');
      const more = () => {
        while (!response.destroyed && sent < 100 * 1024 * 1024) {
          sent += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
        if (!response.destroyed) response.end();
      };
      more();
    });
    const session = await open({ limits: { maxDocumentBytes: 4 * 1024 * 1024, settleTimeoutMs: 2_000 } });
    const { ms, value } = await timed(() => session.perform({ type: 'navigate', url }));
    const observation = await session.observe();
    const told = [...value.changes, ...(observation.changes ?? [])];
    expect(told).toContainEqual({ kind: 'page', what: 'cut_off', detail: expect.stringContaining('4194304 bytes') });
    expect(idOf(observation, 'First')).toBeDefined();
    expect(sent).toBeLessThan(40 * 1024 * 1024);
    expect(ms).toBeLessThan(6_000);
    const after = sent;
    expect((await session.perform({ type: 'navigate', url: witness.page('/next', '<h1>next</h1>') })).ok).toBe(true);
    expect(sent).toBe(after);
    console.log(`fault 6: 100 MB cut off after ${(sent / 1e6).toFixed(1)} MB in ${ms.toFixed(0)} ms (cap 4.2 MB)`);
  });

  it('drops the connection during the response', async () => {
    const url = witness.route('/drop', (_, response) => {
      response.writeHead(200, { ...html, 'Content-Length': '100000' });
      response.write('<!doctype html><button>Half</button>');
      setTimeout(() => response.destroy(), 200);
    });
    const session = await open();
    const { ms } = await timed(() => session.perform({ type: 'navigate', url }));
    expect(ms).toBeLessThan(5_000);
    expect(idOf(await session.observe(), 'Half')).toBeDefined();
  });
});

/** A page may reload itself just before the navigation. Then it returns, the outcome reports it, and the test navigates again. */
async function leave(session: Awaited<ReturnType<typeof open>>, from: string): Promise<void> {
  const calm = witness.page('/calm', '<h1>calm</h1>');
  for (let tries = 1; ; tries += 1) {
    const outcome = await session.perform({ type: 'navigate', url: calm });
    expect(outcome.ok).toBe(true);
    if ((await session.observe()).text.includes('calm')) return;
    expect(JSON.stringify(outcome.changes)).toContain(`"url":"${from}`);
    expect(tries).toBeLessThan(4);
  }
}

describe('pages that never settle (fault 7)', slow, () => {
  keepBrowser();

  it('an HTTP redirect loop is named', async () => {
    const url = witness.route('/loop', (_, response) => response.writeHead(302, { Location: '/loop' }).end());
    const session = await open();
    const { ms, value } = await timed(() => session.perform({ type: 'navigate', url }));
    expect(value.error).toMatchObject({
      code: 'navigation_failed',
      message: expect.stringContaining('TOO_MANY_REDIRECTS'),
    });
    expect(ms).toBeLessThan(3_000);
    expect((await timed(() => session.observe())).ms).toBeLessThan(2_500);
  });

  it.each(
    sample(
      [
        ['location.reload() at once', 'location.reload()'],
        ['two pages that send each other', `location = location.search ? '/circle' : '/circle?x'`],
        ['a reload every 50 ms', 'setTimeout(() => location.reload(), 50)'],
      ],
      2,
    ),
  )('%s: settling gives up at its cap and says so, where it does not rest between', async (_, script) => {
    const url = witness.page('/circle', `<h1>round</h1><script>${script}</script>`);
    const session = await open({ limits: { settleTimeoutMs: 1_000, observeTimeoutMs: 1_000 } });
    const { ms, value } = await timed(() => session.perform({ type: 'navigate', url }));
    expect(ms).toBeLessThan(5_000);
    if (!script.includes('50')) expect(value.settled.reason).toMatch(/still busy after 1000 ms/);
    const seen = await timed(() => session.observe());
    expect(seen.ms).toBeLessThan(2_000);
    await leave(session, url);
    console.log(
      `fault 7: ${script}: ${ms.toFixed(0)} ms, "${value.settled.reason}", observed in ${seen.ms.toFixed(0)} ms`,
    );
  });
});

describe('a page that changes each frame (fault 9)', slow, () => {
  keepBrowser();

  it.each(
    sample(
      [
        ['a ticker', `let count = 0; (function turn() { box.textContent = ++count; requestAnimationFrame(turn); })();`],
        [
          'nodes that come and go',
          `(function turn() { box.innerHTML = '<i>' + Math.random() + '</i>'; requestAnimationFrame(turn); })();`,
        ],
        [
          'a short animation again and again',
          `(function turn() { box.animate([{ opacity: 0 }, { opacity: 1 }], 300).onfinish = turn; })();`,
        ],
      ],
      2,
    ),
  )('%s: settling ends at its cap, and the click has landed once', async (_, script) => {
    const url = witness.page(
      '/restless',
      `<button onclick="tell('clicked')">Go</button><div id="box">x</div><script>${script}</script>`,
    );
    const session = await open({ url, limits: { settleTimeoutMs: 1_000 } });
    const { ms, value } = await timed(() => click(session, 'Go'));
    expect(value.ok).toBe(true);
    expect(ms).toBeLessThan(4_000);
    expect(witness.words()).toEqual(['clicked']);
    expect((await timed(() => session.observe())).ms).toBeLessThan(1_000);
    expect((await timed(() => session.observe({ picture: 'plain' }))).ms).toBeLessThan(3_000);
    console.log(`fault 9: ${ms.toFixed(0)} ms, "${value.settled.reason}"`);
  });
});

it('leaves no browser behind', async () => {
  await endAll();
  await eventually(() => browserProcesses().length === 0, 5_000);
});
