import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireBrowser, type LaunchOptions } from '../../../src/environments/browser/launch/acquire-browser.js';
import {
  commandLineOf,
  environmentOf,
  eventually,
  foldersOf,
  processesOf,
  profileOf,
  runScript,
} from '../launch-witness.js';
import { describeEnd } from './end.js';
import { acquire, slow, useLeases } from './leases.js';

useLeases();

describe('sharing', slow, () => {
  it('uses one browser for equal options and ends it with the last lease', async () => {
    const notes: string[] = [];
    const note = (text: string) => notes.push(text);
    const [one, two] = await Promise.all([acquire({ note }), acquire({ note })]);
    const three = await acquire({ note });
    expect(new Set([one.pid, two.pid, three.pid]).size).toBe(1);
    const other = await acquire({ args: ['--force-device-scale-factor=2'] });
    expect(other.pid).not.toBe(one.pid);

    const root = process.getuid?.() === 0;
    expect(notes.length).toBe(root ? 1 : 0);
    expect(commandLineOf(one.pid).includes('--no-sandbox')).toBe(root);
    const profile = profileOf(one.pid);
    expect(existsSync(profile)).toBe(true);
    expect(foldersOf(process.pid).length).toBe(2);

    await one.release();
    await one.release();
    await two.release();
    expect(processesOf(one.pid).length).toBeGreaterThan(3);
    expect(await three.browser.newContext({}).then((context) => context.newPage())).toBeDefined();
    await three.release();
    expect(processesOf(one.pid)).toEqual([]);
    expect(existsSync(profile)).toBe(false);
    expect(foldersOf(process.pid).length).toBe(1);
    expect(processesOf(other.pid).length).toBeGreaterThan(3);
    await other.release();
    expect(foldersOf(process.pid)).toEqual([]);
  });

  it('starts a new one after the last lease was released', async () => {
    const one = await acquire();
    const releasing = one.release();
    const two = await acquire();
    expect(two.pid).not.toBe(one.pid);
    await releasing;
    expect(two.browser.isConnected()).toBe(true);
  });

  it('reports that the browser was killed, and the next lease is on a new one', async () => {
    const one = await acquire();
    const start = performance.now();
    const lost = new Promise<string>((resolve) => one.onLost((fault) => resolve(fault.code)));
    process.kill(one.pid, 'SIGKILL');
    const two = await acquire();
    expect(two.pid).not.toBe(one.pid);
    expect(await lost).toBe('browser_died');
    expect(performance.now() - start).toBeLessThan(5000);
    expect(await new Promise((resolve) => one.onLost((fault) => resolve(fault.code)))).toBe('browser_died');
    await one.release();
    expect(two.browser.isConnected()).toBe(true);
    await eventually(() => processesOf(one.pid).length === 0, 5000);
  });

  it('reports no loss after release', async () => {
    const one = await acquire();
    let told = false;
    one.onLost(() => {
      told = true;
    });
    await one.release();
    expect(told).toBe(false);
  });

  it('kills a browser that does not close', async () => {
    const one = await acquire();
    const profile = profileOf(one.pid);
    process.kill(one.pid, 'SIGSTOP');
    const start = performance.now();
    await one.release();
    expect(performance.now() - start).toBeLessThan(4000);
    await eventually(() => processesOf(one.pid).length === 0, 1000);
    expect(existsSync(profile)).toBe(false);
    expect(foldersOf(process.pid)).toEqual([]);
  });

  it('does not share a browser that no longer answers', async () => {
    const one = await acquire();
    process.kill(one.pid, 'SIGSTOP');
    const two = await acquire();
    expect(two.pid).not.toBe(one.pid);
  });

  it('passes no API keys to the browser, and opens no port', async () => {
    process.env.SOME_API_KEY = 'hush-7261';
    try {
      const one = await acquire();
      expect(environmentOf(one.pid).join('\n')).not.toContain('hush-7261');
      expect(environmentOf(one.pid)).toContain(`HOME=${process.env.HOME}`);
      expect(commandLineOf(one.pid)).toContain('--remote-debugging-pipe');
      expect(commandLineOf(one.pid).some((part) => part.startsWith('--remote-debugging-port'))).toBe(false);
    } finally {
      delete process.env.SOME_API_KEY;
    }
  });
});

