import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';

const mini = (site: string, task: string, check: SolvedTask['check']): SolvedTask => ({
  name: site,
  site,
  task,
  check,
});

/** One instruction for one small page, in the wording of public benchmarks. */
export const solvedMini: readonly SolvedTask[] = [
  mini('mini-click/button', 'Click on the "Maybe" button.', ({ all }) => expect(all('click')).toEqual(['Maybe'])),
  mini('mini-click/sequence', 'Click button ONE, then click button TWO.', ({ all }) =>
    expect(all('click')).toEqual(['ONE', 'TWO']),
  ),
  mini('mini-click/checkboxes', 'Select kiwi, fig, pear and click Submit.', ({ all }) =>
    expect(all('submit')).toEqual([['kiwi', 'fig', 'pear']]),
  ),
  mini('mini-click/option', 'Select qqW and click Submit.', ({ all }) => expect(all('submit')).toEqual(['qqW'])),
  mini('mini-click/collapsible', 'Expand the section below, to find and click on the link "rhoncus".', ({ all }) =>
    expect(all('link')).toEqual(['rhoncus']),
  ),
  mini('mini-click/dialog', 'Click the button in the dialog box labeled "Cancel".', ({ all }) =>
    expect(all('click')).toEqual(['Cancel']),
  ),
  mini('mini-click/close', 'Close the dialog box by clicking the "x".', ({ count }) => expect(count('closed')).toBe(1)),
  mini('mini-click/link', 'Click on the link "posuere".', ({ all }) => expect(all('link')).toEqual(['posuere'])),
  mini('mini-click/menu', 'Select Rhea > Dione > Pandora', ({ last }) => expect(last('menu')).toBe('Pandora')),
  mini('mini-click/tab', 'Click on Tab #2.', ({ all }) => expect(all('tab')).toEqual(['Tab #2'])),
  mini('mini-click/tab-2', 'Switch between the tabs to find and click on the link "pharetra".', ({ all }) =>
    expect(all('link')).toEqual(['pharetra']),
  ),
  mini('mini-click/list', 'Select Marisol from the list and click Submit.', ({ all }) =>
    expect(all('submit')).toEqual(['Marisol']),
  ),
  mini('mini-click/scroll-list', 'Select Denmark, Chad from the scroll list and click Submit.', ({ all }) =>
    expect(all('submit')).toEqual([['Chad', 'Denmark']]),
  ),
  mini(
    'mini-click/tree',
    'Navigate through the file tree. Find and click on the folder or file named "Yolanda".',
    ({ last }) => expect(last('node')).toBe('Yolanda'),
  ),
  mini('mini-click/social', 'For the user Orsola, click on the "Share" button.', ({ events }) =>
    expect(events).toEqual([{ event: 'share', detail: 'Orsola' }]),
  ),
  mini('mini-click/focus', 'Focus into the 3rd input textbox.', ({ last }) => expect(last('focus')).toBe(3)),
  mini('mini-enter/text', 'Enter "Solveig" into the text field and press Submit.', ({ all }) =>
    expect(all('submit')).toEqual([['Solveig']]),
  ),
  mini('mini-enter/password', 'Enter the password "mX4t" into both text fields and press submit.', ({ all }) =>
    expect(all('submit')).toEqual([['mX4t', 'mX4t']]),
  ),
  mini(
    'mini-enter/login',
    'Enter the username "tomas" and the password "9Kp" into the text fields and press login.',
    ({ all }) => expect(all('submit')).toEqual([['tomas', '9Kp']]),
  ),
  mini('mini-enter/time', 'Enter 4:25 PM as the time and press submit.', ({ all }) =>
    expect(all('submit')).toEqual([['16:25']]),
  ),
  mini('mini-enter/date', 'Enter 07/19/2021 as the date and hit submit.', ({ all }) =>
    expect(all('submit')).toEqual([['2021-07-19']]),
  ),
  mini('mini-enter/choose-date', 'Select 10/07/2016 as the date and hit submit.', ({ all }) =>
    expect(all('submit')).toEqual(['10/07/2016']),
  ),
  mini(
    'mini-enter/autocomplete',
    'Enter an item that starts with "Cam" and ends with "dia", then press Submit.',
    ({ all }) => expect(all('submit')).toEqual(['Cambodia']),
  ),
  mini('mini-enter/slider', 'Select 13 with the slider and hit Submit.', ({ all }) =>
    expect(all('submit')).toEqual([13]),
  ),
  mini('mini-enter/range', 'Set the slider to 64 and click Submit.', ({ all }) =>
    expect(all('submit')).toEqual([['64']]),
  ),
  mini('mini-enter/spinner', 'Select -4 with the spinner and hit Submit.', ({ all }) =>
    expect(all('submit')).toEqual([-4]),
  ),
  mini(
    'mini-enter/form',
    'Enter "Haas" as the Last Name, "Graz" as the City and 8010 as the Zip, then press Submit.',
    ({ all }) => expect(all('submit')).toEqual([['Haas', 'Graz', '8010']]),
  ),
  mini(
    'mini-enter/copy',
    'Copy the text in the textarea below, paste it into the textbox and press Submit.',
    ({ all }) => expect(all('submit')).toEqual([['Velit sed ullamcorper morbi.']]),
  ),
  mini(
    'mini-enter/scroll',
    'Find the last word in the text area, enter it into the text field and hit Submit.',
    ({ last }) => expect(last('submit')).toEqual([expect.stringMatching(/^zephyr\.?$/)]),
  ),
  mini(
    'mini-enter/word',
    'Find the 4th word in the paragraph, type that into the textbox and press "Submit".',
    ({ all }) => expect(all('submit')).toEqual([['drift']]),
  ),
  mini('mini-enter/table', 'Enter the value of Colour into the text field and press Submit.', ({ all }) =>
    expect(all('submit')).toEqual([['teal']]),
  ),
  mini('mini-enter/count', 'How many red squares are there?', (_, result) => expect(result.answer).toContain('4')),
  mini('mini-find/inbox', 'Find the email by Beatrix and click the trash icon to delete it.', ({ all }) =>
    expect(all('trash')).toEqual(['Beatrix']),
  ),
  {
    name: 'mini-find/inbox, reply',
    site: 'mini-find/inbox',
    task: 'Find the email by Anselm and reply to them with the text "Nibh sed."',
    check: ({ all }) => expect(all('reply')).toEqual([['Anselm', 'Nibh sed.']]),
  },
  {
    name: 'mini-find/inbox, forward',
    site: 'mini-find/inbox',
    task: 'Find the email by Casimir and forward that email to Ulla.',
    check: ({ all }) => expect(all('forward')).toEqual([['Casimir', 'Ulla']]),
  },
  mini(
    'mini-find/engine',
    'Use the textbox to enter "Celia" and press "Search", then find and click the 3rd search result.',
    ({ all }) => {
      expect(all('query')).toEqual(['Celia']);
      expect(all('result')).toEqual(['Celia']);
    },
  ),
  mini(
    'mini-find/flight',
    'Enter Nome into From:, Reno into To: and 12/06/2016 into Departure Date, click Search and then click "Book for $265".',
    ({ all }) => {
      expect(all('search')).toEqual([['Nome', 'Reno', '12/06/2016']]);
      expect(all('book')).toEqual(['265']);
    },
  ),
  mini('mini-find/phone', 'Find Ravi in the contact book and click on their phone number.', ({ all }) =>
    expect(all('call')).toEqual(['555-7431']),
  ),
  mini('mini-find/stocks', 'What is the price of the stock ZQX?', (_, result) =>
    expect(result.answer).toContain('71.20'),
  ),
  mini('mini-bare/trash', 'Find the email by Svea and click the trash icon to delete it.', ({ events }) =>
    expect(events).toEqual([{ event: 'trash', detail: 'Svea' }]),
  ),
  mini('mini-bare/star', 'Find the email by Lotte and click the star icon to mark it as important.', ({ events }) =>
    expect(events).toEqual([{ event: 'star', detail: 'Lotte' }]),
  ),
  mini('mini-bare/forward', 'Send Hilde the email you got from Bruno.', ({ events }) =>
    expect(events).toEqual([{ event: 'forward', detail: ['Bruno', 'Hilde'] }]),
  ),
  mini('mini-bare/like', 'For the user @uva, click on the "Like" button.', ({ events }) =>
    expect(events).toEqual([{ event: 'like', detail: '@uva' }]),
  ),
  mini('mini-bare/more', 'For the user @rhea, click on the "Block" button.', ({ events }) =>
    expect(events).toEqual([{ event: 'Block', detail: '@rhea' }]),
  ),
  mini('mini-bare/every', 'Click the "Like" button on all posts by @uva and then click Submit.', ({ all }) => {
    expect(all('like')).toEqual(['@uva', '@uva', '@uva']);
    expect(all('submit')).toEqual([3]);
  }),
  mini('mini-bare/menu', 'Find and click on the item with the "taller" icon.', ({ all }) =>
    expect(all('chosen')).toEqual(['Taller']),
  ),
  mini('mini-bare/book', 'Find Wilma in the contact book and click on their address.', ({ events }) =>
    expect(events).toEqual([{ event: 'dialled', detail: ['Wilma', '3 Harbour Row'] }]),
  ),
  mini('mini-bare/colour', 'Click on the olive colored box.', ({ all }) => expect(all('tapped')).toEqual(['olive'])),
  mini('mini-bare/shape', 'Click on a small orange circle', ({ all }) => expect(all('tapped')).toEqual(['circle8'])),
  mini('mini-bare/sum', 'Solve for x and type your answer into the textbox. Press Submit when done.', ({ all }) =>
    expect(all('submit')).toEqual(['-5']),
  ),
];
