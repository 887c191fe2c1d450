import { filePatterns } from '../../packs/files/patterns.js';
import { cellPatterns } from '../../packs/sheets/patterns.js';
import { asPhrase } from '../mask.js';
import type { Pattern } from '../pattern.js';
import { readValue } from '../value.js';
import { readMenuPath } from './pointer.js';

/** Programs, windows, menus, files and sheets of a desktop. */
export const desktopPatterns: readonly Pattern[] = [
  [
    /^(?:choose|select|pick|use|click(?:\s+on)?|open|go\s+to)\s+(?:the\s+)?menu\s+(?:item\s+|entry\s+|command\s+)?(.+)$/iu,
    ([what = ''], masked) => {
      const path = readMenuPath(what, masked);
      return path && { kind: 'choose_menu', path };
    },
  ],
  [
    /^(?:launch|start|run|execute|open)\s+(?:up\s+)?(?:the\s+)?(?:program|application|app)\s+(.+)$/iu,
    ([what = ''], masked) => ({ kind: 'launch_program', app: asPhrase(masked, what) }),
  ],
  [/^(?:quit|exit)\s+(?:from\s+)?(.+)$/iu, ([what = ''], masked) => ({ kind: 'close', what: asPhrase(masked, what) })],
  [
    /^(?:bring|put)\s+(.+?)\s+(?:to|in|into)\s+(?:the\s+)?(?:front|foreground)$/iu,
    ([what = ''], masked) => ({ kind: 'raise_window', app: asPhrase(masked, what) }),
  ],
  [
    /^(?:go|move|navigate|change)\s+into\s+(?:the\s+)?(?:(?:folder|directory)\s+)?(.+?)(?:\s+(?:folder|directory))?$/iu,
    ([what = ''], masked) => ({ kind: 'open', target: `the folder ${asPhrase(masked, what)}` }),
  ],
  ...filePatterns,
  ...cellPatterns,
  [
    /^(?:put|copy|write)\s+(.+?)\s+(?:on|onto|to|into|in)\s+the\s+clipboard$/iu,
    ([text = ''], masked) => ({ kind: 'set', target: 'the clipboard', value: readValue(text, masked) }),
  ],
];
