import { type CoveragePage, repeat } from './types.js';

const colors = ['red', 'green', 'blue', 'orange'];

export const shapePages: readonly CoveragePage[] = [
  {
    name: 'SVG shapes with onclick',
    html: `<svg width="400" height="200">
<circle cx="50" cy="50" r="30" fill="red" onclick="press('circle')"/>
<rect x="120" y="20" width="60" height="60" fill="blue" onclick="press('rect')"/>
<polygon points="250,20 290,90 210,90" fill="green" onclick="press('triangle')"/>
<ellipse cx="350" cy="50" rx="40" ry="20" fill="#ffd700" onclick="press('ellipse')"/>
<path d="M20 120 H100 V180 H20 Z" fill="black" onclick="press('path')"/></svg>`,
    targets: 'circle rect triangle ellipse path',
    shows: {
      circle: /red circle/,
      rect: /blue square/,
      triangle: /green triangle/,
      ellipse: /yellow ellipse/,
      path: /black/,
    },
  },
  {
    name: 'SVG circles with listeners of a script',
    html: `<svg width="500" height="120">${repeat(4, (i) => `<circle cx="${60 + i * 110}" cy="60" r="${20 + i * 6}" fill="${colors[i]}"></circle>`)}</svg>
<script>document.querySelectorAll('circle').forEach((c, i) => c.addEventListener('click', () => press('c' + i)));</script>`,
    targets: 'c0 c1 c2 c3',
    shows: { c0: /red circle/, c2: /blue circle/ },
  },
  {
    name: 'shapes with letters and digits, delegated to the drawing',
    html: `<svg id="area" width="400" height="160">${repeat(6, (i) => `<g data-k="g${i}" transform="translate(${20 + i * 62},${20 + (i % 2) * 70})"><rect width="44" height="44" fill="${colors[i % 4]}"/><text x="16" y="28" fill="white">${'aQ7bZ3'[i]}</text></g>`)}</svg>
<script>area.addEventListener('mousedown', (e) => { const g = e.target.closest('g'); if (g) press(g.dataset.k); });</script>`,
    targets: 'g0 g1 g2 g3 g4 g5',
    shows: { g1: /Q.*green/, g2: /7.*blue/ },
  },
  {
    name: 'pie chart with slices',
    html: `<svg width="220" height="220" viewBox="-1.1 -1.1 2.2 2.2" id="pie"></svg>
<script>const parts = [.1,.25,.3,.35]; let from = 0; const xy = (t) => Math.cos(2*Math.PI*t) + ' ' + Math.sin(2*Math.PI*t);
parts.forEach((part, i) => { const to = from + part; const p = document.createElementNS('http://www.w3.org/2000/svg','path');
p.setAttribute('d', 'M ' + xy(from) + ' A 1 1 0 ' + (part > .5 ? 1 : 0) + ' 1 ' + xy(to) + ' L 0 0'); p.setAttribute('fill', ['tomato','teal','gold','gray'][i]);
p.addEventListener('click', () => press('slice' + i)); pie.append(p); from = to; });</script>`,
    targets: 'slice0 slice1 slice2 slice3',
    shows: { slice0: /red/, slice3: /gray/ },
  },
  {
    name: 'pie menu of letters that opens around a plus',
    html: `<svg width="260" height="260" viewBox="-130 -130 260 260" id="menu"></svg>
<script>const ns='http://www.w3.org/2000/svg'; ['k','R','9','p','W'].forEach((letter, i) => { const a = i*2*Math.PI/5, b = (i+1)*2*Math.PI/5; const at = (r,t) => (r*Math.cos(t)).toFixed(1)+' '+(r*Math.sin(t)).toFixed(1);
const g = document.createElementNS(ns,'g'); const p = document.createElementNS(ns,'path'); p.setAttribute('d','M'+at(40,a)+' L'+at(120,a)+' A120 120 0 0 1 '+at(120,b)+' L'+at(40,b)+' A40 40 0 0 0 '+at(40,a)); p.setAttribute('fill','#ddd'); p.setAttribute('stroke','white');
const t = document.createElementNS(ns,'text'); t.textContent = letter; t.setAttribute('x',(80*Math.cos((a+b)/2)).toFixed(1)); t.setAttribute('y',(80*Math.sin((a+b)/2)).toFixed(1)); t.style.pointerEvents='none';
g.append(p,t); g.onclick = () => press('item'+i); menu.append(g); });</script>`,
    targets: 'item0 item1 item2 item3 item4',
    shows: { item0: /k/, item2: /9/ },
  },
  {
    name: 'bar chart as d3 draws it',
    html: `<svg width="420" height="220" id="chart"></svg>
<script>const data=[['Mon',40],['Tue',120],['Wed',80],['Thu',160],['Fri',20]]; const ns='http://www.w3.org/2000/svg';
const g=document.createElementNS(ns,'g'); g.setAttribute('class','bars'); chart.append(g);
data.forEach(([d,v],i)=>{ const r=document.createElementNS(ns,'rect'); r.__data__=d; Object.entries({x:20+i*80,y:180-v,width:60,height:v,fill:'steelblue'}).forEach(([k,x])=>r.setAttribute(k,x)); const t=document.createElementNS(ns,'title'); t.textContent=d+': '+v; r.append(t); r.addEventListener('click',()=>press(d)); g.append(r);
const label=document.createElementNS(ns,'text'); label.setAttribute('x',35+i*80); label.setAttribute('y',200); label.textContent=d; chart.append(label); });</script>`,
    targets: 'Mon Tue Wed Thu Fri',
    shows: { Tue: /Tue: 120/ },
  },
  {
    name: 'scatter plot with small points, delegated',
    html: `<svg width="300" height="200" id="plot"><rect width="300" height="200" fill="#f7f7f7"/>${repeat(5, (i) => `<circle data-k="p${i}" cx="${30 + i * 55}" cy="${40 + ((i * 47) % 120)}" r="6" fill="purple"/>`)}</svg>
<script>plot.onclick = (e) => { if (e.target.dataset.k) press(e.target.dataset.k); };</script>`,
    targets: 'p0 p1 p2 p3 p4',
    shows: { p0: /purple circle/ },
  },
  {
    name: 'map of regions as paths with a pointer cursor',
    html: `<style>path { cursor: pointer }</style><svg width="320" height="200">
<path id="north" d="M10 10 L200 10 L180 80 L20 90 Z" fill="lightgreen"/><path id="south" d="M20 95 L180 85 L190 180 L30 190 Z" fill="khaki"/><path id="east" d="M205 12 L300 40 L290 170 L196 180 L186 84 Z" fill="lightblue"/></svg>
<script>document.body.addEventListener('click', (e) => { if (e.target.tagName === 'path') press(e.target.id); });</script>`,
    targets: 'north south east',
    shows: { north: /north/, east: /east/ },
  },
  {
    name: 'nodes and thin edges of a graph',
    html: `<svg width="360" height="160"><line id="edge" x1="60" y1="80" x2="300" y2="80" stroke="gray" stroke-width="6"/>
<circle id="from" cx="50" cy="80" r="24" fill="white" stroke="black"/><text x="44" y="85" pointer-events="none">A</text><circle id="to" cx="310" cy="80" r="24" fill="white" stroke="black"/><text x="304" y="85" pointer-events="none">B</text></svg>
<script>for (const k of ['edge','from','to']) document.getElementById(k).addEventListener('pointerdown', () => press(k));</script>`,
    targets: 'edge from to',
    shows: { edge: /line/, from: /white circle/ },
  },
  {
    name: 'nodes of a flow diagram with ports, buttons and hidden parts, one listener for the drawing',
    html: `<svg width="500" height="120"><rect width="500" height="120" fill="white"/>${repeat(2, (i) => `<g class="node" data-k="n${i}" transform="translate(${60 + i * 220},40)"><g class="run-button" data-k="run${i}" transform="translate(-25,2)"><rect width="32" height="26" fill="white" stroke="gray"/><rect x="5" y="4" width="16" height="18" fill="gray"/></g><rect width="120" height="30" fill="lightblue"/><g style="pointer-events:none"><path d="M0 0h30v30h-30z" fill-opacity=".1"/></g><g><text x="38" y="20">${['inject', 'debug'][i]}</text></g><g style="display:none"><rect width="9" height="9"/><text x="20" y="10">status</text></g><g class="port-output" data-k="port${i}" transform="translate(115,10)"><rect width="12" height="12" fill="gray"/></g></g>`)}</svg>
<script>document.querySelector('svg').addEventListener('mousedown', (e) => { const k = e.target.closest('[data-k]'); if (k) press(k.dataset.k); });</script>`,
    targets: 'n0 n1 run0 run1 port0 port1',
    shows: { n0: /Button "inject"/, n1: /Button "debug"/, port0: /"port output"\?/, run1: /"run( button)?"\?/ },
  },
  {
    name: 'nodes of a flow diagram whose shapes have the listeners, with a sign at the corner',
    html: `<svg width="500" height="120">${repeat(2, (i) => `<g class="node" transform="translate(${60 + i * 220},40)"><rect data-k="n${i}" width="120" height="30" fill="lightblue"/><g style="pointer-events:none"><path d="M0 0h30v30h-30z" fill-opacity=".1"/></g><g style="pointer-events:none"><text x="38" y="20">${['inject', 'debug'][i]}</text></g><g class="changed"><circle cx="112" cy="-3" r="6" fill="blue"/></g><g class="port-output" data-k="port${i}" transform="translate(115,10)"><rect width="12" height="12" fill="gray"/></g></g>`)}</svg>
<script>document.querySelectorAll('[data-k]').forEach((e) => e.addEventListener('mousedown', () => press(e.dataset.k))); document.querySelector('svg').addEventListener('mousedown', () => {});</script>`,
    targets: 'n0 n1 port0 port1',
    shows: { n0: /Button "inject"/, n1: /Button "debug"/, port0: /"port output"\?/ },
  },
  {
    name: 'text of a drawing as a control',
    html: `<svg width="300" height="80"><text x="10" y="40" font-size="24" onclick="press('prev')">‹ prev</text><text x="200" y="40" font-size="24" onclick="press('next')">next ›</text></svg>`,
    targets: 'prev next',
    shows: { prev: /prev/, next: /next/ },
  },
  {
    name: 'icons drawn with SVG, listeners on the drawings',
    html: `<style>svg { margin: 12px }</style>${repeat(3, (i) => `<svg class="icon icon-${['home', 'search', 'gear'][i]}" width="24" height="24"><path d="M4 4h16v16H4z" fill="#333"/></svg>`)}
<script>document.querySelectorAll('svg').forEach((s, i) => s.addEventListener('click', () => press('icon' + i)));</script>`,
    targets: 'icon0 icon1 icon2',
    shows: { icon0: /"home"\?/, icon2: /"gear"\?/ },
  },
  {
    name: 'a canvas with zones',
    html: `<canvas id="board" width="300" height="150" style="border:1px solid" aria-label="Playing field"></canvas>
<script>board.addEventListener('click', (e) => press(e.offsetX < 150 ? 'left' : 'right'));</script>`,
    targets: 'left right',
    drawn: 'left right',
    shows: { left: /Playing field.*canvas/, right: /canvas/ },
  },
  {
    name: 'a canvas without a name, listened to from the window',
    html: `<h1>Paint</h1><canvas id="board" width="300" height="150" style="border:1px solid"></canvas>
<script>addEventListener('pointerdown', (e) => { if (e.target === board) press('paint'); });</script>`,
    targets: 'paint',
    shows: { paint: /canvas/ },
  },
  {
    name: 'slider drawn with SVG',
    html: `<svg width="320" height="60"><rect id="track" x="10" y="26" width="300" height="8" fill="silver"/><circle id="knob" cx="100" cy="30" r="12" fill="navy"/></svg>
<script>knob.addEventListener('mousedown', () => press('knob')); track.addEventListener('mousedown', () => press('track'));</script>`,
    targets: 'knob track',
    shows: { knob: /blue circle/, track: /gray/ },
  },
  {
    name: 'a donut with a hole that belongs to nobody',
    html: `<svg width="200" height="200">${repeat(2, (i) => `<path d="${i === 0 ? 'M100 10 A90 90 0 0 1 100 190 L100 150 A50 50 0 0 0 100 50 Z' : 'M100 190 A90 90 0 0 1 100 10 L100 50 A50 50 0 0 0 100 150 Z'}" fill="${i === 0 ? 'crimson' : 'royalblue'}" data-k="half${i}"></path>`)}</svg>
<script>document.querySelectorAll('path').forEach((p) => p.addEventListener('click', () => press(p.dataset.k)));</script>`,
    targets: 'half0 half1',
    shows: { half0: /red/, half1: /blue/ },
  },
];
