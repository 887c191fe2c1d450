import { maxQuantity } from '../cart.mjs';
import { categories, formatPrice } from '../catalogue.mjs';
import { html } from '../html.mjs';
import { picture } from './card.mjs';

/** Up to three colours are radio buttons, more are a list. @param {string[]} colours */
function colourChoice(colours) {
  if (colours.length > 3) {
    return html`<div class="field">
    <label for="colour">Colour</label>
    <select id="colour" name="colour">${colours.map((colour) => html`<option>${colour}</option>`)}</select>
  </div>`;
  }
  return html`<fieldset class="field">
    <legend>Colour</legend>
    ${colours.map(
      (colour, index) =>
        html`<label class="choice"><input type="radio" name="colour" value="${colour}"${index === 0 && html` checked`}> ${colour}</label> `,
    )}
  </fieldset>`;
}

/** @param {import('../catalogue.mjs').Product} product */
export function productPage(product) {
  const category = categories.find(({ slug }) => slug === product.category);
  const content = html`<nav class="breadcrumb" aria-label="Breadcrumb">
  <a href="/">Home</a> / <a href="/category/${product.category}">${category?.name}</a> / <span aria-current="page">${product.name}</span>
</nav>
<article class="product">
  ${picture(product)}
  <div>
    <h1>${product.name}</h1>
    <p class="price">${formatPrice(product.price)}</p>
    <p>${product.about}</p>
    <form data-add action="/cart/add" method="post">
      <input type="hidden" name="product" value="${product.id}">
      ${colourChoice(product.colours)}
      <div class="field">
        <label for="quantity">Quantity</label>
        <input type="number" id="quantity" name="quantity" value="1" min="1" max="${maxQuantity}" required>
      </div>
      <button type="submit" class="primary">Add to cart</button>
    </form>
    <details>
      <summary>Details</summary>
      <dl>
        <dt>Material</dt><dd>${product.material}</dd>
        <dt>Article</dt><dd>${String(product.id).padStart(5, '0')}</dd>
      </dl>
    </details>
    <details>
      <summary>Delivery and returns</summary>
      <p>Standard delivery is free. Send it back within 30 days.</p>
    </details>
  </div>
</article>`;
  return { title: product.name, content };
}
