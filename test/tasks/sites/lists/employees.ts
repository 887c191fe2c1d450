import { page, type Site } from '../../site.js';

const body = `
<h1>Staff</h1>
<input id="filter" type="search" placeholder="Filter by name"> <button id="add">Add employee</button>
<table id="staff"><thead><tr><th><input type="checkbox" aria-label="Select all"></th><th class="s" data-k="name">Name</th><th class="s" data-k="team">Department</th><th class="s" data-k="city">City</th><th class="s" data-k="pay">Salary</th><th>Actions</th></tr></thead><tbody></tbody></table>
<p id="count"></p><div id="edit" hidden><h3>Edit employee</h3><label>Full name <input id="en"></label> <label>City <input id="ec"></label> <button id="es">Save</button> <button id="ex">Discard</button></div>`;

const script = `
  let people = [
    ['Ana Silva', 'Finance', 'Porto', 61000], ['Bo Chen', 'Engineering', 'Taipei', 83000], ['Carla Diaz', 'Engineering', 'Madrid', 79500],
    ['Dev Patel', 'Support', 'Mumbai', 42000], ['Emma Novak', 'Finance', 'Prague', 58250], ['Farid Haddad', 'Sales', 'Beirut', 51000],
    ['Greta Olsen', 'Sales', 'Oslo', 67000]].map(([name, team, city, pay]) => ({ name, team, city, pay }));
  let sort = null, editing = null;
  const by = (id) => document.getElementById(id);
  function draw() {
    const word = by('filter').value.toLowerCase();
    const rows = people.filter((p) => p.name.toLowerCase().includes(word));
    document.querySelector('#staff tbody').innerHTML = rows.map((p) => '<tr><td><input type="checkbox" aria-label="Select ' + p.name + '"></td><td>' + p.name + '</td><td>' + p.team + '</td><td>' + p.city + '</td><td>$' + p.pay.toLocaleString('en') + '</td><td><button class="e" title="Edit" data-n="' + p.name + '">✎</button><button class="d" title="Delete" data-n="' + p.name + '">🗑</button></td></tr>').join('');
    by('count').textContent = rows.length + ' of ' + people.length + ' employees';
  }
  by('filter').oninput = () => { draw(); log('filtered', by('filter').value); };
  by('add').onclick = () => log('add');
  document.querySelector('#staff').addEventListener('click', (event) => {
    const head = event.target.closest('th.s');
    if (head) {
      const k = head.dataset.k; const down = sort && sort.k === k && !sort.down; sort = { k, down };
      people.sort((a, b) => (a[k] < b[k] ? -1 : 1) * (down ? -1 : 1));
      for (const th of document.querySelectorAll('th.s')) th.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      log('sorted', k + (down ? ' down' : ' up')); draw(); return;
    }
    const button = event.target.closest('button'); if (!button) return;
    if (button.className === 'd') { people = people.filter((p) => p.name !== button.dataset.n); log('deleted', button.dataset.n); draw(); return; }
    editing = people.find((p) => p.name === button.dataset.n); by('en').value = editing.name; by('ec').value = editing.city; by('edit').hidden = false;
    log('editing', editing.name);
  });
  document.querySelector('#staff').addEventListener('change', (event) => log('ticked', [event.target.getAttribute('aria-label'), event.target.checked]));
  by('es').onclick = () => { editing.name = by('en').value; editing.city = by('ec').value; by('edit').hidden = true; log('edited', { name: editing.name, city: editing.city }); draw(); };
  by('ex').onclick = () => { by('edit').hidden = true; };
  draw();`;

/** A sortable table with row actions that have a title only. */
export const employees: Site = {
  name: 'employees',
  pages: {
    '': page({
      title: 'Staff directory',
      style:
        'table { border-collapse: collapse } td, th { border: 1px solid #ccc; padding: 4px 10px } th.s { cursor: pointer }',
      body,
      script,
    }),
  },
};
