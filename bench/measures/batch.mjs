import { firstLine, interleave } from '../sampling.mjs';
import { ratio } from '../statistics.mjs';
import { agentBrowserShell } from '../subjects/agent-browser-shell.mjs';
import { handrailCli } from '../subjects/handrail-cli.mjs';
import { playwrightCli } from '../subjects/playwright-cli.mjs';
import { closeShells, startShells } from '../subjects/shells.mjs';
import { tokens } from '../tokens.mjs';
import { atMost, timeCell } from './measure.mjs';

/** @type {import('./measure.mjs').Measure} */
export const batch = {
  key: 'k',
  title: 'Ten commands: four texts, a tick, five clicks; in one call where there is a way',
  async run(context) {
    const { place } = context;
    const shells = await startShells(
      [handrailCli(place), agentBrowserShell(place), playwrightCli(place)],
      context.failed,
    );
    try {
      const made = await batchInTurns(shells, context);
      return toResult(made, await askPages(shells, context));
    } finally {
      await closeShells(shells);
    }
  },
};

/** @param {import('../subjects/shell.mjs').Shell[]} shells @param {import('./measure.mjs').Context} context */
async function batchInTurns(shells, context) {
  context.log('batches in turns');
  /** @type {Record<string, string[]>} */
  const replies = {};
  const runners = [];
  for (const shell of shells) {
    try {
      await shell.open(`${context.origin}/tally?subject=${encodeURIComponent(`${shell.name} batch`)}`);
      await shell.look();
      const fields = [1, 2, 3, 4].map((index) => shell.ref('textbox', `Field ${index}`));
      const box = shell.ref('checkbox', 'Agree');
      const button = shell.ref('button', 'Count');
      replies[shell.name] = [];
      runners.push({
        name: shell.name,
        once: async () => {
          const turn = replies[shell.name].length;
          const texts = fields.map((field) => ['fill', field, `Round ${turn}.`]);
          const clicks = [box, ...Array.from({ length: 5 }, () => button)].map((ref) => ['click', ref]);
          replies[shell.name].push(await shell.batch([...texts, ...clicks]));
        },
      });
    } catch (error) {
      context.failed(shell.name, error);
    }
  }
  const times = await interleave(runners, { rounds: context.quick ? 4 : 10, warmUps: 1, cap: 60_000, budget: 60_000 });
  for (const [name, { failed }] of Object.entries(times)) if (failed) context.failed(name, failed);
  return { times, replies };
}

/** @param {import('../subjects/shell.mjs').Shell[]} shells @param {import('./measure.mjs').Context} context */
async function askPages(shells, context) {
  /** @type {Record<string, number | string>} */
  const witnessed = {};
  for (const shell of shells) {
    try {
      await shell.open(`${context.origin}/blank`);
      witnessed[shell.name] = await context.server.clicks(`${shell.name} batch`);
    } catch (error) {
      witnessed[shell.name] = firstLine(error);
    }
  }
  return witnessed;
}

/**
 * @param {Awaited<ReturnType<typeof batchInTurns>>} made
 * @param {Record<string, number | string>} witnessed
 * @returns {import('./measure.mjs').Result}
 */
function toResult({ times, replies }, witnessed) {
  const own = times['Handrail CLI']?.median;
  const against = (/** @type {string} */ name) => ratio(own, times[name]?.median);
  const arrived = witnessed['Handrail CLI'];
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
        typeof arrived === 'number' ? Math.abs((replies['Handrail CLI']?.length ?? 0) * 10 - arrived) : undefined,
        0,
        'commands',
      ),
    ],
  };
}
