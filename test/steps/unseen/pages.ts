import { dataPages } from './pages-data.js';
import { formPages } from './pages-forms.js';
import { listPages } from './pages-lists.js';
import { widgetPages } from './pages-widgets.js';

/** Tasks that were written before `steps` ran on them; about half of them cannot be done. */
export const taskPages = [...widgetPages, ...dataPages, ...formPages, ...listPages];
