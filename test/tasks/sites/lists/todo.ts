import { page, type Site } from '../../site.js';

const script = `
  let items = [{ t: 'Buy milk', d: false }, { t: 'Call the plumber', d: false }, { t: 'Water the plants', d: true }], view = 'All';
  function render() {
    const shown = items.filter((i) => view === 'All' || (view === 'Completed') === i.d);
    document.getElementById('app').innerHTML = '<h1>todos</h1><input class="new" placeholder="What needs to be done?"><ul>' + shown.map((i) => '<li class="' + (i.d ? 'done' : '') + '"><div class="view"><input class="toggle" type="checkbox"' + (i.d ? ' checked' : '') + '><label>' + i.t + '</label><button class="destroy">×</button></div></li>').join('') + '</ul><footer><span><b>' + items.filter((i) => !i.d).length + '</b> items left</span> <span class="filters">' + ['All', 'Active', 'Completed'].map((f) => '<a href="#/' + f + '">' + f + '</a>').join(' ') + '</span> <button class="clear">Clear completed</button></footer>';
    const field = document.querySelector('.new');
    field.onkeydown = (e) => { if (e.key !== 'Enter' || !field.value.trim()) return; items = [...items, { t: field.value.trim(), d: false }]; changed(); document.querySelector('.new').focus(); };
    document.querySelectorAll('li').forEach((li, n) => { const i = shown[n];
      li.querySelector('.toggle').onchange = () => { i.d = !i.d; changed(); };
      li.querySelector('.destroy').onclick = () => { items = items.filter((o) => o !== i); changed(); };
      li.querySelector('label').ondblclick = () => { li.innerHTML = '<input class="edit">'; const e = li.firstChild; e.value = i.t; e.focus(); e.select(); const end = () => { if (e.done) return; e.done = true; i.t = e.value; changed(); }; e.onblur = end; e.onkeydown = (k) => { if (k.key === 'Enter') end(); }; }; });
    document.querySelectorAll('.filters a').forEach((a) => { a.onclick = () => { view = a.textContent; log('view', view); render(); }; });
    document.querySelector('.clear').onclick = () => { items = items.filter((i) => !i.d); changed(); };
  }
  function changed() { log('items', items.map((i) => (i.d ? '[x] ' : '[ ] ') + i.t)); render(); }
  render();`;

/** The TodoMVC list, rendered again after every change. */
export const todo: Site = {
  name: 'todo',
  pages: {
    '': page({
      title: 'todos',
      style:
        '.done label { text-decoration: line-through } .destroy { opacity: 0 } li:hover .destroy { opacity: 1 } ul { list-style: none }',
      body: '<div id="app"></div>',
      script,
    }),
  },
};
