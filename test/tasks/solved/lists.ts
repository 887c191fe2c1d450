import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';

/** Tables, trees, mail, results, shops and lists. */
export const solvedLists: readonly SolvedTask[] = [
  {
    name: 'delete a row by its name',
    site: 'employees',
    task: 'Delete the employee Dev Patel.',
    check: ({ all }) => expect(all('deleted')).toEqual(['Dev Patel']),
  },
  {
    name: 'edit a row',
    site: 'employees',
    task: `In the row with "Greta Olsen" click Edit, change the City to "Bergen" and click Save.`,
    check: ({ last, all }) => {
      expect(all('editing')).toEqual(['Greta Olsen']);
      expect(last('edited')).toEqual({ name: 'Greta Olsen', city: 'Bergen' });
    },
  },
  {
    name: 'sort twice and read the first row',
    site: 'employees',
    task: `Click the Salary column header twice. What is the name in the first row?`,
    check: ({ last }, result) => {
      expect(last('sorted')).toBe('pay down');
      expect(result.answer).toContain('Bo Chen');
    },
  },
  {
    name: 'read a cell by row and column',
    site: 'employees',
    task: `What is the salary of Emma Novak?`,
    check: (_, result) => expect(result.answer).toContain('58,250'),
  },
  {
    name: 'read the department of an employee',
    site: 'employees',
    task: `Tell me which department Farid Haddad works in.`,
    check: (_, result) => expect(result.answer).toContain('Sales'),
  },
  {
    name: 'filter a table and check rows',
    site: 'employees',
    task: `Type "carla" into the filter box, then check the checkbox in the row of Carla Diaz`,
    check: ({ all, last }) => {
      // Reports of quick keys may overtake each other.
      expect(all('filtered')).toContain('carla');
      expect(last('ticked')).toEqual(['Select Carla Diaz', true]);
    },
  },
  {
    name: 'click the second delete button',
    site: 'employees',
    task: 'Click the second Delete button',
    check: ({ all }) => expect(all('deleted')).toEqual(['Bo Chen']),
  },
  {
    name: 'edit the last row',
    site: 'employees',
    task: 'click the last "Edit" button, replace the full name with "Greta Lund", save it',
    check: ({ last }) => expect(last('edited')).toEqual({ name: 'Greta Lund', city: 'Oslo' }),
  },
  {
    name: 'refund in a table without header cells',
    site: 'orders',
    task: 'Refund order #5003.',
    check: ({ events }) => expect(events).toEqual([{ event: 'refund', detail: '#5003' }]),
  },
  {
    name: 'click a link next to a name',
    site: 'orders',
    task: 'Click the Ship link in the row with Omar Aziz',
    check: ({ events }) => expect(events).toEqual([{ event: 'ship', detail: '#5002' }]),
  },
  {
    name: 'read a status in a table without header cells',
    site: 'orders',
    task: 'What is the status of order #5004?',
    check: (_, result) => expect(result.answer).toContain('Cancelled'),
  },
  {
    name: 'open an order and go back',
    site: 'orders',
    task: 'Open order #5001 by clicking View in its row, remember the tracking number, then go back and tell me the tracking number.',
    check: ({ last }, result) => {
      expect(last('viewed')).toBe('5001');
      expect(result.answer).toContain('TRK-5001-NL');
      expect(result.url).not.toContain('view');
    },
  },
  {
    name: 'open a tab and turn on a switch',
    site: 'account',
    task: 'Go to the Security tab and turn on two-factor authentication',
    check: ({ last, count }) => {
      expect(last('two-factor')).toBe('on');
      expect(count('signed out')).toBe(0);
    },
  },
  {
    name: 'read a fact on another tab',
    site: 'account',
    task: 'Open the "Billing" tab. What is the next invoice?',
    check: (_, result) => expect(result.answer).toContain('39.00'),
  },
  {
    name: 'read a fact in a definition list',
    site: 'account',
    task: 'how much storage is used?',
    check: (_, result) => expect(result.answer).toContain('71 GB'),
  },
  {
    name: 'open a tab and fill in a field',
    site: 'account',
    task: 'Switch to Billing, put DE811234567 in the VAT number field and press Update billing.',
    check: ({ last }) => expect(last('vat')).toBe('DE811234567'),
  },
  {
    name: 'read a number that loads late on a tab made of divs',
    site: 'account',
    task: 'Click Month, wait until "604" is visible, and tell me the number of visits.',
    check: (_, result) => expect(result.answer).toContain('604'),
  },
  {
    name: 'expand a tree down to a file',
    site: 'explorer',
    task: 'Expand Documents, then expand Invoices and open february.pdf',
    check: ({ all }) => {
      expect(all('expanded')).toEqual(['Documents', 'Invoices']);
      expect(all('opened')).toEqual(['february.pdf']);
    },
  },
  {
    name: 'find a file in a tree',
    site: 'explorer',
    task: 'Open Pictures > Holidays > sunset.jpg',
    check: ({ all }) => expect(all('opened')).toEqual(['sunset.jpg']),
  },
  {
    name: 'use a context menu',
    site: 'explorer',
    task: 'Right-click on Music and choose "Duplicate" from the menu.',
    check: ({ all }) => expect(all('context')).toEqual([['Duplicate', 'Music']]),
  },
  {
    name: 'drag a card to another column',
    site: 'board',
    task: 'Drag "Fix login bug" to "Done".',
    check: ({ all }) => expect(all('moved')).toEqual([['Fix login bug', 'Done']]),
  },
  {
    name: 'drag two cards',
    site: 'board',
    task: 'Move the card Write tests to the In progress column and then drag New logo to Done',
    check: ({ all }) =>
      expect(all('moved')).toEqual([
        ['Write tests', 'In progress'],
        ['New logo', 'Done'],
      ]),
  },
  {
    name: 'drag a song to another position',
    site: 'board',
    task: 'Drag Impressions onto Blue Train',
    check: ({ last }) => expect(last('order')).toEqual(['Impressions', 'Blue Train', 'Giant Steps', 'Naima']),
  },
  {
    name: 'find an entry in an infinite list',
    site: 'feed',
    task: 'Scroll down until you see "Post number 37", then like post 37.',
    check: ({ all }) => expect(all('liked')).toEqual([37]),
  },
  {
    name: 'scroll to the end of an infinite list',
    site: 'feed',
    task: 'Scroll to the bottom until "You have reached the end" appears.',
    check: ({ count }) => expect(count('end')).toBe(1),
  },
  {
    name: 'open a result on the second page',
    site: 'library',
    task: `Search for "ocean", go to page 2 of the results, click on "Ocean Engineering" and tell me its shelf mark.`,
    check: ({ all }, result) => {
      expect(all('search')).toEqual([
        ['ocean', 1],
        ['ocean', 2],
      ]);
      expect(result.answer).toContain('QH-107');
    },
  },
  {
    name: 'open the third result',
    site: 'library',
    task: 'Type ocean in the search field and press Enter. Click the third result. Click Reserve.',
    check: ({ last }) => expect(last('reserved')).toBe('Deep Ocean Maps'),
  },
  {
    name: 'click Next until a result is shown',
    site: 'library',
    task: `Search the catalogue for Ocean. Repeat clicking "Next »" until "Paper Ocean" is visible. Open Paper Ocean, reserve it and give me the pick-up code.`,
    check: ({ last }, result) => {
      expect(last('reserved')).toBe('Paper Ocean');
      expect(result.answer).toContain('6612');
    },
  },
  {
    name: 'read a table with row headers',
    site: 'library',
    task: 'Open the opening hours page. When is the library open on Saturday?',
    check: (_, result) => expect(result.answer).toContain('09:30'),
  },
  {
    name: 'go back and forward',
    site: 'library',
    task: 'Click "Opening hours", then go back, and verify that the heading "Catalogue" is visible.',
    check: (_, result) => expect(result.url).not.toContain('hours'),
  },
  {
    name: 'reply to a mail',
    site: 'mail',
    task: `Open the email "Lunch on Friday?", click Reply, write "Noon is perfect." in the message body and click Send.`,
    check: ({ last }) =>
      expect(last('sent')).toEqual({ to: 'Nadia Karim', subject: 'Re: Lunch on Friday?', text: 'Noon is perfect.' }),
  },
  {
    name: 'write a mail',
    site: 'mail',
    task: `Compose a new message to "pia@example.com" with subject "Keys" and message body "They are under the mat." and send it.`,
    check: ({ last }) =>
      expect(last('sent')).toEqual({ to: 'pia@example.com', subject: 'Keys', text: 'They are under the mat.' }),
  },
  {
    name: 'delete a mail by sender',
    site: 'mail',
    task: 'Delete the email from Piotr Zima.',
    check: ({ all }) => expect(all('deleted')).toEqual(['Slides for the talk']),
  },
  {
    name: 'star and archive a mail',
    site: 'mail',
    task: 'Click the star next to "Your itinerary" and archive the mail "Invoice 2231".',
    check: ({ all }) => {
      expect(all('starred')).toEqual(['Your itinerary']);
      expect(all('archived')).toEqual(['Invoice 2231']);
    },
  },
  {
    name: 'search for a mail and open it',
    site: 'mail',
    task: 'Search mail for "itinerary" and open the first result. Does it say "platform 12"? Verify that the text "platform 12" is on the page.',
    check: ({ all }) => expect(all('read')).toEqual(['Your itinerary']),
  },
  {
    name: 'reject cookies and order',
    site: 'shop',
    task: `Reject all cookies. Add the Earl Grey to the cart. Open the cart, place the order and tell me the order number.`,
    check: ({ last }, result) => {
      expect(last('cookies')).toBe('rejected');
      expect(last('ordered')).toEqual({ 'Earl Grey': 1 });
      expect(result.answer).toContain('KC-4401');
    },
  },
  {
    name: 'filter and sort a shop',
    site: 'shop',
    task: `If there is a cookie banner, click Accept all. Check Coffee and Cups in the filter, then sort by "Price: high to low".`,
    check: ({ last }) =>
      expect(last('shown')).toEqual(['Travel Mug', 'Porcelain Cup', 'House Espresso', 'Decaf Blend']),
  },
  {
    name: 'add a product twice',
    site: 'shop',
    task: `Accept all cookies, set the Qty of Porcelain Cup to 4, click "Add to cart" for Porcelain Cup, and verify that the cart shows 4.`,
    check: ({ all }) => expect(all('added')).toEqual([['Porcelain Cup', 4]]),
  },
  {
    name: 'read the price in a product card',
    site: 'shop',
    task: 'Dismiss the cookie banner by clicking "Reject all". What is the price of the Travel Mug?',
    check: (_, result) => expect(result.answer).toContain('26.90'),
  },
  {
    name: 'search for a flight with late suggestions',
    site: 'travel',
    task: `Type "Lisb" into From and select "Lisbon (LIS)" from the suggestions. Type "Osl" into To and choose Oslo (OSL). Set the departure to 2025-02-14. Click "More passengers" once. Search flights. Book flight SF 233 and tell me the booking reference.`,
    check: ({ last }, result) => {
      expect(last('searched')).toMatchObject({ from: 'Lisbon (LIS)', to: 'Oslo (OSL)', when: '2025-02-14', n: 2 });
      expect(last('booked')).toBe('SF 233');
      expect(result.answer).toContain('QX7233');
    },
  },
  {
    name: 'search for a round trip in business class',
    site: 'travel',
    task: `Select Round trip, enter "Heathrow" in the From field and pick the suggestion "London Heathrow (LHR)", enter "Rome" in the To field and pick "Rome (FCO)", choose Business as the class and click on Search flights. Wait for "3 flights found".`,
    check: ({ last }) =>
      expect(last('searched')).toMatchObject({
        from: 'London Heathrow (LHR)',
        to: 'Rome (FCO)',
        cls: 'Business',
        trip: 'round',
      }),
  },
  {
    name: 'add, check and clear todos',
    site: 'todo',
    task: `Add a todo: type "Pay rent" into "What needs to be done?" and press Enter. Check "Buy milk". Then click Clear completed.`,
    check: ({ last }) => expect(last('items')).toEqual(['[ ] Call the plumber', '[ ] Pay rent']),
  },
  {
    name: 'uncheck a todo by its text',
    site: 'todo',
    task: 'Uncheck the checkbox next to "Water the plants"',
    check: ({ last }) =>
      expect(last('items')).toEqual(['[ ] Buy milk', '[ ] Call the plumber', '[ ] Water the plants']),
  },
  {
    name: 'edit a todo with a double click',
    site: 'todo',
    task: 'Double-click "Call the plumber", replace the text with "Call the painter" and press Enter',
    check: ({ last }) =>
      expect(last('items')).toEqual(['[ ] Buy milk', '[ ] Call the painter', '[x] Water the plants']),
  },
  {
    name: 'edit a cell of a grid',
    site: 'budget',
    task: 'Double click on 320, type 350 and press Enter. Then tell me the total.',
    check: ({ all }, result) => {
      expect(all('amount')).toEqual([['Food', '350']]);
      expect(result.answer).toContain('1314');
    },
  },
];
