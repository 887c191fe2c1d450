import { english } from './english.js';
import { danish, dutch, german, norwegian, swedish } from './germanic.js';
import { finnish, greek, hungarian, turkish } from './other-european.js';
import { french, italian, portuguese, romanian, spanish } from './romance.js';
import { arabic, hebrew, hindi, indonesian, korean, vietnamese } from './semitic-and-asian.js';
import { czech, polish, russian, ukrainian } from './slavic.js';
import { chinese, japanese } from './unspaced.js';
import type { LanguageWords } from './word-groups.js';

/** The languages in which names are recognized. */
export const languages: Readonly<Record<string, LanguageWords>> = {
  english,
  german,
  dutch,
  swedish,
  danish,
  norwegian,
  french,
  spanish,
  italian,
  portuguese,
  romanian,
  polish,
  czech,
  russian,
  ukrainian,
  finnish,
  hungarian,
  greek,
  turkish,
  arabic,
  hebrew,
  hindi,
  korean,
  indonesian,
  vietnamese,
  japanese,
  chinese,
};
