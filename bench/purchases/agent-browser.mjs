import { order } from './order.mjs';
import { createTranscript } from './transcript.mjs';

/**
 * Follows `agent-browser skills get core`: take a snapshot, act on references, wait after a change of the page, take another snapshot.
 * @param {import('../subjects/shell.mjs').Shell} shell @param {string} url
 */
export async function buyWithAgentBrowser(shell, url) {
  const transcript = createTranscript(shell);
  const { run, add } = transcript;
  const snapshot = async () => add('agent-browser snapshot -i', await shell.snapshot());
  const waitForPage = async (/** @type {string} */ pattern) => {
    await run('wait', '--url', pattern);
    await snapshot();
  };

  await run('open', url);
  await snapshot();
  await run('fill', shell.ref('searchbox', 'Search products'), order.search);
  await run('press', 'Enter');
  await waitForPage('**/search*');
  await run('click', shell.ref('link', order.product));
  await waitForPage('**/product/*');
  await run('click', shell.ref('button', 'Add to cart'));
  await run('wait', '--text', 'added to your cart');
  await run('click', shell.ref('link', 'Cart 0'));
  await waitForPage('**/cart');
  await run('click', shell.ref('link', 'Checkout'));
  await waitForPage('**/checkout');
  await run('fill', shell.ref('textbox', 'Full name'), order.name);
  await run('fill', shell.ref('textbox', 'Email'), order.email);
  await run('fill', shell.ref('textbox', 'Address'), order.address);
  await run('select', shell.ref('combobox', 'Country'), order.country);
  await run('check', shell.ref('radio', `${order.delivery}[^"]*`));
  // Filling in or typing a date reports "Done", but the field stays empty. An agent that knows this sets the value with a script.
  await run('eval', `document.querySelector('[type=date]').value='${order.date}'`);
  await run('fill', shell.ref('textbox', 'Card number'), order.card);
  await run('check', shell.ref('checkbox', 'I accept the terms of sale'));
  await run('click', shell.ref('button', 'Place order'));
  await run('wait', '--url', '**/order/*');
  const text = await snapshot();
  return { transcript, number: /FF-\d+/.exec(text)?.[0] };
}
