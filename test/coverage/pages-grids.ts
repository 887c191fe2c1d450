import { type CoveragePage, repeat } from './types.js';

const palette = ['#ff0000', '#00aa00', '#0000ff', '#ffff00', '#ff00ff', '#00ffff', '#ffa500', '#800080'];

export const gridPages: readonly CoveragePage[] = [
  {
    name: 'tic-tac-toe, table with one listener',
    html: `<style>td { width: 60px; height: 60px; border: 1px solid; text-align: center }</style><table id="board">${repeat(3, (row) => `<tr>${repeat(3, (column) => `<td data-k="${row}${column}">${row === 1 && column === 1 ? 'X' : ''}</td>`)}</tr>`)}</table>
<script>board.addEventListener('click', (e) => { const cell = e.target.closest('td'); if (cell) press(cell.dataset.k); });</script>`,
    targets: '00 01 02 10 11 12 20 21 22',
    shows: { '00': /row 1 column 1/, 11: /X/, 12: /row 2 column 3/, 20: /row 3 column 1/ },
  },
  {
    name: 'board of empty boxes with listeners',
    html: `<style>#board { display: grid; grid-template-columns: repeat(4, 50px); gap: 4px } #board div { height: 50px; background: #ddd }</style><div id="board">${repeat(8, () => '<div></div>')}</div>
<script>[...board.children].forEach((box, i) => box.addEventListener('click', () => press('box' + i)));</script>`,
    targets: 'box0 box1 box2 box3 box4 box5 box6 box7',
    shows: { box0: /row 1 column 1/, box6: /row 2 column 3/ },
  },
  {
    name: 'colour boxes, delegated to their container',
    html: `<style>#colors { width: 340px } #colors span { display: inline-block; width: 70px; height: 40px; margin: 4px }</style><div id="colors">${repeat(8, (i) => `<span data-k="k${i}" style="background:${palette[i]}"></span>`)}</div>
<script>colors.addEventListener('click', (e) => { if (e.target.dataset.k) press(e.target.dataset.k); });</script>`,
    targets: 'k0 k1 k2 k3 k4 k5 k6 k7',
    shows: { k0: /red/, k1: /green/, k2: /blue/, k3: /yellow/, k6: /orange/, k7: /purple/ },
  },
  {
    name: 'star rating in one box with a pointer cursor',
    html: `<style>#stars { cursor: pointer; display: inline-block; font-size: 30px }</style><div id="stars">${repeat(5, (i) => `<span data-k="star${i + 1}">☆</span>`)}</div>
<script>stars.onclick = (e) => { if (e.target.dataset.k) press(e.target.dataset.k); };</script>`,
    targets: 'star1 star2 star3 star4 star5',
    shows: { star1: /☆/, star5: /☆/ },
  },
  {
    name: 'chess board in rows, one listener on the board',
    html: `<style>.row { display: flex } .row div { width: 36px; height: 36px; background: #eee } .row div.dark { background: #555 }</style><div id="board">${repeat(4, (row) => `<div class="row">${repeat(4, (column) => `<div class="${(row + column) % 2 ? 'dark' : 'light'}" data-k="s${row}${column}"></div>`)}</div>`)}</div>
<script>board.addEventListener('mousedown', (e) => { if (e.target.dataset.k) press(e.target.dataset.k); });</script>`,
    targets: 's00 s01 s02 s03 s10 s11 s12 s13 s20 s21 s22 s23 s30 s31 s32 s33',
    shows: { s00: /row 1 column 1/, s32: /row 4 column 3/ },
  },
  {
    name: 'coordinates of a drawn grid',
    html: `<svg width="260" height="260" id="grid"><line x1="130" y1="0" x2="130" y2="260" stroke="black"/><line x1="0" y1="130" x2="260" y2="130" stroke="black"/>${repeat(9, (i) => `<circle class="dot" data-k="d${i}" cx="${50 + (i % 3) * 80}" cy="${50 + Math.floor(i / 3) * 80}" r="8" fill="black"/>`)}</svg>
<script>grid.querySelectorAll('.dot').forEach((dot) => dot.addEventListener('click', () => press(dot.dataset.k)));</script>`,
    targets: 'd0 d1 d2 d3 d4 d5 d6 d7 d8',
    shows: { d0: /row 1 column 1/, d5: /row 2 column 3/ },
  },
  {
    name: 'calendar of numbers without roles, delegated',
    html: `<style>#days { width: 300px; border-collapse: collapse } #days td { width: 40px; height: 30px; text-align: center }</style><p>June 2025</p><table id="days">${repeat(3, (week) => `<tr>${repeat(7, (day) => `<td>${week * 7 + day + 1}</td>`)}</tr>`)}</table>
<script>days.addEventListener('click', (e) => { if (e.target.tagName === 'TD') press('day' + e.target.textContent); });</script>`,
    targets: Array.from({ length: 21 }, (_, index) => `day${index + 1}`).join(' '),
    shows: { day1: /"1"/, day15: /"15"/ },
  },
  {
    name: 'table of people, delegated rows',
    html: `<style>td { padding: 4px 20px } tbody tr:hover { background: #eef }</style><table><thead><tr><th>Name</th><th>City</th><th>Age</th></tr></thead><tbody id="rows">${repeat(5, (i) => `<tr data-k="r${i}"><td>${['Ada', 'Bob Miller', 'Carla', 'Dan', 'Eve Longname'][i]}</td><td>${['Oslo', 'Rome', 'Santa Cruz', 'Lima', 'Bonn'][i]}</td><td>${20 + i * 7}</td></tr>`)}</tbody></table>
<script>rows.addEventListener('click', (e) => press(e.target.closest('tr').dataset.k));</script>`,
    targets: 'r0 r1 r2 r3 r4',
    shows: { r1: /Bob Miller/, r4: /Eve Longname/ },
  },
  {
    name: 'simon: four coloured quarters',
    html: `<style>#simon { width: 208px } #simon div { width: 100px; height: 100px; float: left; margin: 2px }</style><div id="simon">${repeat(4, (i) => `<div id="pad${i}" style="background:${['green', 'red', 'yellow', 'blue'][i]};opacity:.6"></div>`)}</div>
<script>for (let i = 0; i < 4; i++) document.getElementById('pad' + i).onmousedown = () => press('pad' + i);</script>`,
    targets: 'pad0 pad1 pad2 pad3',
    shows: { pad0: /green/, pad3: /blue/ },
  },
  {
    name: 'memory: cards face down',
    html: `<style>.card { display: inline-block; width: 60px; height: 80px; background: #357; margin: 4px } .card span { opacity: 0 }</style>${repeat(6, (i) => `<div class="card"><span>${['🐶', '🐱', '🐶', '🐭', '🐱', '🐭'][i]}</span></div>`)}
<script>document.querySelectorAll('.card').forEach((card, i) => card.addEventListener('click', () => press('card' + i)));</script>`,
    targets: 'card0 card1 card2 card3 card4 card5',
    shows: { card0: /^(?!.*🐶).*blue/, card1: /^(?!.*🐱)/ },
  },
  {
    name: 'seats of a cinema',
    html: `<style>.seat { width: 22px; height: 22px; display: inline-block; margin: 3px; background: #4a4; border-radius: 4px } .taken { background: #a44 }</style><div id="hall">${repeat(3, (row) => `<div>${repeat(5, (seat) => `<i class="seat${(row * 5 + seat) % 4 ? '' : ' taken'}" title="${'ABC'[row]}${seat + 1}" data-k="${'ABC'[row]}${seat + 1}"></i>`)}</div>`)}</div>
<script>hall.addEventListener('click', (e) => { if (e.target.dataset.k) press(e.target.dataset.k); });</script>`,
    targets: 'A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 C1 C2 C3 C4 C5',
    shows: { A1: /A1/, B3: /B3/ },
  },
  {
    name: 'minesweeper of buttons without names',
    html: `<style>#field button { width: 28px; height: 28px; padding: 0 }</style><div id="field">${repeat(3, (row) => `<div>${repeat(4, (column) => `<button onclick="press('m${row}${column}')"></button>`)}</div>`)}</div>`,
    targets: 'm00 m01 m02 m03 m10 m11 m12 m13 m20 m21 m22 m23',
    shows: { m00: /row 1 column 1/, m23: /row 3 column 4/ },
  },
  {
    name: 'pictures in a gallery with a listener on the list',
    html: `<style>#gallery img { width: 80px; height: 60px; background: #ccc; margin: 4px }</style><div id="gallery">${repeat(4, (i) => `<img src="/images/${['sunset', 'old_town', 'river-bank', 'cat'][i]}.jpg" data-k="i${i}" alt="">`)}</div>
<script>gallery.onclick = (e) => { if (e.target.dataset.k) press(e.target.dataset.k); };</script>`,
    targets: 'i0 i1 i2 i3',
    shows: { i0: /"sunset"\?/, i2: /"river bank"\?/ },
  },
];
