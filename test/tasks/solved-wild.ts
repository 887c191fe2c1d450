import { expect } from 'vitest';
import type { SolvedTask } from './task.js';

/** Pages in the manner of widget libraries, and sentences of other people. */
export const solvedWild: readonly SolvedTask[] = [
  {
    name: 'a list that opens elsewhere, tags and a counter',
    site: 'wild/trip',
    task: 'Select Train as the transport. Type "Lyon" into "Add a city" and press Enter. Click + twice, then plan my trip.',
    check: ({ last }) => expect(last('planned')).toEqual({ transport: 'Train', cities: ['Lyon'], adults: 3 }),
  },
  {
    name: 'a menu of three dots',
    site: 'wild/tickets',
    task: 'Click More actions in the row with T-3 and choose Assign to me',
    check: ({ all }) => expect(all('ticket')).toEqual([['Assign to me', 'T-3']]),
  },
  {
    name: 'a thing by its kind and name',
    site: 'wild/tickets',
    task: 'Open the ticket Screen flickers',
    check: ({ all }) => expect(all('opened')).toEqual(['Screen flickers']),
  },
  {
    name: 'a quiz',
    site: 'wild/quiz',
    task: 'Click "Mars", click Continue, wait for "Question 2 of 2", click "Eight", click Continue and tell me your score',
    check: ({ last }, result) => {
      expect(last('quiz')).toEqual(['Mars', 'Eight']);
      expect(result.answer).toContain('1 of 2');
    },
  },
  {
    name: 'keys of a calculator',
    site: 'wild/calculator',
    task: 'Press 9, then 6, then +, then 4, then =',
    check: ({ all }) => expect(all('result')).toEqual(['100']),
  },
  {
    name: 'a profile in one breath',
    site: 'wild/profile',
    task: 'Change the display name to "River Song", write "Archaeologist" in the bio, set visibility to Friends only, allow direct messages and save the profile',
    check: ({ last }) =>
      expect(last('profile')).toEqual({ name: 'River Song', bio: 'Archaeologist', web: '', v: 'friends', dm: true }),
  },
  {
    name: 'an error message',
    site: 'wild/profile',
    task: 'Enter river.example as the website and click Save profile. What is the error message?',
    check: ({ all }, result) => {
      expect(all('invalid')).toEqual(['river.example']);
      expect(result.answer).toBe('The website must begin with https://');
    },
  },
  {
    name: 'who is signed in',
    site: 'wild/profile',
    task: 'Who is signed in?',
    check: (_, result) => expect(result.answer).toBe('@river'),
  },
  {
    name: 'a place without a comma',
    site: 'dialogs',
    task: 'Click "Archive Gemini" and in the popup click "Cancel"',
    check: ({ count }) => {
      expect(count('cancel')).toBe(1);
      expect(count('archived')).toBe(0);
    },
  },
  {
    name: 'mark as done',
    site: 'todo',
    task: 'Mark "Buy milk" as done',
    check: ({ last }) =>
      expect(last('items')).toEqual(['[x] Buy milk', '[ ] Call the plumber', '[x] Water the plants']),
  },
  {
    name: 'stars, a mood and an entry',
    site: 'components',
    task: 'Rate it 5 stars, then click Happy and Save entry',
    check: ({ last }) => {
      expect(last('rated')).toBe(5);
      expect(last('diary')).toMatchObject({ mood: 'Happy' });
    },
  },
  {
    name: 'two things of one list',
    site: 'employees',
    task: 'Remove Ana Silva and Bo Chen from the list.',
    check: ({ all }) => expect(all('deleted')).toEqual(['Ana Silva', 'Bo Chen']),
  },
  {
    name: 'by how much',
    site: 'settings',
    task: 'Increase the font size by 2 and save changes.',
    check: ({ last }) => expect(last('saved')).toMatchObject({ size: 16 }),
  },
  {
    name: 'a short order',
    site: 'settings',
    task: 'Change language to Français & save',
    check: ({ last }) => expect(last('saved')).toMatchObject({ language: 'Français' }),
  },
  {
    name: 'two boxes by the names beside them',
    site: 'employees',
    task: 'Tick the checkboxes for Ana Silva and Emma Novak',
    check: ({ all }) =>
      expect(all('ticked')).toEqual([
        ['Select Ana Silva', true],
        ['Select Emma Novak', true],
      ]),
  },
  {
    name: 'to the top of the list',
    site: 'board',
    task: 'Move "Naima" to the top of the list.',
    check: ({ last }) => expect(last('order')).toEqual(['Naima', 'Blue Train', 'Giant Steps', 'Impressions']),
  },
  {
    name: 'what the price decides',
    site: 'mini-find/stocks',
    task: 'If the price is above $50, click Sell, otherwise click Buy.',
    check: ({ all }) => expect(all('trade')).toEqual(['Sell']),
  },
  {
    name: 'a row by another of its cells',
    site: 'employees',
    task: 'Delete the employee in Madrid',
    check: ({ all }) => expect(all('deleted')).toEqual(['Carla Diaz']),
  },
  {
    name: 'the last and the first',
    site: 'mail',
    task: 'Delete the last email and the first email',
    check: ({ all }) => expect(all('deleted')).toEqual(['Your itinerary', 'Lunch on Friday?']),
  },
  {
    name: 'a short reply',
    site: 'mail',
    task: 'Reply to Piotr saying "Thanks!"',
    check: ({ last }) => expect(last('sent')).toMatchObject({ to: 'Piotr Zima', text: 'Thanks!' }),
  },
  {
    name: 'all switches of a kind',
    site: 'settings',
    task: 'Turn off all notifications and save changes',
    check: ({ last }) => expect(last('saved')).toMatchObject({ email: false, push: false, weekly: false }),
  },
];
