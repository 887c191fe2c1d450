import { page, type Site } from '../../site.js';

const materialSelect = page({
  title: 'Trip planner',
  style: `.mat { position: relative; width: 240px; margin: 18px 0 } .mat .lbl { position: absolute; top: -9px; left: 8px; font-size: 11px; background: #fff } .mat .box { border: 1px solid #999; padding: 8px; cursor: pointer }
    .pop { position: absolute; background: #fff; border: 1px solid #999; z-index: 9; width: 240px } .pop div { padding: 6px; cursor: pointer } .chip { display: inline-block; background: #def; padding: 2px 8px; margin: 2px } .chip b { cursor: pointer }`,
  body: `<h1>Trip planner</h1><div class="mat"><span class="lbl">Transport</span><div class="box" role="combobox" aria-haspopup="listbox" aria-label="Transport" tabindex="0">Any</div></div>
    <div class="mat"><span class="lbl">Cities</span><input class="tag" placeholder="Add a city"><div class="chips"></div></div>
    <div>Adults <button class="dec">-</button><span id="ad">1</span><button class="inc">+</button></div><p><button id="plan">Plan my trip</button></p><div id="res"></div>`,
  script: `
    const box = document.querySelector('.box'); let adults = 1; const cities = [];
    box.onclick = () => { if (document.querySelector('.pop')) return; const pop = document.createElement('div'); pop.className = 'pop'; pop.setAttribute('role', 'listbox'); for (const t of ['Any', 'Train', 'Bus', 'Night ferry']) { const d = document.createElement('div'); d.setAttribute('role', 'option'); d.textContent = t; d.onclick = () => { box.textContent = t; pop.remove(); }; pop.append(d); } document.body.append(pop); const r = box.getBoundingClientRect(); pop.style.left = r.left + 'px'; pop.style.top = r.bottom + 'px'; };
    const tag = document.querySelector('.tag'); function chips() { document.querySelector('.chips').innerHTML = cities.map((c) => '<span class="chip">' + c + ' <b title="Remove ' + c + '">×</b></span>').join(''); document.querySelectorAll('.chip b').forEach((b, i) => { b.onclick = () => { cities.splice(i, 1); chips(); }; }); }
    tag.onkeydown = (e) => { if (e.key === 'Enter' && tag.value.trim()) { cities.push(tag.value.trim()); tag.value = ''; chips(); } };
    document.querySelector('.inc').onclick = () => { document.getElementById('ad').textContent = ++adults; }; document.querySelector('.dec').onclick = () => { document.getElementById('ad').textContent = --adults; };
    document.getElementById('plan').onclick = () => { log('planned', { transport: box.textContent, cities, adults }); document.getElementById('res').innerHTML = '<h2>Your trip</h2><p>Trip code TP-' + cities.length + adults + '</p>'; };`,
});

const grid = page({
  title: 'Tickets',
  style: `.t { display: grid; grid-template-columns: 90px 260px 120px 60px } .t > div { padding: 7px; border-bottom: 1px solid #ddd } .menu { position: fixed; background: #fff; border: 1px solid #888 } .menu button { display: block; border: 0; padding: 6px 20px; background: none }`,
  body: `<nav><a href="#open">Open</a> <a href="#closed">Closed</a></nav><h1>Tickets</h1><div class="t" role="table"></div><p id="s" role="status"></p>`,
  script: `
    const data = [['T-1', 'Printer on fire', 'High'], ['T-2', 'Mouse is missing', 'Low'], ['T-3', 'Screen flickers', 'High']];
    function draw() { const t = document.querySelector('.t'); t.innerHTML = '<div role="columnheader">Key</div><div role="columnheader">Summary</div><div role="columnheader">Priority</div><div></div>' + data.map((r) => '<div>' + r[0] + '</div><div><a href="#' + r[0] + '">' + r[1] + '</a></div><div>' + r[2] + '</div><div><button aria-label="More actions" data-k="' + r[0] + '">⋮</button></div>').join('');
      t.querySelectorAll('button').forEach((b) => { b.onclick = (e) => { document.querySelector('.menu')?.remove(); const m = document.createElement('div'); m.className = 'menu'; m.setAttribute('role', 'menu'); m.style.left = e.clientX + 'px'; m.style.top = e.clientY + 'px'; for (const a of ['Assign to me', 'Close ticket', 'Delete']) { const x = document.createElement('button'); x.setAttribute('role', 'menuitem'); x.textContent = a; x.onclick = () => { log('ticket', [a, b.dataset.k]); document.getElementById('s').textContent = a + ': ' + b.dataset.k; m.remove(); }; m.append(x); } document.body.append(m); }; });
      t.querySelectorAll('a').forEach((a) => { a.onclick = (e) => { e.preventDefault(); log('opened', a.textContent); }; }); }
    draw();`,
});

