import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';

/** Tasks on everyday pages with different markup. */
export const solvedDaily: readonly SolvedTask[] = [
  {
    name: 'add items to a shopping list and check one',
    site: 'daily/groceries',
    task: 'Add milk and eggs to the shopping list and tick off Coffee.',
    check: ({ all }) => {
      expect(all('added')).toEqual(['milk', 'eggs']);
      expect(all('bought')).toEqual([['Coffee', true]]);
    },
  },
  {
    name: 'remove an item from a list',
    site: 'daily/groceries',
    task: 'Remove Bread from the list',
    check: ({ all }) => expect(all('removed')).toEqual(['Bread']),
  },
  {
    name: 'filter a list and count',
    site: 'daily/groceries',
    task: 'Show only the bought items and tell me how many items are to buy.',
    check: ({ last }, { answer }) => {
      expect(last('filter')).toBe('Bought');
      expect(answer).toContain('2');
    },
  },
  {
    name: 'add an item and count the items',
    site: 'daily/groceries',
    task: 'Add an item called "Olive oil". How many items are there to buy?',
    check: ({ all }, { answer }) => {
      expect(all('added')).toEqual(['Olive oil']);
      expect(answer).toContain('3');
    },
  },
  {
    name: 'answer a consent banner, then filter',
    site: 'daily/filters',
    task: 'Reject the optional cookies, then show only shoes by Vela.',
    check: ({ last }) => {
      expect(last('cookies')).toBe('Only necessary');
      expect(last('shown')).toEqual(['City Sneaker']);
    },
  },
  {
    name: 'filter and sort products',
    site: 'daily/filters',
    task: 'Accept all cookies. Filter by category Shoes, sort by price from low to high and add the first product to the bag.',
    check: ({ last }) => expect(last('bag')).toBe('City Sneaker'),
  },
  {
    name: 'filter by a maximum price',
    site: 'daily/filters',
    task: 'Set the max price to 100 and tell me how many products are shown.',
    check: (_, { answer }) => expect(answer).toContain('2'),
  },
  {
    name: 'read the price of a product',
    site: 'daily/filters',
    task: 'How much does the Rain Shell cost?',
    check: (_, { answer }) => expect(answer).toContain('150'),
  },
  {
    name: 'rename a file with its menu',
    site: 'daily/drive',
    task: 'Rename "Report.docx" to "Report 2026.docx"',
    check: ({ all }) => expect(all('renamed')).toEqual([['Report.docx', 'Report 2026.docx']]),
  },
  {
    name: 'create a folder',
    site: 'daily/drive',
    task: 'Create a new folder named Invoices',
    check: ({ all }) => expect(all('folder')).toEqual(['Invoices']),
  },
  {
    name: 'cancel the creation of a folder',
    site: 'daily/drive',
    task: 'Click New folder, type "Temp" as the name and then cancel.',
    check: ({ count }) => {
      expect(count('cancelled')).toBe(1);
      expect(count('folder')).toBe(0);
    },
  },
  {
    name: 'read the owner of a file',
    site: 'daily/drive',
    task: 'Who is the owner of Holiday photos?',
    check: (_, { answer }) => expect(answer).toBe('Lena'),
  },
  {
    name: 'delete a file with its menu',
    site: 'daily/drive',
    task: 'Open the menu of Budget 2026.xlsx and choose "Move to bin". Verify that it says "moved to bin".',
    check: ({ all }) => expect(all('binned')).toEqual(['Budget 2026.xlsx']),
  },
  {
    name: 'book a table in one sentence',
    site: 'daily/booking',
    task: 'Book a table for 4 guests on 2026-05-20 at 19:30 under the name Rossi and tell me the booking code.',
    check: ({ last }, { answer }) => {
      expect(last('reserved')).toMatchObject({ guests: '4', date: '2026-05-20', time: '19:30', name: 'Rossi' });
      expect(answer).toContain('TS-4417');
    },
  },
  {
    name: 'book a table field by field',
    site: 'daily/booking',
    task: 'Choose 2 guests, set the date to June 3, 2026, pick 20:00, enter "Ann Lee" as your name, tick Window seat and press Reserve.',
    check: ({ last }) =>
      expect(last('reserved')).toMatchObject({
        guests: '2',
        date: '2026-06-03',
        time: '20:00',
        name: 'Ann Lee',
        window: 'on',
      }),
  },
  {
    name: 'transfer money and confirm',
    site: 'daily/transfer',
    task: 'Transfer 45.50 from Savings to recipient "Ola Nord" with reference "Rent", continue and confirm.',
    check: ({ last }) =>
      expect(last('sent')).toMatchObject({ from: 'Savings', to: 'Ola Nord', amount: '45.50', reference: 'Rent' }),
  },
  {
    name: 'transfer money field by field',
    site: 'daily/transfer',
    task: 'Fill in the transfer form: recipient: Kim Lee, IBAN: EE38 2200, amount: 20. Click Continue and then Confirm. What is the reference number?',
    check: ({ last }, { answer }) => {
      expect(last('sent')).toMatchObject({ to: 'Kim Lee', iban: 'EE38 2200', amount: '20' });
      expect(answer).toContain('88213');
    },
  },
  {
    name: 'read the balance of an account',
    site: 'daily/transfer',
    task: 'What is the balance of my savings account?',
    check: (_, { answer }) => expect(answer).toContain('11,000.00'),
  },
  {
    name: 'answer the questions of a survey',
    site: 'daily/survey',
    task: 'Answer "Friend" to the question how did you hear about us, "Yes" to "Were you satisfied with the delivery?" and "No" to "Would you buy again?". Then send the answers.',
    check: ({ last }) => expect(last('survey')).toMatchObject({ heard: 'Friend', delivery: 'Yes', again: 'No' }),
  },
  {
    name: 'give a score and a comment',
    site: 'daily/survey',
    task: 'Click on 9 for how likely you are to recommend us, write "Great service" into the comments and click Send answers.',
    check: ({ last }) => expect(last('survey')).toMatchObject({ nps: '9', comments: 'Great service' }),
  },
  {
    name: 'suspend a user',
    site: 'daily/admin',
    task: 'Suspend Omar Haddad',
    check: ({ all }) => expect(all('status')).toEqual([['Omar Haddad', 'Suspended']]),
  },
  {
    name: 'cancel the deletion of a user on the next page',
    site: 'daily/admin',
    task: 'Go to the next page, delete Tom Baker, but cancel when it asks for confirmation.',
    check: ({ all }) => {
      expect(all('kept')).toEqual(['Tom Baker']);
      expect(all('deleted')).toEqual([]);
    },
  },
  {
    name: 'search for a user and delete it',
    site: 'daily/admin',
    task: 'Search for Zoe in the user list, click Delete in her row and confirm.',
    check: ({ all }) => expect(all('deleted')).toEqual(['Zoe Lin']),
  },
  {
    name: 'read a number from a dashboard',
    site: 'daily/admin',
    task: 'How many active users are there?',
    check: (_, { answer }) => expect(answer).toBe('128'),
  },
  {
    name: 'find the suspended user',
    site: 'daily/admin',
    task: 'Which user is suspended?',
    check: (_, { answer }) => expect(answer).toBe('Priya Nair'),
  },
  {
    name: 'read the email address of a user',
    site: 'daily/admin',
    task: "Find Omar Haddad's email",
    check: (_, { answer }) => expect(answer).toBe('omar@acme.test'),
  },
  {
    name: 'create a ticket',
    site: 'daily/tickets',
    task: 'Create a new ticket with title "Monitor broken", priority High and description "It flickers".',
    check: ({ all }) =>
      expect(all('created')).toEqual([{ title: 'Monitor broken', priority: 'High', description: 'It flickers' }]),
  },
  {
    name: 'close a ticket by its title',
    site: 'daily/tickets',
    task: 'Close the ticket "New keyboard".',
    check: ({ all }) => expect(all('status')).toEqual([['#302', 'Closed']]),
  },
  {
    name: 'assign a ticket',
    site: 'daily/tickets',
    task: 'Assign ticket #301 to me',
    check: ({ all }) => expect(all('assigned')).toEqual(['#301']),
  },
  {
    name: 'read the assignee of a ticket',
    site: 'daily/tickets',
    task: 'Who is the assignee of the ticket "Password reset"?',
    check: (_, { answer }) => expect(answer).toBe('Jon'),
  },
  {
    name: 'move a card to the next column',
    site: 'daily/kanban',
    task: 'Move the card "Fix login" to In progress',
    check: ({ all }) => expect(all('moved')).toEqual([['Fix login', 'In progress']]),
  },
  {
    name: 'add a card to a column',
    site: 'daily/kanban',
    task: 'In the Done column, click "+ Add a card", type "Ship it" and press Enter.',
    check: ({ all }) => expect(all('card')).toEqual([['Done', 'Ship it']]),
  },
  {
    name: 'send a message to one contact',
    site: 'daily/chat',
    task: 'Open the chat with Sam Ortiz and send the message "On my way"',
    check: ({ all }) => expect(all('message')).toEqual([['Sam Ortiz', 'On my way']]),
  },
  {
    name: 'read the last message of a chat',
    site: 'daily/chat',
    task: 'Open the Design team conversation and tell me when the deadline is.',
    check: (_, { answer }) => expect(answer).toContain('Friday'),
  },
  {
    name: 'read a fact from an info box',
    site: 'daily/wiki',
    task: 'What is the maximum depth of Lake Morrow?',
    check: (_, { answer }) => expect(answer).toContain('38 m'),
  },
  {
    name: 'answer when and who from an article',
    site: 'daily/wiki',
    task: 'When was the lake first mapped?',
    check: (_, { answer }) => expect(answer).toContain('1842'),
  },
  {
    name: 'expand a section of an article',
    site: 'daily/wiki',
    task: 'Jump to the Ecology section, show the references and verify that "Aas, P." is listed.',
    check: ({ last }) => expect(last('refs')).toBe(true),
  },
  {
    name: 'upvote a post',
    site: 'daily/forum',
    task: 'Upvote "Best soil for tomatoes"',
    check: ({ all }) => expect(all('voted')).toEqual(['Best soil for tomatoes']),
  },
  {
    name: 'reply in a thread',
    site: 'daily/forum',
    task: 'Open the thread about slugs, reply "Try beer traps" and post it.',
    check: ({ all }) => expect(all('reply')).toEqual([['Slugs are eating my lettuce', 'Try beer traps']]),
  },
  {
    name: 'answer a browser prompt',
    site: 'daily/forum',
    task: 'Open "How often to water basil?", click Report and enter "Spam" in the prompt.',
    check: ({ last }) => expect(last('report')).toBe('Spam'),
  },
  {
    name: 'invite a member without changing another role',
    site: 'daily/team',
    task: 'Invite kim@site.test as an Editor',
    check: ({ all }) => {
      expect(all('invited')).toEqual([['kim@site.test', 'Editor']]);
      expect(all('role')).toEqual([]);
    },
  },
  {
    name: 'change the role of a member',
    site: 'daily/team',
    task: 'Change the role of Ali Khan to Admin and remove Per Dahl from the team',
    check: ({ all }) => {
      expect(all('role')).toEqual([['Ali Khan', 'Admin']]);
      expect(all('removed')).toEqual(['Per Dahl']);
    },
  },
  {
    name: 'select a choice and vote',
    site: 'daily/poll',
    task: 'Vote for Mountains. How many votes are there so far?',
    check: ({ all }, { answer }) => {
      expect(all('vote')).toEqual(['Mountains']);
      expect(answer).toBe('12');
    },
  },
  {
    name: 'find an order number without its #',
    site: 'daily/purchases',
    task: 'What is the status of order 1057?',
    check: (_, { answer }) => expect(answer).toBe('Shipped'),
  },
  {
    name: 'read the date of an order',
    site: 'daily/purchases',
    task: 'When was order 1063 placed?',
    check: (_, { answer }) => expect(answer).toBe('9 April 2026'),
  },
  {
    name: 'cancel an order and confirm',
    site: 'daily/purchases',
    task: 'Cancel order 1063 and confirm',
    check: ({ all }) => expect(all('Cancel order')).toEqual(['1063']),
  },
];
