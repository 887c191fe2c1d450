import { existsSync, linkSync, lstatSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestShell } from './shell.js';
import { shells, site, useShells } from './use-shells.js';

useShells();

const png = '89504e47';
const startOf = (path: string) => readFileSync(path).subarray(0, 4).toString('hex');

async function openShell(): Promise<{ shell: TestShell; at(name: string): string }> {
  const shell = shells.open();
  await shell.output('open', site.url);
  return { shell, at: (name) => join(shell.folder, name) };
}

describe('--image', () => {
  it('replaces its own picture, and a foreign file only with --overwrite', async () => {
    const { shell, at } = await openShell();
    await shell.output('screenshot', '--image', 'own.png');
    await shell.output('screenshot', '--image', 'own.png');
    expect(startOf(at('own.png'))).toBe(png);

    writeFileSync(at('thesis.png'), 'mine');
    for (const command of ['screenshot', 'observe']) {
      const { code, stderr } = await shell.run([command, '--image', 'thesis.png']);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^bad_path: .*did not write it.*\n.*--overwrite/s)]);
      expect(readFileSync(at('thesis.png'), 'utf8')).toBe('mine');
    }
    linkSync(at('thesis.png'), at('second-name'));
    await shell.output('screenshot', '--image', 'thesis.png', '--overwrite');
    expect(startOf(at('thesis.png'))).toBe(png);
    expect(readFileSync(at('second-name'), 'utf8')).toBe('mine');
  });

  it('does not replace its own picture after someone else changed it', async () => {
    const { shell, at } = await openShell();
    await shell.output('screenshot', '--image', 'own.png');
    writeFileSync(at('own.png'), 'edited');
    expect((await shell.run(['screenshot', '--image', 'own.png'])).stderr).toContain('bad_path');
    expect(readFileSync(at('own.png'), 'utf8')).toBe('edited');
  });

  it.each([
    ['', []],
    [', even with --overwrite', ['--overwrite']],
  ])('follows no link%s', async (_, flags) => {
    const { shell, at } = await openShell();
    writeFileSync(at('target'), 'mine');
    symlinkSync(at('target'), at('link.png'));
    symlinkSync(at('nothing'), at('dangling.png'));
    for (const name of ['link.png', 'dangling.png']) {
      const { code, stderr } = await shell.run(['screenshot', '--image', name, ...flags]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('is a symbolic link')]);
      expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
    }
    expect(readlinkSync(at('link.png'))).toBe(at('target'));
    expect(readFileSync(at('target'), 'utf8')).toBe('mine');
    expect(existsSync(at('nothing'))).toBe(false);
  });

  it('is not written to a device or a folder', async () => {
    const { shell } = await openShell();
    for (const path of ['/dev/null', '.'])
      expect((await shell.run(['screenshot', '--image', path, '--overwrite'])).stderr).toMatch(
        /^bad_path: .*not a regular file/,
      );
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});
