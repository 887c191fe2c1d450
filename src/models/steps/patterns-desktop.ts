import { readNaming } from './naming.js';
import type { Pattern } from './pattern.js';
import { menuPath } from './patterns-pointer.js';
import { asPhrase } from './quotes.js';
import { readValue } from './value.js';

/** Programs, windows and menus of a desktop. */
export const desktopPatterns: readonly Pattern[] = [
  [
    /^(?:choose|select|pick|use|click(?:\s+on)?|open|go\s+to)\s+(?:the\s+)?menu\s+(?:item\s+|entry\s+|command\s+)?(.+)$/iu,
    ([what = ''], masked) => {
      const path = menuPath(what, masked);
      return path && { do: 'menu', path };
    },
  ],
  [
    /^(?:launch|start|run|execute|open)\s+(?:up\s+)?(?:the\s+)?(?:program|application|app)\s+(.+)$/iu,
    ([what = ''], masked) => ({ do: 'launch', app: asPhrase(masked, what) }),
  ],
  [/^(?:quit|exit)\s+(?:from\s+)?(.+)$/iu, ([what = ''], masked) => ({ do: 'close', what: asPhrase(masked, what) })],
  [
    /^(?:bring|put)\s+(.+?)\s+(?:to|in|into)\s+(?:the\s+)?(?:front|foreground)$/iu,
    ([what = ''], masked) => ({ do: 'raise', app: asPhrase(masked, what) }),
  ],
  [
    /^(?:make|create)\s+(?:an?\s+|the\s+)?(?:new\s+)?(?:folder|directory)\s+(?:called\s+|named\s+|with\s+the\s+name\s+)?(.+)$/iu,
    ([name = ''], masked) => {
      const naming = readNaming(name, masked);
      return naming && { do: 'new_folder', ...naming };
    },
  ],
  [
    /^save\s+(?:it|this|(?:the|this)\s+(?:file|document|text|sheet|spreadsheet))\s+(?:as|under(?:\s+the\s+name)?|to)\s+(.+)$/iu,
    ([name = ''], masked) => {
      const naming = readNaming(name, masked);
      return naming && { do: 'save_as', ...naming };
    },
  ],
  [
    /^(?:replac(?:e|ing)|overwrit(?:e|ing))\s+(?:it|that|(?:the|any|an)\s+(?:(?:existing|old|former|previous)\s+)?(?:file|one|version|document))$/iu,
    () => ({ do: 'agree', to: 'replace' }),
  ],
  [
    /^keep(?:ing)?\s+(?:it\s+in\s+)?(?:the|this|that|its)\s+(?:\p{L}+\s+){0,3}format$/iu,
    () => ({ do: 'agree', to: 'keep' }),
  ],
  [
    /^(?:put|copy|write)\s+(.+?)\s+(?:on|onto|to|into|in)\s+the\s+clipboard$/iu,
    ([text = ''], masked) => ({ do: 'set', target: 'the clipboard', value: readValue(text, masked) }),
  ],
];
