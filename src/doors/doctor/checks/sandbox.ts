import { withoutSandbox } from '../../../environments/browser/launch/started-browser.js';
import type { Check } from '../check.js';

export const sandboxCheck: Check = {
  name: 'sandbox',
  timeoutMs: 5_000,
  trials: () => [
    {
      name: 'sandbox',
      run: () =>
        withoutSandbox
          ? {
              status: 'note',
              message: 'Running as root: browsers start without their sandbox. Open only pages that you trust.',
              fix: 'Run as another user: `sudo -u USER npx handrail doctor`, or `docker run --user node …`.',
            }
          : { status: 'ok', message: 'Not running as root: browsers start with their sandbox.' },
    },
  ],
};
