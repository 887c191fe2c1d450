import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { descendants, until } from '../cli/handrail.js';
import { daemonOf, idOf, waitUntilBusy } from './shell.js';
import { shells, site, useShells } from './use-shells.js';

useShells();

describe('concurrent commands', () => {
  it('run one after the other in one session, in order of arrival', async () => {
    const shell = shells.open();
    const count = idOf(await shell.output('open', site.url), 'Button "Count"');
    const before = site.log.length;
    const replies = await Promise.all(Array.from({ length: 6 }, () => shell.output('click', count)));
    expect(replies.map((reply) => Number(/"Count (\d)" was/.exec(reply)?.[1])).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(site.log.slice(before)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `GET /count?${n}`));
  });

  it('do not wait for each other in different sessions, but wait for a session that is opening', async () => {
    const shell = shells.open();
    await Promise.all(['slow', 'quick'].map((name) => shell.output('open', site.url, '--session', name)));
    const slow = shell.run(['wait', '30', '--session', 'slow']);
    await waitUntilBusy(shell, 'slow');
    const before = site.log.length;
    const never = shell.run(['open', `${site.url}/never`, '--session', 'never']);
    await until(() => site.log.slice(before).includes('GET /never'), 'the page was asked for');
    const early = shell.run(['click', 'Count', '--session', 'never']);
    expect(await shell.output('click', 'Count', '--session', 'quick')).toContain('done');
    expect(await shell.output('close', '--all')).toMatch(/^closed (slow, quick|quick, slow), never\n$/);
    expect((await slow).code).toBe(1);
    expect([(await never).code, (await never).stderr]).toEqual([1, expect.stringContaining('was closed')]);
    expect([(await early).code, (await early).stderr]).toEqual([1, expect.stringContaining('no_session')]);
    await until(() => descendants(daemonOf(shell)).length === 0, 'the browsers are gone', 10_000);
  });
});

describe('a full disk', () => {
  it('prevents opening a session, stops an action before it runs, and allows later actions', async () => {
    const shell = shells.open();
    const home = join(shell.folder, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'runs'), 'not a folder');
    const { code, stderr } = await shell.run(['open', site.url], { env: { HANDRAIL_HOME: home } });
    expect([code, stderr]).toEqual([1, expect.stringContaining('journal_failed')]);
    expect(await shell.output('sessions')).toContain('No session is open');
    expect(descendants(daemonOf(shell))).toEqual([]);
    expect(await shell.output('open', site.url)).toContain('page "Desk"');
    const runs = join(shell.folder, '.handrail', 'runs');
    const before = site.log.length;
    for (const run of readdirSync(runs)) rmSync(join(runs, run, 'journal.jsonl'));
    const act = await shell.run(['click', 'Count']);
    expect([act.code, act.stderr]).toEqual([1, expect.stringContaining('journal_failed')]);
    expect(site.log.length).toBe(before);
    expect(await shell.output('click', 'Count')).toContain('Count 1');
    expect(site.log.slice(before)).toEqual(['GET /count?1']);
  });
});
