import { formatPrice } from '../catalogue.mjs';
import { countries, deliveries, today } from '../checkout.mjs';
import { html } from '../html.mjs';

/** @typedef {import('../checkout.mjs').Errors} Errors */
/** @typedef {import('../html.mjs').Markup} Markup */

/** @param {string} name @param {Errors} errors */
const invalid = (name, errors) =>
  errors[name] !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`;

/** @param {string} name @param {Errors} errors */
const message = (name, errors) =>
  errors[name] !== undefined && html`<p class="error" id="${name}-error">${errors[name]}</p>`;

/** @param {Errors} errors */
function summary(errors) {
  const entries = Object.entries(errors);
  if (entries.length === 0) return '';
  return html`<div class="error-summary" role="alert">
  <h2>Please check ${entries.length} ${entries.length === 1 ? 'field' : 'fields'}</h2>
  <ul>${entries.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>
</div>`;
}

/**
 * The card number is never sent back to the browser.
 * @param {{ fields: Record<string, string>, errors: Errors, lines: readonly import('../cart.mjs').CartLine[], total: number }} state
 */
export function checkoutPage({ fields, errors, lines, total }) {
  /** @param {string} name @param {string} label @param {Markup} attributes */
  const input = (name, label, attributes) => html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${fields[name] ?? ''}" ${attributes} required${invalid(name, errors)}>
    ${message(name, errors)}
  </div>
  `;
  const content = html`<h1>Checkout</h1>
${summary(errors)}
<div class="checkout">
<form action="/checkout" method="post" novalidate>
  ${input('name', 'Full name', html`type="text" autocomplete="name"`)}
  ${input('email', 'Email', html`type="email" autocomplete="email"`)}
  <div class="field">
    <label for="address">Address</label>
    <textarea id="address" name="address" rows="3" autocomplete="street-address" required${invalid('address', errors)}>
${fields.address ?? ''}</textarea>
    ${message('address', errors)}
  </div>
  <div class="field">
    <label for="country">Country</label>
    <select id="country" name="country" autocomplete="country-name" required${invalid('country', errors)}>
      <option value="">Choose a country</option>
      ${countries.map((country) => html`<option${country === fields.country && html` selected`}>${country}</option>`)}
    </select>
    ${message('country', errors)}
  </div>
  <fieldset class="field" id="delivery" role="radiogroup"${invalid('delivery', errors)}>
    <legend>Delivery</legend>
    ${Object.entries(deliveries).map(
      ([value, { label, price }]) => html`<label class="choice"><input type="radio" name="delivery" value="${value}"${
        value === fields.delivery && html` checked`
      }> ${label} (${price === 0 ? 'free' : formatPrice(price)})</label>
    `,
    )}
    ${message('delivery', errors)}
  </fieldset>
  ${input('date', 'Delivery date', html`type="date" min="${today()}"`)}
  <div class="field">
    <label for="card">Card number</label>
    <input id="card" name="card" type="password" inputmode="numeric" autocomplete="cc-number" required${invalid('card', errors)}>
    ${message('card', errors)}
  </div>
  <div class="field">
    <label class="choice"><input id="terms" name="terms" type="checkbox" value="yes" required${
      fields.terms === 'yes' && html` checked`
    }${invalid('terms', errors)}> I accept the terms of sale</label>
    ${message('terms', errors)}
  </div>
  <button type="submit" class="primary">Place order</button>
</form>
<aside aria-labelledby="your-order">
  <h2 id="your-order">Your order</h2>
  <ul>
    ${lines.map(({ product, colour, quantity }) => html`<li>${quantity} × ${product.name}, ${colour}</li>`)}
  </ul>
  <p>Total before delivery <strong>${formatPrice(total)}</strong></p>
</aside>
</div>`;
  return { title: 'Checkout', content };
}
