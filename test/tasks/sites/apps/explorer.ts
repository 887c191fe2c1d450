import { page, type Site } from '../../site.js';

const script = `
  const files = { Documents: { Invoices: { 'january.pdf': 1, 'february.pdf': 1 }, Letters: { 'to-bank.docx': 1 }, 'cv.docx': 1 }, Pictures: { Holidays: { 'beach.jpg': 1, 'sunset.jpg': 1 } }, Music: { 'song.mp3': 1 } };
  function item(name, below) {
    const li = document.createElement('li'); li.setAttribute('role', 'treeitem');
    const row = document.createElement('div'); row.className = 'row'; row.textContent = name; li.append(row);
    if (below !== 1) {
      li.setAttribute('aria-expanded', 'false'); row.insertAdjacentHTML('afterbegin', '<span class="arrow">▸</span> ');
      const ul = document.createElement('ul'); ul.setAttribute('role', 'group'); ul.hidden = true; li.append(ul);
      for (const [n, b] of Object.entries(below)) ul.append(item(n, b));
    }
    row.onclick = () => {
      for (const one of document.querySelectorAll('.chosen')) one.classList.remove('chosen');
      row.classList.add('chosen');
      if (below === 1) { log('opened', name); document.getElementById('view').textContent = 'Viewing ' + name; return; }
      const open = li.getAttribute('aria-expanded') !== 'true'; li.setAttribute('aria-expanded', String(open)); li.querySelector('ul').hidden = !open;
      li.querySelector('.arrow').textContent = open ? '▾' : '▸'; log(open ? 'expanded' : 'collapsed', name);
    };
    row.oncontextmenu = (event) => { event.preventDefault(); menu(name, event.clientX, event.clientY); };
    return li;
  }
  function menu(name, x, y) {
    document.querySelector('.ctx')?.remove();
    const box = document.createElement('div'); box.className = 'ctx'; box.style.left = x + 'px'; box.style.top = y + 'px';
    for (const what of ['Rename', 'Duplicate', 'Move to trash']) { const a = document.createElement('div'); a.textContent = what; a.onclick = () => { log('context', [what, name]); box.remove(); }; box.append(a); }
    document.body.append(box);
  }
  for (const [n, b] of Object.entries(files)) document.getElementById('tree').append(item(n, b));`;

/** A file tree, and a context menu made of divs. */
export const explorer: Site = {
  name: 'explorer',
  pages: {
    '': page({
      title: 'Files',
      style: `ul { list-style: none; padding-left: 18px } .row { cursor: pointer; padding: 2px } .chosen { background: #def }
        .ctx { position: fixed; background: #fff; border: 1px solid #888 } .ctx div { padding: 5px 16px; cursor: pointer }`,
      body: '<h1>My files</h1><ul role="tree" id="tree" aria-label="Files"></ul><p id="view">Choose a file.</p>',
      script,
    }),
  },
};
