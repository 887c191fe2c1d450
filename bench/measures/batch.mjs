import { ratio } from '../statistics.mjs';
import { tokens } from '../tokens.mjs';
import { compareShells, uncounted } from './compare-shells.mjs';
import { atMost, timeCell } from './measure.mjs';

/** @type {import('./measure.mjs').Measure} */
export const batch = {
  key: 'k',
  title: 'Ten commands (four texts, a checkbox, five clicks), in one call if possible',
  async run(context) {
    return toResult(
      await compareShells(context, {
        title: 'batches',
        page: 'tally',
        subject: ({ name }) => `${name} batch`,
        prepare(shell, turn) {
          const fields = [1, 2, 3, 4].map((index) => shell.ref('textbox', `Field ${index}`));
          const checkbox = shell.ref('checkbox', 'Agree');
          const button = shell.ref('button', 'Count');
          const clicks = [checkbox, ...Array.from({ length: 5 }, () => button)].map((ref) => ['click', ref]);
          return () => shell.batch([...fields.map((field) => ['fill', field, `Round ${turn()}.`]), ...clicks]);
        },
        sampling: { rounds: context.quick ? 4 : 10, warmUps: 1, timeoutMs: 60_000, budgetMs: 60_000 },
      }),
    );
  },
};

/**
 * @param {Awaited<ReturnType<typeof compareShells>>} samples
 * @returns {import('./measure.mjs').Result}
 */
function toResult({ times, replies, pageCounts }) {
  const own = times['Handrail CLI']?.median;
  const against = (/** @type {string} */ name) => ratio(own, times[name]?.median);
  return {
    raw: { times, pageCounts, replies },
    tables: [
      {
        title: 'Ten commands from the shell, ms',
        columns: [
          'command line',
          'median',
          '/ Handrail',
          'commands sent',
          'commands counted by the page',
          'tokens of the reply',
        ],
        rows: Object.entries(times).map(([name, sampled]) => [
          name,
          timeCell(sampled),
          ratio(sampled.median, own),
          (replies[name]?.length ?? 0) * 10,
          pageCounts[name],
          tokens(replies[name]?.at(-1) ?? ''),
        ]),
      },
    ],
    targets: [
      atMost('ten commands: Handrail / agent-browser', against('agent-browser'), 1),
      atMost('ten commands: Handrail / Playwright CLI', against('Playwright CLI'), 1),
      atMost(
        'ten commands: sent but not counted by the page',
        uncounted((replies['Handrail CLI']?.length ?? 0) * 10, pageCounts['Handrail CLI']),
        0,
        'commands',
      ),
    ],
  };
}
