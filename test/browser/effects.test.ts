import { atOnce } from './effects/at-once.js';
import { fields } from './effects/fields.js';
import { judgeAll } from './effects/judge.js';
import { passing } from './effects/passing.js';
import { scrolling } from './effects/scrolling.js';

judgeAll({ 'at once': atOnce, passing, fields: [...fields, ...scrolling] }, { sideBySide: true });
