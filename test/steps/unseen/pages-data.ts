import type { TaskPage } from './types.js';

export const dataPages: readonly TaskPage[] = [
  {
    name: 'calendar of one month',
    html: `
<h2>March 2026</h2><p>The 5th and the 14th are holidays.</p>
<table role="grid" aria-label="March 2026"><tbody id="days"></tbody></table><p id="picked">Nothing selected</p><button id="book">Book</button>
<script>
let day = '';
for (let week = 0; week < 5; week += 1) {
  const row = days.insertRow();
  for (let number = week * 7 + 1; number <= Math.min(31, week * 7 + 7); number += 1) {
    const button = document.createElement('button');
    button.textContent = number;
    button.disabled = number === 14;
    button.onclick = () => { day = number; picked.textContent = 'Selected: March ' + number; };
    row.insertCell().append(button);
  }
}
book.onclick = () => log('book ' + day);
</script>`,
    tasks: [
      ['Click 17 in the calendar and then click Book.', '?book 17'],
      ['Click on "5" and click Book.', 'book 5'],
      ['Click 14 and then click Book.', 'refused'],
      ['Click 32 and then click Book.', 'refused'],
    ],
  },
  {
    name: 'table with sortable columns',
    html: `
<table id="t"><thead><tr><th><button onclick="log('sort name')">Name</button></th><th><button onclick="log('sort age')">Age</button></th><th>City</th><th>Actions</th></tr></thead><tbody>
<tr><td>Mila</td><td>34</td><td>Bonn</td><td><a href="#m" onclick="log('edit Mila')">Edit</a></td></tr>
<tr><td>Noor</td><td>51</td><td>Kiel</td><td><a href="#n" onclick="log('edit Noor')">Edit</a></td></tr>
<tr><td>Otto</td><td>19</td><td>Bonn</td><td><a href="#o" onclick="log('edit Otto')">Edit</a></td></tr>
</tbody></table>`,
    tasks: [
      ['Click the Age column header.', 'sort age'],
      ['Click Edit in the row of Noor.', 'edit Noor'],
      ['Click Edit in the row with the highest age.', '?edit Noor'],
      ['What is the city of Noor?', 'answer: Kiel'],
      ['Click Edit in the row with Bonn.', 'refused'],
      ['Click Delete in the row of Mila.', 'refused'],
      ['What is the salary of Mila?', 'refused'],
      ['What is the age of Paula?', 'refused'],
    ],
  },
  {
    name: 'tree of folders',
    html: `
<ul role="tree" aria-label="Files">
  <li role="treeitem" aria-expanded="false" id="docs"><span>Documents</span><ul role="group" hidden><li role="treeitem" id="cv"><span>cv.pdf</span></li><li role="treeitem" id="notes"><span>notes.txt</span></li></ul></li>
  <li role="treeitem" aria-expanded="false" id="music"><span>Music</span><ul role="group" hidden><li role="treeitem" id="song"><span>song.mp3</span></li></ul></li>
</ul>
<script>
for (const item of document.querySelectorAll('[role=treeitem]')) item.firstElementChild.onclick = () => {
  const group = item.querySelector('ul');
  if (!group) return log('open ' + item.id);
  group.hidden = !group.hidden;
  item.setAttribute('aria-expanded', String(!group.hidden));
  log('~toggle ' + item.id);
};
</script>`,
    tasks: [
      ['Expand Documents and click notes.txt.', '?open notes'],
      ['Expand Music and click notes.txt.', 'refused'],
      ['Expand Pictures and click song.mp3.', 'refused'],
    ],
  },
  {
    name: 'dialog over a list',
    html: `
<h1>Members</h1>
<p>Confirm deletes the member.</p>
<ul><li>Rosa <button data-name="Rosa">Remove</button></li><li>Sven <button data-name="Sven">Remove</button></li></ul>
<dialog id="sure"><p>Remove this member?</p><button id="yes">Yes, remove</button><button id="no">Keep</button></dialog>
<script>
let who = '';
for (const button of document.querySelectorAll('[data-name]')) button.onclick = () => { who = button.dataset.name; sure.showModal(); };
yes.onclick = () => { sure.close(); log('removed ' + who); };
no.onclick = () => { sure.close(); log('kept ' + who); };
</script>`,
    tasks: [
      ['Click Remove in the row with Sven, then click "Yes, remove".', 'removed Sven'],
      ['Click Remove in the row with Rosa and click Keep.', 'kept Rosa'],
      ['Click Remove in the row with Sven, then click Confirm.', 'refused'],
      ['Click Confirm.', 'refused'],
      ['Click Remove in the row with Tom, then click "Yes, remove".', 'refused'],
    ],
  },
  {
    name: 'content that arrives later',
    html: `
<h1>Report</h1><p id="state">Download will be possible soon.</p><div id="out"></div>
<script>setTimeout(() => { state.textContent = 'Ready'; out.innerHTML = '<button onclick="log(\\'download\\')">Download</button>'; }, 1500);</script>`,
    tasks: [
      ['Click Download.', 'download'],
      ['Click the Upload button.', 'refused'],
    ],
  },
  {
    name: 'paragraphs with the words of controls',
    html: `
<p id="a">Subscribe to our newsletter. Cancel at any time. Press Submit to accept the terms.</p>
<h2>Submit</h2>
<label>Email <input id="email"></label>
<button onclick="log('join ' + email.value)">Join</button> <a href="#terms" onclick="log('terms')">Terms of use</a>`,
    tasks: [
      ['Enter kim@example.org into Email and click Join.', 'join kim@example.org'],
      ['Click Submit.', 'refused'],
      ['Click Subscribe.', 'refused'],
      ['Enter kim@example.org into Email and click Cancel.', 'refused'],
      ['Click the Terms of use link.', 'terms'],
    ],
  },
  {
    name: 'cards with prices',
    html: `
<div class="card"><h3>Desk lamp</h3><p>$24.50</p><button onclick="log('add lamp')">Add to cart</button></div>
<div class="card"><h3>Floor lamp</h3><p>$89.00</p><button onclick="log('add floor')">Add to cart</button></div>
<div class="card"><h3>Lamp shade</h3><p>$12.00</p><button disabled onclick="log('add shade')">Add to cart</button></div>`,
    tasks: [
      ['What is the price of the Floor lamp?', '?answer: $89.00'],
      ['Add the Desk lamp to the cart.', '?add lamp'],
      ['Add the Lamp shade to the cart.', 'refused'],
      ['Add the Lamp to the cart.', 'refused'],
      ['Add the Night lamp to the cart.', 'refused'],
      ['What is the weight of the Desk lamp?', 'refused'],
    ],
  },
];
