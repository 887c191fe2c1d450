import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ways } from './all-ways.js';
import { purposes } from './purpose.js';
import { openTrial } from './try-way.js';

const folder = mkdtempSync(join(tmpdir(), 'profile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ways that do not depend on what is attached when: windows, frames and workers send by themselves. */
const chosen = [
  'form',
  'form in a new window',
  'form inside a frame of another origin',
  'click, popup that fetches',
  'click, popup without an address',
  'click, shared worker',
  'click, service worker',
  'click, worker of a Blob',
  'click, WebSocket that is open',
  'click, beacon while the page is left',
];

test('in a browser with a profile, nothing consequential reaches the server either', { timeout: 300_000 }, async () => {
  const purpose = purposes.find(({ name }) => name === 'names that say nothing');
  if (!purpose) throw new Error('There is no such purpose.');
  const trial = await openTrial({ profile: folder });
  const attempts = [];
  for (const way of ways.filter(({ name }) => chosen.includes(name))) attempts.push(await trial.try(way, purpose));
  await trial.close();
  expect(attempts).toHaveLength(chosen.length);
  expect(attempts.filter(({ reached }) => reached.length > 0)).toEqual([]);
});

test('in a browser with a profile, what is allowed reaches the server', { timeout: 120_000 }, async () => {
  const [purpose] = purposes;
  const [way] = ways;
  if (!purpose || !way) throw new Error('There is no such way.');
  const trial = await openTrial({
    profile: folder,
    approve: () => true,
  });
  const { reached } = await trial.try(way, purpose);
  await trial.close();
  expect(reached).toHaveLength(1);
});
