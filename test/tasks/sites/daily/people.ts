import { page } from '../../site.js';

/** A team: a role in each row, and an invitation in a dialog with the same roles. */
export const team = page({
  title: 'Team',
  style: 'td, th { padding: 6px 12px; text-align: left }',
  body: `<h1>Team members</h1><button id="inv">Invite member</button><table><thead><tr><th>Member</th><th>Role</th><th>Last active</th><th></th></tr></thead><tbody id="b"></tbody></table><dialog id="dg"><h2>Invite member</h2><form method="dialog"><label>Email <input id="em" type="email"></label><label>Role <select id="ro"><option>Viewer</option><option>Editor</option><option>Admin</option></select></label><button value="no">Cancel</button><button value="ok">Send invite</button></form></dialog><p id="t" role="status"></p>`,
  script: `
    const $ = (i) => document.getElementById(i); const members = [['Nora Vik', 'Admin', 'today'], ['Per Dahl', 'Editor', '3 days ago'], ['Ali Khan', 'Viewer', '2 weeks ago']];
    function draw() { $('b').innerHTML = members.map((m) => '<tr><td>' + m[0] + '</td><td><select aria-label="Role of ' + m[0] + '">' + ['Viewer', 'Editor', 'Admin'].map((r) => '<option ' + (r === m[1] ? 'selected' : '') + '>' + r + '</option>').join('') + '</select></td><td>' + m[2] + '</td><td><button aria-label="Remove ' + m[0] + '">✕</button></td></tr>').join(''); $('b').querySelectorAll('tr').forEach((r, i) => { r.querySelector('select').onchange = (e) => log('role', [members[i][0], e.target.value]); r.querySelector('button').onclick = () => { log('removed', members[i][0]); members.splice(i, 1); draw(); }; }); }
    $('inv').onclick = () => $('dg').showModal(); $('dg').onclose = () => { if ($('dg').returnValue === 'ok') { log('invited', [$('em').value, $('ro').value]); $('t').textContent = 'Invitation sent'; } }; draw();`,
});

/** A vote: one of three boxes, then the button. */
export const poll = page({
  title: 'Poll',
  style:
    '.o { border: 1px solid #aaa; padding: 8px; margin: 4px; width: 200px; cursor: pointer } .on { background: #cfc }',
  body: '<h1>Where should we go?</h1><div class="o">Beach</div><div class="o">Mountains</div><div class="o">City</div><button>Vote</button><p id="r"></p>',
  script: `
    let chosen; const boxes = document.querySelectorAll('.o'); boxes.forEach((o) => { o.onclick = () => { boxes.forEach((x) => x.classList.toggle('on', x === o)); chosen = o.textContent; }; });
    document.querySelector('button').onclick = () => { if (!chosen) { document.getElementById('r').textContent = 'Please choose an option'; return; } log('vote', chosen); document.getElementById('r').textContent = 'You voted for ' + chosen + '. 12 votes so far.'; };`,
});

/** Orders as cards with actions. */
export const purchases = page({
  title: 'My orders',
  style: '.order { border: 1px solid #ccc; padding: 8px; margin: 8px; width: 460px }',
  body: '<h1>My orders</h1><div id="o"></div>',
  script: `
    const orders = [['1042', 'Delivered', '12 March 2026', '€54.00', 'Teapot'], ['1057', 'Shipped', '2 April 2026', '€19.90', 'Notebook'], ['1063', 'Processing', '9 April 2026', '€230.00', 'Desk lamp']];
    document.getElementById('o').innerHTML = orders.map((x) => '<div class="order"><div><b>Order #' + x[0] + '</b> <span>' + x[2] + '</span></div><div>Status: <em>' + x[1] + '</em></div><div>Total: ' + x[3] + '</div><div>' + x[4] + '</div><button>Track</button>' + (x[1] === 'Processing' ? ' <button>Cancel order</button>' : '') + (x[1] === 'Delivered' ? ' <button>Return</button>' : '') + '</div>').join('');
    document.querySelectorAll('.order').forEach((e, i) => e.querySelectorAll('button').forEach((b) => { b.onclick = () => { if (b.textContent !== 'Cancel order' || confirm('Really cancel?')) log(b.textContent, orders[i][0]); }; }));`,
});
