// What `npm start` runs: a shop, a look at it, one click, and the proof that the click worked.
import { describeChange, openSession } from 'handrail';
import { startShop } from './shop/server.mjs';

/**
 * Clicks the first “Add to cart”. Returns a sentence that says what is missing, or undefined when all is proven.
 * @param {import('handrail').Session} session
 * @param {import('./shop/server.mjs').LoggedRequest[]} log
 */
async function demonstrate(session, log) {
  const observation = await session.observe();
  console.log(`What Handrail sees:\n\n${observation.text}\n`);

  const button = observation.elements.find(({ role, name }) => role === 'Button' && name === 'Add to cart');
  if (!button) return 'There is no “Add to cart” button on the page.';
  console.log(`Clicking ${button.id} “${button.name}” …\n`);
  const { effect, settled, changes, error } = await session.perform({ type: 'click', target: { element: button.id } });

  console.log(`Effect: ${effect}, settled after ${Math.round(settled.ms)} ms (${settled.because})`);
  for (const change of changes) console.log(`  ${describeChange(change)}`);
  if (error) return `The click failed (${error.code}): ${error.message} ${error.hint ?? ''}`;
  if (effect !== 'changed') return 'The click was not seen to change anything.';

  const request = log.find(({ method, path }) => method === 'POST' && path === '/cart/add');
  if (!request) return 'The shop never got the request that fills the cart.';
  console.log(`\nThe shop says the same: it got POST ${request.path} with ${JSON.stringify(request.body)}.`);
  return undefined;
}

const shop = await startShop();
try {
  const session = await openSession({ environment: 'browser', url: `${shop.url}/search?q=lamp` });
  try {
    const problem = await demonstrate(session, shop.log);
    if (problem) throw new Error(problem);
  } finally {
    await session.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await shop.close();
}
