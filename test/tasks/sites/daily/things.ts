import { page } from '../../site.js';

/** A list in the style of React: divs, an Add button, icons without text. */
export const groceries = page({
  title: 'Groceries',
  style: `.row { display: flex; gap: 8px; padding: 6px; width: 420px; border-bottom: 1px solid #eee } .row .t { flex: 1 } .done .t { text-decoration: line-through } .chip { border: 1px solid #888; border-radius: 12px; padding: 2px 10px; cursor: pointer } .chip.on { background: #cde }`,
  body: `<div id="root"></div>`,
  script: `
    let items = [{ t: 'Apples', d: false }, { t: 'Bread', d: true }, { t: 'Coffee', d: false }]; let show = 'All';
    function draw() {
      const root = document.getElementById('root');
      root.innerHTML = '<h2>Shopping list</h2><div><input class="inp" placeholder="Add an item…"><button class="add">Add</button></div><div class="chips">' + ['All', 'Open', 'Bought'].map((c) => '<span class="chip ' + (c === show ? 'on' : '') + '" role="button" tabindex="0">' + c + '</span>').join(' ') + '</div><div class="rows">' + items.map((i, n) => ({ ...i, n })).filter((i) => show === 'All' || (show === 'Bought') === i.d).map((i) => '<div class="row ' + (i.d ? 'done' : '') + '" data-n="' + i.n + '"><input type="checkbox" ' + (i.d ? 'checked' : '') + '><span class="t">' + i.t + '</span><button class="del" aria-label="Remove">🗑</button></div>').join('') + '</div><p>' + items.filter((i) => !i.d).length + ' items to buy</p>';
      const input = root.querySelector('.inp'); const add = () => { if (!input.value) return; items.push({ t: input.value, d: false }); log('added', input.value); draw(); };
      root.querySelector('.add').onclick = add;
      root.querySelectorAll('.chip').forEach((c) => { c.onclick = () => { show = c.textContent; log('filter', show); draw(); }; });
      root.querySelectorAll('.row').forEach((r) => { const i = items[r.dataset.n]; r.querySelector('input').onchange = () => { i.d = !i.d; log('bought', [i.t, i.d]); draw(); }; r.querySelector('.del').onclick = () => { items = items.filter((x) => x !== i); log('removed', i.t); draw(); }; });
    }
    draw();`,
});

const products: readonly (readonly [string, string, string, number, boolean])[] = [
  ['Trail Runner', 'Shoes', 'Norda', 120, true],
  ['City Sneaker', 'Shoes', 'Vela', 80, true],
  ['Rain Shell', 'Jackets', 'Norda', 150, false],
  ['Wool Beanie', 'Hats', 'Vela', 25, true],
];

/** Products with filters in a sidebar, in the style of Bootstrap. */
export const filters = page({
  title: 'Outdoor store',
  style: `.wrap { display: flex; gap: 30px } .card { border: 1px solid #ccc; padding: 10px; width: 170px; display: inline-block; margin: 4px } .badge { background: #fdd; font-size: 11px } .ck { position: fixed; left: 0; right: 0; bottom: 0; background: #222; color: #fff; padding: 14px }`,
  body: `<div class="ck" id="ck">This site uses cookies to improve your visit. <button>Only necessary</button> <button>Accept all</button></div><h1>Outdoor store</h1><div class="wrap"><aside><h4>Category</h4>${['Shoes', 'Jackets', 'Hats'].map((name) => `<div class="form-check"><input class="form-check-input" type="checkbox" id="c-${name}" value="${name}"><label for="c-${name}">${name}</label></div>`).join('')}<h4>Brand</h4>${['Norda', 'Vela'].map((name) => `<div class="form-check"><input type="checkbox" id="b-${name}" value="${name}"><label for="b-${name}">${name}</label></div>`).join('')}<h4>Max price</h4><input type="number" id="max" aria-label="Max price"><div class="form-check"><input type="checkbox" id="st"><label for="st">In stock only</label></div></aside><main><select id="sort" aria-label="Sort by"><option>Featured</option><option>Price: low to high</option><option>Price: high to low</option></select><p id="n"></p><div id="list"></div></main></div>`,
  script: `
    const data = ${JSON.stringify(products)};
    function draw() { const on = (p) => [...document.querySelectorAll('[id^=' + p + '-]:checked')].map((x) => x.value); const c = on('c'), b = on('b'), m = +document.getElementById('max').value || 1e9; let l = data.filter((x) => (!c.length || c.includes(x[1])) && (!b.length || b.includes(x[2])) && x[3] <= m && (!document.getElementById('st').checked || x[4])); const s = document.getElementById('sort').value; if (s.includes('low to')) l = [...l].sort((x, y) => x[3] - y[3]); if (s.includes('high to')) l = [...l].sort((x, y) => y[3] - x[3]);
      document.getElementById('n').textContent = l.length + ' products'; document.getElementById('list').innerHTML = l.map((x) => '<div class="card"><h3>' + x[0] + '</h3><p>' + x[2] + '</p><p>€' + x[3] + '</p>' + (x[4] ? '' : '<span class="badge">Sold out</span>') + '<button ' + (x[4] ? '' : 'disabled') + '>Add to bag</button></div>').join(''); document.querySelectorAll('.card button').forEach((k, i) => { k.onclick = () => { log('bag', l[i][0]); k.textContent = 'Added'; }; }); log('shown', l.map((x) => x[0])); }
    document.querySelectorAll('input,select').forEach((x) => { x.onchange = draw; }); document.querySelectorAll('#ck button').forEach((k) => { k.onclick = () => { log('cookies', k.textContent); document.getElementById('ck').remove(); }; }); draw();`,
});

