import { startShop } from '../../examples/shop/server.mjs';
import { buyWithAgentBrowser } from '../purchases/agent-browser.mjs';
import { buyWithHandrail } from '../purchases/handrail.mjs';
import { whatIsWrong } from '../purchases/order.mjs';
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
  title: 'A purchase from the shell: open, search, product, cart, checkout, fill in, choose, order, read its number',
  async run({ place, failed }) {
    const shop = await startShop();
    /** @type {Record<string, Bought>} */
    const bought = {};
    try {
      const ways = [
        [handrailCli(place), buyWithHandrail],
        [agentBrowserShell(place), buyWithAgentBrowser],
        [playwrightCli(place), buyWithPlaywrightCli],
      ];
      for (const [shell, buy] of ways) {
        try {
          await shell.start();
          bought[shell.name] = await buyOnce(shell, buy, shop);
        } catch (error) {
          failed(shell.name, error);
        } finally {
          await shell.close().catch(() => undefined); // its processes are ended all the same
        }
      }
    } finally {
      await shop.close();
    }
    return toResult(bought);
  },
};

/** @typedef {{ commands: number, written: number, read: number, total: number, ms: number, skill: number | undefined, lines: object[] }} Bought */

/** Buys, and asks the shop whether that is so. @returns {Promise<Bought>} */
async function buyOnce(shell, buy, shop) {
  const before = shop.orders.length;
  const began = performance.now();
  const { transcript, number } = await buy(shell, shop.url);
  const ms = performance.now() - began;
  const placed = shop.orders[before];
  const wrong = whatIsWrong(placed) ?? (placed.number === number ? undefined : `It read the number ${number}.`);
  if (wrong) throw new Error(wrong);
  return { ...transcript.count(), ms, skill: await skillOf(shell), lines: transcript.lines };
}

/** @param {import('../subjects/shell.mjs').Shell} shell */
async function skillOf(shell) {
  return shell.skill().then(tokens, () => undefined); // it has none: said by the empty cell
}

/** @param {Record<string, Bought>} bought @returns {import('./measure.mjs').Result} */
function toResult(bought) {
  const own = bought['Handrail CLI']?.total;
  const against = (/** @type {string} */ name) => ratio(own, bought[name]?.total);
  return {
    raw: bought,
    tables: [
      {
        title: 'A purchase from the shell, tokens (the shop has the order; learning the tool is counted apart)',
        columns: ['command line', 'commands', 'written', 'read', 'together', '/ Handrail', 'its skill', 'ms'],
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
      atMost('purchase: tokens, of agent-browser', against('agent-browser'), 1),
      atMost('purchase: tokens, of the Playwright CLI', against('Playwright CLI'), 1),
    ],
  };
}
