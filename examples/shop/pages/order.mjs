import { formatPrice } from '../catalogue.mjs';
import { deliveries } from '../checkout.mjs';
import { html } from '../html.mjs';

/** @param {import('../server.mjs').Order} order */
export function orderPage({ number, items, customer, total }) {
  const content = html`<h1>Order ${number} is confirmed</h1>
<p>Thank you, ${customer.name}. A confirmation goes to ${customer.email}.</p>
<table>
  <caption>What you ordered</caption>
  <thead><tr><th scope="col">Product</th><th scope="col">Colour</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
  <tbody>
    ${items.map(
      (
        item,
      ) => html`<tr><td>${item.name}</td><td>${item.colour}</td><td>${item.quantity}</td><td>${formatPrice(item.price)}</td></tr>
    `,
    )}
  </tbody>
</table>
<p>Delivery: ${deliveries[customer.delivery]?.label}, on ${customer.date}, to ${customer.address}, ${customer.country}.</p>
<p class="total">Total <strong id="total">${formatPrice(total)}</strong>, paid with the card ending in ${customer.cardEnding}.</p>
<p><a href="/">Back to the shop</a></p>`;
  return { title: `Order ${number}`, content };
}