const quiz = page({
  title: 'Quiz',
  style:
    '.o { border: 1px solid #aaa; padding: 8px; margin: 4px; width: 240px; cursor: pointer } .o.on { background: #cfc }',
  body: '<div id="q"></div>',
  script: `
    const qs = [['Which planet is the largest?', ['Mars', 'Jupiter', 'Venus']], ['How many legs has a spider?', ['Six', 'Eight', 'Ten']]]; let n = 0; const given = [];
    function show() { const q = qs[n]; document.getElementById('q').innerHTML = q ? '<p>Question ' + (n + 1) + ' of 2</p><h2>' + q[0] + '</h2>' + q[1].map((o) => '<div class="o">' + o + '</div>').join('') + '<button disabled>Continue</button>' : '<h2>Finished</h2><p>Your score: <b>' + given.filter((g, i) => g === ['Jupiter', 'Eight'][i]).length + ' of 2</b></p>'; if (!q) { log('quiz', given); return; }
      let pick = null; document.querySelectorAll('.o').forEach((o) => { o.onclick = () => { document.querySelectorAll('.o').forEach((x) => x.classList.toggle('on', x === o)); pick = o.textContent; document.querySelector('button').disabled = false; }; }); document.querySelector('button').onclick = () => { given.push(pick); n += 1; setTimeout(show, 250); }; }
    show();`,
});

const calculator = page({
  title: 'Calculator',
  style:
    '.k { display: grid; grid-template-columns: repeat(4, 50px); gap: 4px } output { display: block; font-size: 24px; height: 32px }',
  body: `<h1>Calculator</h1><output id="d" aria-label="Result">0</output><div class="k">${'7 8 9 ÷ 4 5 6 × 1 2 3 − 0 C = +'
    .split(' ')
    .map((key) => `<button>${key}</button>`)
    .join('')}</div>`,
  script: `let s = ''; document.querySelector('.k').onclick = (e) => { const k = e.target.textContent; if (e.target.tagName !== 'BUTTON') return; if (k === 'C') s = ''; else if (k === '=') { const [, a, o, b] = s.match(/^(\\d+)(.)(\\d+)$/) || []; s = String({ '+': +a + +b, '−': a - b, '×': a * b, '÷': a / b }[o]); log('result', s); } else s += k; document.getElementById('d').textContent = s || '0'; };`,
});

const profile = page({
  title: 'Edit profile',
  style:
    '.fl { position: relative; margin: 22px 0 } .fl label { position: absolute; top: -16px; font-size: 11px } .bar { display: flex; justify-content: flex-end; gap: 8px; width: 320px } .err { color: #b00 }',
  body: `<h1>Edit profile</h1><p>Signed in as <b>@river</b></p><form novalidate><div class="fl"><input id="dn" placeholder=" " value="River S."><label for="dn">Display name</label></div><div class="fl"><textarea id="bio" placeholder=" "></textarea><label for="bio">Bio</label></div>
    <div class="fl"><input id="web" placeholder=" "><label for="web">Website</label></div><fieldset><legend>Visibility</legend><label><input type="radio" name="v" value="all" checked>Everyone</label><label><input type="radio" name="v" value="friends">Friends only</label></fieldset>
    <label><input type="checkbox" id="dm"> Allow direct messages</label><p class="err" role="alert"></p><div class="bar"><button type="button" id="no">Discard</button><button type="submit">Save profile</button></div></form>`,
  script: `document.querySelector('form').onsubmit = (e) => { e.preventDefault(); const by = (i) => document.getElementById(i); const w = by('web').value; if (w && !/^https?:/.test(w)) { document.querySelector('.err').textContent = 'The website must begin with https://'; log('invalid', w); return; } document.querySelector('.err').textContent = ''; log('profile', { name: by('dn').value, bio: by('bio').value, web: w, v: document.querySelector('[name=v]:checked').value, dm: by('dm').checked }); document.querySelector('h1').textContent = 'Profile saved'; };
    document.getElementById('no').onclick = () => log('discarded');`,
});

/** Small pages in the style of widget libraries. */
export const wild: Site = {
  name: 'wild',
  pages: { trip: materialSelect, tickets: grid, quiz, calculator, profile },
};
