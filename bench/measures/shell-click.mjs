import { ratio } from '../statistics.mjs';
import { tokens } from '../tokens.mjs';
import { mcpReplies } from './mcp-replies.mjs';
import { atMost, timeCell } from './measure.mjs';
import { shellsInTurns, uncounted } from './shells-in-turns.mjs';

/** @type {import('./measure.mjs').Measure} */
export const shellClick = {
  key: 'j',
  title: 'A warm click from the shell, process start included, and what is said about it',
  async run(context) {
    const made = await shellsInTurns(context, {
      title: 'clicks in turns',
      page: 'still',
      subject: ({ name }) => name,
      prepare(shell) {
        const ref = shell.ref('button', 'Count');
        return () => shell.run('click', ref);
      },
      sampling: { rounds: context.quick ? 12 : 40, warmUps: 3, cap: 20_000 },
    });
    return toResult(made, await mcpReplies(context));
  },
};

/**
 * @param {Awaited<ReturnType<typeof shellsInTurns>>} made
 * @param {Record<string, string>} others what MCP servers say about the same click
 * @returns {import('./measure.mjs').Result}
 */
function toResult({ times, replies, witnessed }, others) {
  const own = times['Handrail CLI']?.median;
  const against = (/** @type {string} */ name) => ratio(own, times[name]?.median);
  const said = {
    ...Object.fromEntries(Object.entries(replies).map(([name, texts]) => [name, texts.at(-1) ?? ''])),
    ...others,
  };
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
        uncounted(replies['Handrail CLI']?.length ?? 0, witnessed['Handrail CLI']),
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
