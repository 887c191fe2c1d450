import { installedDocuments } from '../documents.mjs';
import { interleave } from '../sampling.mjs';
import { ratio } from '../statistics.mjs';
import { handrail } from '../subjects/handrail.mjs';
import { playwrightMcp } from '../subjects/playwright-mcp.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { tokens } from '../tokens.mjs';
import { atMost, timeCell } from './measure.mjs';
import { navigateAll } from './navigate-all.mjs';
import { restart } from './restart.mjs';

const budgetTokens = 2_000;

/** @type {import('./measure.mjs').Measure} */
export const documents = {
  key: 'g',
  title: 'Large pages of real documentation',
  async run(context) {
    const known = installedDocuments();
    const chosen = context.quick ? known.slice(0, 2) : known;
    const subjects = await openAll(
      [handrail(), playwrightMcp({ ...context.resources, label: 'documents', args: ['--snapshot-mode', 'none'] })],
      context.reportFailure,
    );
    /** @type {Record<string, Record<string, import('../sampling.mjs').Sampled & { tokens?: number }>>} */
    const results = {};
    try {
      for (const { name, file } of chosen) {
        context.log(name);
        const ready = await navigateAll(subjects, `${context.origin}/documents/${name}/${file}`, context);
        results[name] = await observeAll(ready, context);
      }
    } finally {
      await closeAll(subjects);
    }
    return { raw: results, tables: [toTable(results)], targets: Object.entries(results).map(toTarget) };
  },
};

/** @param {import('../subjects/subject.mjs').Subject[]} subjects @param {import('./measure.mjs').Context} context */
async function observeAll(subjects, context) {
  /** @type {Record<string, string>} */
  const texts = {};
  const times = await interleave(
    subjects.map((subject) => ({
      name: shortName(subject),
      once: async () => {
        texts[shortName(subject)] = (await subject.observe()).text;
      },
      restart: () => restart(subject, context),
    })),
    { rounds: 5, warmUps: 1, timeoutMs: context.quick ? 15_000 : 60_000, budgetMs: 4_000 },
  );
  return Object.fromEntries(
    Object.entries(times).map(([name, sampled]) => [
      name,
      { ...sampled, tokens: texts[name] === undefined ? undefined : tokens(texts[name]) },
    ]),
  );
}

/** @param {{ name: string }} subject */
function shortName({ name }) {
  return name.replace(/ \(.*/, '');
}

/** @param {Record<string, Record<string, import('../sampling.mjs').Sampled & { tokens?: number }>>} results @returns {import('./measure.mjs').Table} */
function toTable(results) {
  return {
    title: 'Documentation pages',
    columns: ['page', 'Handrail first ms', 'Handrail ms', 'tokens', 'Playwright MCP ms', 'tokens', 'ratio'],
    rows: Object.entries(results).map(([name, { Handrail: own, 'Playwright MCP': peer }]) => [
      name,
      own?.first,
      timeCell(own),
      own?.tokens,
      timeCell(peer),
      peer?.tokens,
      ratio(peer?.median, own?.median),
    ]),
  };
}

/** @param {[string, Record<string, { tokens?: number }>]} entry */
function toTarget([name, { Handrail: own }]) {
  return atMost(`tokens of ${name}`, own?.tokens, budgetTokens, 'tokens');
}
