import type { Site } from '../../site.js';
import { miniPage } from './page.js';

const dot = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='14' height='14'%3E%3Ccircle cx='7' cy='7' r='6'/%3E%3C/svg%3E")`;
const icons = `<style>.pic { content: ${dot}; height: 12px; margin: 3px } .scroll { height: 170px; overflow-y: scroll }</style>`;

const letters = ['Ines', 'Bruno', 'Svea', 'Omar', 'Lotte'];
const inbox = `${icons}<div id="main" class="scroll">${letters
  .map(
    (who, place) =>
      `<div class="thread" data-n="${place}" style="cursor:pointer;border-bottom:1px solid #ccc"><b>${who}</b><div>Nota ${place}</div><div style="float:right"><span class="trash pic"></span><span class="star pic"></span></div><div style="clear:both"></div></div>`,
  )
  .join('')}</div>`;
const inboxScript = `
  const who = (icon) => icon.closest('.thread, #mail').querySelector('b').textContent;
  const arm = () => { for (const name of ['trash', 'star']) $$('.' + name).forEach((icon) => { icon.onclick = (e) => { e.stopPropagation(); log(name, who(icon)); }; }); };
  arm();
  $$('.thread').forEach((thread) => { thread.onclick = () => {
    const name = thread.querySelector('b').textContent;
    $('#main').className = 'hid';
    $('#area').insertAdjacentHTML('beforeend', '<div id="mail"><b>' + name + '</b><span class="mail-forward" style="cursor:pointer">Forward</span></div>');
    $('.mail-forward').onclick = () => {
      $('#mail').className = 'hid';
      $('#area').insertAdjacentHTML('beforeend', '<div><span id="close-forward" class="pic" style="cursor:pointer"></span><span id="send-forward" class="pic" style="cursor:pointer"></span><div><label>to: </label><input class="forward-sender"></div></div>');
      $('#send-forward').onclick = () => log('forward', [name, $('.forward-sender').value]);
      $('#close-forward').onclick = () => log('closed');
    };
  }; });`;

const posts = (names: readonly string[]) =>
  `${icons}<div class="scroll">${names
    .map(
      (name) =>
        `<div class="note" style="position:relative;height:58px;border:1px solid #ddd"><div><b>Someone</b> <i>${name}</i></div><div>Dies und das.</div><div class="bar" style="position:absolute;bottom:0"><span class="reply pic"></span><span class="like pic"></span><span class="more pic"></span></div></div>`,
    )
    .join('')}<button>Submit</button></div>`;
const postsScript = `
  const by = (node) => node.closest('.note').querySelector('i').textContent;
  $$('.reply, .like').forEach((icon) => { icon.onclick = () => { icon.classList.toggle('on'); log(icon.classList[0], by(icon)); }; });
  $$('.more').forEach((icon) => { icon.onclick = () => { icon.parentElement.insertAdjacentHTML('beforeend', '<ul style="position:absolute;left:60px;bottom:0;background:#fff;margin:0"><li class="m">Mute</li><li class="m">Block</li></ul>'); icon.parentElement.querySelectorAll('.m').forEach((item) => { item.style.cursor = 'pointer'; item.onclick = () => log(item.textContent, by(item)); }); }; });
  $('button').onclick = () => log('submit', $$('.on').length);`;

const branch = (name: string, leaves: readonly string[]) =>
  `<li><div class="item" aria-haspopup="true">${name}</div><ul class="hid">${leaves.map((leaf) => `<li><div class="item"><span class="glyph glyph-${leaf.toLowerCase()}" style="display:inline-block;width:10px;height:10px;background:#999"></span>${leaf}</div></li>`).join('')}</ul></li>`;
