import type { Found, Rule } from '../../grammar/form.js';
import type { Operation } from '../../instruction.js';
import { splitList } from '../../parser/lists.js';
import { asPhrase, type Masked } from '../../parser/mask.js';
import { readValue } from '../../parser/value.js';
import { readFileName } from './file-name.js';

type Meaning = Operation | Operation[];

const here = /\s+(?:there|here|in\s+(?:it|there|here|(?:this|that|the\s+current)\s+(?:folder|directory)))$/iu;
/** "in /srv called Plans", "for my invoices named Bills". */
const placeFirst = /^(\P{Co}*?(?:^|\s)(?:in|for|at|inside|under)\s.+?)\s+(?:called|named)\s+(.+)$/iu;
/** "'Inner' inside docs": a visible folder, which is opened first. */
const quotedInside =
  /^(\p{Co})\s+(?:in|into|inside|within|under)\s+(?:(?:the|my)\s+)?(?:(?:folder|directory)\s+)?(\p{Co}|[^\s/~]+?)(?:\s+(?:folder|directory))?$/iu;
const plainInside =
  /^(\S+)\s+(?:inside(?:\s+of)?\s+(?:the\s+)?|(?:in|within|under)\s+the\s+(?=.*\s(?:folder|directory)$))([^\s/~]+?)(?:\s+(?:folder|directory))?$/iu;

function toNewFolder(text: string, masked: Masked): Operation[] | undefined {
  const phrase = text.replace(here, '');
  const [, place = '', called] = placeFirst.exec(phrase) ?? [];
  if (called !== undefined) return toNewFolder(/^for\s/iu.test(place) ? called : `${called} ${place}`, masked);
  if (/^(?:and|then|with|in|at|there|here|that|which)\s/iu.test(phrase)) return undefined;
  const naming = readFileName(phrase, masked);
  const [, name, folder] = quotedInside.exec(phrase) ?? plainInside.exec(phrase) ?? [];
  if (naming?.folder === undefined && name !== undefined && folder !== undefined)
    return [
      { kind: 'open', target: `the folder ${asPhrase(masked, folder)}` },
      { kind: 'new_folder', name: readValue(name, masked) },
    ];
  return naming && [{ kind: 'new_folder', ...naming }];
}

function newFolders({ raw, masked }: Found): Operation[] | undefined {
  const steps = splitList(raw('names')).map((name) => toNewFolder(name, masked));
  return steps.every((step) => step !== undefined) ? steps.flat() : undefined;
}

function saveAs({ raw, masked }: Found): Operation | undefined {
  const name = raw('name').replace(/^(?:the\s+)?(?:new\s+)?(?:text\s+)?file\s+(?:called\s+|named\s+)?/iu, '');
  const naming = readFileName(raw('place') ? `${name} in ${raw('place')}` : name, masked);
  return naming && { kind: 'save_as', ...naming };
}

function writeFile({ raw, value, masked }: Found): Operation | undefined {
  const naming = readFileName(raw('name'), masked);
  return naming && { kind: 'write_file', text: value('text'), ...naming };
}

const newFolder = ({ raw, masked }: Found): Operation[] | undefined => toNewFolder(raw('name'), masked);

const kind = '(sub-?)?(folder|directory)';
const file = '[a|an|the] [new] [text|plain] [text] (file|document|note)';
const content = '[the] [contents?|text|words?|line]';
const saved =
  '(it|this|everything|(the|my|your) (work|changes)|(the|this|my) [new|current] [text] (file|document|text|note|sheet|spreadsheet|workbook))';
const folderPlace = '{place:[the|my] [folder|directory] (/|~|\\p{Co}).*?|(the|my) \\S+ (folder|directory)}';

/** Creating folders, and writing and saving files. */
export const fileRules: readonly Rule<Meaning>[] = [
  [
    '<make> [me] [a|an|the] [new] {"quote} (folder|directory) [{rest}]',
    ({ raw, masked }) => toNewFolder(`${raw('quote')} ${raw('rest')}`.trim(), masked),
  ],
  [
    [
      `<make> [me] [a|an|the] [new] [empty] ${kind} ,? (and|then|and then) (name|call|title) it {name}`,
      `<make> [me] [a|an|the|another] [new] [empty] ${kind} [there|here|in (it|there|here|(this|that|the current) (folder|directory))] [<called>] {name}`,
    ],
    newFolder,
  ],
  ['<make> [me] [the|two|three|four|\\d] [new] (folders|directories) [<called>] {names}', newFolders],
  [
    [
      `(create|make|write) ${file} [<called>] {name} (with|containing|that (contains|says|reads|has)|saying|holding|which contains) ${content} {"text}`,
      `(write|save|put|store) ${content} {"text} (to|in|into|as) ${file} [<called>] {name}`,
      `(write|save|store) ${content} {"text} (to|into|as) {name:(/|~).+}`,
    ],
    writeFile,
  ],
  [
    [
      `save [${saved}] in ${folderPlace} (as|under [the name]|with the name) {name}`,
      `save ${saved} (as|under [the name]|to|into|with the (file\\s?)?name) {name}`,
      'save (as|to|under [the name]) {name:(/|~|\\p{Co}).*|.*\\.\\w+}',
    ],
    saveAs,
  ],
  [
    '(replace|replacing|overwrite|overwriting) (it|that|(the|any|an) [existing|old|former|previous] (file|one|version|document))',
    () => ({ kind: 'confirm_save', to: 'replace' }),
  ],
  [
    '(keep|keeping) [it in] (the|this|that|its) [\\p{L}+] [\\p{L}+] [\\p{L}+] format',
    () => ({ kind: 'confirm_save', to: 'keep' }),
  ],
];
