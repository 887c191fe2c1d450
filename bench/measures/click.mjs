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
  title: 'Click on a still page: act, settle, tell the effect',
  async run(context) {
    const { place } = context;
    const subjects = await openAll(
      [
        handrail(),
        bareCdp(place),
        playwrightMcp(place),
        playwrightMcp({ ...place, label: 'settle 0', args: ['--timeout-settle', '0'] }),
        chromeDevtoolsMcp(place),
        agentBrowser(place),
      ],
      context.failed,
    );
    try {
      const made = await clickInTurns(subjects, context);
      const witnessed = await askPages(subjects, context);
      return toResult(made, witnessed);
    } finally {
      await closeAll(subjects);
    }
  },
};

/** @param {import('../subjects/subject.mjs').Subject[]} subjects @param {import('./measure.mjs').Context} context */
async function clickInTurns(subjects, context) {
  context.log('clicks in turns');
  /** @type {Record<string, number>} */
  const counts = {};
  /** @type {{ effect: string, settled: { ms: number, because: string } }[]} */
  const outcomes = [];
  const runners = [];
  for (const subject of subjects) {
    try {
      await subject.navigate(`${context.origin}/still?subject=${encodeURIComponent(subject.name)}`);
      await subject.observe();
    } catch (error) {
      context.failed(subject.name, error);
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
  const times = await interleave(runners, { rounds: context.quick ? 10 : 25, warmUps: 3, cap: 20_000 });
  return { times, counts, outcomes };
}

/** Leaves the still page, so that it tells its count. @param {import('../subjects/subject.mjs').Subject[]} subjects @param {import('./measure.mjs').Context} context */
async function askPages(subjects, context) {
  /** @type {Record<string, number | string>} */
  const witnessed = {};
  for (const subject of subjects) {
    try {
      await subject.navigate(`${context.origin}/blank`);
      witnessed[subject.name] = await context.server.clicks(subject.name);
    } catch (error) {
      witnessed[subject.name] = firstLine(error);
    }
  }
  return witnessed;
}

/** @param {Awaited<ReturnType<typeof clickInTurns>>} made @param {Record<string, number | string>} witnessed */
function toResult({ times, counts, outcomes }, witnessed) {
  const bare = times['bare CDP']?.median;
  const own = times.Handrail?.median;
  const over = (sampled) => (sampled?.median === undefined || bare === undefined ? undefined : sampled.median - bare);
  const seen = outcomes.filter(({ effect }) => effect === 'changed').length;
  return {
    raw: { times, counts, witnessed, outcomes },
    tables: [
      {
        title: `Click, ms (Handrail settled in ${median(outcomes.map(({ settled }) => settled.ms)) ?? '–'} ms, saw ${seen} of ${outcomes.length} effects)`,
        columns: ['subject', 'median', 'over bare CDP', '/ Handrail', 'clicks made', 'clicks the page counted'],
        rows: Object.entries(times).map(([name, sampled]) => [
          name,
          timeCell(sampled),
          over(sampled),
          own && sampled.median !== undefined ? sampled.median / own : undefined,
          counts[name],
          witnessed[name],
        ]),
      },
    ],
    targets: [
      atMost('click: over a bare CDP click', over(times.Handrail), 50, 'ms'),
      atMost(
        'click: made but not counted by the page',
        typeof witnessed.Handrail === 'number' ? Math.abs(counts.Handrail - witnessed.Handrail) : undefined,
        0,
        'clicks',
      ),
      atMost('click: effects not seen', outcomes.length ? outcomes.length - seen : undefined, 0, 'clicks'),
    ],
  };
}
