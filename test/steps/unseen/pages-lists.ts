import type { TaskPage } from './types.js';

export const listPages: readonly TaskPage[] = [
  {
    name: 'to-do list',
    html: `
<h1>To do</h1><label>New item <input id="new"></label><button id="add">Add</button>
<ul id="items"></ul>
<script>
function put(text) {
  const item = document.createElement('li');
  item.innerHTML = '<label><input type="checkbox"> <span></span></label> <button aria-label="Delete">×</button>';
  item.querySelector('span').textContent = text;
  item.querySelector('input').onchange = (event) => log((event.target.checked ? 'done ' : 'undone ') + text);
  item.querySelector('button').onclick = () => { item.remove(); log('deleted ' + text); };
  items.append(item);
}
['Buy milk', 'Buy milk powder', 'Call Delete Ltd'].forEach(put);
add.onclick = () => { put(document.getElementById('new').value); log('added ' + document.getElementById('new').value); };
</script>`,
    tasks: [
      ['Enter "Water plants" into New item and click Add.', 'added Water plants'],
      ['Check "Buy milk".', 'done Buy milk'],
      ['Click Delete in the row with "Buy milk powder".', 'deleted Buy milk powder'],
      ['Check "Buy bread".', 'refused'],
      ['Click Delete.', 'refused'],
      ['Click Delete in the row with Buy.', 'refused'],
    ],
  },
  {
    name: 'search results with pages',
    html: `
<ol id="r"></ol><nav aria-label="Pages"><a href="#1">1</a> <a href="#2">2</a> <a href="#3">3</a> <a href="#next">Next</a></nav>
<script>
const results = [['Alder', 'Ash', 'Aspen'], ['Beech', 'Birch', 'Box'], ['Cedar', 'Cherry', 'Cypress']];
let now = 0;
function show(index) {
  now = index;
  r.replaceChildren(...results[index].map((name) => { const item = document.createElement('li'); item.innerHTML = '<a href="#x">' + name + '</a>'; item.firstChild.onclick = () => log('open ' + name); return item; }));
}
document.querySelector('nav').onclick = (event) => { if (event.target.tagName !== 'A') return; const text = event.target.textContent; log('~page ' + text); show(text === 'Next' ? Math.min(2, now + 1) : Number(text) - 1); };
show(0);
</script>`,
    tasks: [
      ['Click the second result.', '?open Ash'],
      ['Go to page 2 and click Birch.', 'open Birch'],
      ['Click Next and then click Box.', 'open Box'],
      ['Click Birch link on page 3.', 'refused'],
      ['Go to page 7 and click Cedar.', 'refused'],
      ['Click the fifth result.', 'refused'],
    ],
  },
  {
    name: 'table with checkboxes and a bulk action',
    html: `
<table><tr><th></th><th>File</th><th>Size</th></tr>
<tr><td><input type="checkbox" value="a"></td><td>alpha.txt</td><td>12 KB</td></tr>
<tr><td><input type="checkbox" value="b"></td><td>beta.txt</td><td>3 KB</td></tr>
<tr><td><input type="checkbox" value="c"></td><td>beta.txt.bak</td><td>40 KB</td></tr></table>
<button onclick="log('archive ' + [...document.querySelectorAll(':checked')].map((box) => box.value))">Archive</button>
<button disabled onclick="log('erase')">Erase</button>`,
    tasks: [
      ['Check the checkbox in the row with beta.txt and click Archive.', '?archive b'],
      ['Check the box in the row of alpha.txt and click Archive.', '?archive a'],
      ['What is the size of beta.txt?', '?answer: 3 KB'],
      ['How many files are listed?', '?answer: 3'],
      ['Check the checkbox in the row with gamma.txt and click Archive.', 'refused'],
      ['Click Erase.', 'refused'],
    ],
  },
  {
    name: 'chat with people',
    html: `
<ul aria-label="People"><li><a href="#u" onclick="log('~open Uma')">Uma</a></li><li><a href="#v" onclick="log('~open Vic')">Vic</a></li><li><a href="#vb" onclick="log('~open Vic Bell')">Vic Bell</a></li></ul>
<p>Uma is online. Call Vic at 5.</p>
<label>Message <textarea id="m"></textarea></label><button onclick="log('send ' + location.hash + ' ' + m.value)">Send</button><button aria-label="Call" disabled>📞</button>`,
    tasks: [
      ['Click Vic, type "Hello there" into Message and click Send.', 'send #v Hello there'],
      ['Click Vic Bell, type Hi into Message and click Send.', 'send #vb Hi'],
      ['Click Wanda, type Hi into Message and click Send.', 'refused'],
      ['Click Call.', 'refused'],
      ['Click Uma and then click Block.', 'refused'],
    ],
  },
  {
    name: 'gallery of clickable divs',
    html: `
<style>.tile{display:inline-block;width:90px;height:60px;border:1px solid;cursor:pointer;margin:4px}</style>
<div id="g"></div>
<script>
for (const name of ['Sunrise', 'Sunset', 'Harbour', 'Harbour']) { const tile = document.createElement('div'); tile.className = 'tile'; tile.textContent = name; tile.onclick = () => log('tile ' + name); g.append(tile); }
</script>`,
    tasks: [
      ['Click Sunset.', 'tile Sunset'],
      ['Click Harbour.', 'refused'],
      ['Click Sun.', 'refused'],
      ['Click on the Forest tile.', 'refused'],
    ],
  },
  {
    name: 'counter with steps',
    html: `
<h2>Tickets</h2><div><span>Adult</span> <button aria-label="Remove adult">−</button> <output id="a">0</output> <button aria-label="Add adult">+</button></div>
<div><span>Child</span> <button aria-label="Remove child">−</button> <output id="c">0</output> <button aria-label="Add child">+</button></div><button id="buy">Buy</button>
<script>
for (const button of document.querySelectorAll('[aria-label]')) button.onclick = () => { const out = button.getAttribute('aria-label').endsWith('adult') ? a : c; out.textContent = Number(out.textContent) + (button.textContent === '+' ? 1 : -1); };
buy.onclick = () => log('buy ' + a.textContent + ' ' + c.textContent);
</script>`,
    tasks: [
      ['Click "Add adult" twice, click "Add child" once and click Buy.', '?buy 2 1'],
      ['Click Add adult and then click Buy.', 'buy 1 0'],
      ['Click Add senior and then click Buy.', 'refused'],
      ['Click + and then click Buy.', 'refused'],
    ],
  },
];
