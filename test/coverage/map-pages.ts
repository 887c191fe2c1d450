import { repeat } from './types.js';

/** Texts that nobody can see begin with "Unseen", texts that look hidden and are not with "Seen". */
export const unseenPage = `<style>
.card { width: 90px; height: 40px; position: relative; transform-style: preserve-3d; transform: rotateY(180deg) }
.card div { position: absolute; inset: 0; backface-visibility: hidden; background: #ccc } .card .back { transform: rotateY(180deg) }
.hero { position: relative; height: 40px; color: white } .hero img { position: absolute; inset: 0; width: 100%; height: 100%; background: black } .hero p { position: relative }
.tint { position: relative; color: white } .tint::before { content: ''; position: absolute; inset: 0; background: navy; z-index: -1 }
</style>
<p style="opacity:0">Unseen opacity</p><div style="opacity:0"><p>Unseen inner opacity</p></div>
<p style="color:transparent">Unseen transparent</p><p style="color:white">Unseen white on white</p>
<div style="background:#336699"><span style="color:#336699">Unseen same colour</span></div>
<p style="font-size:0">Unseen size</p><p style="text-indent:-9999px">Unseen indent</p><p style="visibility:hidden">Unseen visibility</p>
<div style="height:0;overflow:hidden"><p>Unseen clipped</p></div><p style="position:absolute;clip-path:inset(50%)">Unseen clip path</p>
<div class="card"><div class="front">Unseen front</div><div class="back">Seen back</div></div>
<div onclick="1" style="width:200px"><span style="opacity:0">Unseen tick</span> Seen choice</div>
<button><span style="color:transparent">Unseen mark</span> Seen button</button>
<button style="background:#444;color:#444">Unseen card</button>
<div class="hero"><img alt="" src="/none.png"><p>Seen on a picture</p></div><div class="tint">Seen on a pseudo-element</div>
<h2 style="color:transparent;background:linear-gradient(red,blue);background-clip:text">Seen gradient</h2>
<p style="color:transparent;text-shadow:0 0 1px black">Seen shadow</p>
<button style="color:transparent;background:url(/icon.png)">Seen as a picture</button>`;

export const statePage = `<style>.active { background: #cde }</style>
<ul><li class="nav-item active"><a href="#1">Home</a></li><li class="nav-item"><a href="#2">News</a></li><li class="nav-item"><a href="#3">Shop</a></li></ul>
<div><button class="tab is-selected">One</button><button class="tab">Two</button></div>
<div><button class="day active" aria-pressed="false">Mon</button><button class="day" aria-pressed="true">Tue</button></div>
<div><button class="btn active-users">Users</button></div><div><button class="add-on">Extra</button><button>Plain</button></div>
<div><button class="acc expanded">Part A</button><button class="acc">Part B</button></div>`;

/** Each row of buttons has one with a class that names a state. The last rows have only classes that look like one. */
export const classStatesPage = [
  'pressed',
  'is-toggled',
  'current',
  'page--current',
  'chosen',
  'picked',
  'checked',
  'on',
  'sel',
]
  .map((name) => `<p><button class="${name}">With ${name}</button><button class="x">Without ${name}</button></p>`)
  .join('')
  .concat(
    ['not-pressed', 'add-on', 'is-checked-in', 'currently', 'x pressable']
      .map((name) => `<p><button class="${name}">With ${name}</button><button class="x">Without ${name}</button></p>`)
      .join(''),
    '<p><button class="pressed">All 1</button><button class="pressed">All 2</button><button>All 3</button></p>',
  );

export const listsPage = `<style>#pane { height: 100px; overflow: auto; width: 300px } #menu { height: 90px; overflow: auto }</style>
<label>Country <select id="country">${repeat(30, (index) => `<option ${index === 3 ? 'selected' : ''} ${index === 5 ? 'disabled' : ''}>Land ${index + 1}</option>`)}</select></label>
<label>Town <input list="towns"></label><datalist id="towns"><option value="Bergen"><option value="Oslo"></datalist>
<div role="combobox" aria-label="Size" aria-controls="sizes" tabindex="0">M</div><ul role="listbox" id="sizes" hidden><li role="option">S</li><li role="option" aria-selected="true">M</li></ul>
<div id="pane" onscroll="fetch('/at?' + this.scrollTop)">${repeat(20, (index) => `<p>Paragraph ${index + 1}</p>`)}</div>
<ul role="menu" id="menu" aria-label="Actions">${repeat(12, (index) => `<li role="menuitem">Action ${index + 1}</li>`)}</ul>
<table id="table"><tbody>${repeat(80, (index) => `<tr><td>Row ${index + 1}</td><td><button>Edit</button></td></tr>`)}</tbody></table>`;

export const treePage = `<ul role="tree" aria-label="Files" style="height:120px;overflow:auto">${repeat(40, (index) => `<li role="treeitem">File ${index + 1}</li>`)}</ul>
<ol>${repeat(70, (index) => `<li><a href="#${index}">Chapter ${index + 1}</a> <button>Read</button></li>`)}</ol>`;

export const findPage = `<p id="save-note">Nothing here</p><button>Save</button><button>Unsaved changes</button><a href="#x">Saved items</a><input name="save_name" aria-label="Other">
<button><i class="fa fa-trash"></i></button><p style="opacity:0">Save invisibly</p><div data-x="save">Plain</div><p>Don’t resave it</p><p>東京都庁</p>`;

export const shopPage = `<header><a href="/">Home</a></header>
<div class="product"><h1>Walnut lamp</h1>${repeat(4, () => '<p>A lamp made of walnut wood that stands on your desk and gives warm light in the evening, with a switch on the cable.</p>')}</div>
<div class="buy"><span>€ 89.00</span> <button>Add to cart</button> <div role="button">Compare</div></div>
<aside><p>Your order: $12.50</p><input type="submit" value="Check out"></aside>
<div class="related"><a href="/a">Mug</a> <a href="/b">Bowl</a> <span>7 EUR</span></div>
<nav><a href="/1">Imprint</a><a href="/2">Privacy</a><button>Language</button></nav>`;
