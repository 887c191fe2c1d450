import { formatPrice } from '../catalogue.mjs';
import { html } from '../html.mjs';

/** @typedef {import('../catalogue.mjs').Product} Product */

/** A placeholder for a photograph: a coloured square with the first letter. @param {Product} product */
export function picture(product) {
  const letter = product.name.replace(/[^A-Za-z]/g, '').charAt(0);
  return html`<svg class="picture" viewBox="0 0 150 100" aria-hidden="true"><rect width="150" height="100" fill="hsl(${(product.id * 47) % 360} 35% 86%)"/><text x="75" y="64" text-anchor="middle" font-size="40" fill="hsl(${(product.id * 47) % 360} 40% 32%)">${letter}</text></svg>`;
}

/** One product in a list. @param {Product} product */
function card(product) {
  return html`<li class="card">
  ${picture(product)}
  <h3 id="name-${product.id}"><a href="/product/${product.id}">${product.name}</a></h3>
  <p class="price">${formatPrice(product.price)}</p>
  <form data-add action="/cart/add" method="post">
    <input type="hidden" name="product" value="${product.id}">
    <button type="submit" aria-describedby="name-${product.id}">Add to cart</button>
  </form>
</li>
`;
}

/** @param {Product[]} products */
export function cards(products) {
  return html`<ul class="cards">
${products.map(card)}</ul>`;
}
