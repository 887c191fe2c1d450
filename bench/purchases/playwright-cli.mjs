import { snapshotLink } from '../subjects/playwright-cli.mjs';
import { pick } from '../subjects/shell.mjs';
import { order } from './order.mjs';
import { createTranscript } from './transcript.mjs';

/**
 * Follows its SKILL.md: act on references. Each reply names the file of a new snapshot, which is read after each navigation.
 * @param {ReturnType<typeof import('../subjects/playwright-cli.mjs').playwrightCli>} shell @param {string} url
 */
export async function buyWithPlaywrightCli(shell, url) {
  const transcript = createTranscript(shell);
  const { run, add } = transcript;
  const readSnapshot = async (/** @type {string} */ reply) => {
    const file = pick(reply, snapshotLink, 'snapshot');
    add(`cat ${file}`, await shell.read(file));
  };

  await readSnapshot(await run('goto', url));
  await readSnapshot(await run('fill', shell.ref('searchbox', 'Search products'), order.search, '--submit'));
  await readSnapshot(await run('click', shell.ref('link', order.product)));
  await readSnapshot(await run('click', shell.ref('button', 'Add to cart'))); // the link to the cart has a new reference
  await readSnapshot(await run('click', shell.ref('link', 'Cart 1')));
  await readSnapshot(await run('click', shell.ref('link', 'Checkout')));
  await run('fill', shell.ref('textbox', 'Full name'), order.name);
  await run('fill', shell.ref('textbox', 'Email'), order.email);
  await run('fill', shell.ref('textbox', 'Address'), order.address);
  await run('select', shell.ref('combobox', 'Country'), order.country);
  await run('check', shell.ref('radio', `${order.delivery}[^"]*`));
  await run('fill', shell.ref('\\w+', 'Delivery date'), order.date);
  await run('fill', shell.ref('textbox', 'Card number'), order.card);
  await run('check', shell.ref('checkbox', 'I accept the terms of sale'));
  const reply = await run('click', shell.ref('button', 'Place order'));
  return { transcript, number: /FF-\d+/.exec(reply)?.[0] }; // the reply contains the page title with the number
}