/** Files with a menu for each, in the style of Material. */
export const drive = page({
  title: 'My drive',
  style: `table { border-collapse: collapse; width: 640px } td, th { padding: 8px; border-bottom: 1px solid #ddd; text-align: left } .m { position: absolute; background: #fff; border: 1px solid #999; box-shadow: 0 2px 8px #0003 } .m div { padding: 6px 18px; cursor: pointer } .dlg { position: fixed; inset: 30% 35%; background: #fff; border: 1px solid #444; padding: 16px }`,
  body: `<h1>My drive</h1><button id="nf">＋ New folder</button><table><thead><tr><th>Name</th><th>Owner</th><th>Modified</th><th>Size</th><th></th></tr></thead><tbody></tbody></table><div id="snack" role="status"></div>`,
  script: `
    let files = [['Budget 2026.xlsx', 'me', '3 Mar 2026', '48 KB'], ['Holiday photos', 'Lena', '12 Jan 2026', '1.2 GB'], ['Report.docx', 'me', '20 Feb 2026', '310 KB'], ['Report final.docx', 'Lena', '28 Feb 2026', '322 KB']];
    const say = (t) => { document.getElementById('snack').textContent = t; };
    function ask(title, value, ok, done) { const d = document.createElement('div'); d.className = 'dlg'; d.setAttribute('role', 'dialog'); d.setAttribute('aria-label', title); d.innerHTML = '<h3>' + title + '</h3><input aria-label="Name"><p><button>Cancel</button> <button>' + ok + '</button></p>'; d.querySelector('input').value = value; const [no, yes] = d.querySelectorAll('button'); no.onclick = () => { log('cancelled', title); d.remove(); }; yes.onclick = () => { done(d.querySelector('input').value); d.remove(); draw(); }; document.body.append(d); }
    function draw() { document.querySelector('tbody').innerHTML = files.map((f) => '<tr>' + f.map((c) => '<td>' + c + '</td>').join('') + '<td><button class="k" aria-label="More">⋮</button></td></tr>').join(''); document.querySelectorAll('.k').forEach((k, i) => { k.onclick = () => { document.querySelector('.m')?.remove(); const m = document.createElement('div'); m.className = 'm'; m.setAttribute('role', 'menu'); m.innerHTML = ['Rename', 'Share', 'Move to bin'].map((a) => '<div role="menuitem">' + a + '</div>').join(''); const r = k.getBoundingClientRect(); m.style.left = r.left - 120 + 'px'; m.style.top = r.bottom + 'px'; const [rn, sh, rm] = m.children; rn.onclick = () => { m.remove(); ask('Rename', files[i][0], 'Save', (v) => { log('renamed', [files[i][0], v]); files[i][0] = v; }); }; sh.onclick = () => { m.remove(); log('shared', files[i][0]); say('Link copied'); }; rm.onclick = () => { m.remove(); log('binned', files[i][0]); say(files[i][0] + ' moved to bin'); files.splice(i, 1); draw(); }; document.body.append(m); }; }); }
    document.getElementById('nf').onclick = () => ask('New folder', '', 'Create', (v) => { log('folder', v); files.push([v, 'me', 'today', '—']); }); draw();`,
});
