import { describe, expect, test } from 'vitest';
import type { HandrailError } from '../../src/core/errors.js';
import type { Instruction, Operation } from '../../src/steps/instruction.js';
import { parseTask } from '../../src/steps/parser/parse-task.js';

/** An instruction as one line: its kind and its texts, in order. */
function brief({ clause: _, ...step }: Instruction | (Operation & { clause?: string })): string {
  if (step.kind === 'by_environment') return step.desktop.map(brief).join(' & ');
  const texts: string[] = [];
  const visit = (value: unknown, key = ''): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) visit(part, name);
    } else if (value !== undefined && !['kind', 'clause'].includes(key)) texts.push(String(value));
  };
  const { parts: __, whole: ___, ...rest } = { parts: [], whole: '', ...step };
  visit(rest);
  return [step.kind, ...texts].join(' | ');
}

/** Tasks and their instructions. */
const understood: readonly [task: string, steps: string[]][] = [
  ['Go to https://example.com/a?b=c, then click Login.', ['goto | https://example.com/a?b=c', 'click | Login']],
  ['open example.com', ['goto | https://example.com']],
  [
    'Please could you open the settings page and turn on notifications?',
    ['open | the settings page', 'check | notifications | true'],
  ],
  ['Click button ONE, then click button TWO.', ['click | button ONE', 'click | button TWO']],
  ['Click A, then B', ['click | A', 'click | B']],
  ['Scroll the textarea to the bottom of the text hit submit.', ['scroll | bottom | textarea', 'click | submit']],
  [
    'Send Hilde the email you got from Bruno.',
    ['find | the email by Bruno', 'first_of | forward | forward | to | Hilde | send'],
  ],
  [
    'Forward to Hilde the message from Bruno',
    ['find | the email by Bruno', 'first_of | forward | forward | to | Hilde | send'],
  ],
  ['Press Submit when done.', ['click | Submit']],
  ['Type the text below into the text field', ['type | the text below | text field']],
  ['Buy the ticket with the most expensive cost.', ['pick_extreme | buy | true | price | cost']],
  ['Click Save and Close', ['click | Save and Close']],
  ['Click Review and Submit', ['click | Review and Submit']],
  ['click save and then submit the form', ['click | save', 'submit']],
  ['Double-click the second row', ['double_click | the second row']],
  ['Press Tab twice and then press Ctrl+A', ['press_key | Tab | 2', 'press_key | Control+A']],
  ['hit submit', ['click | submit']],
  ['press the Delete key', ['press_key | Delete']],
  [
    'Type hello, world into the search box and press Enter',
    ['type | hello, world | the search box', 'press_key | Enter'],
  ],
  ["Enter 'O'Brien' as the surname", ["type | O'Brien | surname"]],
  ['Type John into first name and Doe into last name', ['fill | first name | John | last name | Doe']],
  [
    "Fill in the form with name 'John Doe', email 'john@example.com' and submit it.",
    ['fill | name | John Doe | email | john@example.com | form', 'submit'],
  ],
  [
    'Fill out the form:\nFirst name: Aiko\nDate of birth: 1990-04-12\nThen click Save.',
    ['fill | First name | Aiko | Date of birth | 1990-04-12 | form', 'click | Save'],
  ],
  [
    'Select A, B and C from the scroll list and click Submit.',
    ['choose | A | B | C | the scroll list', 'click | Submit'],
  ],
  [
    'Choose "Red" in the Color dropdown and "L" in the Size dropdown',
    ['fill | Color dropdown | Red | Size dropdown | L'],
  ],
  ['Select nothing and click Submit.', ['no_op', 'click | Submit']],
  ['Choose 12/07/2016 as the date and hit submit.', ['set_date | 12/07/2016 | date', 'click | submit']],
  ['Enter March 3, 2025 as the preferred date.', ['set_date | March 3, 2025 | preferred date']],
  ['Select 5 with the slider and hit Submit.', ['set | the slider | 5', 'click | Submit']],
  ['Choose File > Save As... from the menu.', ['choose_menu | File | Save As…']],
  ['Select File > Export > PDF', ['choose_menu | File | Export | PDF']],
  ['Drag Sheila to the 2nd position.', ['drag_to_position | Sheila | 2']],
  ['Scroll the textarea to the bottom and hit submit', ['scroll | bottom | textarea', 'click | submit']],
  ['Wait until the spinner disappears', ['wait_for | the spinner']],
  ['Switch to the second tab', ['switch_tab | second tab']],
  ['Type "XX" in all lower case letters in the text input', ['type | xx | the text input']],
  ['In the row with Blue Mug, click Delete', ['click | Delete in the row with Blue Mug']],
  [
    'In the row with "Greta Olsen" click Edit, change the City to "Bergen"',
    ['click | Edit in the row with "Greta Olsen"', 'set | the City | Bergen'],
  ],
  [
    '1. Open the menu 2. Click Settings 3. Turn off Dark mode',
    ['open | the menu', 'click | Settings', 'check | Dark mode | false'],
  ],
  // A number that is a target is not the number of a list item.
  ['Click 1. Click 2. Click ×. Click 3. Click =.', ['click | 1', 'click | 2', 'click | ×', 'click | 3', 'click | =']],
  ['Choose option 1. Choose option 2. Click Go', ['choose | 1', 'choose | 2', 'click | Go']],
  ['1. Click 7\n2. Click 8', ['click | 7', 'click | 8']],
  ['1. Click 1. 2. Click 2. 3. Click 3.', ['click | 1', 'click | 2', 'click | 3']],
  [
    'Click 1. Click . Click 5 then click - then click 2.',
    ['click | 1', 'click | .', 'click | 5', 'click | -', 'click | 2'],
  ],
  [
    'Create a folder named \'My "quoted" ü folder\' in /srv/a b. Click 7',
    ['open | the folder /srv/a b', 'enter_name | Control+Shift+N | My "quoted" ü folder', 'click | 7'],
  ],
  [
    'In the folder "/srv/x", create a folder called y',
    ['open | the folder /srv/x', 'enter_name | Control+Shift+N | y'],
  ],
  [
    'Make a folder Plans in the Documents folder',
    ['open | the folder ~/Documents', 'enter_name | Control+Shift+N | Plans'],
  ],
  ['Create a new folder called Plans in progress', ['enter_name | Control+Shift+N | Plans in progress']],
  ["Save it as 'a in b.txt' in '/srv/x'", ['enter_name | Control+Shift+S | /srv/x/a in b.txt']],
  [
    "Save the file as '/srv/x.csv', replacing the old file",
    ['enter_name | Control+Shift+S | /srv/x.csv', 'first_of | "Replace" button | "Replace" button'],
  ],
  [
    "Save it as 'x.csv' and overwrite it if it exists.",
    ['enter_name | Control+Shift+S | x.csv', 'first_of | "Replace" button | "Replace" button'],
  ],
  ['Save as /srv/plan.txt', ['enter_name | Control+Shift+S | /srv/plan.txt']],
  ['Save as draft', ['press_named_control | save | as draft | save as draft']],
  [
    'In Mousepad, write the text “Zeile 1” then press Enter',
    ['use_program | Mousepad', 'type | Zeile 1', 'press_key | Enter'],
  ],
  ['Run the command "date > x" in the terminal', ['type | date > x | the terminal | true']],
  ['In the terminal, run "ls -l"', ['type | ls -l | the terminal | true']],
  ['Use the terminal to run the command touch /srv/x', ['type | touch /srv/x | the terminal | true']],
  ['Type "ls" followed by Enter', ['type | ls', 'press_key | Enter']],
  ['In xterm, type "ls" and press Enter', ['use_program | xterm', 'type | ls', 'press_key | Enter']],
  ['Type 5 in A1, 6 in cell b2 and "=A1" into C3', ['type | 5 | A1', 'type | 6 | cell b2', 'type | =A1 | C3']],
  ['In cell A1, enter 100. In cell b2 enter "=A1"', ['type | 100 | cell A1', 'type | =A1 | cell b2']],
  ['Insert the formula =1+1 into cell E5', ['type | =1+1 | cell E5']],
  [
    'Calculate (3+4)*5',
    [
      'click | "("',
      'click | "3"',
      'click | "+"',
      'click | "4"',
      'click | ")"',
      'click | "*"',
      'click | "5"',
      'click | "="',
      'answer | the result',
    ],
  ],
  [
    'Use the calculator to multiply 12 by 3',
    [
      'use_program | calculator',
      'click | "1"',
      'click | "2"',
      'click | "*"',
      'click | "3"',
      'click | "="',
      'answer | the result',
    ],
  ],
  [
    'Subtract 8 from 20',
    ['click | "2"', 'click | "0"', 'click | "-"', 'click | "8"', 'click | "="', 'answer | the result'],
  ],
  [
    'What is 17 times 23?',
    ['click | "1" & click | "7" & click | "*" & click | "2" & click | "3" & click | "=" & answer | the result'],
  ],
  ['What is 2024-05-01?', ['answer | What is 2024-05-01']],
  [
    'Press 1, 2, then the plus button, then 3, then equals',
    ['click | 1, 2', 'click | the plus button', 'click | 3', 'click | equals'],
  ],
  ['Type "a" 3 times into the document', ['type | aaa | the document']],
  ['Write a note that says "Milk, eggs"', ['type | Milk, eggs']],
  ['In the spreadsheet, put 5 in A1', ['type | 5 | A1']],
  ['Check that the window title says "Plan"', ['verify | contains | Plan']],
  ['Enter ls at the command line', ['type | ls | the command line']],
  ['Type the text Hello World', ['type | Hello World']],
  ['Enter the date 2026-01-05 in A1', ['type | 2026-01-05 | A1']],
  ['Write the following text into mousepad: "Dear Bob"', ['type | Dear Bob | mousepad']],
  ['Create a "Plans" folder in /srv', ['open | the folder /srv', 'enter_name | Control+Shift+N | Plans']],
  ['Create a folder for my bills called Bills', ['enter_name | Control+Shift+N | Bills']],
  ['Create a new folder and name it Plans', ['enter_name | Control+Shift+N | Plans']],
  ['Go to /srv and make a new folder there called "In"', ['open | /srv', 'enter_name | Control+Shift+N | In']],
  ['Create folders named A and B', ['enter_name | Control+Shift+N | A', 'enter_name | Control+Shift+N | B']],
  ['Create a folder "In" inside docs', ['open | the folder docs', 'enter_name | Control+Shift+N | In']],
  ['Save it in /srv as plan.txt', ['enter_name | Control+Shift+S | /srv/plan.txt']],
  ['- Click Starter\n- Click Next', ['click | Starter', 'click | Next']],
  ['If a cookie banner appears, click Accept; otherwise click Continue.', ['if | a cookie banner | click']],
  ['Click Next until you see "Finish" and click it', ['repeat | Next | Next | "Finish"', 'click | it']],
  ['Repeat until "No more" is shown: click Load more', ['repeat | Load more | Load more | "No more"']],
  ['Click Accept unless the banner is gone', ['if | the banner | click']],
  ['What is the price of Salt and Pepper?', ['answer | What is the price of Salt and Pepper']],
  ['Expect the total to be $30.00', ['verify | the total | equals | $30.00']],
  ['Make sure the newsletter checkbox is unchecked', ['check | the newsletter checkbox | false']],
  [
    'Remember the order number as order and type the remembered order into the search field',
    ['remember_answer | the order number | order', 'type | order | the search field'],
  ],
  ['log in with username bob and password s3cret', ['login | username | bob | password | s3cret']],
  [
    'Find the email by Ann and reply to them with the text "Hi, there. Then go".',
    ['find | the email by Ann', 'first_of | reply | Hi, there. Then go | post'],
  ],
  ['Expand the sections below, to find and click on the link "elit".', ['seek | sections | the link "elit" | true']],
  ['Show only completed items', ['first_of | completed | "completed"']],
];

