import type { Site } from '../../site.js';
import { miniPage } from './page.js';

const boxes = ['kiwi', 'plum', 'lime', 'fig', 'pear']
  .map((word) => `<label><input type="checkbox" value="${word}">${word}</label><br>`)
  .join('');
const radios = ['Tk9', 'vB2', 'qqW', 'h0R']
  .map((word) => `<label><input type="radio" name="o" value="${word}">${word}</label><br>`)
  .join('');
const folder = (name: string, inside = '') =>
  `<li><span class="node">${name}</span>${inside ? `<ul class="hid">${inside}</ul>` : ''}</li>`;
const post = (who: string, text: string) =>
  `<div class="post"><b>${who}</b> <i>${who.toLowerCase()}@site</i><div>${text}</div><span class="reply" title="Reply">↩</span> <span class="share" title="Share">⇪</span> <span class="like" title="Like">♡</span></div>`;

/** Elements to click, check, open and choose. */
export const miniClick: Site = {
  name: 'mini-click',
  pages: {
    button: miniPage(
      'Click on the "Maybe" button.',
      '<button>Yes</button><button>Maybe</button><button>No</button>',
      `$$('button').forEach((b) => { b.onclick = () => log('click', b.textContent); });`,
    ),
    sequence: miniPage(
      'Click button ONE, then click button TWO.',
      '<button style="position:absolute;left:90px;top:60px">ONE</button><button style="position:absolute;left:20px;top:110px">TWO</button>',
      `$$('button').forEach((b) => { b.onclick = () => log('click', b.textContent); });`,
    ),
    checkboxes: miniPage(
      'Select kiwi, fig, pear and click Submit.',
      `${boxes}<button>Submit</button>`,
      `$('button').onclick = () => log('submit', $$('input:checked').map((i) => i.value));`,
    ),
    option: miniPage(
      'Select qqW and click Submit.',
      `${radios}<button>Submit</button>`,
      `$('button').onclick = () => log('submit', $('input:checked')?.value);`,
    ),
    collapsible: miniPage(
      'Expand the section below, to find and click on the link "rhoncus".',
      '<h3 class="head" style="cursor:pointer">Section #1 ▸</h3><div class="hid">Sed <span class="link">magna</span> vitae <span class="link">rhoncus</span> arcu <span class="link">felis</span>.</div>',
      `$('.head').onclick = () => { $('.hid').style.display = 'block'; log('open'); }; $$('.link').forEach((l) => { l.onclick = () => log('link', l.textContent); });`,
    ),
    dialog: miniPage(
      'Click the button in the dialog box labeled "Cancel".',
      '<div style="border:1px solid #333;position:absolute;top:30px;left:10px;width:180px" role="dialog" aria-label="Notice"><div style="background:#ddd">Notice <button title="Close">x</button></div><p>Mattis eget.</p><button>OK</button><button>Cancel</button></div>',
      `$$('button').forEach((b) => { b.onclick = () => { log('click', b.textContent); $('[role=dialog]').remove(); }; });`,
    ),
    close: miniPage(
      'Close the dialog box by clicking the "x".',
      '<div class="dlg" style="border:1px solid #333;position:absolute;top:30px;left:10px;width:180px"><div style="background:#ddd">Dialog <span class="x" style="cursor:pointer;float:right">x</span></div><p>Aliquam erat volutpat.</p></div>',
      `$('.x').onclick = () => { log('closed'); $('.dlg').remove(); };`,
    ),
    link: miniPage(
      'Click on the link "posuere".',
      'Nulla <span class="link">vitae</span>, nec <span class="link">posuere</span> sed <span class="link">at</span> lectus. <span class="link">Integer</span>.',
      `$$('.link').forEach((l) => { l.onclick = () => log('link', l.textContent); });`,
    ),
    menu: miniPage(
      'Select Rhea > Dione > Pandora',
      `<ul id="menu" role="menu" style="list-style:none;padding:0;width:90px;border:1px solid #999">${['Rhea', 'Titan', 'Mimas'].map((top) => `<li role="menuitem" class="m">${top}${top === 'Mimas' ? '' : `<ul class="sub">${top === 'Rhea' ? '<li role="menuitem" class="m">Dione<ul class="sub"><li role="menuitem" class="m">Helene</li><li role="menuitem" class="m">Pandora</li></ul></li><li role="menuitem" class="m">Calypso</li>' : '<li role="menuitem" class="m">Janus</li>'}</ul>`}</li>`).join('')}</ul><style>.m { position: relative; padding: 3px; cursor: pointer } .sub { display: none; position: absolute; left: 80px; top: 0; background: #fff; border: 1px solid #999; list-style: none; padding: 0; width: 80px; z-index: 2 } .m:hover > .sub { display: block }</style>`,
      `$('#menu').onclick = (e) => { const t = e.target.closest('.m'); log('menu', t.firstChild.textContent); };`,
    ),
    tab: miniPage(
      'Click on Tab #2.',
      '<ul class="tabs" style="display:flex;list-style:none;padding:0;gap:8px"><li><a href="#t1">Tab #1</a></li><li><a href="#t2">Tab #2</a></li><li><a href="#t3">Tab #3</a></li></ul><p id="p">One.</p>',
      `$$('.tabs a').forEach((a) => { a.onclick = (e) => { e.preventDefault(); log('tab', a.textContent); $('#p').textContent = a.textContent + ' text.'; }; });`,
    ),
    'tab-2': miniPage(
      'Switch between the tabs to find and click on the link "pharetra".',
      '<div class="tabs" style="display:flex;gap:8px"><a href="#1">Tab #1</a><a href="#2">Tab #2</a><a href="#3">Tab #3</a></div><div id="p"></div>',
      `const text = ['Ut <span class="link">enim</span> diam.', 'Cras <span class="link">justo</span> odio <span class="link">quam</span>.', 'Morbi <span class="link">pharetra</span> leo.']; function show(n) { $('#p').innerHTML = text[n]; $$('.link').forEach((l) => { l.onclick = () => log('link', l.textContent); }); } $$('.tabs a').forEach((a, n) => { a.onclick = (e) => { e.preventDefault(); show(n); }; }); show(0);`,
    ),
    list: miniPage(
      'Select Marisol from the list and click Submit.',
      '<select><option>Ines</option><option>Kamal</option><option>Marisol</option><option>Tove</option></select><button>Submit</button>',
      `$('button').onclick = () => log('submit', $('select').value);`,
    ),
    'scroll-list': miniPage(
      'Select Denmark, Chad from the scroll list and click Submit.',
      `<select multiple size="4">${['Aruba', 'Belize', 'Chad', 'Denmark', 'Estonia', 'Fiji', 'Ghana'].map((one) => `<option>${one}</option>`).join('')}</select><button>Submit</button>`,
      `$('button').onclick = () => log('submit', [...$('select').selectedOptions].map((o) => o.value));`,
    ),
    tree: miniPage(
      'Navigate through the file tree. Find and click on the folder or file named "Yolanda".',
      `<ul id="t" style="padding-left:14px">${folder('Berta', folder('Cosmo') + folder('Dmitri', folder('Yolanda')))}${folder('Edda', folder('Fritz'))}</ul><style>.node { cursor: pointer }</style>`,
      `$('#t').onclick = (e) => { if (e.target.className !== 'node') return; log('node', e.target.textContent); const ul = e.target.nextElementSibling; if (ul) ul.style.display = ul.style.display === 'block' ? 'none' : 'block'; };`,
    ),
    social: miniPage(
      'For the user Orsola, click on the "Share" button.',
      post('Quint', 'Sed do.') + post('Orsola', 'Ut enim ad.') + post('Remy', 'Quis nostrud.'),
      `$$('.post span').forEach((s) => { s.style.cursor = 'pointer'; s.onclick = () => log(s.className, s.parentElement.querySelector('b').textContent); });`,
    ),
    focus: miniPage(
      'Focus into the 3rd input textbox.',
      '<input><input><input><input>',
      `$$('input').forEach((f, n) => { f.onfocus = () => log('focus', n + 1); });`,
    ),
    option2: miniPage(
      'Check all the fruits and press Send',
      `${boxes}<button>Send</button>`,
      `$('button').onclick = () => log('submit', $$('input:checked').map((i) => i.value));`,
    ),
  },
};
