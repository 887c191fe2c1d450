import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { socketAddress } from '../../src/doors/daemon/socket.js';
import { alive, ensureBuilt, until } from './handrail.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

let folder: string;
beforeAll(() => {
  ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), 'handrail-entry-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The folder of the npm that runs with this Node. */
function npmFolder(): string {
  const { stdout } = spawnSync('npm', ['root', '-g'], { encoding: 'utf8', shell: process.platform === 'win32' });
  return join(stdout.trim(), 'npm');
}

/** Packs the package and unpacks it as npm installs it. Returns its folder. */
function installPacked(): string {
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(packed.stdout);
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  spawnSync('tar', ['-xzf', join(folder, filename), '-C', modules]);
  spawnSync('mv', [join(modules, 'package'), join(modules, 'handrail')]);
  return join(modules, 'handrail');
}

describe('the command handrail', () => {
  it('gets shims from npm that start node, without sh or perl', async () => {
    const cmdShim = createRequire(import.meta.url)(join(npmFolder(), 'node_modules/cmd-shim'));
    const installed = installPacked();
    const shims = join(folder, 'node_modules', '.bin');
    mkdirSync(shims);
    await cmdShim(join(installed, bin.handrail), join(shims, 'handrail'));
    const texts = ['handrail.cmd', 'handrail.ps1'].map((file) => readFileSync(join(shims, file), 'utf8'));
    for (const text of texts) {
      expect(text).toMatch(/\bnode\b/);
      expect(text).toMatch(/handrail[\\/]bin[\\/]handrail\.js/);
      expect(text.replaceAll(/^#!.*$/gm, '')).not.toMatch(/\b(?:sh|bash|perl)(?:\.exe)?["\s]/);
    }
    expect(readdirSync(shims).sort()).toEqual(['handrail', 'handrail.cmd', 'handrail.ps1']);
    // What the shim runs: node, then the path of the entry relative to the shim.
    symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
    const entry = join(relative(process.cwd(), shims), '..', 'handrail', 'bin', 'handrail.js');
    const { status, stdout } = spawnSync(process.execPath, [entry, 'tools', 'click', '--json'], { encoding: 'utf8' });
    expect([status, JSON.parse(stdout).name]).toEqual([0, 'click']);
  });

  it('runs with nothing but node in PATH, and starts the background process', async () => {
    const programs = join(folder, 'programs');
    const runtime = join(folder, 'runtime');
    mkdirSync(programs);
    symlinkSync(process.execPath, join(programs, 'node'));
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [join(root, bin.handrail), ...words], {
        cwd: folder,
        env: { PATH: programs, HANDRAIL_RUNTIME: runtime },
        encoding: 'utf8',
      });
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('sessions').stdout).toBe('No session is open. Open one with: handrail open <url>\n');
    const { status, stderr } = run('click', 'Save');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^no_session: There is no session "default"\./)]);
    const [pointer = ''] = readdirSync(runtime).filter((file) => file.endsWith('.pointer'));
    const pid = Number(readFileSync(join(runtime, pointer), 'utf8').split('\n')[3]);
    process.kill(pid, 'SIGTERM');
    await until(() => alive([pid]).length === 0, 'the background process has ended');
  });

  it('is the entry for node, and hrail is the faster script for systems with sh', () => {
    expect(Object.keys(bin)).toEqual(['handrail', 'hrail']);
    expect(readFileSync(join(root, bin.handrail), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const [shebang] = readFileSync(join(root, bin.hrail), 'utf8').split('\n');
    expect(shebang).toBe('#!/bin/sh');
  });
});

describe('the address of the background process', () => {
  it('is a named pipe on Windows, elsewhere a socket in the folder, or in a short folder if its path is too long', () => {
    expect(socketAddress('C:\\Users\\Ann\\AppData\\Local\\Temp\\handrail', 'a1b2', 'win32')).toBe(
      '\\\\.\\pipe\\handrail-a1b2',
    );
    for (const platform of ['linux', 'darwin'] as const) {
      expect(socketAddress('/run/user/1000/handrail', 'a1b2', platform)).toBe('/run/user/1000/handrail/a1b2.sock');
      const short = socketAddress(`/tmp/${'d'.repeat(120)}`, 'a1b2', platform);
      expect(short).toMatch(/^\/tmp\/handrail-socket-\w{6}\/sock$/);
      rmSync(dirname(short), { recursive: true });
    }
  });
});
