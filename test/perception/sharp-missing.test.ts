import { expect, test, vi } from 'vitest';
import { finishPicture } from '../../src/perception/marks/finish-picture.js';

vi.mock('sharp', () => {
  throw new Error('Cannot find package sharp');
});

const raw = {
  bytes: Buffer.from('not a picture'),
  type: 'png' as const,
  size: { width: 10, height: 10 },
  region: { x: 0, y: 0, width: 10, height: 10 },
  secretRegions: [],
};

test('without sharp, an unprocessed picture works, and processing names the install command', async () => {
  expect((await finishPicture(raw, { type: 'png' })).bytes).toBe(raw.bytes);
  await expect(finishPicture(raw, { type: 'jpeg' })).rejects.toMatchObject({
    code: 'unsupported',
    hint: 'Install it with: npm install sharp',
  });
});
