// `npm start`: starts a demonstration shop, runs a task from search to order, and checks the order in the shop.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startShop } from './shop/server.mjs';

const commandLine = fileURLToPath(new URL('../dist/doors/cli/main.js', import.meta.url));

const task = `Search for mug. Add the first result to the cart. Open the cart and go to checkout.
Fill in the form with full name 'Ada Lovelace', email 'ada@example.com', address '12 St James’s Square, London', country 'Ireland', delivery date '2099-12-31' and card number '4242 4242 4242 4242'.
Choose Express. Accept the terms of sale. Place the order. Tell me the order number.`;

/** Runs `handrail …` in the foreground and returns its exit code. @param {string[]} args @returns {Promise<number>} */
function handrail(args) {
  const child = spawn(process.execPath, [commandLine, ...args], { stdio: 'inherit' });
  // Ctrl+C also reaches the child, which cancels the run. The shop must stay open until then.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Finds the recorded run that ended at this shop. @param {string} url @returns {{ answer?: string, report?: string } | undefined} */
function findRun(url) {
  const { stdout } = spawnSync(process.execPath, [commandLine, 'runs', '--json'], { encoding: 'utf8' });
  return JSON.parse(stdout).find((/** @type {{ url?: string }} */ run) => run.url?.startsWith(url));
}

/** Returns the problem, or undefined if the shop has the order. @param {import('./shop/server.mjs').RunningShop} shop */
async function demonstrate({ url, orders }) {
  const code = await handrail(['run', task, '--url', url, '--expect-text', 'is confirmed', '--approve', 'all']);
  if (code !== 0) return `The run failed with exit code ${code}.`;
  const answer = findRun(url)?.answer ?? '';
  const order = orders.find(({ number }) => answer.includes(number));
  if (!order) return `The shop has no order "${answer}".`;
  const { number, items, customer } = order;
  const bought = items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
  console.log(`\nThe shop confirms it: order ${number}, ${bought}, for ${customer.name}.`);
  return undefined;
}

const shop = await startShop();
try {
  const problem = await demonstrate(shop);
  if (problem) {
    console.error(problem);
    process.exitCode = 1;
  }
} finally {
  await shop.close();
}
