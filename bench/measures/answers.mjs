import { startShop } from '../../examples/shop/server.mjs';
import { flows } from '../flows/flows.mjs';
import { buyWithHandrail } from '../purchases/handrail.mjs';
import { median, percentile } from '../statistics.mjs';
import { handrailCli } from '../subjects/handrail-cli.mjs';
import { formatCommand } from '../subjects/shell.mjs';
import { tokens } from '../tokens.mjs';
import { atMost } from './measure.mjs';

/** @typedef {{ line: string, output: string }} Answer */

/** @type {import('./measure.mjs').Measure} */
export const answers = {
  key: 'o',
  title: 'The answer after an action, in several tasks from the shell',
  async run({ resources, origin, reportFailure }) {
    const shop = await startShop();
    const shell = handrailCli(resources);
    /** @type {Record<string, Answer[]>} */
    const given = {};
    try {
      await shell.start();
      given.purchase = (await buyWithHandrail(shell, shop.url)).transcript.lines;
      for (const { name, commands } of flows({ shop: shop.url, origin })) {
        try {
          given[name] = await runFlow(shell, commands);
        } catch (error) {
          reportFailure(`answers: ${name}`, error);
        }
      }
    } finally {
      await shell.close().catch(() => undefined); // its processes are ended anyway
      await shop.close();
    }
    return toResult(given);
  },
};

/** @param {ReturnType<typeof handrailCli>} shell @param {string[][]} commands @returns {Promise<Answer[]>} */
async function runFlow(shell, commands) {
  const lines = [];
  for (const command of commands) lines.push({ line: formatCommand(command), output: await shell.run(...command) });
  return lines;
}

/** The tokens of the answers after actions: all but those to `open`. @param {Answer[]} lines */
function sizes(lines) {
  return lines.filter(({ line }) => !/^(?:handrail )?open /.test(line)).map(({ output }) => tokens(output));
}

/** @param {Record<string, Answer[]>} given @returns {import('./measure.mjs').Result} */
function toResult(given) {
  const all = Object.values(given).flatMap(sizes);
  const row = (/** @type {string} */ name, /** @type {number[]} */ counts) => [
    name,
    counts.length,
    median(counts),
    percentile(counts, 90),
    counts.length > 0 ? Math.max(...counts) : undefined,
  ];
  return {
    raw: given,
    tables: [
      {
        title: 'The answer after an action, tokens',
        columns: ['task', 'actions', 'median', '90th percentile', 'largest'],
        rows: [...Object.entries(given).map(([name, lines]) => row(name, sizes(lines))), row('all', all)],
      },
    ],
    targets: [atMost('answer after an action: median', median(all), 400, 'tokens')],
  };
}