const menu = `<ul id="m" role="menu" style="padding:0;list-style:none;width:90px">${branch('Sound', ['Louder', 'Softer'])}${branch('Picture', ['Wider', 'Taller'])}<li><div class="item">Leave</div></li></ul>`;
const menuScript = `$$('.item').forEach((item) => { item.setAttribute('role', 'menuitem'); item.tabIndex = -1; item.style.cursor = 'pointer'; item.onclick = () => { const sub = item.nextElementSibling; if (!sub) { log('chosen', item.textContent); return; } setTimeout(() => { sub.className = ''; }, 350); }; });`;

const people = [
  ['Anouk', '030 117 2204', '8 Mill Lane'],
  ['Tarek', '030 440 9917', '51 Quay Street'],
  ['Wilma', '030 208 6631', '3 Harbour Row'],
];
const bookScript = `
  const people = ${JSON.stringify(people)};
  let place = 0;
  const draw = () => {
    const [name, phone, address] = people[place];
    $('#card').innerHTML = '<h2>' + name + '</h2><div><b>Phone: </b><span><a class="link">' + phone + '</a></span></div><div><b>Address: </b><span><a class="link">' + address + '</a></span></div>';
    $$('#card a').forEach((link) => { link.onclick = () => log('dialled', [name, link.textContent]); });
    $('#pages').innerHTML = (place > 0 ? '<a href="#" class="prev">&lt;</a> ' : '') + (place + 1) + (place < people.length - 1 ? ' <a href="#" class="next">&gt;</a>' : '');
    for (const [css, by] of [['.prev', -1], ['.next', 1]]) if ($(css)) $(css).onclick = (e) => { e.preventDefault(); place += by; draw(); };
  };
  draw();`;

const boxes = ['red', 'olive', 'cyan']
  .map(
    (colour) =>
      `<div class="patch" data-color="${colour}" style="background-color: ${colour};width:40px;height:40px;display:inline-block;margin:4px"></div>`,
  )
  .join('');
const figures =
  '<svg width="200" height="120"><circle cx="30" cy="30" r="20" fill="orange"></circle><circle cx="90" cy="30" r="8" fill="orange"></circle><rect x="130" y="10" width="30" height="30" fill="navy"></rect></svg>';
const tapped = `$$('svg *, .patch').forEach((node) => { node.onclick = () => log('tapped', node.dataset.color ?? node.tagName + (node.getAttribute('r') ?? '')); });`;

/** Elements without roles and names, as in public benchmarks: icons by class, shapes, pages of cards. */
export const miniBare: Site = {
  name: 'mini-bare',
  pages: {
    trash: miniPage('Find the email by Svea and click the trash icon to delete it.', inbox, inboxScript),
    star: miniPage('Find the email by Lotte and click the star icon to mark it as important.', inbox, inboxScript),
    forward: miniPage('Send Hilde the email you got from Bruno.', inbox, inboxScript),
    like: miniPage('For the user @uva, click on the "Like" button.', posts(['@rhea', '@uva', '@ilo']), postsScript),
    more: miniPage('For the user @rhea, click on the "Block" button.', posts(['@rhea', '@uva']), postsScript),
    every: miniPage(
      'Click the "Like" button on all posts by @uva and then click Submit.',
      posts(['@rhea', '@uva', '@ilo', '@uva', '@uva']),
      postsScript,
    ),
    menu: miniPage('Find and click on the item with the "taller" icon.', menu, menuScript),
    book: miniPage(
      'Find Wilma in the contact book and click on their address.',
      '<div id="card"></div><p id="pages" class="pagination"></p>',
      bookScript,
    ),
    colour: miniPage('Click on the olive colored box.', boxes, tapped),
    shape: miniPage('Click on a small orange circle', figures, tapped),
    sum: miniPage(
      'Solve for x and type your answer into the textbox. Press Submit when done.',
      '<div>9 + x = 4</div><input><button>Submit</button>',
      `$('button').onclick = () => log('submit', $('input').value);`,
    ),
    area: miniPage(
      'Find and click on the HOT area.',
      '<div id="z" style="height:90px;cursor:pointer">COLD</div>',
      `$('#z').onclick = () => log('tapped');`,
    ),
  },
};
