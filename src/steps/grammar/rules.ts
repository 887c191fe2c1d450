import type { Operation } from '../instruction.js';
import { calculatorRules } from '../packs/calculator.js';
import { consentRules } from '../packs/consent.js';
import { fileRules } from '../packs/files.js';
import { mailRules } from '../packs/mail.js';
import { sheetRules } from '../packs/sheets.js';
import { shopRules } from '../packs/shop.js';
import { choiceRules } from './choices.js';
import { desktopRules } from './desktop.js';
import { everydayRules } from './everyday.js';
import type { Rule } from './form.js';
import { controlRules, findRules, goalRules, superlativeRules } from './goals.js';
import { pageRules } from './page.js';
import { pointerRules } from './pointer.js';
import { readingRules } from './reading.js';
import { typingRules } from './typing.js';

/** Rules by topic, in the order in which they are tried. */
export const topics: Readonly<Record<string, readonly Rule<Operation | Operation[]>[]>> = {
  programs: desktopRules,
  files: fileRules,
  spreadsheets: sheetRules,
  mail: mailRules,
  lists: everydayRules,
  cookies: consentRules,
  calculations: calculatorRules,
  goals: goalRules,
  shops: shopRules,
  superlatives: superlativeRules,
  pages: pageRules,
  typing: typingRules,
  choosing: choiceRules,
  reading: readingRules,
  pointing: pointerRules,
  controls: [...controlRules, ...findRules],
};

export const rules: readonly Rule<Operation | Operation[]>[] = Object.values(topics).flat();
