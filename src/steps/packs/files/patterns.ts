import type { Operation } from '../../instruction.js';
import { splitList } from '../../parser/lists.js';
import { asPhrase, type Masked, mark } from '../../parser/mask.js';
import type { Pattern } from '../../parser/pattern.js';
import { readValue } from '../../parser/value.js';
import { type FileName, readFileName } from './file-name.js';

const called = '(?:called\\s+|named\\s+|titled\\s+|with\\s+the\\s+name\\s+)';
const here = '(?:there|here|in\\s+(?:it|there|here|(?:this|that|the\\s+current)\\s+(?:folder|directory)))';
const makes = '(?:make|create|add|i\\s+(?:need|want))(?:\\s+me)?';
const kind = '(?:sub-?)?(?:folder|directory)';

/** "'Inner' inside docs": a visible folder, which is opened first. */
const quotedInside = new RegExp(
  `^(${mark})\\s+(?:in|into|inside|within|under)\\s+(?:(?:the|my)\\s+)?(?:(?:folder|directory)\\s+)?(${mark}|[^\\s/~]+?)(?:\\s+(?:folder|directory))?$`,
  'iu',
);
const plainInside =
  /^(\S+)\s+(?:inside(?:\s+of)?\s+(?:the\s+)?|(?:in|within|under)\s+the\s+(?=.*\s(?:folder|directory)$))([^\s/~]+?)(?:\s+(?:folder|directory))?$/iu;

function toNewFolder(text: string, masked: Masked): Operation | Operation[] | undefined {
  const phrase = text.replace(new RegExp(`\\s+${here}$`, 'iu'), '');
  // "in /srv called Plans", "for my invoices named Bills"
  const [, before = '', after] =
    /^([^\ue100-\uf0ff]*?(?:^|\s)(?:in|for|at|inside|under)\s.+?)\s+(?:called|named)\s+(.+)$/iu.exec(phrase) ?? [];
  if (after !== undefined) return toNewFolder(/^for\s/iu.test(before) ? after : `${after} ${before}`, masked);
  if (/^(?:and|then|with|in|at|there|here|that|which)\s/iu.test(phrase)) return undefined;
  const naming = readFileName(phrase, masked);
  const [, name, folder] = quotedInside.exec(phrase) ?? plainInside.exec(phrase) ?? [];
  if (naming?.folder === undefined && name !== undefined && folder !== undefined)
    return [
      { kind: 'open', target: `the folder ${asPhrase(masked, folder)}` },
      { kind: 'new_folder', name: readValue(name, masked) },
    ];
  return naming && { kind: 'new_folder', ...naming };
}

function toSaveAs(name: string, masked: Masked): Operation | undefined {
  const naming = readFileName(
    name.replace(/^(?:the\s+)?(?:new\s+)?(?:text\s+)?file\s+(?:called\s+|named\s+)?/iu, ''),
    masked,
  );
  return naming && { kind: 'save_as', ...naming };
}

function toWriteFile(text: string, naming: FileName | undefined, masked: Masked): Operation | undefined {
  return naming && { kind: 'write_file', text: readValue(text, masked), ...naming };
}

const fileNoun = '(?:an?\\s+|the\\s+)?(?:new\\s+)?(?:text\\s+|plain\\s+)*(?:file|document|note)';
const savedObject =
  '(?:it|this|everything|(?:the|my|your)\\s+(?:work|changes)|(?:the|this|my)\\s+(?:new\\s+|current\\s+)?(?:text\\s+)?(?:file|document|text|note|sheet|spreadsheet|workbook))';

