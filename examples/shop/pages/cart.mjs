import { maxQuantity } from '../cart.mjs';
import { formatPrice } from '../catalogue.mjs';
import { html } from '../html.mjs';

/** @typedef {import('../cart.mjs').CartLine} CartLine */

/** @param {CartLine} line @param {number} index */
function row({ product, colour, quantity }, index) {
  const line = html`<input type="hidden" name="product" value="${product.id}"><input type="hidden" name="colour" value="${colour}">`;
  return html`<tr>
  <th scope="row" id="line-${index}"><a href="/product/${product.id}">${product.name}</a> <span class="muted">${colour}</span></th>
  <td>${formatPrice(product.price)}</td>
  <td>
    <form action="/cart/update" method="post" class="inline">
      ${line}
      <input type="number" name="quantity" value="${quantity}" min="0" max="${maxQuantity}" required aria-label="Quantity of ${product.name}">
      <button type="submit" aria-describedby="line-${index}">Update</button>
    </form>
  </td>
  <td>${formatPrice(product.price * quantity)}</td>
  <td>
    <form action="/cart/remove" method="post">
      ${line}
      <button type="submit" class="quiet" aria-describedby="line-${index}">Remove</button>
    </form>
  </td>
</tr>
`;
}

/** @param {readonly CartLine[]} lines @param {number} total */
export function cartPage(lines, total) {
  if (lines.length === 0) {
    const content = html`<h1>Your cart</h1>
<p>Your cart is empty. <a href="/search?q=">See all products</a>.</p>`;
    return { title: 'Your cart', content };
  }
  const content = html`<h1>Your cart</h1>
<table class="cart">
  <thead><tr><th scope="col">Product</th><th scope="col">Price</th><th scope="col">Quantity</th><th scope="col">Sum</th><th scope="col">Action</th></tr></thead>
  <tbody>
${lines.map(row)}  </tbody>
</table>
<p class="total">Total <strong id="total">${formatPrice(total)}</strong></p>
<p class="actions"><a href="/search?q=">Continue shopping</a> <a class="primary" href="/checkout">Checkout</a></p>`;
  return { title: 'Your cart', content };
}
