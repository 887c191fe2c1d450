import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';

/** Pages in the style of widget libraries, with other wordings. */
export const solvedWild: readonly SolvedTask[] = [
  {
    name: 'use a detached dropdown, tags and a counter',
    site: 'wild/trip',
    task: 'Select Train as the transport. Type "Lyon" into "Add a city" and press Enter. Click + twice, then plan my trip.',
    check: ({ last }) => expect(last('planned')).toEqual({ transport: 'Train', cities: ['Lyon'], adults: 3 }),
  },
  {
    name: 'use a three-dot menu',
    site: 'wild/tickets',
    task: 'Click More actions in the row with T-3 and choose Assign to me',
    check: ({ all }) => expect(all('ticket')).toEqual([['Assign to me', 'T-3']]),
  },
  {
    name: 'find an item by its kind and name',
    site: 'wild/tickets',
    task: 'Open the ticket Screen flickers',
    check: ({ all }) => expect(all('opened')).toEqual(['Screen flickers']),
  },
  {
    name: 'answer a quiz',
    site: 'wild/quiz',
    task: 'Click "Mars", click Continue, wait for "Question 2 of 2", click "Eight", click Continue and tell me your score',
    check: ({ last }, result) => {
      expect(last('quiz')).toEqual(['Mars', 'Eight']);
      expect(result.answer).toContain('1 of 2');
    },
  },
  {
    name: 'press the keys of a calculator',
    site: 'wild/calculator',
    task: 'Press 9, then 6, then +, then 4, then =',
    check: ({ all }) => expect(all('result')).toEqual(['100']),
  },
  {
    name: 'fill in a profile in one sentence',
    site: 'wild/profile',
    task: 'Change the display name to "River Song", write "Archaeologist" in the bio, set visibility to Friends only, allow direct messages and save the profile',
    check: ({ last }) =>
      expect(last('profile')).toEqual({ name: 'River Song', bio: 'Archaeologist', web: '', v: 'friends', dm: true }),
  },
  {
    name: 'read an error message',
    site: 'wild/profile',
    task: 'Enter river.example as the website and click Save profile. What is the error message?',
    check: ({ all }, result) => {
      expect(all('invalid')).toEqual(['river.example']);
      expect(result.answer).toBe('The website must begin with https://');
    },
  },
  {
    name: 'read the name of the current user',
    site: 'wild/profile',
    task: 'Who is signed in?',
    check: (_, result) => expect(result.answer).toBe('@river'),
  },
  {
    name: 'use an introductory scope without a comma',
    site: 'dialogs',
    task: 'Click "Archive Gemini" and in the popup click "Cancel"',
    check: ({ count }) => {
      expect(count('cancel')).toBe(1);
      expect(count('archived')).toBe(0);
    },
  },
  {
    name: 'mark items as done',
    site: 'todo',
    task: 'Mark "Buy milk" as done',
    check: ({ last }) =>
      expect(last('items')).toEqual(['[x] Buy milk', '[ ] Call the plumber', '[x] Water the plants']),
  },
  {
    name: 'rate, choose a mood and write an entry',
    site: 'components',
    task: 'Rate it 5 stars, then click Happy and Save entry',
    check: ({ last }) => {
      expect(last('rated')).toBe(5);
      expect(last('diary')).toMatchObject({ mood: 'Happy' });
    },
  },
  {
    name: 'act on two items of a list',
    site: 'employees',
    task: 'Remove Ana Silva and Bo Chen from the list.',
    check: ({ all }) => expect(all('deleted')).toEqual(['Ana Silva', 'Bo Chen']),
  },
  {
    name: 'increase a number by an amount',
    site: 'settings',
    task: 'Increase the font size by 2 and save changes.',
    check: ({ last }) => expect(last('saved')).toMatchObject({ size: 16 }),
  },
  {
    name: 'follow a short imperative',
    site: 'settings',
    task: 'Change language to Français & save',
    check: ({ last }) => expect(last('saved')).toMatchObject({ language: 'Français' }),
  },
  {
    name: 'check two boxes by the names beside them',
    site: 'employees',
    task: 'Tick the checkboxes for Ana Silva and Emma Novak',
    check: ({ all }) =>
      expect(all('ticked')).toEqual([
        ['Select Ana Silva', true],
        ['Select Emma Novak', true],
      ]),
  },
  {
    name: 'move an item to the top of a list',
    site: 'board',
    task: 'Move "Naima" to the top of the list.',
    check: ({ last }) => expect(last('order')).toEqual(['Naima', 'Blue Train', 'Giant Steps', 'Impressions']),
  },
  {
    name: 'act on a price condition',
    site: 'mini-find/stocks',
    task: 'If the price is above $50, click Sell, otherwise click Buy.',
    check: ({ all }) => expect(all('trade')).toEqual(['Sell']),
  },
  {
    name: 'act on a row by another cell',
    site: 'employees',
    task: 'Delete the employee in Madrid',
    check: ({ all }) => expect(all('deleted')).toEqual(['Carla Diaz']),
  },
  {
    name: 'act on the last and the first row',
    site: 'mail',
    task: 'Delete the last email and the first email',
    check: ({ all }) => expect(all('deleted')).toEqual(['Your itinerary', 'Lunch on Friday?']),
  },
  {
    name: 'write a short reply',
    site: 'mail',
    task: 'Reply to Piotr saying "Thanks!"',
    check: ({ last }) => expect(last('sent')).toMatchObject({ to: 'Piotr Zima', text: 'Thanks!' }),
  },
  {
    name: 'turn on all switches',
    site: 'settings',
    task: 'Turn off all notifications and save changes',
    check: ({ last }) => expect(last('saved')).toMatchObject({ email: false, push: false, weekly: false }),
  },
];
