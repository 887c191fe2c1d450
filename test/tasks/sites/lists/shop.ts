import { page, type Site } from '../../site.js';

const body = `
<header><h1>Kettle &amp; Co</h1><a href="#" id="cart">Cart (<span id="n">0</span>)</a></header>
<aside><h2>Filter</h2><fieldset><legend>Category</legend><label><input type="checkbox" value="tea">Tea</label><label><input type="checkbox" value="coffee">Coffee</label><label><input type="checkbox" value="cups">Cups</label></fieldset>
<label>Sort by <select id="sort"><option value="">Featured</option><option value="up">Price: low to high</option><option value="down">Price: high to low</option></select></label>
<label>Maximum price <input type="range" id="max" min="5" max="60" value="60"></label></aside>
<main id="grid"></main><div id="basket" hidden></div>
<div id="cookies"><p>We value your privacy. We use cookies to make the site better.</p><button id="ca">Accept all</button> <button id="cr">Reject all</button> <a href="#" id="cp">Cookie preferences</a></div>`;

const script = `
  const goods = [['Green Sencha', 'tea', 9.5], ['Earl Grey', 'tea', 7.25], ['House Espresso', 'coffee', 14], ['Decaf Blend', 'coffee', 13.5], ['Porcelain Cup', 'cups', 18], ['Travel Mug', 'cups', 26.9]].map(([name, kind, price]) => ({ name, kind, price }));
  const by = (id) => document.getElementById(id), cart = {};
  function draw() {
    const kinds = [...document.querySelectorAll('aside [type=checkbox]:checked')].map((c) => c.value), sort = by('sort').value;
    const shown = goods.filter((g) => (!kinds.length || kinds.includes(g.kind)) && g.price <= Number(by('max').value));
    if (sort) shown.sort((a, b) => (a.price - b.price) * (sort === 'up' ? 1 : -1));
    by('grid').innerHTML = shown.map((g) => '<div class="item"><h3>' + g.name + '</h3><div class="price">€' + g.price.toFixed(2) + '</div><label>Qty <input type="number" value="1" min="1" style="width:46px"></label> <button data-n="' + g.name + '">Add to cart</button></div>').join('');
    log('shown', shown.map((g) => g.name));
  }
  by('grid').onclick = (e) => { const n = e.target.dataset.n; if (!n) return; const q = Number(e.target.parentElement.querySelector('input').value); cart[n] = (cart[n] || 0) + q; log('added', [n, q]);
    setTimeout(() => { by('n').textContent = Object.values(cart).reduce((a, b) => a + b, 0); e.target.textContent = 'Added ✓'; setTimeout(() => { e.target.textContent = 'Add to cart'; }, 1200); }, 200); };
  document.querySelector('aside').onchange = draw;
  by('cart').onclick = (e) => { e.preventDefault(); by('grid').hidden = true; document.querySelector('aside').hidden = true; by('basket').hidden = false; let sum = 0;
    by('basket').innerHTML = '<h2>Your cart</h2><table><tr><th>Product</th><th>Quantity</th><th>Sum</th><th></th></tr>' + Object.entries(cart).map(([n, q]) => { const s = q * goods.find((g) => g.name === n).price; sum += s; return '<tr><td>' + n + '</td><td>' + q + '</td><td>€' + s.toFixed(2) + '</td><td><button>Remove</button></td></tr>'; }).join('') + '</table><p>Total: <b id="total">€' + sum.toFixed(2) + '</b></p><button id="order">Place order</button>';
    by('order').onclick = () => { log('ordered', { ...cart }); by('basket').innerHTML = '<h2>Thank you!</h2><p>Order number: KC-' + (4400 + Object.keys(cart).length) + '</p>'; }; };
  for (const [id, what] of [['ca', 'accepted'], ['cr', 'rejected']]) by(id).onclick = () => { log('cookies', what); by('cookies').remove(); };
  draw();`;

/** A shop under a cookie banner, with filters and a cart. */
export const shop: Site = {
  name: 'shop',
  pages: {
    '': page({
      title: 'Kettle & Co',
      style: `header { display: flex; justify-content: space-between } aside { float: left; width: 190px } aside label { display: block } #grid { margin-left: 210px; display: grid; grid-template-columns: repeat(3, 190px); gap: 12px } .item { border: 1px solid #ddd; padding: 10px }
        #cookies { position: fixed; inset: 0; background: #fffffff0; padding: 160px 80px; z-index: 9 } [hidden] { display: none !important }`,
      body,
      script,
    }),
  },
};
