import type { Operation } from '../instruction.js';
import type { Rule } from './form.js';
import { readMenuPath } from './pointer.js';

type Meaning = Operation | Operation[];

const terminal =
  '[the|a|my|an] [open] (terminal|console|shell|xterm|command\\s?line|command\\s?prompt|prompt) [window|emulator]';
const runVerbs = '(run|execute|issue|enter|give|send|submit|type and run)';
const command = '[the|this|a] [shell|terminal|bash|linux|following] command :?';

/** Shell commands: they are typed into a terminal and confirmed with Enter. Tried before a scope: "In the terminal, run …". */
export const commandRules: readonly Rule<Operation>[] = [
  [
    [
      `${runVerbs} ${command} {command} [(in|into|on|at|from|to) ${terminal}]`,
      `(run|execute) {command} (in|on|at|from) ${terminal}`,
      `(in|on|at|from|using|use|with) ${terminal} ,? [to] (${runVerbs} ${command}|run|execute) {command}`,
    ],
    ({ text }) => ({
      kind: 'type',
      value: { kind: 'text', text: text('command') },
      target: 'the terminal',
      submit: true,
    }),
  ],
];

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
