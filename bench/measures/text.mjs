import { tableRowControls } from '../pages.mjs';
import { firstLine } from '../sampling.mjs';
import { handrail } from '../subjects/handrail.mjs';
import { peers } from '../subjects/peers.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { tokens } from '../tokens.mjs';
import { atLeast, atMost } from './measure.mjs';
import { navigateAll } from './navigate-all.mjs';
import { walkTable } from './walk-table.mjs';

const budgets = [300, 1_000, 2_000, 4_000];
const defaultBudget = 2_000;

/** @type {import('./measure.mjs').Measure} */
export const text = {
  key: 'c',
  title: 'Size of an observation, in o200k tokens',
  async run(context) {
    const pages = [
      'small',
      'table',
      'shop/10',
      'shop/100',
      'shop/1000',
      ...(context.quick ? [] : ['shop/10000', 'flat/200000']),
    ];
    const own = await ownTexts(pages, context);
    const peers = await peerTexts(
      pages.filter((page) => !/0{4}$/.test(page)),
      context,
    );
    const excess = own ? Object.values(own.texts).flatMap((row) => Object.entries(row).map(overBudget)) : [];
    return {
      raw: { own, peers },
      tables: [ownTable(own?.texts ?? {}), comparisonTable(own?.texts ?? {}, peers), readingTable(own?.walk)],
      targets: [
        atMost(
          'text: maximum tokens over the requested budget',
          excess.length ? Math.max(...excess) : undefined,
          0,
          'tokens',
        ),
        atMost('text: table of 200 rows', own?.texts.table?.default, defaultBudget, 'tokens'),
        atLeast('text: controls in rows that were reached', own?.walk?.reached, tableRowControls, 'controls'),
      ],
    };
  },
};

/** @param {string[]} pages @param {import('./measure.mjs').Context} context */
async function ownTexts(pages, context) {
  const [subject] = await openAll([handrail()], context.reportFailure);
  if (!subject) return undefined;
  /** @type {Record<string, Record<string, number>>} */
  const texts = {};
  try {
    for (const page of pages) {
      context.log(`Handrail on ${page}`);
      if ((await navigateAll([subject], `${context.origin}/${page}`, context)).length === 0) continue;
      texts[page] = { default: tokens((await subject.observe()).text) };
      for (const budget of budgets) texts[page][budget] = tokens((await subject.observe({ budget })).text);
    }
    context.log('reaching every control of the table');
    await navigateAll([subject], `${context.origin}/table`, context);
    const walk = await walkTable(subject).catch((error) => context.reportFailure('Handrail', error));
    return { texts, walk };
  } finally {
    await closeAll([subject]);
  }
}

/** The tokens over the budget; negative if the text is within it. @param {[string, number]} entry */
function overBudget([budget, size]) {
  return size - (budget === 'default' ? defaultBudget : Number(budget));
}

/** @param {string[]} pages @param {import('./measure.mjs').Context} context */
async function peerTexts(pages, context) {
  const subjects = await openAll(peers(context.resources, 'text'), context.reportFailure);
  /** @type {Record<string, Record<string, number | string>>} */
  const texts = {};
  try {
    for (const page of pages) {
      context.log(`peers on ${page}`);
      texts[page] = {};
      for (const subject of await navigateAll(subjects, `${context.origin}/${page}`, context)) {
        texts[page][subject.name.replace(/ \(.*/, '')] = await subject.observe().then(
          ({ text: observed }) => tokens(observed),
          (error) => `failed: ${firstLine(error)}`,
        );
      }
    }
    return texts;
  } finally {
    await closeAll(subjects);
  }
}

/** @param {Record<string, Record<string, number>>} texts @returns {import('./measure.mjs').Table} */
function ownTable(texts) {
  return {
    title: 'Handrail: tokens at each budget',
    columns: ['page', 'default', ...budgets.map(String)],
    rows: Object.entries(texts).map(([page, row]) => [page, row.default, ...budgets.map((budget) => row[budget])]),
  };
}

/** @param {Record<string, Record<string, number>>} own @param {Record<string, Record<string, number | string>>} peers @returns {import('./measure.mjs').Table} */
function comparisonTable(own, peers) {
  const names = [...new Set(Object.values(peers).flatMap((row) => Object.keys(row)))];
  return {
    title: 'All subjects: tokens of one observation',
    columns: ['page', 'Handrail', ...names],
    rows: Object.entries(peers).map(([page, row]) => [page, own[page]?.default, ...names.map((name) => row[name])]),
  };
}

/** @param {Awaited<ReturnType<typeof walkTable>> | undefined | void} walk @returns {import('./measure.mjs').Table} */
function readingTable(walk) {
  return {
    title: 'Handrail: reading all rows of the table',
    columns: ['controls in rows', 'reached', 'observations', 'total tokens'],
    rows: [[tableRowControls, walk?.reached, walk?.observations, walk?.tokens]],
  };
}
