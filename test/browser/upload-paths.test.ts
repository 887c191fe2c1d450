import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { resolveUploadPaths } from '../../src/environments/browser/act/upload-paths.js';

let root: string;
let allowed: string;
let other: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'uploads-')));
  allowed = join(root, 'allowed');
  other = join(root, 'other');
  for (const folder of [allowed, other, join(allowed, 'sub'), join(root, 'outside')]) mkdirSync(folder);
  for (const file of [
    'allowed/a.txt',
    'allowed/sub/b.txt',
    'allowed/..c.txt',
    'other/d.txt',
    'outside/secret.txt',
    'allowed-too.txt',
  ]) {
    writeFileSync(join(root, file), 'x');
  }
  symlinkSync(join(allowed, 'a.txt'), join(allowed, 'inner-link'));
  symlinkSync(join(root, 'outside'), join(allowed, 'middle'));
  symlinkSync(join(root, 'outside/secret.txt'), join(allowed, 'final'));
  symlinkSync(join(root, 'outside/not-there.txt'), join(allowed, 'dangling'));
  symlinkSync(join(allowed, 'loop'), join(allowed, 'loop'));
  symlinkSync('/dev/zero', join(allowed, 'zero'));
  symlinkSync(allowed, join(root, 'alias'));
  execFileSync('mkfifo', [join(allowed, 'fifo')]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('resolveUploadPaths', () => {
  it('returns the real paths of files inside the allowed folders', async () => {
    const paths = [join(allowed, 'a.txt'), 'sub/b.txt', 'sub/../a.txt', 'inner-link', '..c.txt', join(other, 'd.txt')];
    expect(await resolveUploadPaths(paths, [allowed, other])).toEqual([
      join(allowed, 'a.txt'),
      join(allowed, 'sub/b.txt'),
      join(allowed, 'a.txt'),
      join(allowed, 'a.txt'),
      join(allowed, '..c.txt'),
      join(other, 'd.txt'),
    ]);
  });

  it('accepts an allowed folder that is a link', async () => {
    const alias = join(root, 'alias');
    expect(await resolveUploadPaths([join(alias, 'a.txt')], [alias])).toEqual([join(allowed, 'a.txt')]);
    expect(await resolveUploadPaths([join(allowed, 'a.txt')], [alias])).toEqual([join(allowed, 'a.txt')]);
  });

  it.each([
    ['../outside/secret.txt', 'outside'],
    ['sub/../../outside/secret.txt', 'outside'],
    ['../outside/not-there.txt', 'is outside'],
    ['../allowed-too.txt', 'outside'],
    ['/etc/passwd', 'outside'],
    ['/dev/zero', 'outside'],
    ['middle/secret.txt', 'links outside'],
    ['final', 'links outside'],
    ['zero', 'links outside'],
    ['dangling', 'does not exist'],
    ['loop', 'does not exist'],
    ['missing.txt', 'does not exist'],
    ['a.txt/b', 'does not exist'],
    ['sub', 'a folder'],
    ['fifo', 'a named pipe'],
    ['.', 'outside'],
    ['', 'not a path'],
    ['a.txt\0.png', 'not a path'],
  ])('refuses %j', async (path, why) => {
    const error = await resolveUploadPaths([join(allowed, 'a.txt'), path], [allowed]).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(HandrailError);
    expect(error).toMatchObject({
      code: 'bad_path',
      message: expect.stringContaining(why),
      hint: expect.stringContaining(allowed),
    });
  });

  it('refuses devices inside an allowed folder', async () => {
    await expect(resolveUploadPaths(['/dev/zero'], ['/dev'])).rejects.toMatchObject({
      code: 'bad_path',
      message: expect.stringContaining('a device'),
    });
  });

  it('refuses everything if no folder is allowed', async () => {
    await expect(resolveUploadPaths([join(allowed, 'a.txt')], [])).rejects.toMatchObject({ code: 'bad_path' });
    await expect(resolveUploadPaths(['a.txt'], [join(root, 'nowhere')])).rejects.toMatchObject({ code: 'bad_path' });
  });
});
