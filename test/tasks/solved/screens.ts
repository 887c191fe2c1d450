import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';
import { lastHas, onSite, recorded, times } from './on-site.js';

/** Dialogs, menus, editors and late content. */
export const solvedScreens: readonly SolvedTask[] = [
  ...onSite('dialogs', {
    'accept a native confirm dialog': [
      'Click "Delete Apollo" and accept the dialog. Verify that "Apollo was deleted." is shown.',
      recorded('confirm', ['Apollo', true]),
    ],
    'dismiss a native confirm dialog': [
      'Press Delete Apollo, then dismiss the confirmation.',
      recorded('confirm', ['Apollo', false]),
    ],
    'answer a native prompt': [
      'Click Rename Mercury, enter "Venus" in the prompt and press OK.',
      recorded('prompt', 'Venus'),
    ],
    'close a native alert': ['Click on "Plan info" and close the alert.', times('informed', 1)],
    'fill in a modal dialog': [
      'Click Archive Gemini. In the dialog, choose "Out of budget" as the reason, tick "Notify the team" and click Archive.',
      recorded('archived', ['Out of budget', true]),
    ],
    'close a modal dialog with its ×': [
      'Open Archive Gemini and then close the dialog using the × button',
      times('closed', 1),
      times('archived', 0),
    ],
    'fill in a dialog element': [
      `Click "Share…". Enter "zoe@example.com" into "Invite by e-mail", select Editor, and click "Send invitation".`,
      recorded('share', ['send', 'zoe@example.com', 'editor']),
    ],
  }),
  ...onSite('writer', {
    'choose from a submenu': [
      'Open the File menu, click Export, then click Plain text.',
      recorded('menu', 'Plain text'),
    ],
    'choose a menu path': ['Choose File > Export > PDF', recorded('menu', 'PDF')],
    'choose from another menu': ['From the View menu, select "Full screen".', recorded('menu', 'Full screen')],
    'write in bold': [
      `Set the document title to "Minutes". Click into the Document, click Bold, type "Agenda" and click Save document.`,
      lastHas('saved', { title: 'Minutes', text: 'Agenda' }),
      lastHas('saved', { html: expect.stringMatching(/<b>Agenda<\/b>|font-weight/) }),
    ],
    'select all and make it italic': [
      `Type "Hello world" into the document, press Ctrl+A, click the Italic button, and save the document`,
      lastHas('saved', { html: expect.stringContaining('<i>Hello world</i>') }),
    ],
    'type two lines of text': [
      `Click the document, type "First line", press Enter, type "Second line", then click "Save document".`,
      lastHas('saved', { text: expect.stringMatching(/First line\s+Second line/) }),
    ],
  }),
  ...onSite('help', {
    'choose from a menu that opens on hover': ['Hover over Products and click Antennas.', recorded('page', 'antennas')],
    'expand a question': [
      'Click on "How do I reset my router?" and then follow the "Full guide" link.',
      recorded('page', 'reset-guide'),
    ],
    'answer from a collapsed section': [
      'Expand "Where can I buy spare parts?" and verify that the page contains "SPARE10".',
      recorded('details', true),
    ],
    'wait for a report': [
      'Click Generate report, wait for "Report ready", then click "Open report".',
      times('report opened', 1),
    ],
    'use a chat that loads late': [
      `Start chat, wait until "Agent Sam joined" appears, type "My router is on fire" into "Type a message" and click Send.`,
      recorded('chat', 'My router is on fire'),
    ],
    'follow a link to a new tab': [
      'Click "Service status", switch to the new tab and verify that it says "All systems operational".',
      recorded('page', 'status'),
    ],
    'press a key combination': ['Press Ctrl+K, then press the Escape key.', recorded('shortcut', 'ctrl+k', 'escape')],
    'click Yes beside a question': [
      `Scroll to the bottom of the page and click the "No" button.`,
      recorded('helpful', 'No'),
    ],
    'execute if and otherwise': [
      'If "Accept cookies" is visible, click it. Otherwise click "Yes".',
      recorded('helpful', 'Yes'),
    ],
  }),
];
