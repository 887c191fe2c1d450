import { withDisplay } from '../../terminal/display.js';
import type { Trial } from '../check.js';

/** Said once, instead of a trial for each browser. */
export const noDisplay = (): Trial => ({
  name: 'window',
  run: () => ({
    state: 'remark',
    says: 'There is no display, so browsers with a window (--headed) were not tried.',
    fix: withDisplay(),
  }),
});