describe('parses', () => {
  test.each(understood)('%s', (task, steps) => {
    const read = parseTask(task).map(brief);
    expect(read.length).toBe(steps.length);
    steps.forEach((step, index) => {
      if (step.startsWith('if |')) expect(read[index]).toMatch(/^if \| /);
      else if (step.startsWith('first_of |')) expect(read[index]).toContain(step);
      else expect(read[index]).toBe(step);
    });
  });
});

/** Tasks that are refused, and the part that is not understood. */
const refused: readonly [task: string, part: string][] = [
  ['Select words similar to house and click Submit.', 'similar to house'],
  ['Check "Share usage data". Reticulate the splines. Click Save.', 'Reticulate the splines'],
  ['Click the blue thing and do whatever is best', 'do whatever is best'],
  ['Make everything nicer for me.', 'Make everything nicer'],
  ['asdf qwer zxcv', 'asdf qwer zxcv'],
  ['Write me a poem about cats', 'Write me a poem about cats'],
  ['Click', 'Click'],
  ['Click Save and frobnicate the gizmo', 'frobnicate the gizmo'],
  ['Click Save, then frobnicate', 'frobnicate'],
  ['Type "a" with feeling', 'with feeling'],
  ['Reject all cookies and buy something nice', 'buy something nice'],
  ['Type "Hello" in the document and make it bold', 'make it bold'],
  ['', 'contains no instruction'],
  ['Bitte alle Einstellungen zurücksetzen', 'Bitte alle Einstellungen'],
];

