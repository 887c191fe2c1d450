import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';
import { answerHas, lastHas, lastWas, onlyRecorded, onSite, recorded, times } from './on-site.js';

/** Tables, trees, mail, results, shops and lists. */
export const solvedLists: readonly SolvedTask[] = [
  ...onSite('employees', {
    'delete a row by its name': ['Delete the employee Dev Patel.', recorded('deleted', 'Dev Patel')],
    'edit a row': [
      `In the row with "Greta Olsen" click Edit, change the City to "Bergen" and click Save.`,
      recorded('editing', 'Greta Olsen'),
      lastWas('edited', { name: 'Greta Olsen', city: 'Bergen' }),
    ],
    'sort twice and read the first row': [
      `Click the Salary column header twice. What is the name in the first row?`,
      lastWas('sorted', 'pay down'),
      answerHas('Bo Chen'),
    ],
    'read a cell by row and column': [`What is the salary of Emma Novak?`, answerHas('58,250')],
    'read the department of an employee': [`Tell me which department Farid Haddad works in.`, answerHas('Sales')],
    'filter a table and check rows': [
      `Type "carla" into the filter box, then check the checkbox in the row of Carla Diaz`,
      ({ all, last }) => {
        // Reports of quick keys may overtake each other.
        expect(all('filtered')).toContain('carla');
        expect(last('ticked')).toEqual(['Select Carla Diaz', true]);
      },
    ],
    'click the second delete button': ['Click the second Delete button', recorded('deleted', 'Bo Chen')],
    'edit the last row': [
      'click the last "Edit" button, replace the full name with "Greta Lund", save it',
      lastWas('edited', { name: 'Greta Lund', city: 'Oslo' }),
    ],
  }),
  ...onSite('orders', {
    'refund in a table without header cells': ['Refund order #5003.', onlyRecorded('refund', '#5003')],
    'click a link next to a name': ['Click the Ship link in the row with Omar Aziz', onlyRecorded('ship', '#5002')],
    'read a status in a table without header cells': ['What is the status of order #5004?', answerHas('Cancelled')],
    'open an order and go back': [
      'Open order #5001 by clicking View in its row, remember the tracking number, then go back and tell me the tracking number.',
      ({ last }, result) => {
        expect(last('viewed')).toBe('5001');
        expect(result.answer).toContain('TRK-5001-NL');
        expect(result.url).not.toContain('view');
      },
    ],
  }),
  ...onSite('account', {
    'open a tab and turn on a switch': [
      'Go to the Security tab and turn on two-factor authentication',
      lastWas('two-factor', 'on'),
      times('signed out', 0),
    ],
    'read a fact on another tab': ['Open the "Billing" tab. What is the next invoice?', answerHas('39.00')],
    'read a fact in a definition list': ['how much storage is used?', answerHas('71 GB')],
    'open a tab and fill in a field': [
      'Switch to Billing, put DE811234567 in the VAT number field and press Update billing.',
      lastWas('vat', 'DE811234567'),
    ],
    'read a number that loads late on a tab made of divs': [
      'Click Month, wait until "604" is visible, and tell me the number of visits.',
      answerHas('604'),
    ],
  }),
  ...onSite('explorer', {
    'expand a tree down to a file': [
      'Expand Documents, then expand Invoices and open february.pdf',
      recorded('expanded', 'Documents', 'Invoices'),
      recorded('opened', 'february.pdf'),
    ],
    'find a file in a tree': ['Open Pictures > Holidays > sunset.jpg', recorded('opened', 'sunset.jpg')],
    'use a context menu': [
      'Right-click on Music and choose "Duplicate" from the menu.',
      recorded('context', ['Duplicate', 'Music']),
    ],
  }),
  ...onSite('board', {
    'drag a card to another column': ['Drag "Fix login bug" to "Done".', recorded('moved', ['Fix login bug', 'Done'])],
    'drag two cards': [
      'Move the card Write tests to the In progress column and then drag New logo to Done',
      recorded('moved', ['Write tests', 'In progress'], ['New logo', 'Done']),
    ],
    'drag a song to another position': [
      'Drag Impressions onto Blue Train',
      lastWas('order', ['Impressions', 'Blue Train', 'Giant Steps', 'Naima']),
    ],
  }),
  ...onSite('feed', {
    'find an entry in an infinite list': [
      'Scroll down until you see "Post number 37", then like post 37.',
      recorded('liked', 37),
    ],
    'scroll to the end of an infinite list': [
      'Scroll to the bottom until "You have reached the end" appears.',
      times('end', 1),
    ],
  }),
  ...onSite('library', {
    'open a result on the second page': [
      `Search for "ocean", go to page 2 of the results, click on "Ocean Engineering" and tell me its shelf mark.`,
      recorded('search', ['ocean', 1], ['ocean', 2]),
      answerHas('QH-107'),
    ],
    'open the third result': [
      'Type ocean in the search field and press Enter. Click the third result. Click Reserve.',
      lastWas('reserved', 'Deep Ocean Maps'),
    ],
    'click Next until a result is shown': [
      `Search the catalogue for Ocean. Repeat clicking "Next »" until "Paper Ocean" is visible. Open Paper Ocean, reserve it and give me the pick-up code.`,
      lastWas('reserved', 'Paper Ocean'),
      answerHas('6612'),
    ],
    'read a table with row headers': [
      'Open the opening hours page. When is the library open on Saturday?',
      answerHas('09:30'),
    ],
    'go back and forward': [
      'Click "Opening hours", then go back, and verify that the heading "Catalogue" is visible.',
      (_, result) => expect(result.url).not.toContain('hours'),
    ],
  }),
  ...onSite('mail', {
    'reply to a mail': [
      `Open the email "Lunch on Friday?", click Reply, write "Noon is perfect." in the message body and click Send.`,
      lastWas('sent', { to: 'Nadia Karim', subject: 'Re: Lunch on Friday?', text: 'Noon is perfect.' }),
    ],
    'write a mail': [
      `Compose a new message to "pia@example.com" with subject "Keys" and message body "They are under the mat." and send it.`,
      lastWas('sent', { to: 'pia@example.com', subject: 'Keys', text: 'They are under the mat.' }),
    ],
    'delete a mail by sender': ['Delete the email from Piotr Zima.', recorded('deleted', 'Slides for the talk')],
    'star and archive a mail': [
      'Click the star next to "Your itinerary" and archive the mail "Invoice 2231".',
      recorded('starred', 'Your itinerary'),
      recorded('archived', 'Invoice 2231'),
    ],
    'search for a mail and open it': [
      'Search mail for "itinerary" and open the first result. Does it say "platform 12"? Verify that the text "platform 12" is on the page.',
      recorded('read', 'Your itinerary'),
    ],
  }),
  ...onSite('shop', {
    'reject cookies and order': [
      `Reject all cookies. Add the Earl Grey to the cart. Open the cart, place the order and tell me the order number.`,
      lastWas('cookies', 'rejected'),
      lastWas('ordered', { 'Earl Grey': 1 }),
      answerHas('KC-4401'),
    ],
    'filter and sort a shop': [
      `If there is a cookie banner, click Accept all. Check Coffee and Cups in the filter, then sort by "Price: high to low".`,
      lastWas('shown', ['Travel Mug', 'Porcelain Cup', 'House Espresso', 'Decaf Blend']),
    ],
    'add a product twice': [
      `Accept all cookies, set the Qty of Porcelain Cup to 4, click "Add to cart" for Porcelain Cup, and verify that the cart shows 4.`,
      recorded('added', ['Porcelain Cup', 4]),
    ],
    'read the price in a product card': [
      'Dismiss the cookie banner by clicking "Reject all". What is the price of the Travel Mug?',
      answerHas('26.90'),
    ],
  }),
  ...onSite('travel', {
    'search for a flight with late suggestions': [
      `Type "Lisb" into From and select "Lisbon (LIS)" from the suggestions. Type "Osl" into To and choose Oslo (OSL). Set the departure to 2025-02-14. Click "More passengers" once. Search flights. Book flight SF 233 and tell me the booking reference.`,
      lastHas('searched', { from: 'Lisbon (LIS)', to: 'Oslo (OSL)', when: '2025-02-14', n: 2 }),
      lastWas('booked', 'SF 233'),
      answerHas('QX7233'),
    ],
    'search for a round trip in business class': [
      `Select Round trip, enter "Heathrow" in the From field and pick the suggestion "London Heathrow (LHR)", enter "Rome" in the To field and pick "Rome (FCO)", choose Business as the class and click on Search flights. Wait for "3 flights found".`,
      lastHas('searched', { from: 'London Heathrow (LHR)', to: 'Rome (FCO)', cls: 'Business', trip: 'round' }),
    ],
  }),
  ...onSite('todo', {
    'add, check and clear todos': [
      `Add a todo: type "Pay rent" into "What needs to be done?" and press Enter. Check "Buy milk". Then click Clear completed.`,
      lastWas('items', ['[ ] Call the plumber', '[ ] Pay rent']),
    ],
    'uncheck a todo by its text': [
      'Uncheck the checkbox next to "Water the plants"',
      lastWas('items', ['[ ] Buy milk', '[ ] Call the plumber', '[ ] Water the plants']),
    ],
    'edit a todo with a double click': [
      'Double-click "Call the plumber", replace the text with "Call the painter" and press Enter',
      lastWas('items', ['[ ] Buy milk', '[ ] Call the painter', '[x] Water the plants']),
    ],
  }),
  ...onSite('budget', {
    'edit a cell of a grid': [
      'Double click on 320, type 350 and press Enter. Then tell me the total.',
      recorded('amount', ['Food', '350']),
      answerHas('1314'),
    ],
  }),
];