describe('disabled features', slow, () => {
  it('are those of Playwright, those of the caller, the toolbar pages and the gestures that go back', async () => {
    const { pid } = await acquire({ args: ['--disable-features=Translate'] });
    const lists = [...commandLineOf(pid)]
      .filter((arg) => arg.startsWith('--disable-features='))
      .map((arg) => arg.split('=')[1]?.split(',') ?? []);
    const counted = lists.at(-1) ?? [];
    expect(counted).toEqual(expect.arrayContaining(lists[0] ?? []));
    expect(counted).toEqual(expect.arrayContaining(['Translate', 'WebUIToolbar', 'OverscrollHistoryNavigation']));
    const lines = processesOf(pid).map((child) => commandLineOf(Number.parseInt(child, 10)).join(' '));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.filter((line) => line.includes('--top-chrome-webui'))).toEqual([]);
  });
});

describe('an idle browser', slow, () => {
  it('opens no connections', async () => {
    const calls: string[] = [];
    const proxy = createServer((request, response) => {
      calls.push(String(request.url));
      response.writeHead(502).end();
    });
    proxy.on('connect', (request, socket) => {
      calls.push(String(request.url));
      socket.end('HTTP/1.1 502 No\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const bound = proxy.address();
    const port = typeof bound === 'object' && bound ? bound.port : 0;
    const one = await acquire({ args: [`--proxy-server=127.0.0.1:${port}`, '--proxy-bypass-list=<-loopback>'] });
    const page = await (await one.browser.playwright()).newPage();
    await page.goto('data:text/html,<input type=password>');
    await new Promise((resolve) => setTimeout(resolve, 2000)); // left alone, Chromium calls its makers within half a second
    expect(calls).toEqual([]);
    await page.goto('http://witness.test/').catch(() => undefined);
    expect(calls).toContain('http://witness.test/');
    proxy.close();
  });
});

describe('the removal of leftovers', slow, () => {
  it('follows only links to temporary profiles, and removes nothing of another machine or form', async () => {
    const one = await acquire();
    const [own = ''] = foldersOf(process.pid);
    const machine = own.split('-').slice(0, 2).join('-');
    const precious = mkdtempSync(join(tmpdir(), 'precious-'));
    const leftover = join(tmpdir(), `${machine}-4194303-abcdef`);
    const others = [`handrail-000000-4194303-abcdef`, `${machine}-4194303-longer-name`].map((name) =>
      join(tmpdir(), name),
    );
    for (const folder of [leftover, ...others]) mkdirSync(folder);
    symlinkSync(precious, join(leftover, 'profile'));
    try {
      await acquire({ args: ['--mute-audio'] });
      expect(existsSync(leftover)).toBe(false);
      expect([precious, ...others].map((folder) => existsSync(folder))).toEqual([true, true, true]);
      expect(one.browser.isConnected()).toBe(true);
    } finally {
      for (const folder of [precious, leftover, ...others]) rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('what cannot start', slow, () => {
  it.each<[string, LaunchOptions, string, string]>([
    ['a missing program', { executable: '/nowhere/chrome' }, 'browser_missing', 'full path'],
    ['a program that is no browser', { executable: '/bin/false' }, 'browser_died', '/bin/false --version'],
    ['Firefox that is not installed', { engine: 'firefox' }, 'browser_missing', 'npx playwright-core install firefox'],
    ['WebKit that is not installed', { engine: 'webkit' }, 'browser_missing', 'npx playwright-core install webkit'],
    ['an argument that is ours', { args: ['--user-data-dir=/tmp/x'] }, 'invalid_option', 'profile'],
    ['cdp with a profile', { cdp: 'http://127.0.0.1:9', profile: '/tmp/x' }, 'invalid_option', 'cdp'],
  ])('%s', async (_, options, code, hint) => {
    await expect(acquireBrowser(options)).rejects.toMatchObject({ code, hint: expect.stringContaining(hint) });
    expect(foldersOf(process.pid)).toEqual([]);
  });

  it('a window without a display', async () => {
    const { DISPLAY, WAYLAND_DISPLAY } = process.env;
    delete process.env.DISPLAY;
    delete process.env.WAYLAND_DISPLAY;
    try {
      await expect(acquireBrowser({ headless: false })).rejects.toMatchObject({ code: 'invalid_option' });
    } finally {
      if (DISPLAY !== undefined) process.env.DISPLAY = DISPLAY;
      if (WAYLAND_DISPLAY !== undefined) process.env.WAYLAND_DISPLAY = WAYLAND_DISPLAY;
    }
  });

  it('no browser on the machine', async () => {
    const script = await runScript(
      `import { acquireBrowser } from './src/environments/browser/launch/acquire-browser.ts';
       await acquireBrowser().catch((error) => console.log('failed', error.code, error.hint));`,
      { HANDRAIL_BROWSER: '/nowhere/chrome' },
    );
    expect(await script.said('failed')).toMatch(/^browser_missing .+/);
  });
});

describeEnd();
