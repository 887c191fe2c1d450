import { page } from '../../site.js';

/** Three columns of cards; a card is moved by a list in it. */
export const kanban = page({
  title: 'Sprint board',
  style: `.b { display: flex; gap: 16px } .col { width: 220px; background: #f3f3f3; padding: 8px; min-height: 260px } .c { background: #fff; border: 1px solid #ccc; padding: 8px; margin: 6px 0; cursor: grab }`,
  body: `<h1>Sprint board</h1><div class="b"></div>`,
  script: `
    const cols = { 'To do': ['Write tests', 'Fix login'], 'In progress': ['Design logo'], Done: [] };
    function draw() { document.querySelector('.b').innerHTML = Object.entries(cols).map(([n, l]) => '<section class="col" data-n="' + n + '"><h2>' + n + '</h2>' + l.map((c) => '<div class="c" draggable="true">' + c + '</div>').join('') + '<button>+ Add a card</button></section>').join(''); let held = null; document.querySelectorAll('.c').forEach((c) => { c.ondragstart = (e) => { held = c.textContent; e.dataTransfer.setData('text', held); }; }); document.querySelectorAll('.col').forEach((s) => { s.ondragover = (e) => e.preventDefault(); s.ondrop = (e) => { e.preventDefault(); for (const k of Object.keys(cols)) cols[k] = cols[k].filter((x) => x !== held); cols[s.dataset.n].push(held); log('moved', [held, s.dataset.n]); draw(); }; s.querySelector('button').onclick = () => { const i = document.createElement('input'); i.placeholder = 'Card title'; s.append(i); i.focus(); i.onkeydown = (e) => { if (e.key === 'Enter' && i.value) { cols[s.dataset.n].push(i.value); log('card', [s.dataset.n, i.value]); draw(); } }; }; }); }
    draw();`,
});

/** A chat: an editable div and an icon to send. */
export const chat = page({
  title: 'Chat',
  style: `.w { display: flex; height: 420px; border: 1px solid #ccc; width: 760px } .l { width: 220px; border-right: 1px solid #ccc } .p { padding: 10px; cursor: pointer } .p.on { background: #e8f0fe } .r { flex: 1; display: flex; flex-direction: column } .ms { flex: 1; padding: 10px; overflow: auto } .in { display: flex; border-top: 1px solid #ccc } .in div { flex: 1; padding: 8px; min-height: 20px } .n { background: #d33; color: #fff; border-radius: 9px; padding: 0 6px; font-size: 11px }`,
  body: `<div class="w"><div class="l"></div><div class="r"><h2 id="who"></h2><div class="ms"></div><div class="in"><div contenteditable="true" role="textbox" aria-label="Type a message" aria-multiline="true"></div><button aria-label="Send message">➤</button></div></div></div>`,
  script: `
    const people = { 'Mia Park': [['Mia Park', 'Lunch at noon?']], 'Design team': [['Leo', 'New mockups are up'], ['Ana', 'The deadline is Friday']], 'Sam Ortiz': [['Sam Ortiz', 'Call me at 555-0142']] }; const unread = { 'Design team': 2 }; let now = 'Mia Park';
    function draw() { document.querySelector('.l').innerHTML = Object.keys(people).map((n) => '<div class="p ' + (n === now ? 'on' : '') + '"><span>' + n + '</span> ' + (unread[n] ? '<span class="n">' + unread[n] + '</span>' : '') + '</div>').join(''); document.getElementById('who').textContent = now; document.querySelector('.ms').innerHTML = people[now].map((m) => '<p><b>' + m[0] + '</b> ' + m[1] + '</p>').join(''); document.querySelectorAll('.p').forEach((p) => { p.onclick = () => { now = p.querySelector('span').textContent; delete unread[now]; log('open', now); draw(); }; }); }
    const box = document.querySelector('[contenteditable]'); document.querySelector('.in button').onclick = () => { const t = box.textContent.trim(); if (!t) return; people[now].push(['You', t]); log('message', [now, t]); box.textContent = ''; draw(); }; draw();`,
});

