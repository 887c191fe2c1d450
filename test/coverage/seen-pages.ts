import { repeat } from './types.js';

/** Pages about what a user sees. Texts that nobody can see begin with "Unseen", texts that look hidden and are not with "Seen". */
export const seenPages = {
  iconFonts: `<style>.fa-trash::before { content: "\\f1f8" } .next::before { content: "\\e901" }</style>
<button title="Next month"><span class="next"></span></button><button><i class="fa fa-trash"></i></button><button><i>&#xe902;</i> Buy</button>`,

  covered: `<style>.layer { position: absolute; inset: 0; background: #888 } .stage { position: relative; height: 40px; width: 300px }
.card { position: relative; width: 90px; height: 60px; display: inline-block } .card div { position: absolute; inset: 0; background: white } .card .back { background: navy }</style>
<div class="stage"><p style="margin:0">Unseen paragraph</p><div class="layer"></div></div>
<div class="stage">Unseen text<div class="layer">Seen layer</div></div>
<p style="position:relative">Unseen under a child<span class="layer"></span></p>
<div class="stage"><h2 style="margin:0">Unseen heading</h2><img alt="Unseen picture" width="30" height="30"><div class="layer" style="bottom:-60px"></div></div>
<div style="margin-top:80px" class="stage"><p style="margin:0">Seen through glass</p><div class="layer" style="background:rgba(0, 0, 0, .3)"></div></div>
<div class="stage"><p style="position:relative;z-index:1;margin:0">Seen in front</p><div class="layer"></div></div>
<div class="stage"><p style="margin:0">Seen beside half a layer</p><div class="layer" style="width:20px"></div></div>
<div class="card" onclick="press('a')"><div>Unseen face</div><div class="back"></div></div><div class="card" onclick="press('b')"><div>Seen face</div></div>`,

  coveredMany: `<div style="width:700px">${repeat(100, (index) => `<button style="width:60px;margin:2px">B${index}</button>`)}</div>
<div style="position:fixed;left:0;top:0;width:740px;height:400px;background:#ccc;z-index:9"><button>Accept</button></div><button style="position:absolute;left:800px;top:20px">Beside</button>`,

  shadowLabel: `<x-check></x-check><script>
customElements.define('x-icon', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<svg width="16" height="16"><rect width="16" height="16" fill="white"/></svg>'; } });
customElements.define('x-check', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: 'open' });
root.innerHTML = '<label style="display:inline-flex;position:relative"><input type="checkbox" checked style="position:absolute;opacity:0;margin:0;pointer-events:none"><span style="width:18px;height:18px;background:#06c;position:relative"><x-icon></x-icon></span><div><slot>Shadowed</slot></div></label>';
root.querySelector('input').onchange = (event) => press('check ' + event.target.checked); } });</script>`,

  borders: `<div style="width:200px;height:40px;overflow:hidden;border:20px solid #ccc"><div style="height:40px">Seen slide</div><div>Unseen slide</div></div>`,

  unseen: `<p style="filter:opacity(0)">Unseen filter</p><p style="mask-image:linear-gradient(transparent, transparent)">Unseen mask</p><p style="filter:opacity(80%)">Seen filter</p>
<p style="position:absolute;left:-9999px">Unseen away</p><div style="position:absolute;top:-5000px"><p>Unseen above</p></div><div inert><p>Seen inert</p><button onclick="press('inert')">Seen off</button></div>`,

  fields: `<div role="combobox" tabindex="0" aria-label="Age" aria-expanded="false" style="width:200px">Twenty</div><input aria-hidden="true" tabindex="-1" value="20" style="opacity:0;pointer-events:none;position:absolute;left:20px;top:20px;width:200px">
<span style="position:relative;display:inline-block;width:200px;height:4px;padding:13px 0;cursor:pointer"><span style="position:absolute;height:4px;width:100%;background:#9bf"></span><span style="position:absolute;left:50%;top:5px;width:20px;height:20px;background:#06c">
<input type="range" min="0" max="60" value="30" aria-label="Temp" oninput="press('temp ' + this.value)" style="clip-path:inset(50%);height:100%;width:100%;margin:-1px;position:absolute"></span></span>
<label for="terms">Terms</label><input id="terms" type="checkbox" style="display:none"><div style="position:relative;width:90px">Pick<select style="position:absolute;inset:0;opacity:0"><option>One</option></select></div>`,

  identifiers: `<svg width="300" height="60"><rect id="reg-0" width="50" height="50" onclick="1"/><rect id="reg-1" x="60" width="50" height="50" onclick="1"/><rect id="r2" data-name="Region 7" x="120" width="50" height="50" onclick="1"/></svg>
<img usemap="#m" width="200" height="60" alt=""><map name="m"><area shape="rect" coords="0,0,90,60" href="#south"><area shape="rect" coords="100,0,200,60" data-room="cellar" onclick="1"></map>`,

  scrolled: `<style>.area { width: 200px; height: 60px; overflow: auto }</style><pre class="area" id="lines"></pre><div id="across" style="width:300px;overflow-x:auto;white-space:nowrap">${repeat(12, (index) => `<button style="width:90px">Tab ${index}</button>`)}</div>
<textarea aria-label="Notes" rows="3"></textarea><script>lines.textContent = Array.from({ length: 40 }, (_, index) => 'line' + index).join('\\n'); document.querySelector('textarea').value = lines.textContent; lines.onscroll = () => press('scrolled');</script>`,

  order: `<div style="display:flex;flex-direction:row-reverse"><button>2</button><button>1</button></div><div style="display:grid;grid-template-areas:'a b'"><button style="grid-area:b">4</button><button style="grid-area:a">3</button></div>
<div style="display:flex;flex-direction:column"><button style="order:3">7</button><button style="order:1">5</button><button style="order:2">6</button></div>
<div style="display:grid;grid-template-columns:1fr 1fr"><button style="height:60px">8</button><button>9</button><button>10</button></div>`,

  looks: `<style>.tab { padding: 8px; cursor: pointer; display: inline-block } .tab:hover { background: #eee } .x9 { background: #06c; color: white }</style>
<div id="tabs"><span class="tab">All</span><span class="tab x9">Open</span><span class="tab">Done</span></div><div><a href="#1">Home</a> <a href="#2" style="font-weight:bold">News</a> <a href="#3">Shop</a></div>
<div><button>Back</button><button>Draft</button><button class="btn-primary" style="background:#06c">Publish</button></div><div><button style="color:red">A</button><button style="color:blue">B</button><button>C</button></div>
<div class="part open"><button>Shipping</button><p>Two days</p></div><div class="part"><button>Returns</button></div><script>tabs.onclick = ({ target }) => { if (target.textContent === 'Done') return; for (const tab of tabs.children) tab.classList.toggle('x9', tab === target); };</script>`,

  labels: `<style>.chip { position: relative; display: inline-block; padding: 8px } .over { position: absolute; inset: 0; opacity: 0 } .sw { display: inline-block; width: 50px; height: 26px; background: #bbb } .sw input { position: absolute; opacity: 0; width: 0; height: 0 }</style>
<label class="sw"><input type="checkbox"></label> Airplane mode<br><button role="radio" aria-checked="false" style="position:relative"><span style="opacity:0;position:absolute">Drafts</span><span aria-hidden="true">Drafts</span></button>
<div class="chip"><input type="file" class="over"><span>Attach</span></div><p>Currency <span class="chip">USD<select class="over"><option>USD</option><option>EUR</option></select></span></p>
<div>Level <meter value="7" max="10"></meter> <progress value="35" max="100"></progress> <input type="date"></div><div><div role="listbox"><div role="option">Tom</div><div role="option">Tim</div></div><div role="slider" tabindex="0" aria-valuenow="25" style="width:80px;height:10px">25</div><button role="switch" aria-checked="true" style="width:40px;height:20px"></button></div>
<p>Amount</p><div style="width:200px;height:10px;position:relative"><span tabindex="0" class="ui-slider-handle" style="position:absolute;left:33%;width:10px;height:10px;background:#888"></span></div>
<span class="ui-spinner"><input class="ui-spinner-input" aria-label="Count"><a class="ui-spinner-button" role="button">▲</a></span>`,

  finds: `<p>Le café noir</p><p>Scafell</p>`,

  boxes: `<svg width="500" height="80"><circle cx="30" cy="30" r="20" fill="#a52a2a" onclick="1"/><rect x="80" y="10" width="60" height="30" fill="#f0d9b5" onclick="1"/><rect x="160" y="30" width="20" height="20" fill="#b58863" onclick="1"/><circle cx="240" cy="40" r="30" fill="red" onclick="1"/><circle cx="320" cy="25" r="10" fill="red" onclick="1"/></svg>`,
};
