import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongJob, sample } from '../../support/sample.js';
import { browserProcesses, click, idOf, keepBrowser, kill, open, timed, useWitness } from '../faults/witness.js';
import { eventually } from '../launch-witness.js';
import { type HostileServer, hostilePages, serveHostilePages } from './hostile-pages.js';

/** The neighbour waits as long as a busy machine needs. Its clicks must arrive, not be fast. */
const patient = { observeTimeoutMs: 30_000, actionTimeoutMs: 60_000 };
const clicks = 5;
const rounds = isLongJob ? 3 : 1;
const names = hostilePages.map(({ what }) => what);
const witness = useWitness();
let server: HostileServer;

keepBrowser();
beforeAll(async () => {
  server = await serveHostilePages();
});
afterAll(() => server.close());

function work(): string {
  return witness.page(
    '/work',
    `<p>0</p><button onclick="const p = document.querySelector('p'); p.textContent = Number(p.textContent) + 1; tell('click ' + p.textContent)">Work</button>`,
  );
}

describe('a hostile page in another session of the same browser', { timeout: 180_000 }, () => {
  it.each(sample(names, 6).flatMap((what) => Array.from({ length: rounds }, (_, round) => [what, round + 1] as const)))(
    '%s, round %i: all clicks of the neighbour arrive',
    async (what) => {
      const neighbour = await open({ url: work(), limits: patient });
      const before = browserProcesses('browser');
      expect(before).toHaveLength(1);
      const hostile = await open({ limits: { navigationTimeoutMs: 5_000, actionTimeoutMs: 5_000 } });
      const visiting = hostile.perform({ type: 'navigate', url: server.url(what) });
      const outcomes = [];
      for (let turn = 0; turn < clicks; turn += 1) outcomes.push(await click(neighbour, 'Work'));
      await visiting;
      for (let turn = 0; turn < clicks; turn += 1) outcomes.push(await click(neighbour, 'Work'));
      expect(outcomes.map(({ ok, effect }) => [ok, effect])).toEqual(outcomes.map(() => [true, 'changed']));
      expect(outcomes.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'page'))).toEqual([]);
      // The beacon of a click waits behind the requests of the hostile page.
      await eventually(() => witness.words().length >= outcomes.length, 30_000);
      expect(witness.words().sort()).toEqual(outcomes.map((_, index) => `click ${index + 1}`).sort());
      // The session of the hostile page ends, and the next one of the same browser works.
      await hostile.close();
      const next = await open({ url: server.quiet, limits: patient });
      expect((await next.observe()).text).toContain('quiet');
      expect(browserProcesses('browser')).toEqual(before);
    },
  );
});

describe('what dies', { timeout: 180_000 }, () => {
  it('a killed renderer: its session opens the page again and says so, the neighbour keeps its page', async () => {
    const neighbour = await open({ url: work(), limits: patient });
    const others = new Set(browserProcesses('renderer'));
    const victim = await open({ url: server.quiet, limits: patient });
    await click(neighbour, 'Work');
    kill(browserProcesses('renderer').filter((pid) => !others.has(pid)));
    for (let turn = 0; turn < clicks; turn += 1) expect((await click(neighbour, 'Work')).ok).toBe(true);
    expect(witness.words()).toHaveLength(clicks + 1);
    const seen = await victim.observe();
    expect(seen.changes).toContainEqual(expect.objectContaining({ kind: 'page', what: 'crashed' }));
    expect(seen.url).toBe(server.quiet);
  });

  it('a browser that no longer answers: the next session gets a new one, and the sessions of the old one report the loss', async () => {
    const url = work();
    const lost = await open({ url, limits: { ...patient, actionTimeoutMs: 5_000 } });
    const [old] = browserProcesses('browser');
    if (!old) throw new Error('There is no browser.');
    const element = idOf(await lost.observe(), 'Work');
    process.kill(old, 'SIGSTOP');
    const fresh = await open({ url, limits: patient });
    expect((await click(fresh, 'Work')).ok).toBe(true);
    expect(witness.words()).toEqual(['click 1']);
    const outcome = await timed(() => lost.perform({ type: 'click', target: { element } }));
    expect(outcome.value.ok).toBe(false);
    expect(witness.words()).toEqual(['click 1']);
    kill([old]);
    const seen = await lost.observe();
    expect(seen.changes).toContainEqual(expect.objectContaining({ kind: 'page', what: 'crashed' }));
    expect((await click(lost, 'Work')).ok).toBe(true);
    expect(witness.words()).toEqual(['click 1', 'click 1']);
  });
});
