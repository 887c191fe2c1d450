import { ratio } from '../statistics.mjs';
import { tokens } from '../tokens.mjs';
import { compareShells, uncounted } from './compare-shells.mjs';
import { mcpReplies } from './mcp-replies.mjs';
import { atMost, timeCell } from './measure.mjs';

/** @type {import('./measure.mjs').Measure} */
export const shellClick = {
  key: 'j',
  title: 'A click from the shell after warm-up, including the start of the process, and the size of the reply',
  async run(context) {
    const samples = await compareShells(context, {
      title: 'clicks',
      page: 'still',
      subject: ({ name }) => name,
      prepare(shell) {
        const ref = shell.ref('button', 'Count');
        return () => shell.run('click', ref);
      },
      sampling: { rounds: context.quick ? 12 : 40, warmUps: 3, timeoutMs: 20_000 },
    });
    return toResult(samples, await mcpReplies(context));
  },
};

/**
 * @param {Awaited<ReturnType<typeof compareShells>>} samples
 * @param {Record<string, string>} others the replies of MCP servers to the same click
 * @returns {import('./measure.mjs').Result}
 */
function toResult({ times, replies, pageCounts }, others) {
  const own = times['Handrail CLI']?.median;
  const against = (/** @type {string} */ name) => ratio(own, times[name]?.median);
  const allReplies = {
    ...Object.fromEntries(Object.entries(replies).map(([name, texts]) => [name, texts.at(-1) ?? ''])),
    ...others,
  };
  return {
    raw: { times, pageCounts, replies: allReplies },
    tables: [
      {
        title: 'A click from the shell, ms, from the start of the process to its end',
        columns: ['command line', 'median', 'fastest', '/ Handrail', 'clicks made', 'clicks counted by the page'],
        rows: Object.entries(times).map(([name, sampled]) => [
          name,
          timeCell(sampled),
          sampled.samples.length > 0 ? Math.min(...sampled.samples) : undefined,
          ratio(sampled.median, own),
          replies[name]?.length,
          pageCounts[name],
        ]),
      },
      {
        title: 'The reply to that click',
        columns: ['subject', 'characters', 'tokens', 'start of the reply'],
        rows: Object.entries(allReplies).map(([name, text]) => [name, text.length, tokens(text), excerpt(text)]),
      },
    ],
    targets: [
      atMost('shell click: Handrail / agent-browser', against('agent-browser'), 1),
      atMost('shell click: Handrail / Playwright CLI', against('Playwright CLI'), 1),
      atMost(
        'shell click: made but not counted by the page',
        uncounted(replies['Handrail CLI']?.length ?? 0, pageCounts['Handrail CLI']),
        0,
        'clicks',
      ),
    ],
  };
}

/** @param {string} text */
function excerpt(text) {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
