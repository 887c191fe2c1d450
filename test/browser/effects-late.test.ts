import { busy } from './effects/busy.js';
import { judgeAll } from './effects/judge.js';
import { late } from './effects/late.js';

judgeAll({ late, busy }, { sideBySide: true });
