import { expect, test } from 'vitest';
import { HandrailError } from '../../src/core/errors.js';
import { createApplications } from '../../src/environments/container/exec/applications.js';
import type { Runner } from '../../src/environments/container/exec/runner.js';
import type { WindowControl } from '../../src/environments/container/input/window-control.js';
import { window } from '../screen/fake-screen.js';

/** A running instance gets the request and shows it in a window that does not come to the front. */
function launching(front: Parameters<typeof window>[1]) {
  let looks = 0;
  const runner: Pick<Runner, 'run' | 'startDetached'> = {
    run: async () => ({ code: 0, stdout: Buffer.alloc(0), stderr: '' }),
    startDetached: async () => ({ exitCode: async () => 0 }),
  };
  const control: Pick<WindowControl, 'windows' | 'raise'> = {
    async windows() {
      looks += 1;
      const editor = { app: 'mousepad', title: looks === 1 ? 'one' : 'two' };
      return [window('front', { active: true, ...front }), window('editor', editor)];
    },
    raise: () => Promise.reject(new HandrailError('not_visible', 'The window did not come to the front.')),
  };
  return createApplications(runner as Runner, control as WindowControl).launch('mousepad', []);
}

test('launching a running program succeeds behind its own dialog and fails behind a dialog of another program', async () => {
  await expect(launching({ dialog: true })).resolves.toBeUndefined();
  await expect(launching({ dialog: true, pid: 2 })).rejects.toMatchObject({ code: 'not_visible' });
});
