import { type CoveragePage, repeat } from './types.js';

export const widgetPages: readonly CoveragePage[] = [
  {
    name: 'tab strip of divs, current one by class',
    html: `<style>.tabs div { display: inline-block; padding: 8px 16px; background: #eee } .tabs .active { background: #fff; border-bottom: 2px solid blue }</style><div class="tabs"><div onclick="press('t0')">Home</div><div class="active" onclick="press('t1')">Profile</div><div onclick="press('t2')">Settings</div></div>`,
    targets: 't0 t1 t2',
    shows: { t0: /^(?!.*selected)/, t1: /Profile.*selected\?/ },
  },
  {
    name: 'tree of list items with a toggle each',
    html: `<style>.toggle { display: inline-block; width: 14px; height: 14px; background: #aaa }</style><ul id="tree"><li><span class="toggle" data-k="g0"></span> Fruit<ul><li><span class="leaf" data-k="apple">Apple</span></li><li><span class="leaf" data-k="pear">Pear</span></li></ul></li><li><span class="toggle" data-k="g1"></span> Roots</li></ul>
<script>document.querySelectorAll('[data-k]').forEach((n) => n.addEventListener('click', (e) => { e.stopPropagation(); press(n.dataset.k); }));</script>`,
    targets: 'g0 apple pear g1',
    shows: { g0: /toggle|Fruit/, apple: /Apple/ },
  },
  {
    name: 'list of choices without roles',
    html: `<style>#list div { padding: 4px 10px; width: 200px } #list div.sel { background: #cde }</style><div id="list">${repeat(5, (i) => `<div class="${i === 2 ? 'sel' : ''}" data-k="o${i}">${['Alder', 'Beech', 'Cedar', 'Douglas fir', 'Elm'][i]}</div>`)}</div>
<script>list.addEventListener('mousedown', (e) => { if (e.target.dataset.k) press(e.target.dataset.k); });</script>`,
    targets: 'o0 o1 o2 o3 o4',
    shows: { o0: /Alder/, o2: /Cedar.*selected\?/, o3: /Douglas fir/ },
  },
  {
    name: 'drag handles',
    html: `<style>.grip { cursor: grab; display: inline-block; width: 16px; height: 20px; background: repeating-linear-gradient(#999 0 2px, #fff 2px 5px) }</style>${repeat(3, (i) => `<div style="padding:5px"><span class="grip" data-k="h${i}"></span> Item ${i}</div>`)}
<script>document.querySelectorAll('.grip').forEach((g) => g.addEventListener('pointerdown', () => press(g.dataset.k)));</script>`,
    targets: 'h0 h1 h2',
    shows: { h0: /grip/ },
  },
  {
    name: 'resizable panes with a splitter',
    html: `<style>.pane { display: inline-block; width: 200px; height: 100px; background: #eee } #bar { display: inline-block; width: 8px; height: 100px; background: #666; cursor: col-resize }</style><div style="font-size:0"><div class="pane"></div><div id="bar"></div><div class="pane"></div></div>
<script>bar.addEventListener('mousedown', () => press('bar'));</script>`,
    targets: 'bar',
    shows: { bar: /bar/ },
  },
  {
    name: 'switch made of a box and a knob',
    html: `<style>.switch { width: 44px; height: 22px; border-radius: 11px; background: #bbb; position: relative; display: inline-block } .switch i { position: absolute; width: 18px; height: 18px; border-radius: 9px; background: #fff; top: 2px; left: 2px }</style><p>Dark mode <span class="switch" id="dark"><i></i></span></p><p>Sound <span class="switch" id="sound"><i></i></span></p>
<script>dark.addEventListener('click', () => press('dark')); sound.addEventListener('click', () => press('sound'));</script>`,
    targets: 'dark sound',
    shows: { dark: /"Dark mode"\?|"dark"\?/, sound: /"[Ss]ound"\?/ },
  },
  {
    name: 'check boxes drawn as spans, ticks hidden',
    html: `<style>.box { display: inline-block; width: 18px; height: 18px; border: 1px solid; color: transparent } .on .box { color: black } .line { width: 220px; padding: 4px }</style>${repeat(3, (i) => `<div class="line ${i === 1 ? 'on' : ''}" onclick="press('c${i}')"><span class="box">✓</span> ${['Milk', 'Eggs', 'Rice'][i]}</div>`)}`,
    targets: 'c0 c1 c2',
    shows: { c0: /^(?!.*✓).*Milk/, c1: /✓.*Eggs/, c2: /^(?!.*✓).*Rice/ },
  },
  {
    name: 'buttons in shadow roots',
    html: `<x-stepper></x-stepper><script>customElements.define('x-stepper', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<style>span{display:inline-block;width:30px;height:30px;background:#ccc;text-align:center}</style><span class="minus">−</span><b> 3 </b><span class="plus">+</span>'; root.querySelectorAll('span').forEach((s) => s.addEventListener('click', () => press(s.className))); } });</script>`,
    targets: 'minus plus',
    shows: { minus: /−/, plus: /\+/ },
  },
  {
    name: 'a closed shadow root with shapes',
    html: `<x-dial></x-dial><script>customElements.define('x-dial', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = '<svg width="120" height="60"><circle cx="30" cy="30" r="20" fill="green"/><circle cx="90" cy="30" r="20" fill="red"/></svg>'; const [a, b] = root.querySelectorAll('circle'); a.onclick = () => press('go'); b.onclick = () => press('stop'); window.closedRoots = [root]; } });</script>`,
    targets: 'go stop',
    shows: { go: /green circle/, stop: /red circle/ },
  },
  {
    name: 'a frame with shapes and an icon',
    html: `<iframe width="300" height="120" srcdoc="<svg width=120 height=80><rect x=10 y=10 width=80 height=40 fill=teal onclick=&quot;parent.press('teal')&quot;></rect></svg><span class='fa fa-download' style='display:inline-block;width:20px;height:20px;background:gray' onclick=&quot;parent.press('download')&quot;></span>"></iframe>`,
    targets: 'teal download',
    shows: { teal: /teal rectangle/, download: /"download"\?/ },
  },
  {
    name: 'colour wheel and a brightness bar',
    html: `<div id="wheel" style="width:150px;height:150px;border-radius:50%;background:conic-gradient(red,yellow,lime,aqua,blue,magenta,red)"></div><div id="bright" style="width:150px;height:16px;margin-top:12px;background:linear-gradient(90deg,black,white)"></div>
<script>wheel.addEventListener('mousedown', () => press('wheel')); bright.addEventListener('mousedown', () => press('bright'));</script>`,
    targets: 'wheel bright',
    shows: { wheel: /"wheel"\?/, bright: /"bright"\?/ },
  },
  {
    name: 'menu that is open, items delegated',
    html: `<style>.menu { width: 160px; border: 1px solid; padding: 4px 0 } .menu div { padding: 4px 10px }</style><div class="menu" id="menu"><div>Cut</div><div>Copy</div><div>Paste</div><hr><div>Select all</div></div>
<script>menu.addEventListener('click', (e) => { if (e.target !== menu && e.target.tagName === 'DIV') press(e.target.textContent.replace(' ', '_')); });</script>`,
    targets: 'Cut Copy Paste Select_all',
    shows: { Cut: /"Cut"/, Select_all: /"Select all"/ },
  },
  {
    name: 'chase: one disc without anything',
    html: `<div id="disc" style="position:absolute;left:120px;top:90px;width:30px;height:30px;border-radius:50%;background:rgb(220,20,60)"></div>
<script>disc.addEventListener('mousedown', () => press('disc'));</script>`,
    targets: 'disc',
    shows: { disc: /red circle|"disc"\?/ },
  },
  {
    name: 'keypad of divs with a pointer cursor on the pad',
    html: `<style>#pad { cursor: pointer; width: 156px } #pad div { display: inline-block; width: 48px; height: 40px; text-align: center; background: #eee; margin: 2px }</style><div id="pad">${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `<div>${digit}</div>`).join('')}</div>
<script>pad.addEventListener('click', (e) => { if (e.target !== pad) press('n' + e.target.textContent); });</script>`,
    targets: 'n1 n2 n3 n4 n5 n6 n7 n8 n9',
    shows: { n5: /"5"/ },
  },
];
