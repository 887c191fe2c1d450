import { interleave } from '../sampling.mjs';
import { ratio } from '../statistics.mjs';
import { handrail } from '../subjects/handrail.mjs';
import { peers } from '../subjects/peers.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { atLeast, atMost, timeCell } from './measure.mjs';
import { navigateAll } from './navigate-all.mjs';
import { restart } from './restart.mjs';

/** @type {import('./measure.mjs').Measure} */
export const observe = {
  key: 'a',
  title: 'Observe without a picture',
  async run(context) {
    const sizes = context.quick ? [10, 100, 1_000] : [10, 100, 1_000, 10_000, 25_000];
    const flat = await measureSizes(context, sizes);
    const compared = await compareSubjects(
      context,
      sizes.filter((size) => size <= 10_000),
    );
    const medianOf = (size) => flat.still[size]?.median;
    const speedup = (size) => ratio(compared[size]?.['Playwright MCP']?.median, compared[size]?.Handrail?.median);
    const largest = sizes.at(-1);
    return {
      raw: { flat, compared },
      tables: [sizesTable(sizes, flat), comparisonTable(compared)],
      targets: [
        ...sizes
          .filter((size) => size >= 10_000 || size === largest)
          .map((size) => atMost(`observe: ${size} cards against 100`, ratio(medianOf(size), medianOf(100)), 3)),
        atLeast('observe: faster than Playwright MCP at 1000 cards', speedup(1_000), 20),
        ...(context.quick ? [] : [atLeast('observe: faster than Playwright MCP at 10000 cards', speedup(10_000), 100)]),
      ],
    };
  },
};

/**
 * Handrail at each page size: one session per size, all open at once and sampled in turns, on static pages and after a scroll.
 * @param {import('./measure.mjs').Context} context
 * @param {number[]} sizes
 */
async function measureSizes(context, sizes) {
  context.log('Handrail at each size');
  const subjects = await openAll(
    sizes.map((size) => handrail({ label: String(size) })),
    context.reportFailure,
  );
  try {
    for (const subject of subjects) await subject.navigate(`${context.origin}/shop/${sizeOf(subject)}`);
    const rounds = context.quick ? 9 : 21;
    const still = await interleave(
      subjects.map((subject) => ({ name: sizeOf(subject), once: () => subject.observe() })),
      { rounds, warmUps: 3 },
    );
    const scrolled = await interleave(
      subjects.map((subject) => ({
        name: sizeOf(subject),
        once: () => subject.observe(),
        before: createScroller(subject),
      })),
      { rounds: context.quick ? 5 : 9, warmUps: 1 },
    );
    return { still, scrolled };
  } finally {
    await closeAll(subjects);
  }
}

/** Returns a function that scrolls by 120 pixels, alternately down and up. @param {ReturnType<typeof handrail>} subject */
function createScroller(subject) {
  let dy = -120;
  return () => {
    dy = -dy;
    return subject.session().perform({ type: 'scroll', dx: 0, dy });
  };
}

/** @param {{ name: string }} subject */
function sizeOf({ name }) {
  return /\((\d+)\)/.exec(name)?.[1] ?? '';
}

/**
 * All subjects on the same page, in turns.
 * @param {import('./measure.mjs').Context} context
 * @param {number[]} sizes
 */
async function compareSubjects(context, sizes) {
  const { resources, quick } = context;
  const subjects = await openAll([handrail(), ...peers(resources, 'snapshots on request')], context.reportFailure);
  /** @type {Record<string, Record<string, import('../sampling.mjs').Sampled>>} */
  const results = {};
  try {
    for (const size of sizes) {
      context.log(`all subjects at ${size} cards`);
      const ready = await navigateAll(subjects, `${context.origin}/shop/${size}`, context);
      results[size] = await interleave(
        ready.map((subject) => ({
          name: subject.name.replace(/ \(.*/, ''),
          once: () => subject.observe(),
          restart: () => restart(subject, context),
        })),
        { rounds: quick ? 5 : 9, warmUps: 1, timeoutMs: quick ? 15_000 : 60_000, budgetMs: quick ? 6_000 : 15_000 },
      );
    }
    return results;
  } finally {
    await closeAll(subjects);
  }
}

/** @param {number[]} sizes @param {Awaited<ReturnType<typeof measureSizes>>} flat @returns {import('./measure.mjs').Table} */
function sizesTable(sizes, { still, scrolled }) {
  const base = still[100]?.median;
  return {
    title: 'Handrail alone, ms (sessions of all sizes in turns)',
    columns: ['cards', 'first', 'median', 'against 100', 'after a scroll', 'against 100'],
    rows: sizes.map((size) => [
      size,
      still[size]?.first,
      timeCell(still[size]),
      ratio(still[size]?.median, base),
      timeCell(scrolled[size]),
      ratio(scrolled[size]?.median, scrolled[100]?.median),
    ]),
  };
}

/** @param {Record<string, Record<string, import('../sampling.mjs').Sampled>>} compared @returns {import('./measure.mjs').Table} */
function comparisonTable(compared) {
  const names = [...new Set(Object.values(compared).flatMap((row) => Object.keys(row)))];
  const peers = names.filter((name) => name !== 'Handrail');
  return {
    title: 'All subjects, ms',
    columns: ['cards', ...names, ...peers.map((peer) => `${peer} / Handrail`)],
    rows: Object.entries(compared).map(([size, row]) => [
      size,
      ...names.map((name) => timeCell(row[name])),
      ...peers.map((peer) => ratio(row[peer]?.median, row.Handrail?.median)),
    ]),
  };
}
