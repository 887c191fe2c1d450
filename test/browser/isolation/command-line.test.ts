import { expect, it } from 'vitest';
import { browserProcesses, open, temporary, useWitness } from '../faults/witness.js';
import { commandLineOf } from '../launch-witness.js';

useWitness();

it.each([
  ['a temporary profile', () => ({})],
  ['a profile of the caller, which Playwright starts', () => ({ profile: temporary('profile') })],
])('a browser with %s keeps its protection from floods', async (_, options) => {
  const session = await open(options());
  const [pid = 0] = browserProcesses('browser');
  const switches = commandLineOf(pid);
  expect(switches.some((one) => one.startsWith('--user-data-dir='))).toBe(true);
  expect(switches).not.toContain('--disable-ipc-flooding-protection');
  await session.close();
});
