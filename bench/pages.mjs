/**
 * The pages on which every subject is measured. They are generated, so they are the same on every machine.
 */

const style = `<style>
body{font:16px/1.5 sans-serif;margin:16px}
nav a{margin-right:12px}
.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}
.card{border:1px solid #bbb;padding:8px}
td,th{border:1px solid #ccc;padding:4px 8px}
</style>`;

/**
 * @param {string} title
 * @param {string} body
 */
function page(title, body) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${style}</head><body>${body}</body></html>`;
}

/**
 * @param {number} count
 * @param {(index: number) => string} make
 */
function repeat(count, make) {
  return Array.from({ length: count }, (_, index) => make(index + 1)).join('');
}

/** A shop of `count` cards: heading, text, link, button; about 9 nodes per card. @param {number} count */
export function shop(count) {
  const card = (/** @type {number} */ index) =>
    `<article class="card"><h3>Product ${index}</h3><p>In stock, sent within ${(index % 5) + 1} days.</p>` +
    `<a href="/blank?product=${index}">Details of product ${index}</a> ` +
    `<button type="button">Add product ${index}</button></article>`;
  return page(`Shop of ${count}`, `<h1>Shop</h1><main class="grid">${repeat(count, card)}</main>`);
}

/** 30 navigation links and a table of 200 rows, each with one link and two buttons: 600 controls in rows. */
export function table() {
  const link = (/** @type {number} */ index) => `<a href="/blank?department=${index}">Department ${index}</a>`;
  const row = (/** @type {number} */ index) =>
    `<tr><td>${index}</td><td><a href="/blank?order=${index}">Order ${1000 + index}</a></td>` +
    `<td>Customer number ${index * 7}, Harbour Road</td><td>${(index * 13) % 997}.00</td>` +
    `<td><button type="button">Edit</button><button type="button">Delete</button></td></tr>`;
  const head = '<tr><th>No.</th><th>Order</th><th>Customer</th><th>Total</th><th>Actions</th></tr>';
  return page(
    'Orders',
    `<nav>${repeat(30, link)}</nav><h1>Orders</h1><table><thead>${head}</thead><tbody>${repeat(200, row)}</tbody></table>`,
  );
}

/** The number of controls in the rows of `table()`. */
export const tableRowControls = 600;

/** A page with one form. */
export function small() {
  return page(
    'Sign in',
    '<h1>Sign in</h1><form><label>Name <input name="name"></label><label>Password <input type="password" name="password">' +
      '</label><label><input type="checkbox" name="stay"> Stay signed in</label><button>Sign in</button></form>',
  );
}

/** `nodes` DOM nodes, all in one container: paragraphs and buttons. @param {number} nodes */
export function flat(nodes) {
  const pair = (/** @type {number} */ index) => `<p>Line ${index}</p><button type="button">Do ${index}</button>`;
  return page(`Flat ${nodes}`, `<main>${repeat(Math.round(nodes / 4), pair)}</main>`);
}

const nestingDepth = 100;

/** `nodes` DOM nodes in chains of 100 nested elements. Each chain contains one tall button, and ten buttons fill the screen. @param {number} nodes */
export function nested(nodes) {
  const chain = (/** @type {number} */ index) =>
    `${'<div>'.repeat(nestingDepth)}<button type="button" style="height:90px">Deep ${index}</button>${'</div>'.repeat(nestingDepth)}`;
  return page(`Nested ${nodes}`, `<main>${repeat(Math.max(1, Math.round(nodes / (nestingDepth + 2))), chain)}</main>`);
}

/**
 * A static page with one button that counts its clicks. A click sends no request. When the page is left, it sends its count to the server, so
 * the number of received clicks does not depend on what the subject reports.
 */
export function still() {
  return page(
    'Still',
    `<h1>Still</h1><button type="button" id="count">Count</button> <output id="shown">0</output>
<script>
let clicks = 0;
document.getElementById('count').addEventListener('click', (event) => {
  if (event.isTrusted) clicks += 1;
  document.getElementById('shown').textContent = String(clicks);
});
addEventListener('pagehide', () => navigator.sendBeacon('/count' + location.search, String(clicks)));
</script>`,
  );
}

/** A static page that counts clicks, checkbox changes, and complete texts (which end with a full stop). It reports the count as `still` does. */
export function tally() {
  const field = (/** @type {number} */ index) => `<p><label>Field ${index} <input></label></p>`;
  return page(
    'Tally',
    `<h1>Tally</h1>${repeat(4, field)}<p><label><input type="checkbox"> Agree</label></p><button type="button">Count</button> <output>0</output>
<script>
let count = 0;
const whole = new Map();
const add = (event) => {
  if (event.isTrusted === false) return;
  count += 1;
  document.querySelector('output').textContent = String(count);
};
document.querySelector('button').addEventListener('click', add);
document.querySelector('[type=checkbox]').addEventListener('change', add);
for (const input of document.querySelectorAll('input:not([type])')) input.addEventListener('input', () => {
  if (!input.value.endsWith('.') || whole.get(input) === input.value) return;
  whole.set(input, input.value);
  add({});
});
addEventListener('pagehide', () => navigator.sendBeacon('/count' + location.search, String(count)));
</script>`,
  );
}

export function blank() {
  return page('Blank', '<h1>Blank</h1>');
}
