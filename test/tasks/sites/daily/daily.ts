import { page, type Site } from '../../site.js';
import { admin, tickets } from './desk.js';
import { booking, survey, transfer } from './forms.js';
import { poll, purchases, team } from './people.js';
import { chat, forum, kanban, wiki } from './reading.js';
import { drive, filters, groceries } from './things.js';

const index = page({ title: 'Daily', body: '<h1>Daily</h1>' });

/** Everyday pages with different markup. */
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
