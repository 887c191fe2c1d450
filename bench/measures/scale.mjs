import { interleave } from '../sampling.mjs';
import { ratio } from '../statistics.mjs';
import { handrail } from '../subjects/handrail.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { growth, growthTable, growthTargets } from './growth.mjs';
import { atMost, timeCell } from './measure.mjs';

const smallNodeCount = 1_000;

/** @type {import('./measure.mjs').Measure} */
export const scale = {
  key: 'f',
  title: 'Very large pages, and a thousand observations of one',
  async run(context) {
    const largeNodeCount = context.quick ? 20_000 : 200_000;
    const times = await measurePages([smallNodeCount, largeNodeCount], context);
    const grown = await growth(context);
    const against = (shape) =>
      ratio(times[`${shape}/${largeNodeCount}`]?.median, times[`${shape}/${smallNodeCount}`]?.median);
    return {
      raw: { times, growth: grown },
      tables: [
        {
          title: 'Observe, ms',
          columns: ['page', 'first', 'median'],
          rows: Object.entries(times).map(([page, sampled]) => [page, sampled.first, timeCell(sampled)]),
        },
        growthTable(grown),
      ],
      targets: [
        ...['flat', 'nested'].map((shape) =>
          atMost(`observe: ${shape}, ${largeNodeCount} nodes against ${smallNodeCount}`, against(shape), 3),
        ),
        ...growthTargets(grown),
      ],
    };
  },
};

/** One session per page, all open at once and sampled in turns. @param {number[]} counts @param {import('./measure.mjs').Context} context */
async function measurePages(counts, context) {
  const pages = ['flat', 'nested'].flatMap((shape) => counts.map((count) => `${shape}/${count}`));
  const subjects = await openAll(
    pages.map((page) => handrail({ label: page })),
    context.reportFailure,
  );
  try {
    const runners = [];
    for (const subject of subjects) {
      const page = /\((.*)\)/.exec(subject.name)?.[1] ?? '';
      context.log(page);
      await subject.navigate(`${context.origin}/${page}`);
      runners.push({ name: page, once: () => subject.observe() });
    }
    return await interleave(runners, { rounds: context.quick ? 7 : 15, warmUps: 2 });
  } finally {
    await closeAll(subjects);
  }
}