/** Creating folders, and writing and saving files. */
export const filePatterns: readonly Pattern[] = [
  [
    new RegExp(
      `^${makes}\\s+(?:an?\\s+|the\\s+)?(?:new\\s+)?(?:empty\\s+)?${kind}\\s*,?\\s+(?:and|then|and\\s+then)\\s+(?:name|call|title)\\s+it\\s+(.+)$`,
      'iu',
    ),
    ([name = ''], masked) => toNewFolder(name, masked),
  ],
  [
    new RegExp(`^${makes}\\s+(?:an?\\s+|the\\s+)?(?:new\\s+)?(${mark})\\s+(?:folder|directory)(\\s.+)?$`, 'iu'),
    ([name = '', rest = ''], masked) => toNewFolder(`${name}${rest}`, masked),
  ],
  [
    new RegExp(
      `^${makes}\\s+(?:an?\\s+|the\\s+|another\\s+)?(?:new\\s+)?(?:empty\\s+)?${kind}\\s+(?:${here}\\s+)?${called}?(.+)$`,
      'iu',
    ),
    ([name = ''], masked) => toNewFolder(name, masked),
  ],
  [
    new RegExp(
      `^${makes}\\s+(?:(?:the|two|three|four|\\d)\\s+)?(?:new\\s+)?(?:folders|directories)\\s+${called}?(.+)$`,
      'iu',
    ),
    ([names = ''], masked) => {
      const parts = splitList(names);
      const steps = parts.map((name) => toNewFolder(name, masked));
      return steps.every((step) => step !== undefined) ? steps.flat() : undefined;
    },
  ],
  [
    new RegExp(
      `^(?:create|make|write)\\s+${fileNoun}\\s+${called}?(.+?)\\s+(?:with|containing|that\\s+(?:contains|says|reads|has)|saying|holding|which\\s+contains)\\s+(?:(?:the\\s+)?(?:contents?|text|words?|line)\\s*:?\\s+)?(${mark})$`,
      'iu',
    ),
    ([name = '', text = ''], masked) => toWriteFile(text, readFileName(name, masked), masked),
  ],
  [
    new RegExp(
      `^(?:write|save|put|store)\\s+(?:(?:the\\s+)?(?:text|words?|line)\\s+)?(${mark})\\s+(?:to|in|into|as)\\s+${fileNoun}\\s+${called}?(.+)$`,
      'iu',
    ),
    ([text = '', name = ''], masked) => toWriteFile(text, readFileName(name, masked), masked),
  ],
  [
    new RegExp(
      `^(?:write|save|store)\\s+(?:(?:the\\s+)?(?:text|words?|line)\\s+)?(${mark})\\s+(?:to|into|as)\\s+(?=[/~])(.+)$`,
      'iu',
    ),
    ([text = '', name = ''], masked) => toWriteFile(text, readFileName(name, masked), masked),
  ],
  [
    new RegExp(
      `^save\\s+(?:${savedObject}\\s+)?in\\s+((?:(?:the|my)\\s+)?(?:(?:folder|directory)\\s+)?(?:[/~]|${mark}).*?|(?:the|my)\\s+\\S+\\s+(?:folder|directory))\\s+(?:as|under(?:\\s+the\\s+name)?|with\\s+the\\s+name)\\s+(.+)$`,
      'iu',
    ),
    ([place = '', name = ''], masked) => toSaveAs(`${name} in ${place}`, masked),
  ],
  [
    new RegExp(
      `^save\\s+(?:${savedObject}\\s+(?:as|under(?:\\s+the\\s+name)?|to|into|with\\s+the\\s+(?:file\\s*)?name)\\s+|(?:as|to|under(?:\\s+the\\s+name)?)\\s+(?=[/~]|${mark}|.*\\.\\w{1,5}$))(.+)$`,
      'iu',
    ),
    ([name = ''], masked) => toSaveAs(name, masked),
  ],
  [
    /^(?:replac(?:e|ing)|overwrit(?:e|ing))\s+(?:it|that|(?:the|any|an)\s+(?:(?:existing|old|former|previous)\s+)?(?:file|one|version|document))$/iu,
    () => ({ kind: 'confirm_save', to: 'replace' }),
  ],
  [
    /^keep(?:ing)?\s+(?:it\s+in\s+)?(?:the|this|that|its)\s+(?:\p{L}+\s+){0,3}format$/iu,
    () => ({ kind: 'confirm_save', to: 'keep' }),
  ],
];
