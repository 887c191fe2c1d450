import { page, type Site } from '../site.js';
import { admin, tickets } from './daily-desk.js';
import { booking, survey, transfer } from './daily-forms.js';
import { poll, purchases, team } from './daily-people.js';
import { chat, forum, kanban, wiki } from './daily-reading.js';
import { drive, filters, groceries } from './daily-things.js';

const index = page({ title: 'Daily', body: '<h1>Daily</h1>' });

/** Everyday pages by different hands. */
export const daily: Site = {
  name: 'daily',
  pages: {
    '': index,
    groceries,
    filters,
    drive,
    booking,
    transfer,
    survey,
    admin,
    tickets,
    kanban,
    chat,
    wiki,
    forum,
    team,
    poll,
    purchases,
  },
};