test.each(refused)('refuses: %s', (task, part) => {
  let thrown: HandrailError | undefined;
  try {
    parseTask(task);
  } catch (error) {
    thrown = error as HandrailError;
  }
  expect(thrown?.code).toBe('not_understood');
  expect(thrown?.message).toContain(part);
  expect(thrown?.hint).toContain('Click the "Save" button');
});

test('keeps a quoted part verbatim', () => {
  const [step] = parseTask('Type "click Save, then go to Home. If not, stop" into Notes');
  expect(step).toMatchObject({
    kind: 'type',
    value: { text: 'click Save, then go to Home. If not, stop' },
    target: 'Notes',
  });
});

test.each([
  ['Type "say \\"a  b\\" and \\"c\\"" into Notes', 'say "a  b" and "c"'],
  ['Type "{\\"path\\": \\"C:\\\\temp\\"}" into Notes', '{"path": "C:\\temp"}'],
  ['Type "a 5\\" pipe" into Notes', 'a 5" pipe'],
  ['Type "C:\\temp\\" into Notes', 'C:\\temp\\'],
])('reads nested quotes: %s', (task, text) => {
  expect(parseTask(task)).toMatchObject([{ kind: 'type', value: { text }, target: 'Notes' }]);
});

test('parses a task of 600 instructions in less than a second', () => {
  const task = Array.from(
    { length: 200 },
    (_, index) => `Click "Button ${index}", type "a, b and c" into Field ${index} and press Enter.`,
  ).join('\n');
  const started = performance.now();
  expect(parseTask(task)).toHaveLength(600);
  expect(performance.now() - started).toBeLessThan(1_000);
});
