import { firstLine, interleave } from '../sampling.mjs';
import { ratio } from '../statistics.mjs';
import { agentBrowserShell } from '../subjects/agent-browser-shell.mjs';
import { handrailCli } from '../subjects/handrail-cli.mjs';
import { playwrightCli } from '../subjects/playwright-cli.mjs';
import { closeShells, startShells } from '../subjects/shells.mjs';
import { tokens } from '../tokens.mjs';
import { mcpReplies } from './mcp-replies.mjs';
import { atMost, timeCell } from './measure.mjs';

/** @type {import('./measure.mjs').Measure} */
export const shellClick = {
  key: 'j',
  title: 'A warm click from the shell, process start included, and what is said about it',
  async run(context) {
    const { place } = context;
    const shells = await startShells(
      [handrailCli(place), agentBrowserShell(place), playwrightCli(place)],
      context.failed,
    );
    try {
      const made = await clickInTurns(shells, context);
      const witnessed = await askPages(shells, context);
      return toResult(made, witnessed, await mcpReplies(context));
    } finally {
      await closeShells(shells);
    }
  },
};

/** @param {import('../subjects/shell.mjs').Shell[]} shells @param {import('./measure.mjs').Context} context */
async function clickInTurns(shells, context) {
  context.log('clicks in turns');
  /** @type {Record<string, string[]>} */
  const replies = {};
  const runners = [];
  for (const shell of shells) {
    try {
      await shell.open(`${context.origin}/still?subject=${encodeURIComponent(shell.name)}`);
      await shell.look();
      const ref = shell.ref('button', 'Count');
      replies[shell.name] = [];
      runners.push({
        name: shell.name,
        once: async () => {
          replies[shell.name].push(await shell.run('click', ref));
        },
      });
    } catch (error) {
      context.failed(shell.name, error);
    }
  }
  const times = await interleave(runners, { rounds: context.quick ? 12 : 40, warmUps: 3, cap: 20_000 });
  for (const [name, { failed }] of Object.entries(times)) if (failed) context.failed(name, failed);
  return { times, replies };
}

/** Leaves the still page, so that it tells its count. @param {import('../subjects/shell.mjs').Shell[]} shells @param {import('./measure.mjs').Context} context */
async function askPages(shells, context) {
  /** @type {Record<string, number | string>} */
  const witnessed = {};
  for (const shell of shells) {
    try {
      await shell.open(`${context.origin}/blank`);
      witnessed[shell.name] = await context.server.clicks(shell.name);
    } catch (error) {
      witnessed[shell.name] = firstLine(error);
    }
  }
  return witnessed;
}

/**
 * @param {Awaited<ReturnType<typeof clickInTurns>>} made
 * @param {Record<string, number | string>} witnessed
 * @param {Record<string, string>} others what MCP servers say about the same click
 * @returns {import('./measure.mjs').Result}
 */
function toResult({ times, replies }, witnessed, others) {
  const own = times['Handrail CLI']?.median;
  const against = (/** @type {string} */ name) => ratio(own, times[name]?.median);
  const said = {
    ...Object.fromEntries(Object.entries(replies).map(([name, texts]) => [name, texts.at(-1) ?? ''])),
    ...others,
  };
  const count = witnessed['Handrail CLI'];
  return {
    raw: { times, witnessed, said },
    tables: [
      {
        title: 'A click from the shell, ms, from the start of the process to its end',
        columns: ['command line', 'median', 'fastest', '/ Handrail', 'clicks made', 'clicks the page counted'],
        rows: Object.entries(times).map(([name, sampled]) => [
          name,
          timeCell(sampled),
          sampled.samples.length > 0 ? Math.min(...sampled.samples) : undefined,
          ratio(sampled.median, own),
          replies[name]?.length,
          witnessed[name],
        ]),
      },
      {
        title: 'What is said about that click',
        columns: ['door', 'characters', 'tokens', 'begins with'],
        rows: Object.entries(said).map(([name, text]) => [name, text.length, tokens(text), firstWords(text)]),
      },
    ],
    targets: [
      atMost('shell click: of agent-browser', against('agent-browser'), 1.5),
      atMost('shell click: of the Playwright CLI', against('Playwright CLI'), 1),
      atMost(
        'shell click: made but not counted by the page',
        typeof count === 'number' ? Math.abs((replies['Handrail CLI']?.length ?? 0) - count) : undefined,
        0,
        'clicks',
      ),
    ],
  };
}

/** @param {string} text */
function firstWords(text) {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
