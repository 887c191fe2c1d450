import { page, type Site } from '../../site.js';

const item = (name: string) => `<li role="menuitem" tabindex="-1">${name}</li>`;
const body = `
<ul role="menubar" class="bar">
  <li role="menuitem" aria-haspopup="true" tabindex="0">File<ul role="menu">${item('New')}${item('Open…')}
    <li role="menuitem" aria-haspopup="true" tabindex="-1">Export<ul role="menu">${item('PDF')}${item('Word')}${item('Plain text')}</ul></li>${item('Print')}</ul></li>
  <li role="menuitem" aria-haspopup="true" tabindex="-1">Edit<ul role="menu">${item('Undo')}${item('Redo')}${item('Find and replace')}</ul></li>
  <li role="menuitem" aria-haspopup="true" tabindex="-1">View<ul role="menu">${item('Zoom in')}${item('Zoom out')}${item('Full screen')}</ul></li>
</ul>
<div class="tools" role="toolbar" aria-label="Formatting">
  <button data-c="bold" title="Bold"><b>B</b></button><button data-c="italic" title="Italic"><i>I</i></button><button data-c="underline" title="Underline"><u>U</u></button>
  <button data-c="insertUnorderedList" aria-label="Bulleted list">•</button>
  <select id="style" aria-label="Paragraph style"><option value="p">Normal</option><option value="h2">Heading</option><option value="blockquote">Quote</option></select>
  <button id="save">Save document</button></div>
<input id="title" value="Untitled" aria-label="Document title">
<div id="paper" contenteditable="true" role="textbox" aria-multiline="true" aria-label="Document"></div>
<p id="status" role="status"></p>`;

const script = `
  const paper = document.getElementById('paper'), status = document.getElementById('status');
  document.execCommand('defaultParagraphSeparator', false, 'p');
  for (const b of document.querySelectorAll('[data-c]')) { b.onmousedown = (e) => e.preventDefault(); b.onclick = () => { document.execCommand(b.dataset.c); log('format', b.dataset.c); }; }
  document.getElementById('style').onchange = (e) => { paper.focus(); document.execCommand('formatBlock', false, e.target.value); log('style', e.target.value); };
  document.getElementById('save').onclick = () => { log('saved', { title: document.getElementById('title').value, text: paper.innerText.trim(), html: paper.innerHTML }); status.textContent = 'Saved just now'; };
  for (const top of document.querySelectorAll('.bar > li')) top.addEventListener('click', (event) => {
    const hit = event.target.closest('li');
    if (hit === top) { const was = top.classList.contains('open'); closeAll(); top.classList.toggle('open', !was); return; }
    if (hit.querySelector('ul')) { hit.classList.add('open'); return; }
    log('menu', hit.textContent); status.textContent = 'Done: ' + hit.textContent; closeAll();
  });
  for (const sub of document.querySelectorAll('.bar ul > li')) sub.addEventListener('mouseenter', () => { if (sub.querySelector('ul')) sub.classList.add('open'); });
  function closeAll() { for (const one of document.querySelectorAll('.bar .open')) one.classList.remove('open'); }`;

/** A text editor with a menu bar, submenus and a toolbar. */
export const writer: Site = {
  name: 'writer',
  pages: {
    '': page({
      title: 'Writer',
      style: `.bar, .bar ul { list-style: none; margin: 0; padding: 0 } .bar { display: flex; background: #eee } .bar li { padding: 5px 12px; cursor: pointer; position: relative }
        .bar ul { display: none; position: absolute; left: 0; top: 100%; background: #fff; border: 1px solid #999; min-width: 140px; z-index: 5 } .bar .open > ul { display: block } .bar ul ul { left: 100%; top: 0 }
        #paper { border: 1px solid #aaa; min-height: 160px; padding: 12px; margin-top: 8px } .tools { padding: 6px 0 }`,
      body,
      script,
    }),
  },
};