/** An article with a box of facts, a contents list and references. */
export const wiki = page({
  title: 'Lake Morrow – Wiki',
  style: `.info { float: right; border: 1px solid #aaa; width: 260px; padding: 8px } .info th { text-align: left } section { min-height: 420px }`,
  body: `<header><a href="#">Wiki</a> <input placeholder="Search the wiki" id="q"> <a href="#login">Log in</a></header><h1>Lake Morrow</h1><table class="info"><tbody><tr><th colspan="2">Lake Morrow</th></tr><tr><th>Country</th><td>Estland</td></tr><tr><th>Surface area</th><td>214 km²</td></tr><tr><th>Max. depth</th><td>38 m</td></tr><tr><th>Islands</th><td>4</td></tr></tbody></table><p>Lake Morrow is a freshwater lake. It was first mapped in 1842 by Ulla Renn. The lake freezes from December to March.</p><nav><h2>Contents</h2><ol><li><a href="#geo">Geography</a></li><li><a href="#his">History</a></li><li><a href="#eco">Ecology</a></li></ol></nav><section id="geo"><h2>Geography</h2><p>The lake lies 120 m above sea level.</p></section><section id="his"><h2>History</h2><p>A ferry has crossed the lake since 1901.</p></section><section id="eco"><h2>Ecology</h2><p>Pike and perch live in the lake.</p><button id="more" aria-expanded="false">Show references</button><ul id="refs" hidden><li>Renn, U. (1842). Maps of the North.</li><li>Aas, P. (1990). Ferries.</li></ul></section>`,
  script: `document.querySelectorAll('nav a').forEach((a) => { a.addEventListener('click', () => log('jump', a.textContent)); }); document.getElementById('more').onclick = (e) => { const r = document.getElementById('refs'); r.hidden = !r.hidden; e.target.setAttribute('aria-expanded', !r.hidden); log('refs', !r.hidden); }; document.getElementById('q').onkeydown = (e) => { if (e.key === 'Enter') log('search', e.target.value); };`,
});

/** Threads with votes, a reply box and a report dialog of the browser. */
export const forum = page({
  title: 'Garden forum',
  style: `.th { border-bottom: 1px solid #ddd; padding: 10px; width: 620px } .th a { font-weight: bold } .sm { color: #666; font-size: 12px }`,
  body: `<h1>Garden forum</h1><div id="v"></div>`,
  script: `
    const threads = [['How often to water basil?', 'greenthumb', 12, 5], ['Slugs are eating my lettuce', 'rosa', 30, 18], ['Best soil for tomatoes', 'karl', 8, 2]];
    function home() { document.getElementById('v').innerHTML = threads.map((t) => '<div class="th"><button class="up" aria-label="Upvote">▲</button> <span class="votes">' + t[2] + '</span> <a href="#t">' + t[0] + '</a><div class="sm">by ' + t[1] + ' · ' + t[3] + ' replies</div></div>').join(''); document.querySelectorAll('.th').forEach((d, i) => { d.querySelector('.up').onclick = () => { threads[i][2] += 1; log('voted', threads[i][0]); home(); }; d.querySelector('a').onclick = (e) => { e.preventDefault(); log('thread', threads[i][0]); thread(threads[i]); }; }); }
    function thread(t) { document.getElementById('v').innerHTML = '<h2>' + t[0] + '</h2><p>Posted by ' + t[1] + '</p><textarea placeholder="Write a reply"></textarea><p><button id="post">Post reply</button> <button id="rep">Report</button> <button id="bk">Back to list</button></p><div id="rs"></div>'; document.getElementById('bk').onclick = home; document.getElementById('post').onclick = () => { const x = document.querySelector('textarea'); if (!x.value) return; log('reply', [t[0], x.value]); document.getElementById('rs').innerHTML += '<p>You: ' + x.value + '</p>'; x.value = ''; }; document.getElementById('rep').onclick = () => { const r = prompt('Why do you report this?'); log('report', r); }; }
    home();`,
});
