import { page, type Site } from '../../site.js';

const body = `
<header><div class="nav"><div class="top">Products<div class="drop"><a href="p?n=routers">Routers</a><a href="p?n=antennas">Antennas</a></div></div><div class="top">Support<div class="drop"><a href="p?n=manuals">Manuals</a><a href="p?n=warranty">Warranty</a></div></div></div></header>
<h1>Help centre</h1>
<div class="faq"><div class="q">How do I reset my router?</div><div class="a" hidden>Hold the red button for 12 seconds. <a href="p?n=reset-guide">Full guide</a></div></div>
<div class="faq"><div class="q">How long is the warranty?</div><div class="a" hidden>The warranty lasts 36 months.</div></div>
<details><summary>Where can I buy spare parts?</summary><p>At <a href="p?n=parts">our parts shop</a>, code SPARE10.</p></details>
<p><a href="p?n=status" target="_blank">Service status</a> (opens in a new tab)</p>
<p><button id="report">Generate report</button> <span id="rep"></span></p>
<p><button id="chat">Start chat</button></p><div id="box"></div>
<p>You can return items within 30 days. Refunds take 5 working days.</p>
<p>Was this page helpful? <button>Yes</button> <button>No</button></p>`;

const script = `
  for (const q of document.querySelectorAll('.q')) q.onclick = () => { q.nextElementSibling.hidden = !q.nextElementSibling.hidden; log('faq', q.textContent); };
  document.querySelector('details').ontoggle = (e) => log('details', e.target.open);
  const rep = document.getElementById('rep');
  document.getElementById('report').onclick = () => { rep.textContent = 'Working on it…'; setTimeout(() => { rep.innerHTML = 'Report ready: <a href="#" id="dl">Open report</a>'; document.getElementById('dl').onclick = () => { log('report opened'); return false; }; }, 1200); };
  document.getElementById('chat').onclick = () => { setTimeout(() => { document.getElementById('box').innerHTML = '<p>Agent Sam joined.</p><input placeholder="Type a message"><button>Send</button>'; document.querySelector('#box button').onclick = () => { log('chat', document.querySelector('#box input').value); document.querySelector('#box p').textContent = 'Sam: Thanks, case 90-12 was opened.'; }; }, 500); };
  document.querySelectorAll('body > p:last-of-type button').forEach((b) => { b.onclick = () => { log('helpful', b.textContent); }; });
  document.addEventListener('keydown', (e) => { if (e.key === '?') log('shortcut', '?'); if (e.ctrlKey && e.key === 'k') { e.preventDefault(); log('shortcut', 'ctrl+k'); } if (e.key === 'Escape') log('shortcut', 'escape'); });`;

/** Hover menus, collapsible questions, late content, a link to a new tab, keys. */
export const help: Site = {
  name: 'help',
  pages: {
    '': page({
      title: 'Help centre',
      style:
        '.nav { display: flex; gap: 20px; background: #eee } .top { position: relative; padding: 8px } .drop { display: none; position: absolute; background: #fff; border: 1px solid #aaa; top: 100%; left: 0 } .top:hover .drop { display: block } .drop a { display: block; padding: 6px 16px } .q { cursor: pointer; font-weight: bold; padding: 6px 0 }',
      body,
      script,
    }),
    p: ({ query, note }) => {
      note('page', query.get('n'));
      return page({
        title: `${query.get('n')}`,
        body: `<h1>${query.get('n')}</h1><p>All systems operational since 06:30.</p><a href="./">Help centre</a>`,
      });
    },
  },
};
