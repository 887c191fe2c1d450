import { snapshotLink } from '../subjects/playwright-cli.mjs';
import { pick } from '../subjects/shell.mjs';
import { order } from './order.mjs';
import { keepTranscript } from './transcript.mjs';

/**
 * As its SKILL.md teaches: act on refs; each reply names the file of a new snapshot, which is read when the page is another one.
 * @param {ReturnType<typeof import('../subjects/playwright-cli.mjs').playwrightCli>} shell @param {string} url
 */
export async function buyWithPlaywrightCli(shell, url) {
  const transcript = keepTranscript(shell);
  const { type, note } = transcript;
  const arrive = async (/** @type {string} */ reply) => {
    const file = pick(reply, snapshotLink, 'snapshot');
    note(`cat ${file}`, await shell.read(file));
  };

  await arrive(await type('goto', url));
  await arrive(await type('fill', shell.ref('searchbox', 'Search products'), order.search, '--submit'));
  await arrive(await type('click', shell.ref('link', order.product)));
  await arrive(await type('click', shell.ref('button', 'Add to cart'))); // the link to the cart is a new one
  await arrive(await type('click', shell.ref('link', 'Cart 1')));
  await arrive(await type('click', shell.ref('link', 'Checkout')));
  await type('fill', shell.ref('textbox', 'Full name'), order.name);
  await type('fill', shell.ref('textbox', 'Email'), order.email);
  await type('fill', shell.ref('textbox', 'Address'), order.address);
  await type('select', shell.ref('combobox', 'Country'), order.country);
  await type('check', shell.ref('radio', `${order.delivery}[^"]*`));
  await type('fill', shell.ref('\\w+', 'Delivery date'), order.date);
  await type('fill', shell.ref('textbox', 'Card number'), order.card);
  await type('check', shell.ref('checkbox', 'I accept the terms of sale'));
  const reply = await type('click', shell.ref('button', 'Place order'));
  return { transcript, number: /FF-\d+/.exec(reply)?.[0] }; // the title of the page, which the reply has, is enough
}
