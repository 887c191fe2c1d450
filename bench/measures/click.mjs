import { firstLine, interleave } from '../sampling.mjs';
import { median } from '../statistics.mjs';
import { agentBrowser } from '../subjects/agent-browser.mjs';
import { bareCdp } from '../subjects/bare-cdp.mjs';
import { chromeDevtoolsMcp } from '../subjects/chrome-devtools-mcp.mjs';
import { handrail } from '../subjects/handrail.mjs';
import { playwrightMcp } from '../subjects/playwright-mcp.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { atMost, timeCell } from './measure.mjs';

/** @type {import('./measure.mjs').Measure} */
export const click = {
  key: 'd',
  title: 'Click on a static page: act, settle, report the effect',
  async run(context) {
    const { resources } = context;
    const subjects = await openAll(
      [
        handrail(),
        bareCdp(resources),
        playwrightMcp(resources),
        playwrightMcp({ ...resources, label: 'settle 0', args: ['--timeout-settle', '0'] }),
        chromeDevtoolsMcp(resources),
        agentBrowser(resources),
      ],
      context.reportFailure,
    );
    try {
      const samples = await sampleClicks(subjects, context);
      const pageCounts = await readPageCounts(subjects, context);
      return toResult(samples, pageCounts);
    } finally {
      await closeAll(subjects);
    }
  },
};

/** @param {import('../subjects/subject.mjs').Subject[]} subjects @param {import('./measure.mjs').Context} context */
async function sampleClicks(subjects, context) {
  context.log('clicks');
  /** @type {Record<string, number>} */
  const counts = {};
  /** @type {{ effect: string, settled: { ms: number, reason: string } }[]} */
  const outcomes = [];
  const runners = [];
  for (const subject of subjects) {
    try {
      await subject.navigate(`${context.origin}/still?subject=${encodeURIComponent(subject.name)}`);
      await subject.observe();
    } catch (error) {
      context.reportFailure(subject.name, error);
      continue;
    }
    counts[subject.name] = 0;
    runners.push({
      name: subject.name,
      once: async () => {
        counts[subject.name] += 1;
        const { outcome } = await subject.click('Count');
        if (outcome) outcomes.push({ effect: outcome.effect, settled: outcome.settled });
      },
    });
  }
  const times = await interleave(runners, { rounds: context.quick ? 10 : 25, warmUps: 3, timeoutMs: 20_000 });
  return { times, counts, outcomes };
}

/** Leaves the page, so that it sends its count. @param {import('../subjects/subject.mjs').Subject[]} subjects @param {import('./measure.mjs').Context} context */
async function readPageCounts(subjects, context) {
  /** @type {Record<string, number | string>} */
  const pageCounts = {};
  for (const subject of subjects) {
    try {
      await subject.navigate(`${context.origin}/blank`);
      pageCounts[subject.name] = await context.server.clicks(subject.name);
    } catch (error) {
      pageCounts[subject.name] = firstLine(error);
    }
  }
  return pageCounts;
}

/** @param {Awaited<ReturnType<typeof sampleClicks>>} samples @param {Record<string, number | string>} pageCounts */
function toResult({ times, counts, outcomes }, pageCounts) {
  const bare = times['bare CDP']?.median;
  const own = times.Handrail?.median;
  const over = (sampled) => (sampled?.median === undefined || bare === undefined ? undefined : sampled.median - bare);
  const verified = outcomes.filter(({ effect }) => effect === 'changed').length;
  return {
    raw: { times, counts, pageCounts, outcomes },
    tables: [
      {
        title: `Click, ms (Handrail settled in ${median(outcomes.map(({ settled }) => settled.ms)) ?? '–'} ms, verified ${verified} of ${outcomes.length} effects)`,
        columns: ['subject', 'median', 'over bare CDP', '/ Handrail', 'clicks made', 'clicks counted by the page'],
        rows: Object.entries(times).map(([name, sampled]) => [
          name,
          timeCell(sampled),
          over(sampled),
          own && sampled.median !== undefined ? sampled.median / own : undefined,
          counts[name],
          pageCounts[name],
        ]),
      },
    ],
    targets: [
      atMost('click: over a bare CDP click', over(times.Handrail), 50, 'ms'),
      atMost(
        'click: made but not counted by the page',
        typeof pageCounts.Handrail === 'number' ? Math.abs(counts.Handrail - pageCounts.Handrail) : undefined,
        0,
        'clicks',
      ),
      atMost('click: effects not verified', outcomes.length ? outcomes.length - verified : undefined, 0, 'clicks'),
    ],
  };
}
