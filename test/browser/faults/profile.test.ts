import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endScripts, eventually, runScript } from '../launch-witness.js';
import { browserProcesses, kill, open, temporary, timed, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
const witness = useWitness();
let profile: string;
const cookies: string[] = [];
beforeAll(() => {
  witness.route('/who', (request, response) => {
    cookies.push(request.headers.cookie ?? '');
    response.setHeader('Set-Cookie', 'who=me; Max-Age=86400');
    response.setHeader('Content-Type', 'text/html');
    response.end(
      '<title>hello</title><script>localStorage.seen = Number(localStorage.seen ?? 0) + 1; document.write("<h1>seen " + localStorage.seen + "</h1>")</script>',
    );
  });
});
beforeEach(() => {
  cookies.length = 0;
  profile = join(temporary('profile'), 'data');
});
afterEach(endScripts);

/** The files that an idle browser does not change. Files that the browser with the lock keeps writing are listed by name only. */
function fingerprint(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isSymbolicLink()) return [`${name} -> ${readlinkSync(path)}`];
      if (!stats.isFile()) return [`${name}/`];
      return /^(Singleton|Last Version|First Run|Local State)/.test(name)
        ? [`${name} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`]
        : [name];
    });
}

const holding = () => `
  import { openSession } from './src/index.ts';
  const session = await openSession({ profile: ${JSON.stringify(profile)}, url: ${JSON.stringify(`${witness.origin}/who`)} });
  console.log('ready', process.pid);
  process.once('SIGUSR2', async () => {
    console.log('title', (await session.observe()).title);
    await session.close();
    console.log('closed', 'yes');
  });`;

describe('a profile through a session (fault 18)', slow, () => {
  it('keeps cookies and storage from one session to the next', async () => {
    const url = `${witness.origin}/who`;
    const first = await open({ profile, url });
    expect((await first.observe()).text).toContain('seen 1');
    await first.close();
    const second = await open({ profile, url });
    expect((await second.observe()).text).toContain('seen 2');
    expect(cookies).toEqual(['', 'who=me']);
  });

  it('locked by another process: an error within 2 s, nothing changed, the other browser not affected', async () => {
    const script = await runScript(holding());
    await script.said('ready');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = fingerprint(profile);
    const { ms, value } = await timed(() => open({ profile }).catch((error: unknown) => error));
    expect(value).toMatchObject({
      code: 'profile_locked',
      message: expect.stringMatching(/is in use by \S+ \(process \d+\)/),
      hint: expect.any(String),
    });
    expect(ms).toBeLessThan(2_000);
    expect(fingerprint(profile)).toEqual(before);
    process.kill(script.pid, 'SIGUSR2');
    expect(await script.said('title')).toBe('hello');
    expect(await script.said('closed')).toBe('yes');
    expect((await script.ended).code).toBe(0);
    const session = await open({ profile, url: `${witness.origin}/who` });
    expect((await session.observe()).text).toContain('seen 2');
    console.log(`fault 18: refused after ${ms.toFixed(0)} ms`);
  });

  it('two sessions of one process on one profile: the second is refused, the first continues', async () => {
    const first = await open({ profile, url: `${witness.origin}/who` });
    const { ms, value } = await timed(() => open({ profile }).catch((error: unknown) => error));
    expect(value).toMatchObject({ code: 'profile_locked' });
    expect(ms).toBeLessThan(2_000);
    expect((await first.observe()).title).toBe('hello');
  });

  it('browser killed: restarted with the same profile and its data', async () => {
    const session = await open({ profile, url: `${witness.origin}/who` });
    await session.close();
    const again = await open({ profile, url: `${witness.origin}/who` });
    kill(browserProcesses());
    await eventually(() => browserProcesses('browser').length === 0, 3_000);
    const observation = await again.observe();
    expect(observation.url).toBe(`${witness.origin}/who`);
    expect(observation.changes?.some((change) => change.kind === 'page' && change.what === 'replaced')).toBe(true);
    expect(observation.tabs).toBeUndefined();
    expect(cookies.at(-1)).toBe('who=me');
  });
});
