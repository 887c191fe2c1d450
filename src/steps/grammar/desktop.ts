import type { Operation } from '../instruction.js';
import type { Rule } from './form.js';
import { readMenuPath } from './pointer.js';

type Meaning = Operation | Operation[];

/** Programs, windows and menus of a desktop. */
export const desktopRules: readonly Rule<Meaning>[] = [
  [
    '(choose|select|pick|use|click [on]|open|go to) [the] menu [item|entry|command] {what}',
    ({ raw, masked }) => {
      const path = readMenuPath(raw('what'), masked);
      return path && { kind: 'choose_menu', path };
    },
  ],
  [
    '(launch|start|run|execute|open) [up] [the] (program|application|app) {app}',
    ({ phrase }) => ({ kind: 'launch_program', app: phrase('app') }),
  ],
  ['(quit|exit) [from] {what}', ({ phrase }) => ({ kind: 'close', what: phrase('what') })],
  [
    '(bring|put) {app} (to|in|into) [the] (front|foreground)',
    ({ phrase }) => ({ kind: 'raise_window', app: phrase('app') }),
  ],
  [
    '(go|move|navigate|change) into [the] [folder|directory] {folder} [folder|directory]',
    ({ phrase }) => ({ kind: 'open', target: `the folder ${phrase('folder')}` }),
  ],
  [
    '(put|copy|write) {text} (on|onto|to|into|in) the clipboard',
    ({ value }) => ({ kind: 'set', target: 'the clipboard', value: value('text') }),
  ],
];
