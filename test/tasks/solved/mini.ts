import type { SolvedTask } from '../task.js';
import { all, answerHas, lastWas, onlyRecorded, onSite, recorded, times } from './on-site.js';

/** One task on one page, which gives the task its name. */
const mini = (site: string, task: string, ...checks: SolvedTask['check'][]): SolvedTask => ({
  name: site,
  site,
  task,
  check: all(checks),
});

/** One instruction for one small page, in the wording of public benchmarks. */
export const solvedMini: readonly SolvedTask[] = [
  mini('mini-click/button', 'Click on the "Maybe" button.', recorded('click', 'Maybe')),
  mini('mini-click/sequence', 'Click button ONE, then click button TWO.', recorded('click', 'ONE', 'TWO')),
  mini(
    'mini-click/checkboxes',
    'Select kiwi, fig, pear and click Submit.',
    recorded('submit', ['kiwi', 'fig', 'pear']),
  ),
  mini('mini-click/option', 'Select qqW and click Submit.', recorded('submit', 'qqW')),
  mini('mini-click/dialog', 'Click the button in the dialog box labeled "Cancel".', recorded('click', 'Cancel')),
  mini('mini-click/close', 'Close the dialog box by clicking the "x".', times('closed', 1)),
  mini('mini-click/link', 'Click on the link "posuere".', recorded('link', 'posuere')),
  mini('mini-click/menu', 'Select Rhea > Dione > Pandora', lastWas('menu', 'Pandora')),
  mini('mini-click/tab', 'Click on Tab #2.', recorded('tab', 'Tab #2')),
  mini('mini-click/list', 'Select Marisol from the list and click Submit.', recorded('submit', 'Marisol')),
  mini(
    'mini-click/scroll-list',
    'Select Denmark, Chad from the scroll list and click Submit.',
    recorded('submit', ['Chad', 'Denmark']),
  ),
  mini('mini-click/social', 'For the user Orsola, click on the "Share" button.', onlyRecorded('share', 'Orsola')),
  mini('mini-click/focus', 'Focus into the 3rd input textbox.', lastWas('focus', 3)),
  mini('mini-enter/text', 'Enter "Solveig" into the text field and press Submit.', recorded('submit', ['Solveig'])),
  mini(
    'mini-enter/password',
    'Enter the password "mX4t" into both text fields and press submit.',
    recorded('submit', ['mX4t', 'mX4t']),
  ),
  mini(
    'mini-enter/login',
    'Enter the username "tomas" and the password "9Kp" into the text fields and press login.',
    recorded('submit', ['tomas', '9Kp']),
  ),
  mini('mini-enter/time', 'Enter 4:25 PM as the time and press submit.', recorded('submit', ['16:25'])),
  mini('mini-enter/date', 'Enter 07/19/2021 as the date and hit submit.', recorded('submit', ['2021-07-19'])),
  mini('mini-enter/choose-date', 'Select 10/07/2016 as the date and hit submit.', recorded('submit', '10/07/2016')),
  mini('mini-enter/slider', 'Select 13 with the slider and hit Submit.', recorded('submit', 13)),
  mini('mini-enter/range', 'Set the slider to 64 and click Submit.', recorded('submit', ['64'])),
  mini('mini-enter/spinner', 'Select -4 with the spinner and hit Submit.', recorded('submit', -4)),
  mini(
    'mini-enter/form',
    'Enter "Haas" as the Last Name, "Graz" as the City and 8010 as the Zip, then press Submit.',
    recorded('submit', ['Haas', 'Graz', '8010']),
  ),
  mini(
    'mini-enter/copy',
    'Copy the text in the textarea below, paste it into the textbox and press Submit.',
    recorded('submit', ['Velit sed ullamcorper morbi.']),
  ),
  mini(
    'mini-enter/table',
    'Enter the value of Colour into the text field and press Submit.',
    recorded('submit', ['teal']),
  ),
  mini('mini-enter/count', 'How many red squares are there?', answerHas('4')),
  mini(
    'mini-find/inbox',
    'Find the email by Beatrix and click the trash icon to delete it.',
    recorded('trash', 'Beatrix'),
  ),
  ...onSite('mini-find/inbox', {
    'mini-find/inbox, reply': [
      'Find the email by Anselm and reply to them with the text "Nibh sed."',
      recorded('reply', ['Anselm', 'Nibh sed.']),
    ],
    'mini-find/inbox, forward': [
      'Find the email by Casimir and forward that email to Ulla.',
      recorded('forward', ['Casimir', 'Ulla']),
    ],
  }),
  mini(
    'mini-find/engine',
    'Use the textbox to enter "Celia" and press "Search", then find and click the 3rd search result.',
    recorded('query', 'Celia'),
    recorded('result', 'Celia'),
  ),
  mini(
    'mini-find/flight',
    'Enter Nome into From:, Reno into To: and 12/06/2016 into Departure Date, click Search and then click "Book for $265".',
    recorded('search', ['Nome', 'Reno', '12/06/2016']),
    recorded('book', '265'),
  ),
  mini(
    'mini-find/phone',
    'Find Ravi in the contact book and click on their phone number.',
    recorded('call', '555-7431'),
  ),
  mini('mini-find/stocks', 'What is the price of the stock ZQX?', answerHas('71.20')),
  mini(
    'mini-bare/trash',
    'Find the email by Svea and click the trash icon to delete it.',
    onlyRecorded('trash', 'Svea'),
  ),
  mini(
    'mini-bare/star',
    'Find the email by Lotte and click the star icon to mark it as important.',
    onlyRecorded('star', 'Lotte'),
  ),
  mini('mini-bare/like', 'For the user @uva, click on the "Like" button.', onlyRecorded('like', '@uva')),
  mini(
    'mini-bare/every',
    'Click the "Like" button on all posts by @uva and then click Submit.',
    recorded('like', '@uva', '@uva', '@uva'),
    recorded('submit', 3),
  ),
];
