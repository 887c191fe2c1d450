import { ratio } from '../statistics.mjs';
import { tokens } from '../tokens.mjs';
import { atMost, timeCell } from './measure.mjs';
import { shellsInTurns, uncounted } from './shells-in-turns.mjs';

/** @type {import('./measure.mjs').Measure} */
export const batch = {
  key: 'k',
  title: 'Ten commands: four texts, a tick, five clicks; in one call where there is a way',
  async run(context) {
    return toResult(
      await shellsInTurns(context, {
        title: 'batches in turns',
        page: 'tally',
        subject: ({ name }) => `${name} batch`,
        prepare(shell, turn) {
          const fields = [1, 2, 3, 4].map((index) => shell.ref('textbox', `Field ${index}`));
          const box = shell.ref('checkbox', 'Agree');
          const button = shell.ref('button', 'Count');
          const clicks = [box, ...Array.from({ length: 5 }, () => button)].map((ref) => ['click', ref]);
          return () => shell.batch([...fields.map((field) => ['fill', field, `Round ${turn()}.`]), ...clicks]);
        },
        sampling: { rounds: context.quick ? 4 : 10, warmUps: 1, cap: 60_000, budget: 60_000 },
      }),
    );
  },
};

/**
 * @param {Awaited<ReturnType<typeof shellsInTurns>>} made
 * @returns {import('./measure.mjs').Result}
 */
function toResult({ times, replies, witnessed }) {
  const own = times['Handrail CLI']?.median;
  const against = (/** @type {string} */ name) => ratio(own, times[name]?.median);
  return {
    raw: { times, witnessed, replies },
    tables: [
      {
        title: 'Ten commands from the shell, ms',
        columns: [
          'command line',
          'median',
          '/ Handrail',
          'commands given',
          'commands the page counted',
          'tokens of the reply',
        ],
        rows: Object.entries(times).map(([name, sampled]) => [
          name,
          timeCell(sampled),
          ratio(sampled.median, own),
          (replies[name]?.length ?? 0) * 10,
          witnessed[name],
          tokens(replies[name]?.at(-1) ?? ''),
        ]),
      },
    ],
    targets: [
      atMost('ten commands: of agent-browser', against('agent-browser'), 1),
      atMost('ten commands: of the Playwright CLI', against('Playwright CLI'), 1),
      atMost(
        'ten commands: given but not counted by the page',
        uncounted((replies['Handrail CLI']?.length ?? 0) * 10, witnessed['Handrail CLI']),
        0,
        'commands',
      ),
    ],
  };
}
