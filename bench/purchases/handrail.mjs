import { order } from './order.mjs';
import { keepTranscript } from './transcript.mjs';

/**
 * As `handrail skill` teaches: act by id or by name; each reply shows what changed, or the page where it is another one.
 * @param {ReturnType<typeof import('../subjects/handrail-cli.mjs').handrailCli>} shell @param {string} url
 */
export async function buyWithHandrail(shell, url) {
  const transcript = keepTranscript(shell);
  const { type } = transcript;

  shell.note(await type('open', url));
  shell.note(await type('type', shell.ref('searchbox', 'Search products'), order.search, '--submit'));
  shell.note(await type('click', shell.ref('link', order.product)));
  await type('click', shell.ref('button', 'Add to cart'));
  shell.note(await type('click', shell.ref('link', 'Cart 0')));
  shell.note(await type('click', shell.ref('link', 'Checkout')));
  await type(
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
  const reply = await type('click', 'Place order');
  return { transcript, number: /FF-\d+/.exec(reply)?.[0] };
}
