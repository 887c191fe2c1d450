import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HandrailError } from '../src/core/errors.js';
import { findBrowser, hasChromiumPackage, installHint } from '../src/environments/browser/launch/find-browser.js';
import { programPath, programs } from '../src/environments/processes/package-paths.js';

const script = fileURLToPath(new URL('../scripts/setup.mjs', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program in the temporary folder. */
function program(name: string, text = '#!/bin/sh\n'): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

/** Only what stands in the temporary folder counts, so that browsers of this machine do not. */
const inFolder = (real: (path: string) => boolean) => (path: string) => path.startsWith(folder) && real(path);
const anyOf =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

describe('findBrowser', () => {
  test('takes HANDRAIL_BROWSER before everything else', () => {
    const chosen = program('mine');
    program('bin/google-chrome');
    expect(findBrowser({ HANDRAIL_BROWSER: chosen, PATH: join(folder, 'bin') })).toEqual({
      path: chosen,
      kind: 'chosen',
    });
  });

  test.each(['nothing-here', '.'])('refuses HANDRAIL_BROWSER=%s instead of taking another', (name) => {
    const chosen = join(folder, name);
    program('bin/google-chrome');
    const find = () => findBrowser({ HANDRAIL_BROWSER: chosen, PATH: join(folder, 'bin') });
    expect(find).toThrow(HandrailError);
    expect(find).toThrow(`HANDRAIL_BROWSER is set to ${chosen}, which is not an executable file.`);
  });

  test.runIf(process.platform === 'linux')('prefers Chrome, then Chromium, Edge and Playwright’s newest', () => {
    const cache = join(folder, 'cache');
    const env = {
      PATH: `relative:${join(folder, 'first')}:${join(folder, 'second')}`,
      PLAYWRIGHT_BROWSERS_PATH: cache,
    };
    const found: (string | undefined)[] = [];
    const programs = [
      program('second/google-chrome'),
      program('first/chromium'),
      program('first/microsoft-edge'),
      program('cache/chromium-1200/chrome-linux64/chrome'),
      program('cache/chromium-999/chrome-linux/chrome'),
    ];
    program('cache/chromium_headless_shell-1300/chrome-linux/chrome');
    const files = new Set(programs);
    for (const path of programs) {
      found.push(
        findBrowser(
          env,
          'linux',
          inFolder((candidate) => files.has(candidate)),
        )?.path,
      );
      files.delete(path);
    }
    expect(found).toEqual(programs);
    expect(
      findBrowser(
        env,
        'linux',
        inFolder((candidate) => files.has(candidate)),
      ),
    ).toBeUndefined();
  });

  test.runIf(process.platform !== 'win32')(
    'passes over what cannot be run and over the script that asks for the snap',
    () => {
      const bin = join(folder, 'bin');
      chmodSync(program('bin/google-chrome'), 0o644);
      mkdirSync(join(bin, 'google-chrome-stable'));
      program('bin/chromium-browser', '#!/bin/sh\nexec /snap/bin/chromium "$@"\n');
      const real = program('bin/microsoft-edge');
      expect(findBrowser({ PATH: bin, HANDRAIL_BROWSER: real })?.path).toBe(real);
      expect(() => findBrowser({ HANDRAIL_BROWSER: join(bin, 'google-chrome') })).toThrow(HandrailError);
      expect(() => findBrowser({ HANDRAIL_BROWSER: join(bin, 'chromium-browser') })).toThrow(HandrailError);
      expect(findBrowser({ PATH: bin }, 'linux')?.path).not.toMatch(/google-chrome|chromium-browser/);
    },
  );

  test('knows the places of macOS', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const edge = '/home/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
    expect(findBrowser({ HOME: '/home/ada' }, 'darwin', anyOf(chrome, edge))).toEqual({ path: chrome, kind: 'chrome' });
    expect(findBrowser({ HOME: '/home/ada' }, 'darwin', anyOf(edge))).toEqual({ path: edge, kind: 'edge' });
    const own = program(
      'Library/Caches/ms-playwright/chromium-1200/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    );
    expect(findBrowser({ HOME: folder }, 'darwin', anyOf(own))).toEqual({ path: own, kind: 'playwright' });
  });

  test('knows the places of Windows', () => {
    const env = {
      PROGRAMFILES: 'C:\\Program Files',
      'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Local',
    };
    const chrome = 'C:\\Local\\Google\\Chrome\\Application\\chrome.exe';
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    expect(findBrowser(env, 'win32', anyOf(edge, chrome))).toEqual({ path: chrome, kind: 'chrome' });
    expect(findBrowser(env, 'win32', anyOf(edge))).toEqual({ path: edge, kind: 'edge' });
  });
});

test('the hint names a command and the variable', () => {
  expect(installHint()).toMatch(/`.*(apt-get install|playwright-core install).*`, or set HANDRAIL_BROWSER/);
});

test.each([
  ['ID=debian\n', true],
  ['NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', false],
])('apt is for Debian only, because Ubuntu’s package asks for the snap (%j)', (text, expected) => {
  const release = join(folder, 'os-release');
  writeFileSync(release, text);
  expect(hasChromiumPackage(release)).toBe(expected);
});

describe('npm run set-up', () => {
  const setUp = (env: Record<string, string> = {}) => {
    const started = performance.now();
    const result = spawnSync(process.execPath, [script], { encoding: 'utf8', env: { ...process.env, ...env } });
    return { ...result, ms: performance.now() - started };
  };

  test('says which browser it found, and is quick when nothing is to be done', { timeout: 300_000 }, () => {
    const first = setUp();
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(/Handrail is set up\. Browser: .+ \(\w+\)\.\n$/);
    const second = setUp();
    expect(second.stdout.split('\n')).toHaveLength(2);
    expect(second.ms).toBeLessThan(1000);
  });

  test('the build contains every program that the package starts', () => {
    setUp();
    for (const name of Object.keys(programs) as (keyof typeof programs)[])
      expect(existsSync(programPath(name)), name).toBe(true);
  });

  test('a browser that is not there is an error with a way out', () => {
    const { status, stderr } = setUp({ HANDRAIL_BROWSER: '/nowhere/chrome' });
    expect(stderr).toContain('browser_missing: HANDRAIL_BROWSER is set to /nowhere/chrome');
    expect(stderr).toContain('unset it');
    expect(status).toBe(1);
  });
});
