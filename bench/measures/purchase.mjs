import { startShop } from '../../examples/shop/server.mjs';
import { buyWithAgentBrowser } from '../purchases/agent-browser.mjs';
import { buyWithHandrail } from '../purchases/handrail.mjs';
import { findProblem } from '../purchases/order.mjs';
import { buyWithPlaywrightCli } from '../purchases/playwright-cli.mjs';
import { ratio } from '../statistics.mjs';
import { agentBrowserShell } from '../subjects/agent-browser-shell.mjs';
import { handrailCli } from '../subjects/handrail-cli.mjs';
import { playwrightCli } from '../subjects/playwright-cli.mjs';
import { tokens } from '../tokens.mjs';
import { atMost } from './measure.mjs';

/** @type {import('./measure.mjs').Measure} */
export const purchase = {
  key: 'l',
  title:
    'A purchase from the shell: open, search, product, cart, checkout, fill in the form, order, read the order number',
  async run({ resources, reportFailure }) {
    const shop = await startShop();
    /** @type {Record<string, Bought>} */
    const bought = {};
    try {
      const ways = [
        [handrailCli(resources), buyWithHandrail],
        [agentBrowserShell(resources), buyWithAgentBrowser],
        [playwrightCli(resources), buyWithPlaywrightCli],
      ];
      for (const [shell, buy] of ways) {
        try {
          await shell.start();
          bought[shell.name] = await buyOnce(shell, buy, shop);
        } catch (error) {
          reportFailure(shell.name, error);
        } finally {
          await shell.close().catch(() => undefined); // its processes are ended anyway
        }
      }
    } finally {
      await shop.close();
    }
    return toResult(bought);
  },
};

/** @typedef {{ commands: number, written: number, read: number, total: number, ms: number, skill: number | undefined, lines: object[] }} Bought */

/** Buys the product and checks the order in the shop. @returns {Promise<Bought>} */
async function buyOnce(shell, buy, shop) {
  const before = shop.orders.length;
  const startedAt = performance.now();
  const { transcript, number } = await buy(shell, shop.url);
  const ms = performance.now() - startedAt;
  const placed = shop.orders[before];
  const problem =
    findProblem(placed) ?? (placed.number === number ? undefined : `The order number that was read is ${number}.`);
  if (problem) throw new Error(problem);
  return { ...transcript.count(), ms, skill: await skillOf(shell), lines: transcript.lines };
}

/** @param {import('../subjects/shell.mjs').Shell} shell */
async function skillOf(shell) {
  return shell.skill().then(tokens, () => undefined); // it has none: the cell stays empty
}

/** @param {Record<string, Bought>} bought @returns {import('./measure.mjs').Result} */
function toResult(bought) {
  const own = bought['Handrail CLI']?.total;
  const against = (/** @type {string} */ name) => ratio(own, bought[name]?.total);
  return {
    raw: bought,
    tables: [
      {
        title: 'A purchase from the shell, tokens (the shop confirmed the order; the skill text is counted separately)',
        columns: ['command line', 'commands', 'written', 'read', 'total', '/ Handrail', 'its skill', 'ms'],
        rows: Object.entries(bought).map(([name, { commands, written, read, total, skill, ms }]) => [
          name,
          commands,
          written,
          read,
          total,
          ratio(total, own),
          skill,
          Math.round(ms),
        ]),
      },
    ],
    targets: [
      atMost('purchase: tokens, Handrail / agent-browser', against('agent-browser'), 1),
      atMost('purchase: tokens, Handrail / Playwright CLI', against('Playwright CLI'), 1),
    ],
  };
}
