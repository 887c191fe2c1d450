import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startMonitoredBrowser } from '../monitored-browser.mjs';
import { commandOf, memoryOf, withDescendants } from '../processes.mjs';
import { handrail } from '../subjects/handrail.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { atMost } from './measure.mjs';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const warmUpObservations = 100;

/**
 * Memory before and after many observations of one page.
 * @param {import('./measure.mjs').Context} context
 */
export async function growth(context) {
  const observations = context.quick ? 200 : 1_000;
  context.log(`${observations} observations of one page`);
  const url = `${context.origin}/shop/1000`;
  const browser = await startMonitoredBrowser(context.resources);
  const subjects = await openAll([handrail({ cdp: browser.endpoint })], context.reportFailure);
  try {
    for (const subject of subjects) {
      await subject.navigate(url);
      await observeRepeatedly(subject, warmUpObservations);
      const before = await readMemory(browser, url);
      await observeRepeatedly(subject, observations);
      return { observations, before, after: await readMemory(browser, url) };
    }
  } finally {
    await closeAll(subjects);
    await browser.close();
  }
}

/** @param {import('../subjects/subject.mjs').Subject} subject @param {number} count */
async function observeRepeatedly(subject, count) {
  for (let index = 0; index < count; index += 1) await subject.observe();
}

/** The memory of this process, of the page and of the page's process, in bytes. @param {Awaited<ReturnType<typeof startMonitoredBrowser>>} browser @param {string} url */
async function readMemory(browser, url) {
  const pageHeap = await browser.pageHeapBytes(url);
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  const renderers = withDescendants([process.pid]).filter((id) => commandOf(id).includes('--type=renderer'));
  const page = memoryOf(renderers);
  return { heap: heapUsed, resident: rss, pageHeap, page: page.processes > 0 ? page.proportional : undefined };
}

/** @param {Awaited<ReturnType<typeof growth>>} grown @returns {import('./measure.mjs').Table} */
export function growthTable(grown) {
  const row = (name, field) => {
    const before = grown?.before[field];
    const after = grown?.after[field];
    return before === undefined || after === undefined
      ? [name, undefined, undefined, undefined]
      : [name, before / 1e6, after / 1e6, (after - before) / 1e6];
  };
  return {
    title: `Growth over ${grown?.observations ?? 0} observations, MB`,
    columns: ['what', 'before', 'after', 'growth'],
    rows: [
      row('JavaScript heap of the library', 'heap'),
      row('resident memory of the library', 'resident'),
      row('JavaScript heap of the page', 'pageHeap'),
      row('memory of the page process', 'page'),
    ],
  };
}

/** @param {Awaited<ReturnType<typeof growth>>} grown */
export function growthTargets(grown) {
  const growthOf = (field) =>
    grown?.before[field] === undefined ? undefined : (grown.after[field] - grown.before[field]) / 1e6;
  return [
    atMost('growth: JavaScript heap of the library', growthOf('heap'), 10, 'MB'),
    atMost('growth: JavaScript heap of the page', growthOf('pageHeap'), 10, 'MB'),
    atMost('growth: memory of the page process', growthOf('page'), 20, 'MB'),
  ];
}
