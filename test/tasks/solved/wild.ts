import type { SolvedTask } from '../task.js';
import { answerHas, answerIs, lastHas, lastWas, onSite, recorded, times } from './on-site.js';

/** Pages in the style of widget libraries, with other wordings. */
export const solvedWild: readonly SolvedTask[] = [
  ...onSite('wild/trip', {
    'use a detached dropdown, tags and a counter': [
      'Select Train as the transport. Type "Lyon" into "Add a city" and press Enter. Click + twice, then plan my trip.',
      lastWas('planned', { transport: 'Train', cities: ['Lyon'], adults: 3 }),
    ],
  }),
  ...onSite('wild/tickets', {
    'use a three-dot menu': [
      'Click More actions in the row with T-3 and choose Assign to me',
      recorded('ticket', ['Assign to me', 'T-3']),
    ],
    'find an item by its kind and name': ['Open the ticket Screen flickers', recorded('opened', 'Screen flickers')],
  }),
  ...onSite('wild/quiz', {
    'answer a quiz': [
      'Click "Mars", click Continue, wait for "Question 2 of 2", click "Eight", click Continue and tell me your score',
      lastWas('quiz', ['Mars', 'Eight']),
      answerHas('1 of 2'),
    ],
  }),
  ...onSite('wild/calculator', {
    'press the keys of a calculator': ['Press 9, then 6, then +, then 4, then =', recorded('result', '100')],
  }),
  ...onSite('wild/profile', {
    'fill in a profile in one sentence': [
      'Change the display name to "River Song", write "Archaeologist" in the bio, set visibility to Friends only, allow direct messages and save the profile',
      lastWas('profile', { name: 'River Song', bio: 'Archaeologist', web: '', v: 'friends', dm: true }),
    ],
    'read an error message': [
      'Enter river.example as the website and click Save profile. What is the error message?',
      recorded('invalid', 'river.example'),
      answerIs('The website must begin with https://'),
    ],
    'read the name of the current user': ['Who is signed in?', answerIs('@river')],
  }),
  ...onSite('dialogs', {
    'use an introductory scope without a comma': [
      'Click "Archive Gemini" and in the popup click "Cancel"',
      times('cancel', 1),
      times('archived', 0),
    ],
  }),
  ...onSite('todo', {
    'mark items as done': [
      'Mark "Buy milk" as done',
      lastWas('items', ['[x] Buy milk', '[ ] Call the plumber', '[x] Water the plants']),
    ],
  }),
  ...onSite('components', {
    'rate, choose a mood and write an entry': [
      'Click "5 stars", then click Happy and Save entry',
      lastWas('rated', 5),
      lastHas('diary', { mood: 'Happy' }),
    ],
  }),
  ...onSite('employees', {
    'act on two items of a list': [
      'Remove Ana Silva and Bo Chen from the list.',
      recorded('deleted', 'Ana Silva', 'Bo Chen'),
    ],
  }),
  ...onSite('settings', {
    'increase a number by an amount': ['Increase the font size by 2 and save changes.', lastHas('saved', { size: 16 })],
    'follow a short imperative': ['Change language to Français & save', lastHas('saved', { language: 'Français' })],
  }),
  ...onSite('employees', {
    'check two boxes by the names beside them': [
      'Tick the checkboxes for Ana Silva and Emma Novak',
      recorded('ticked', ['Select Ana Silva', true], ['Select Emma Novak', true]),
    ],
  }),
  ...onSite('board', {
    'move an item to the top of a list': [
      'Move "Naima" to the top of the list.',
      lastWas('order', ['Naima', 'Blue Train', 'Giant Steps', 'Impressions']),
    ],
  }),
  ...onSite('mini-find/stocks', {
    'act on a price condition': [
      'If the price is above $50, click Sell, otherwise click Buy.',
      recorded('trade', 'Sell'),
    ],
  }),
  ...onSite('employees', {
    'act on a row by another cell': ['Delete the employee in Madrid', recorded('deleted', 'Carla Diaz')],
  }),
  ...onSite('mail', {
    'act on the last and the first row': [
      'Delete the last email and the first email',
      recorded('deleted', 'Your itinerary', 'Lunch on Friday?'),
    ],
    'write a short reply': ['Reply to Piotr saying "Thanks!"', lastHas('sent', { to: 'Piotr Zima', text: 'Thanks!' })],
  }),
  ...onSite('settings', {
    'turn on all switches': [
      'Turn off all notifications and save changes',
      lastHas('saved', { email: false, push: false, weekly: false }),
    ],
  }),
];
