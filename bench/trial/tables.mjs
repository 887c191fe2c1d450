import { sumCalls } from './calls.mjs';

/**
 * The totals of each command line, and one row per task.
 * @param {Record<string, Awaited<ReturnType<typeof import('./run-oracles.mjs').runOracles>>>} ran @returns {import('../measures/measure.mjs').Table[]}
 */
export function toTables(ran) {
  const names = Object.keys(ran);
  const ids = [...new Set(Object.values(ran).flatMap(({ outcomes }) => outcomes.map(({ id }) => id)))];
  return [
    {
      title: 'Trial: the scripted oracle of every task',
      columns: [
        'command line',
        'tasks',
        'solved',
        'wrong presses',
        'not listed',
        'calls',
        'characters',
        'of which documentation',
        'screenshots',
      ],
      rows: Object.entries(ran).map(([name, { outcomes, total }]) => [
        name,
        outcomes.length,
        outcomes.filter(({ solved }) => solved).length,
        outcomes.flatMap(({ wrong }) => wrong).length,
        outcomes.filter(({ misses }) => misses.length > 0).length,
        total.calls,
        total.characters,
        total.documentation,
        total.screenshots,
      ]),
    },
    {
      title: 'Trial: calls / characters of each task',
      columns: ['task', ...names],
      rows: ids.map((id) => [
        id,
        ...names.map((name) => {
          const outcome = ran[name]?.outcomes.find((candidate) => candidate.id === id);
          if (!outcome) return undefined;
          const { calls, characters } = sumCalls(outcome.calls);
          return `${outcome.solved ? '' : 'not solved, '}${calls} / ${characters}`;
        }),
      ]),
    },
  ];
}
