import { order } from './order.mjs';
import { keepTranscript } from './transcript.mjs';

/**
 * As `agent-browser skills get core` teaches: look, act on refs, wait after what changes the page, look again.
 * @param {import('../subjects/shell.mjs').Shell} shell @param {string} url
 */
export async function buyWithAgentBrowser(shell, url) {
  const transcript = keepTranscript(shell);
  const { type, note } = transcript;
  const look = async () => note('agent-browser snapshot -i', await shell.look());
  const arrive = async (/** @type {string} */ pattern) => {
    await type('wait', '--url', pattern);
    await look();
  };

  await type('open', url);
  await look();
  await type('fill', shell.ref('searchbox', 'Search products'), order.search);
  await type('press', 'Enter');
  await arrive('**/search*');
  await type('click', shell.ref('link', order.product));
  await arrive('**/product/*');
  await type('click', shell.ref('button', 'Add to cart'));
  await type('wait', '--text', 'added to your cart');
  await type('click', shell.ref('link', 'Cart 0'));
  await arrive('**/cart');
  await type('click', shell.ref('link', 'Checkout'));
  await arrive('**/checkout');
  await type('fill', shell.ref('textbox', 'Full name'), order.name);
  await type('fill', shell.ref('textbox', 'Email'), order.email);
  await type('fill', shell.ref('textbox', 'Address'), order.address);
  await type('select', shell.ref('combobox', 'Country'), order.country);
  await type('check', shell.ref('radio', `${order.delivery}[^"]*`));
  // It says "Done" to filling in or typing a date, and the field stays empty: an agent that knows it sets the value by a script.
  await type('eval', `document.querySelector('[type=date]').value='${order.date}'`);
  await type('fill', shell.ref('textbox', 'Card number'), order.card);
  await type('check', shell.ref('checkbox', 'I accept the terms of sale'));
  await type('click', shell.ref('button', 'Place order'));
  await type('wait', '--url', '**/order/*');
  const seen = await look();
  return { transcript, number: /FF-\d+/.exec(seen)?.[0] };
}
