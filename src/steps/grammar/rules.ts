import type { Operation } from '../instruction.js';
import { calculationRules } from '../packs/calculator/rules.js';
import { consentRules } from '../packs/consent/rules.js';
import { fileRules } from '../packs/files/rules.js';
import { composeRules, mailRules, replyRules } from '../packs/mail/rules.js';
import { cellRules } from '../packs/sheets/rules.js';
import { shopRules } from '../packs/shop/rules.js';
import { routeRules } from '../packs/travel/rules.js';
import { choiceRules } from './choices.js';
import { desktopRules } from './desktop.js';
import { everydayRules } from './everyday.js';
import type { Rule } from './form.js';
import { controlRules, findRules, goalRules, superlativeRules } from './goals.js';
import { pageRules } from './page.js';
import { pointerRules } from './pointer.js';
import { readingRules } from './reading.js';
import { typingRules } from './typing.js';

/** Rules for one topic. */
export interface Topic {
  title: string;
  rules: readonly Rule<Operation | Operation[]>[];
}

/** All rules, in the order in which they are tried. */
export const topics: readonly Topic[] = [
  { title: 'programs', rules: desktopRules },
  { title: 'files', rules: fileRules },
  { title: 'spreadsheets', rules: cellRules },
  { title: 'mail', rules: mailRules },
  { title: 'lists', rules: everydayRules },
  { title: 'cookies', rules: consentRules },
  { title: 'calculations', rules: calculationRules },
  { title: 'travel', rules: routeRules },
  { title: 'mail', rules: composeRules },
  { title: 'goals', rules: goalRules },
  { title: 'shops', rules: shopRules },
  { title: 'goals', rules: superlativeRules },
  { title: 'pages', rules: pageRules },
  { title: 'typing', rules: typingRules },
  { title: 'choosing', rules: choiceRules },
  { title: 'reading', rules: readingRules },
  { title: 'pointing', rules: pointerRules },
  { title: 'controls', rules: controlRules },
  { title: 'mail', rules: replyRules },
  { title: 'controls', rules: findRules },
];

export const rules: readonly Rule<Operation | Operation[]>[] = topics.flatMap((topic) => [...topic.rules]);
