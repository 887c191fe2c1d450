import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { open, temporary, useWitness } from '../faults/witness.js';

const witness = useWitness();

it('cookies are written to a file that only the user can read, and through no link', async () => {
  const folder = temporary('storage');
  const url = witness.route('/cookie', (_, response) => {
    response.setHeader('Set-Cookie', 'name=ann').end('here');
  });
  const session = await open({ url });
  const path = join(folder, 'state.json');
  writeFileSync(path, 'old', { mode: 0o644 });
  await session.storageState(path);
  expect(JSON.parse(readFileSync(path, 'utf8')).cookies).toContainEqual(expect.objectContaining({ value: 'ann' }));
  expect(statSync(path).mode & 0o777).toBe(0o600);

  writeFileSync(join(folder, 'mine'), 'mine');
  symlinkSync(join(folder, 'mine'), join(folder, 'link.json'));
  await expect(session.storageState(join(folder, 'link.json'))).rejects.toMatchObject({ code: 'bad_path' });
  expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine');
});
