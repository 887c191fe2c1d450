import { expect } from 'vitest';
import type { RefusedTask } from './task.js';

/** Everyday pages, and what must not be done on them. */
export const refusedDaily: readonly RefusedTask[] = [
  {
    name: 'a form that is not taken',
    site: 'daily/tickets',
    task: 'Click New ticket, choose High as the priority and create the ticket.',
    code: 'expectation_failed',
    says: ['Title is required'],
    check: ({ count }) => expect(count('created')).toBe(0),
  },
  {
    name: 'a banner that only an answer closes',
    site: 'daily/filters',
    task: 'Close the cookie banner.',
    code: 'ambiguous',
    says: ['Only necessary', 'Accept all'],
    check: ({ count }) => expect(count('cookies')).toBe(0),
  },
  {
    name: 'a wish that the form has no place for',
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
    name: 'a count that goes on on the next page',
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
    name: 'a vote for what is not there',
    site: 'daily/poll',
    task: 'Vote for Desert',
    code: 'not_found',
    says: ['Desert'],
    check: ({ count }) => expect(count('vote')).toBe(0),
  },
];
