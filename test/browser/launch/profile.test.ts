import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireBrowser, type BrowserLease } from '../../../src/environments/browser/launch/acquire-browser.js';
import { endScripts, eventually, processesOf, runScript } from '../launch-witness.js';

const slow = { timeout: 60_000 };
let root: string;
let profile: string;
let server: Server;
let address: string;
let cookies: string[];
const leases: BrowserLease[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'profile-'));
  profile = join(root, 'profile');
  cookies = [];
  server = createServer((request, response) => {
    if (request.url === '/') cookies.push(request.headers.cookie ?? '');
    response.setHeader('Set-Cookie', 'who=me; Max-Age=86400');
    response.end('<title>hello</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/`;
});
afterEach(async () => {
  endScripts();
  await Promise.all(leases.splice(0).map((lease) => lease.release()));
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

async function acquire(): Promise<BrowserLease> {
  const lease = await acquireBrowser({ profile });
  leases.push(lease);
  return lease;
}

async function visit(lease: BrowserLease): Promise<void> {
  const page = await lease.playwright?.context?.newPage();
  await page?.goto(address);
}

/** Everything in a folder, by name, time and content. */
function fingerprint(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      const content = stats.isSymbolicLink() ? readlinkSync(path) : stats.isFile() ? readFileSync(path) : '';
      return `${name} ${stats.mtimeMs} ${createHash('sha256').update(content).digest('hex')}`;
    });
}

function fakeHolder(holder: string, socket = join(root, 'socket')): void {
  mkdirSync(profile);
  writeFileSync(join(profile, 'Local State'), '{}');
  symlinkSync(holder, join(profile, 'SingletonLock'));
  symlinkSync(socket, join(profile, 'SingletonSocket'));
}

async function refused(): Promise<{ error: unknown; ms: number }> {
  const start = performance.now();
  const error = await acquire().catch((thrown: unknown) => thrown);
  return { error, ms: performance.now() - start };
}

describe('a profile', slow, () => {
  it('keeps cookies from one lease to the next', async () => {
    const first = await acquire();
    expect(first).toMatchObject({ engine: 'chromium', owned: true });
    await visit(first);
    await first.release();
    expect(processesOf(first.pid ?? 0)).toEqual([]);
    await visit(await acquire());
    expect(cookies).toEqual(['', 'who=me']);
  });

  it.each(['SIGINT', 'SIGKILL'] as const)('keeps cookies when the process is ended by %s', async (signal) => {
    const script = await runScript(`
      import { acquireBrowser } from './src/environments/browser/launch/acquire-browser.ts';
      const lease = await acquireBrowser({ profile: ${JSON.stringify(profile)} });
      const page = await lease.context.newPage();
      await page.goto(${JSON.stringify(address)});
      console.log('browser', lease.pid);
      await page.waitForSelector('#never', { timeout: 0 });`);
    const pid = Number(await script.said('browser'));
    process.kill(script.pid, signal);
    expect(await script.ended).toEqual({ code: null, signal });
    await eventually(() => processesOf(pid).length === 0, 5000);
    await visit(await acquire());
    expect(cookies).toEqual(['', 'who=me']);
  });

  it('is refused while another session of this process uses it', async () => {
    const first = await acquire();
    symlinkSync(profile, join(root, 'alias'));
    await expect(acquireBrowser({ profile: join(root, 'alias') })).rejects.toMatchObject({ code: 'profile_locked' });
    expect(first.browser.isConnected()).toBe(true);
    await first.release();
    await acquire();
    await first.release();
    await expect(acquireBrowser({ profile })).rejects.toMatchObject({ code: 'profile_locked' });
  });

  it('can be used again after its browser was killed', async () => {
    const first = await acquire();
    const lost = new Promise((resolve) => first.onLost((fault) => resolve(fault.code)));
    process.kill(first.pid ?? 0, 'SIGKILL');
    expect(await lost).toBe('browser_died');
    expect((await acquire()).browser.isConnected()).toBe(true);
  });

  it('is refused if the folder cannot be created', async () => {
    writeFileSync(profile, 'a file');
    await expect(acquireBrowser({ profile })).rejects.toMatchObject({ code: 'bad_path' });
  });
});

describe('a profile in use elsewhere (fault 18)', slow, () => {
  it('is refused while another process uses it, which is not affected', async () => {
    const script = await runScript(`
      import { acquireBrowser } from './src/environments/browser/launch/acquire-browser.ts';
      const lease = await acquireBrowser({ profile: ${JSON.stringify(profile)} });
      console.log('browser', lease.pid);
      process.once('SIGUSR2', async () => {
        const page = await lease.context.newPage();
        await page.goto(${JSON.stringify(address)});
        console.log('title', await page.title());
        await lease.release();
      });`);
    const pid = await script.said('browser');
    const { error, ms } = await refused();
    expect(error).toMatchObject({
      code: 'profile_locked',
      message: expect.stringContaining(`(process ${pid})`),
      hint: expect.any(String),
    });
    expect(ms).toBeLessThan(2000);
    process.kill(script.pid, 'SIGUSR2');
    expect(await script.said('title')).toBe('hello');
    expect((await script.ended).code).toBe(0);
    await acquire();
  });

  it('is not changed', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(join(root, 'socket'), resolve));
    fakeHolder(`${hostname()}-${process.pid}`);
    const before = fingerprint(profile);
    const { error, ms } = await refused();
    expect(error).toMatchObject({ code: 'profile_locked', message: expect.stringContaining(String(process.pid)) });
    expect(ms).toBeLessThan(2000);
    expect(fingerprint(profile)).toEqual(before);
    holder.close();
  });

  it('is not changed if another machine holds it', async () => {
    fakeHolder('elsewhere-1234');
    const before = fingerprint(profile);
    const { error } = await refused();
    expect(error).toMatchObject({
      code: 'profile_locked',
      message: expect.stringContaining('elsewhere'),
      hint: expect.stringContaining('SingletonLock'),
    });
    expect(fingerprint(profile)).toEqual(before);
  });

  it.each([
    ['a process that is gone', `${hostname()}-4194303`],
    ['a process id that another program has now', `${hostname()}-${process.pid}`],
  ])('is free when it is held by %s', async (_, holder) => {
    fakeHolder(holder);
    expect((await acquire()).browser.isConnected()).toBe(true);
  });
});
