import type { TaskPage } from './unseen/types.js';

const people = ['Ada', 'Bo', 'Cy', 'Dee', 'Eli', 'Flo'];

/** Pages of which a part is out of sight: areas that scroll on their own, long documents, lists that load or reuse rows. */
export const scrollingPages: readonly TaskPage[] = [
  {
    name: 'inbox in an area that scrolls',
    html: `
<style>#box { height: 150px; overflow-y: auto; width: 300px } .mail { height: 70px; border-bottom: 1px solid #ccc }</style>
<div id="box">${people.map((who) => `<div class="mail"><b>${who}</b> <i>writes</i><p>News</p><button data-who="${who}">Archive</button></div>`).join('')}</div>
<button id="send">Send</button>
<script>document.querySelectorAll('[data-who]').forEach((one) => { one.onclick = () => log('archive ' + one.dataset.who) }); send.onclick = () => log('send');</script>`,
    tasks: [
      ['Click all Archive buttons.', people.map((who) => `archive ${who}`).join(' | ')],
      ['Find Flo and click Archive.', 'archive Flo'],
      ['Find Bo and click Archive.', 'archive Bo'],
      ['Click Archive.', 'refused'],
      ['Find Gus and click Archive.', 'refused'],
      ['Click all Delete buttons.', 'refused'],
    ],
  },
  {
    name: 'one mail is visible, the found one is not',
    html: `
<style>#box { height: 80px; overflow-y: scroll; width: 300px } .mail { height: 70px; margin-bottom: 30px }</style>
<div id="box">${people.map((who) => `<div class="mail"><h3>${who}</h3><button data-who="${who}">Archive</button></div>`).join('')}</div>
<script>document.querySelectorAll('[data-who]').forEach((one) => { one.onclick = () => log('archive ' + one.dataset.who) });</script>`,
    tasks: [
      ['Find Dee and click Archive.', 'archive Dee'],
      ['Find Zoe and click Archive.', 'refused'],
    ],
  },
  {
    name: 'long page of boxes',
    html: `
<h1>Topics</h1>${Array.from({ length: 24 }, (_, index) => `<p style="height:60px"><label><input type="checkbox" value="${index + 1}"> Topic ${index + 1}</label></p>`).join('')}
<script>document.querySelectorAll('input').forEach((one) => { one.onchange = () => log(one.value) });</script>`,
    tasks: [
      ['Check all the boxes.', Array.from({ length: 24 }, (_, index) => String(index + 1)).join(' | ')],
      ['Check all the switches in Settings.', 'refused'],
    ],
  },
  {
    name: 'list that loads its second half at the end',
    html: `
<style>#box { height: 120px; overflow-y: auto; width: 300px } .row { height: 50px }</style><div id="box"></div>
<script>
const names = ['Ada', 'Bo', 'Cy', 'Dee'];
let shown = 0;
function load() {
  if (shown > 4) return;
  for (const name of names) {
    shown += 1;
    const number = shown;
    const row = document.createElement('div');
    row.className = 'row';
    row.innerHTML = '<span>' + name + ' ' + number + '</span> <button>Follow</button>';
    row.lastChild.onclick = () => log('follow ' + number);
    box.append(row);
  }
}
load();
box.onscroll = () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 10) load(); };
</script>`,
    tasks: [
      ['Click every Follow button.', [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `follow ${number}`).join(' | ')],
      ['Find "Cy 7" and click Follow.', 'follow 7'],
      ['Find "Cy 9" and click Follow.', 'refused'],
      ['Click every Unfollow button.', 'refused'],
    ],
  },
  {
    name: 'list without an end',
    html: `
<style>#box { height: 120px; overflow-y: auto; width: 300px } .row { height: 50px }</style><div id="box"></div>
<script>
let shown = 0;
function load() {
  for (let count = 0; count < 4; count += 1) {
    shown += 1;
    const number = shown;
    const row = document.createElement('div');
    row.className = 'row';
    row.innerHTML = '<span>Post ' + number + '</span> <button>Like</button>';
    row.lastChild.onclick = () => log('like ' + number);
    box.append(row);
  }
}
load();
box.onscroll = () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 10) load(); };
</script>`,
    tasks: [
      ['Click every Like button.', 'refused'],
      ['Click Like.', 'refused'],
    ],
  },
  {
    name: 'list that reuses its rows',
    html: `
<style>#box { height: 120px; overflow-y: auto; width: 300px } #all { height: 2000px; position: relative } .row { position: absolute; height: 40px }</style>
<div id="box"><div id="all">${[0, 1, 2].map(() => '<div class="row"><span></span> <button>Like</button></div>').join('')}</div></div>
<script>
const rows = [...document.querySelectorAll('.row')];
function draw() {
  const first = Math.min(47, Math.floor(box.scrollTop / 40));
  rows.forEach((row, index) => { row.style.top = (first + index) * 40 + 'px'; row.firstChild.textContent = 'Post ' + (first + index); row.lastChild.onclick = () => log('like ' + (first + index)); });
}
draw();
box.onscroll = draw;
</script>`,
    tasks: [
      ['Click every Like button.', 'refused'],
      ['Click all Like buttons.', 'refused'],
    ],
  },
];
