import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';

/** Dialogs, menus, editors and late content. */
export const solvedScreens: readonly SolvedTask[] = [
  {
    name: 'accept a native confirm dialog',
    site: 'dialogs',
    task: 'Click "Delete Apollo" and accept the dialog. Verify that "Apollo was deleted." is shown.',
    check: ({ all }) => expect(all('confirm')).toEqual([['Apollo', true]]),
  },
  {
    name: 'dismiss a native confirm dialog',
    site: 'dialogs',
    task: 'Press Delete Apollo, then dismiss the confirmation.',
    check: ({ all }) => expect(all('confirm')).toEqual([['Apollo', false]]),
  },
  {
    name: 'answer a native prompt',
    site: 'dialogs',
    task: 'Click Rename Mercury, enter "Venus" in the prompt and press OK.',
    check: ({ all }) => expect(all('prompt')).toEqual(['Venus']),
  },
  {
    name: 'close a native alert',
    site: 'dialogs',
    task: 'Click on "Plan info" and close the alert.',
    check: ({ count }) => expect(count('informed')).toBe(1),
  },
  {
    name: 'fill in a modal dialog',
    site: 'dialogs',
    task: 'Click Archive Gemini. In the dialog, choose "Out of budget" as the reason, tick "Notify the team" and click Archive.',
    check: ({ all }) => expect(all('archived')).toEqual([['Out of budget', true]]),
  },
  {
    name: 'close a modal dialog with its ×',
    site: 'dialogs',
    task: 'Open Archive Gemini and then close the dialog using the × button',
    check: ({ count }) => {
      expect(count('closed')).toBe(1);
      expect(count('archived')).toBe(0);
    },
  },
  {
    name: 'fill in a dialog element',
    site: 'dialogs',
    task: `Click "Share…". Enter "zoe@example.com" into "Invite by e-mail", select Editor, and click "Send invitation".`,
    check: ({ all }) => expect(all('share')).toEqual([['send', 'zoe@example.com', 'editor']]),
  },
  {
    name: 'choose from a submenu',
    site: 'writer',
    task: 'Open the File menu, click Export, then click Plain text.',
    check: ({ all }) => expect(all('menu')).toEqual(['Plain text']),
  },
  {
    name: 'choose a menu path',
    site: 'writer',
    task: 'Choose File > Export > PDF',
    check: ({ all }) => expect(all('menu')).toEqual(['PDF']),
  },
  {
    name: 'choose from another menu',
    site: 'writer',
    task: 'From the View menu, select "Full screen".',
    check: ({ all }) => expect(all('menu')).toEqual(['Full screen']),
  },
  {
    name: 'write in bold',
    site: 'writer',
    task: `Set the document title to "Minutes". Click into the Document, click Bold, type "Agenda" and click Save document.`,
    check: ({ last }) => {
      expect(last('saved')).toMatchObject({ title: 'Minutes', text: 'Agenda' });
      expect(last('saved')).toMatchObject({ html: expect.stringMatching(/<b>Agenda<\/b>|font-weight/) });
    },
  },
  {
    name: 'select all and make it italic',
    site: 'writer',
    task: `Type "Hello world" into the document, press Ctrl+A, click the Italic button, and save the document`,
    check: ({ last }) => expect(last('saved')).toMatchObject({ html: expect.stringContaining('<i>Hello world</i>') }),
  },
  {
    name: 'type two lines of text',
    site: 'writer',
    task: `Click the document, type "First line", press Enter, type "Second line", then click "Save document".`,
    check: ({ last }) =>
      expect(last('saved')).toMatchObject({ text: expect.stringMatching(/First line\s+Second line/) }),
  },
  {
    name: 'choose from a menu that opens on hover',
    site: 'help',
    task: 'Hover over Products and click Antennas.',
    check: ({ all }) => expect(all('page')).toEqual(['antennas']),
  },
  {
    name: 'expand a question',
    site: 'help',
    task: 'Click on "How do I reset my router?" and then follow the "Full guide" link.',
    check: ({ all }) => expect(all('page')).toEqual(['reset-guide']),
  },
  {
    name: 'answer from a collapsed section',
    site: 'help',
    task: 'Expand "Where can I buy spare parts?" and verify that the page contains "SPARE10".',
    check: ({ all }) => expect(all('details')).toEqual([true]),
  },
  {
    name: 'wait for a report',
    site: 'help',
    task: 'Click Generate report, wait for "Report ready", then click "Open report".',
    check: ({ count }) => expect(count('report opened')).toBe(1),
  },
  {
    name: 'use a chat that loads late',
    site: 'help',
    task: `Start chat, wait until "Agent Sam joined" appears, type "My router is on fire" into "Type a message" and click Send.`,
    check: ({ all }) => expect(all('chat')).toEqual(['My router is on fire']),
  },
  {
    name: 'follow a link to a new tab',
    site: 'help',
    task: 'Click "Service status", switch to the new tab and verify that it says "All systems operational".',
    check: ({ all }) => expect(all('page')).toEqual(['status']),
  },
  {
    name: 'press a key combination',
    site: 'help',
    task: 'Press Ctrl+K, then press the Escape key.',
    check: ({ all }) => expect(all('shortcut')).toEqual(['ctrl+k', 'escape']),
  },
  {
    name: 'click Yes beside a question',
    site: 'help',
    task: `Scroll to the bottom of the page and click the "No" button.`,
    check: ({ all }) => expect(all('helpful')).toEqual(['No']),
  },
  {
    name: 'execute if and otherwise',
    site: 'help',
    task: 'If "Accept cookies" is visible, click it. Otherwise click "Yes".',
    check: ({ all }) => expect(all('helpful')).toEqual(['Yes']),
  },
];
