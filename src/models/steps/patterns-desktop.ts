import type { Step } from './instruction.js';
import { readNaming } from './naming.js';
import type { Pattern } from './pattern.js';
import { menuPath } from './patterns-pointer.js';
import { asPhrase, asValue, type Masked } from './quotes.js';
import { readValue } from './value.js';

/** A command is typed into a terminal, and Enter runs it. */
function commanded(command: string, masked: Masked): Step[] {
  return [
    { do: 'type', value: { is: 'text', text: asValue(masked, command) }, target: 'the terminal' },
    { do: 'press', keys: 'Enter' },
  ];
}

/** "5 in cell A1, 6 in A2". Without the word, a cell is written in capitals. */
function inCells(list: string, masked: Masked): Step[] | undefined {
  const parts = list.split(
    /(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=[^,]+?\s+(?:in|into)\s+(?:the\s+)?(?:cell\s+)?[a-z]{1,3}\d{1,7}\b)/iu,
  );
  const cells = parts.map((part) =>
    /^(.+?)\s+(?:in|into)\s+((?:the\s+)?[Cc]ell\s+[A-Za-z]{1,3}\d{1,7}|[A-Z]{1,3}\d{1,7})$/u.exec(part),
  );
  if (!cells.every((cell) => cell !== null)) return undefined;
  return cells.map((cell) => ({ do: 'type', value: readValue(cell?.[1] ?? '', masked), target: cell?.[2] ?? '' }));
}

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
    /^save\s+(?:(?:it|this|(?:the|this)\s+(?:file|document|text|sheet|spreadsheet))\s+(?:as|under(?:\s+the\s+name)?|to)\s+|as\s+(?=[/~\ue100-\uf0ff]|.*\.\w{1,5}$))(.+)$/iu,
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
    /^(?:run|execute|issue)\s+(?:the\s+)?(?:(?:shell|terminal|following)\s+)?command:?\s+(.+?)(?:\s+(?:in|on|at|from)\s+(?:the\s+|a\s+|my\s+)?(?:terminal|console|shell|xterm|command\s*(?:line|prompt))(?:\s+(?:window|emulator))?)?$/iu,
    ([command = ''], masked) => commanded(command, masked),
  ],
  [
    /^(?:run|execute)\s+(.+?)\s+(?:in|on|at|from)\s+(?:the\s+|a\s+|my\s+)?(?:terminal|console|shell|xterm|command\s*(?:line|prompt))(?:\s+(?:window|emulator))?$/iu,
    ([command = ''], masked) => commanded(command, masked),
  ],
  [
    /^(?:type|enter|put|write|insert)\s+(.+?\s+(?:in|into)\s+(?:the\s+)?(?:cell\s+)?[a-z]{1,3}\d{1,7}(?:\s*,.+|\s+and\s.+)?)$/iu,
    ([list = ''], masked) => inCells(list, masked),
  ],
  [
    /^(?:put|copy|write)\s+(.+?)\s+(?:on|onto|to|into|in)\s+the\s+clipboard$/iu,
    ([text = ''], masked) => ({ do: 'set', target: 'the clipboard', value: readValue(text, masked) }),
  ],
];
