import { order } from './order.mjs';
import { createTranscript } from './transcript.mjs';

/**
 * Follows `handrail skill`: act by id or by name. Each reply shows what changed, or the map of the new page.
 * @param {ReturnType<typeof import('../subjects/handrail-cli.mjs').handrailCli>} shell @param {string} url
 */
export async function buyWithHandrail(shell, url) {
  const transcript = createTranscript(shell);
  const { run } = transcript;

  shell.note(await run('open', url));
  shell.note(await run('type', shell.ref('searchbox', 'Search products'), order.search, '--submit'));
  shell.note(await run('click', shell.ref('link', order.product)));
  await run('click', shell.ref('button', 'Add to cart'));
  shell.note(await run('click', 'Cart'));
  shell.note(await run('click', shell.ref('link', 'Checkout')));
  await run(
    'fill_form',
    `Full name=${order.name}`,
    `Email=${order.email}`,
    `Address=${order.address}`,
    `Country=${order.country}`,
    `${order.delivery}=true`,
    `Delivery date=${order.date}`,
    `Card number=${order.card}`,
    'I accept the terms of sale=true',
  );
  const reply = await run('click', 'Place order');
  return { transcript, number: /FF-\d+/.exec(reply)?.[0] };
}
