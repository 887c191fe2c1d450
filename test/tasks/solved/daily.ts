import type { SolvedTask } from '../task.js';
import { answerHas, answerIs, lastHas, lastWas, onSite, recorded, times } from './on-site.js';

/** Tasks on everyday pages with different markup. */
export const solvedDaily: readonly SolvedTask[] = [
  ...onSite('daily/groceries', {
    'add items to a shopping list and check one': [
      'Add milk and eggs to the shopping list and tick off Coffee.',
      recorded('added', 'milk', 'eggs'),
      recorded('bought', ['Coffee', true]),
    ],
    'remove an item from a list': ['Remove Bread from the list', recorded('removed', 'Bread')],
    'filter a list and count': [
      'Show only the bought items and tell me how many items are to buy.',
      lastWas('filter', 'Bought'),
      answerHas('2'),
    ],
    'add an item and count the items': [
      'Add an item called "Olive oil". How many items are there to buy?',
      recorded('added', 'Olive oil'),
      answerHas('3'),
    ],
  }),
  ...onSite('daily/filters', {
    'answer a consent banner, then filter': [
      'Reject the optional cookies, then show only shoes by Vela.',
      lastWas('cookies', 'Only necessary'),
      lastWas('shown', ['City Sneaker']),
    ],
    'filter and sort products': [
      'Accept all cookies. Filter by category Shoes, sort by price from low to high and add the first product to the bag.',
      lastWas('bag', 'City Sneaker'),
    ],
    'filter by a maximum price': ['Set the max price to 100 and tell me how many products are shown.', answerHas('2')],
    'read the price of a product': ['How much does the Rain Shell cost?', answerHas('150')],
  }),
  ...onSite('daily/drive', {
    'rename a file with its menu': [
      'Rename "Report.docx" to "Report 2026.docx"',
      recorded('renamed', ['Report.docx', 'Report 2026.docx']),
    ],
    'create a folder': ['Create a new folder named Invoices', recorded('folder', 'Invoices')],
    'cancel the creation of a folder': [
      'Click New folder, type "Temp" as the name and then cancel.',
      times('cancelled', 1),
      times('folder', 0),
    ],
    'read the owner of a file': ['Who is the owner of Holiday photos?', answerIs('Lena')],
    'delete a file with its menu': [
      'Open the menu of Budget 2026.xlsx and choose "Move to bin". Verify that it says "moved to bin".',
      recorded('binned', 'Budget 2026.xlsx'),
    ],
  }),
  ...onSite('daily/booking', {
    'book a table field by field': [
      'Choose 2 guests, set the date to June 3, 2026, pick 20:00, enter "Ann Lee" as your name, tick Window seat and press Reserve.',
      lastHas('reserved', { guests: '2', date: '2026-06-03', time: '20:00', name: 'Ann Lee', window: 'on' }),
    ],
  }),
  ...onSite('daily/transfer', {
    'transfer money field by field': [
      'Fill in the transfer form: recipient: Kim Lee, IBAN: EE38 2200, amount: 20. Click Continue and then Confirm. What is the reference number?',
      lastHas('sent', { to: 'Kim Lee', iban: 'EE38 2200', amount: '20' }),
      answerHas('88213'),
    ],
    'read the balance of an account': ['What is the balance of my savings account?', answerHas('11,000.00')],
  }),
  ...onSite('daily/survey', {
    'answer the questions of a survey': [
      'Answer "Friend" to the question how did you hear about us, "Yes" to "Were you satisfied with the delivery?" and "No" to "Would you buy again?". Then send the answers.',
      lastHas('survey', { heard: 'Friend', delivery: 'Yes', again: 'No' }),
    ],
    'give a score and a comment': [
      'Click on 9, write "Great service" into the comments and click Send answers.',
      lastHas('survey', { nps: '9', comments: 'Great service' }),
    ],
  }),
  ...onSite('daily/admin', {
    'suspend a user': ['Suspend Omar Haddad', recorded('status', ['Omar Haddad', 'Suspended'])],
    'cancel the deletion of a user on the next page': [
      'Go to the next page, delete Tom Baker, but cancel when it asks for confirmation.',
      recorded('kept', 'Tom Baker'),
      recorded('deleted'),
    ],
    'search for a user and delete it': [
      'Search for Zoe in the user list, click Delete in her row and confirm.',
      recorded('deleted', 'Zoe Lin'),
    ],
    'read a number from a dashboard': ['How many active users are there?', answerIs('128')],
    'find the suspended user': ['Which user is suspended?', answerIs('Priya Nair')],
    'read the email address of a user': ["Find Omar Haddad's email", answerIs('omar@acme.test')],
  }),
  ...onSite('daily/tickets', {
    'create a ticket': [
      'Create a new ticket with title "Monitor broken", priority High and description "It flickers".',
      recorded('created', { title: 'Monitor broken', priority: 'High', description: 'It flickers' }),
    ],
    'close a ticket by its title': ['Close the ticket "New keyboard".', recorded('status', ['#302', 'Closed'])],
    'assign a ticket': ['Assign ticket #301 to me', recorded('assigned', '#301')],
    'read the assignee of a ticket': ['Who is the assignee of the ticket "Password reset"?', answerIs('Jon')],
  }),
  ...onSite('daily/kanban', {
    'move a card to the next column': [
      'Move the card "Fix login" to In progress',
      recorded('moved', ['Fix login', 'In progress']),
    ],
    'add a card to a column': [
      'In the Done column, click "+ Add a card", type "Ship it" and press Enter.',
      recorded('card', ['Done', 'Ship it']),
    ],
  }),
  ...onSite('daily/chat', {
    'send a message to one contact': [
      'Open the chat with Sam Ortiz and send the message "On my way"',
      recorded('message', ['Sam Ortiz', 'On my way']),
    ],
    'read the last message of a chat': [
      'Open the Design team conversation and tell me when the deadline is.',
      answerHas('Friday'),
    ],
  }),
  ...onSite('daily/wiki', {
    'read a fact from an info box': ['What is the maximum depth of Lake Morrow?', answerHas('38 m')],
  }),
  ...onSite('daily/forum', {
    'upvote a post': ['Upvote "Best soil for tomatoes"', recorded('voted', 'Best soil for tomatoes')],
    'reply in a thread': [
      'Open the thread about slugs, reply "Try beer traps" and post it.',
      recorded('reply', ['Slugs are eating my lettuce', 'Try beer traps']),
    ],
    'answer a browser prompt': [
      'Open "How often to water basil?", click Report and enter "Spam" in the prompt.',
      lastWas('report', 'Spam'),
    ],
  }),
  ...onSite('daily/team', {
    'invite a member without changing another role': [
      'Click Invite member, type kim@site.test into Email, select Editor from Role and click Send invite.',
      recorded('invited', ['kim@site.test', 'Editor']),
      recorded('role'),
    ],
    'change the role of a member': [
      'Change the role of Ali Khan to Admin and remove Per Dahl from the team',
      recorded('role', ['Ali Khan', 'Admin']),
      recorded('removed', 'Per Dahl'),
    ],
  }),
  ...onSite('daily/poll', {
    'select a choice and vote': [
      'Vote for Mountains. How many votes are there so far?',
      recorded('vote', 'Mountains'),
      answerIs('12'),
    ],
  }),
  ...onSite('daily/purchases', {
    'find an order number without its #': ['What is the status of order 1057?', answerIs('Shipped')],
    'read the date of an order': ['When was order 1063 placed?', answerIs('9 April 2026')],
    'cancel an order and confirm': ['Cancel order 1063 and confirm', recorded('Cancel order', '1063')],
  }),
];
