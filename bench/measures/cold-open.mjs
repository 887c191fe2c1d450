import { interleave } from '../sampling.mjs';
import { ratio } from '../statistics.mjs';
import { agentBrowserShell } from '../subjects/agent-browser-shell.mjs';
import { handrailCli } from '../subjects/handrail-cli.mjs';
import { closeAll } from '../subjects/subject.mjs';
import { atMost, timeCell } from './measure.mjs';

/** @type {import('./measure.mjs').Measure} */
export const coldOpen = {
  key: 'p',
  title: 'The first command: no background process and no browser run, and a page is opened',
  async run(context) {
    const { resources, origin, quick } = context;
    const shells = [handrailCli(resources), agentBrowserShell(resources)];
    context.log('first commands');
    try {
      const runners = shells.map((shell) => ({
        name: shell.name,
        before: () => shell.close(),
        once: () => shell.open(`${origin}/still`),
      }));
      const times = await interleave(runners, {
        rounds: quick ? 3 : 8,
        warmUps: 1,
        timeoutMs: 60_000,
        budgetMs: 60_000,
      });
      for (const [name, { failed }] of Object.entries(times)) if (failed) context.reportFailure(name, failed);
      return toResult(times);
    } finally {
      await closeAll(shells);
    }
  },
};

/**
 * @param {Awaited<ReturnType<typeof interleave>>} times
 * @returns {import('./measure.mjs').Result}
 */
function toResult(times) {
  const own = times['Handrail CLI']?.median;
  return {
    raw: { times },
    tables: [
      {
        title: 'The first command from the shell, ms',
        columns: ['command line', 'median', '/ Handrail'],
        rows: Object.entries(times).map(([name, sampled]) => [name, timeCell(sampled), ratio(sampled.median, own)]),
      },
    ],
    targets: [atMost('first command: Handrail / agent-browser', ratio(own, times['agent-browser']?.median), 1)],
  };
}
