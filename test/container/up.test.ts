import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession, type Session } from '../../src/index.js';
import { ensureBuilt, handrail, removeFolders, temporaryFolder } from '../cli/handrail.js';
import { docker } from '../support/container-desk.js';
import { imageMs, testImage, testPackages } from '../support/container-image.js';

const names = [`handrail-up-${process.pid}-a`, `handrail-up-${process.pid}-b`];
const folder = temporaryFolder();
const run = (parameters: readonly string[]) => handrail(parameters, { folder });
const packages = ['--packages', testPackages.join(',')];

/** Everything that could be left behind. */
async function traces(): Promise<string> {
  const containers = await docker(
    'ps',
    '--all',
    '--filter',
    `name=handrail-up-${process.pid}`,
    '--format',
    '{{.Names}}',
  );
  const [volumes, networks] = await Promise.all([docker('volume', 'ls', '-q'), docker('network', 'ls', '-q')]);
  return [containers, volumes, networks].join('--\n');
}

let before: string;
beforeAll(async () => {
  ensureBuilt();
  await testImage();
  before = await traces();
}, imageMs);
afterAll(async () => {
  removeFolders();
  for (const name of names) await docker('rm', '--force', '--volumes', name).catch(() => undefined); // usually gone
});

test('handrail container up, list and down: two at once, with limits, leaving nothing behind', async () => {
  const flags = ['--size', '1024x700', '--memory', '512m', '--cpus', '1', '--json'];
  const up = (name: string) => run(['container', 'up', name, ...packages, ...flags]);
  const [first = '', second = ''] = names;
  // The same one twice at once: one makes it, and the other finds it.
  const made = await Promise.all([first, first, second].map(up));
  for (const { code, stderr } of made) expect(code, stderr).toBe(0);
  const [one, twin, another] = made.map(({ stdout }) => JSON.parse(stdout));
  expect(one).toMatchObject({ name: first, display: ':99', id: twin.id });
  expect([one.existed, twin.existed].sort()).toEqual([false, true]);
  expect(another).toMatchObject({ name: second, existed: false });
  const facts = JSON.parse(await docker('inspect', names[0] ?? ''))[0];
  expect(facts.HostConfig).toMatchObject({
    Memory: 512 * 1024 ** 2,
    MemorySwap: 512 * 1024 ** 2,
    NanoCpus: 1e9,
    PidsLimit: 512,
    NetworkMode: 'none',
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    Privileged: false,
  });
  expect((await docker('exec', names[0] ?? '', 'id', '-u')).trim(), 'a user of its own').toBe('1000');
  expect(await docker('exec', names[0] ?? '', 'cat', '/proc/net/route'), 'no way out').not.toMatch(/eth/);

  const listed = JSON.parse((await run(['container', 'list', '--json'])).stdout);
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names));

  const sessions: Session[] = [];
  for (const name of names)
    sessions.push(await openSession({ policy: 'open', environment: 'container', container: name }));
  await Promise.all(
    sessions.map(async (session, index) => {
      expect((await session.observe()).screen).toEqual({ width: 1024, height: 700 });
      const write = ['-e', 'sh', '-c', 'cat > ~/typed.txt'];
      expect((await session.perform({ type: 'launch', app: 'xterm', arguments: write })).error).toBeUndefined();
      expect((await session.perform({ type: 'type', text: `für ${names[index]}\n` })).error).toBeUndefined();
      await session.perform({ type: 'key', keys: 'ctrl+d' });
    }),
  );
  for (const [index, name] of names.entries()) {
    await expect
      .poll(() => docker('exec', name, 'cat', '/home/handrail/typed.txt'), { timeout: 10_000 })
      .toBe(`für ${names[index]}\n`);
  }
  for (const session of sessions) await session.close();

  const again = await run(['container', 'up', names[0] ?? '', ...packages, '--memory', '512m', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ existed: true });
  const other = await run(['container', 'up', names[0] ?? '', '--memory', '600m']);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('with another memory limit') });
  for (const name of names) expect((await run(['container', 'down', name])).code).toBe(0);
  expect(await traces()).toBe(before);
  const gone = await run(['container', 'down', names[0] ?? '']);
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining(`There is no container '${names[0]}'.`) });
}, 120_000);

test('an invalid package name and a foreign container are refused', async () => {
  const wrong = await run(['container', 'up', 'x', '--packages', 'a;b']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('not a name of a Debian package') });
  const name = names[0] ?? '';
  const { image } = await testImage();
  await docker('create', '--name', name, image, 'true');
  const down = await run(['container', 'down', name]);
  expect(down).toMatchObject({ code: 3, stderr: expect.stringContaining('is not removed') });
  expect(await docker('ps', '--all', '--filter', `name=${name}`, '--format', '{{.Names}}')).toBe(`${name}\n`);
  await docker('rm', name);
});
