import { expect } from 'vitest';
import type { RefusedTask } from '../task.js';

/** Tasks on everyday pages that must be refused. */
export const refusedDaily: readonly RefusedTask[] = [
  {
    name: 'a rejected form',
    site: 'daily/tickets',
    task: 'Click New ticket, choose High as the priority and create the ticket.',
    code: 'expectation_failed',
    says: ['Title is required'],
    check: ({ count }) => expect(count('created')).toBe(0),
  },
  {
    name: 'a banner without a neutral close button',
    site: 'daily/filters',
    task: 'Close the cookie banner.',
    code: 'ambiguous',
    says: ['Only necessary', 'Accept all'],
    check: ({ count }) => expect(count('cookies')).toBe(0),
  },
  {
    name: 'a request that fits no field',
    site: 'daily/booking',
    task: 'Book a table for 4 guests with a highchair under the name Rossi.',
    code: 'not_found',
    says: ['highchair'],
    check: ({ count }) => expect(count('reserved')).toBe(0),
  },
  {
    name: 'a recipient without a label',
    site: 'daily/transfer',
    task: 'Transfer 45 to "Ola Nord".',
    code: 'not_found',
    says: ['Ola Nord'],
    check: ({ count }) => expect(count('sent')).toBe(0),
  },
  {
    name: 'a count over several pages',
    site: 'daily/admin',
    task: 'How many editors are there?',
    code: 'not_found',
    says: ['Page 1 of 2'],
    check: ({ events }) => expect(events).toEqual([]),
  },
  {
    name: 'an order that cannot be returned',
    site: 'daily/purchases',
    task: 'Return order 1057',
    code: 'not_found',
    says: ['order 1057'],
    check: ({ events }) => expect(events).toEqual([]),
  },
  {
    name: 'a vote for a missing choice',
    site: 'daily/poll',
    task: 'Vote for Desert',
    code: 'not_found',
    says: ['Desert'],
    check: ({ count }) => expect(count('vote')).toBe(0),
  },
];
