import { posix } from 'node:path';
import type { Found, Rule } from '../grammar/form.js';
import { toClick } from '../grammar/pointer.js';
import type { Operation, Value } from '../instruction.js';
import { splitList } from '../parser/lists.js';
import { asPhrase, asValue, isMark, type Masked } from '../parser/mask.js';
import { readValue } from '../parser/value.js';

type Meaning = Operation | Operation[];

const folderWords =
  /^(?:(?:the|my)\s+)?(?:folder|directory)\s+(?:(?:called|named)\s+)?(.+)$|^(?:(?:the|my)\s+)?(.+?)\s+(?:folder|directory)$/iu;
const standardFolders = /^(?:desktop|documents|downloads|music|pictures|public|templates|videos)$/iu;

/** The path of a folder, of the home folder, or of one of its standard folders. */
export function readFolder(text: string, masked: Masked): string | undefined {
  const [, after, before = text] = folderWords.exec(text.trim()) ?? [];
  const name = asValue(masked, after ?? before);
  if (/^(?:\/|~(?:\/|$))/u.test(name)) return name;
  if (/^home$/iu.test(name)) return '~';
  return standardFolders.test(name) ? `~/${name.slice(0, 1).toUpperCase()}${name.slice(1).toLowerCase()}` : undefined;
}

interface FileName {
  name: Value;
  folder?: string;
}

const where = /\s+(?:in|into|inside(?:\s+of)?|within|under|below|at)\s+(?!progress\b)/iu;

/** "'Notes' in /srv/files", "/srv/files/Notes": a name and a folder. Returns undefined when it is not clear which part is the name. */
function readFileName(text: string, masked: Masked): FileName | undefined {
  const [name = '', place, ...others] = text.trim().split(where);
  const isFolder = place !== undefined && (isMark(name) || /[/~]|\b(?:folder|directory)\b/iu.test(place));
  if (others.length > 0 || (/\p{Co}/u.test(text) && !isMark(isFolder ? name : text))) return undefined;
  const value = readValue(isFolder ? name : text, masked);
  if (isFolder) return { name: value, folder: readFolder(place, masked) ?? asPhrase(masked, place) };
  if (value.kind !== 'text' || !/^[/~].*[^/]$/u.test(value.text)) return { name: value };
  return { name: { kind: 'text', text: posix.basename(value.text) }, folder: posix.dirname(value.text) };
}

const unclear = /^(?:and|then|with|in|at|there|here|that|which)\s/iu;
/** "in /srv called Plans", "for my invoices named Bills". */
const placeFirst = /^((?:in|for|at|inside|under)\s\P{Co}*?)\s+(?:called|named)\s+(.+)$/iu;

/** Opens the folder, presses the shortcut of file managers, and enters the name. A page has a control instead. */
function toNewFolder(text: string, masked: Masked): Operation[] | undefined {
  const [, place = '', called] = placeFirst.exec(text) ?? [];
  if (called !== undefined) return toNewFolder(/^for\s/iu.test(place) ? called : `${called} ${place}`, masked);
  const file = unclear.test(text) ? undefined : readFileName(text, masked);
  if (!file) return undefined;
  const { name, folder } = file;
  const what = { what: 'folder with it', target: 'create folder' };
  return [
    ...(folder === undefined
      ? []
      : [{ kind: 'open' as const, target: `the folder ${folder.replace(folderWords, '$1$2')}` }]),
    {
      kind: 'by_environment',
      desktop: [{ kind: 'enter_name', keys: 'Control+Shift+N', name }],
      page: [{ kind: 'press_named_control', verb: 'create', ...what, fields: [['name', name]] }],
    },
  ];
}

function newFolders({ raw, masked }: Found): Operation[] | undefined {
  const steps = splitList(raw('names')).map((name) => toNewFolder(name, masked));
  return steps.every((step) => step !== undefined) ? steps.flat() : undefined;
}

function saveAs({ raw, phrase, masked }: Found): Operation | undefined {
  const bare = raw('name').replace(/^(?:the\s+)?(?:new\s+)?(?:text\s+)?file\s+(?:called\s+|named\s+)?/iu, '');
  const { name, folder } = readFileName(raw('place') ? `${bare} in ${raw('place')}` : bare, masked) ?? {};
  if (!name || (folder !== undefined && name.kind !== 'text')) return undefined;
  const path: Value = name.kind === 'text' ? { kind: 'text', text: posix.join(folder ?? '', name.text) } : name;
  const what = `as ${phrase('name')}`;
  return {
    kind: 'by_environment',
    desktop: [{ kind: 'enter_name', keys: 'Control+Shift+S', name: path }],
    page: [{ kind: 'press_named_control', verb: 'save', what, target: `save ${what}` }],
  };
}

/** Answers the question of a program whether to overwrite a file. */
const replaceFile = ({ phrase, raw }: Found): Operation => ({
  kind: 'by_environment',
  // Without such a question, there is nothing to answer.
  desktop: [{ kind: 'first_of', choices: [[toClick('"Replace" button')], []] }],
  page: [{ kind: 'press_named_control', verb: raw('verb'), what: phrase('what'), target: `replace ${phrase('what')}` }],
});

const lead = '<make> [me] [a|an|the|another] [new] [empty]';
const here = '(there|here|in (it|there|here|(this|that|the current) (folder|directory)))';
const saved =
  '(it|this|everything|(the|my|your) (work|changes)|(the|this|my) [new|current] [text] (file|document|text|note|sheet|spreadsheet|workbook))';
const folderPlace = '{place:[the|my] [folder|directory] (?:/|~|\\p{Co}).*?|(the|my) \\S+ (folder|directory)}';

/** Creating folders and saving files. */
export const fileRules: readonly Rule<Meaning>[] = [
  [
    [
      `${lead} {names:\\p{Co}} (folder|directory) [${here}]`,
      `${lead} (?:sub-?)?(folder|directory) ,? (and|then|and then) (name|call|title) it {names}`,
      `${lead} (?:sub-?)?(folder|directory) [${here}] [<called>] {names} [${here}]`,
      '<make> [me] [the|two|three|four|\\d] [new] (folders|directories) [<called>] {names}',
    ],
    newFolders,
  ],
  [
    `${lead} {quote:\\p{Co}} (folder|directory) {rest}`,
    ({ raw, masked }) => toNewFolder(`${raw('quote')} ${raw('rest')}`, masked),
  ],
  [
    [
      `save [${saved}] in ${folderPlace} (as|under [the name]|with the name) {name}`,
      `save ${saved} (as|under [the name]|to|into|with the (file\\s?)?name) {name}`,
      'save (as|to|under [the name]) {name:(?:/|~|\\p{Co}).*|.*\\.\\w+}',
    ],
    saveAs,
  ],
  [
    '{verb:replace|overwrite} {what:it|that|(the|any|an) [existing|old|former|previous] (file|one|version|document)} [(if|when|in case) (it|you|the file|one) (asks?|exists|already exists|are asked)|if (asked|necessary)]',
    replaceFile,
  ],
];
