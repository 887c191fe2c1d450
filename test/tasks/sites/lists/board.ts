import { page, type Site } from '../../site.js';

const body = `
<h1>Sprint board</h1>
<div class="cols">
  <section class="col" data-c="To do"><h2>To do</h2><div class="card" draggable="true">Write tests</div><div class="card" draggable="true">Fix login bug</div></section>
  <section class="col" data-c="In progress"><h2>In progress</h2><div class="card" draggable="true">New logo</div></section>
  <section class="col" data-c="Done"><h2>Done</h2></section>
</div>
<h2>Playlist order</h2>
<ol id="songs"><li>Blue Train</li><li>Giant Steps</li><li>Naima</li><li>Impressions</li></ol>`;

const script = `
  let held = null;
  for (const card of document.querySelectorAll('.card')) { card.ondragstart = (e) => { held = card; e.dataTransfer.setData('text/plain', card.textContent); }; }
  for (const col of document.querySelectorAll('.col')) {
    col.ondragover = (e) => e.preventDefault();
    col.ondrop = (e) => { e.preventDefault(); col.append(held); log('moved', [held.textContent, col.dataset.c]); };
  }
  const songs = document.getElementById('songs'); let moving = null;
  songs.addEventListener('pointerdown', (e) => { if (e.target.tagName !== 'LI') return; moving = e.target; moving.classList.add('up'); e.preventDefault(); });
  document.addEventListener('pointermove', (e) => {
    if (!moving) return;
    const over = document.elementFromPoint(e.clientX, e.clientY)?.closest('#songs li');
    if (!over || over === moving) return;
    const box = over.getBoundingClientRect(); if (over.compareDocumentPosition(moving) & 4) over.before(moving); else over.after(moving);
  });
  document.addEventListener('pointerup', () => { if (!moving) return; moving.classList.remove('up'); moving = null; log('order', [...songs.children].map((one) => one.textContent)); });`;

/** Cards with HTML drag and drop, and a list that is sorted with pointer events. */
export const board: Site = {
  name: 'board',
  pages: {
    '': page({
      title: 'Board',
      style: `.cols { display: flex; gap: 12px } .col { width: 200px; min-height: 160px; background: #f2f2f2; padding: 8px } .card { background: #fff; border: 1px solid #ccc; padding: 8px; margin: 6px 0; cursor: grab }
        #songs li { padding: 8px; border: 1px solid #ddd; width: 220px; cursor: grab; user-select: none } .up { background: #fe9 }`,
      body,
      script,
    }),
  },
};
