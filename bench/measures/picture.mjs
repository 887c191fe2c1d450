import { interleave } from '../sampling.mjs';
import { ratio } from '../statistics.mjs';
import { bareCdp } from '../subjects/bare-cdp.mjs';
import { handrail } from '../subjects/handrail.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { atMost, timeCell } from './measure.mjs';
import { navigateAll } from './navigate-all.mjs';

const pages = ['small', 'table', 'shop/100', 'shop/1000'];

/** @type {import('./measure.mjs').Measure} */
export const picture = {
  key: 'b',
  title: 'Observe with a picture, compared with a plain CDP screenshot',
  async run(context) {
    const subjects = await openAll([handrail(), bareCdp(context.resources)], context.reportFailure);
    /** @type {Record<string, Record<string, import('../sampling.mjs').Sampled>>} */
    const results = {};
    try {
      for (const page of pages) {
        context.log(`pictures of ${page}`);
        const ready = await navigateAll(subjects, `${context.origin}/${page}`, context);
        results[page] = await interleave(ready.flatMap(runners), { rounds: context.quick ? 7 : 15, warmUps: 2 });
      }
    } finally {
      await closeAll(subjects);
    }
    return { raw: results, tables: [toTable(results)], targets: Object.entries(results).flatMap(toTargets) };
  },
};

/** @param {import('../subjects/subject.mjs').Subject} subject */
function runners(subject) {
  if (subject.name === 'bare CDP') return [{ name: 'bare', once: () => subject.observe() }];
  return ['plain', 'marks'].map((kind) => ({
    name: kind,
    once: async () => {
      const { bytes } = await subject.observe({ picture: kind });
      if (!bytes) throw new Error('The observation has no picture.');
    },
  }));
}

/** @param {Record<string, Record<string, import('../sampling.mjs').Sampled>>} results @returns {import('./measure.mjs').Table} */
function toTable(results) {
  return {
    title: 'Picture of 1440x900, ms',
    columns: ['page', 'bare screenshot', 'Handrail plain', 'ratio', 'Handrail marks', 'ratio'],
    rows: Object.entries(results).map(([page, { bare, plain, marks }]) => [
      page,
      timeCell(bare),
      timeCell(plain),
      ratio(plain?.median, bare?.median),
      timeCell(marks),
      ratio(marks?.median, bare?.median),
    ]),
  };
}

/** @param {[string, Record<string, import('../sampling.mjs').Sampled>]} entry */
function toTargets([page, { bare, plain, marks }]) {
  return [
    atMost(`picture of ${page}, plain`, ratio(plain?.median, bare?.median), 1.5),
    atMost(`picture of ${page}, with marks`, ratio(marks?.median, bare?.median), 2.5),
  ];
}
