import { judgeAll } from './effects/judge.js';
import { pages } from './effects/pages.js';

judgeAll({ pages }, { sideBySide: true });
