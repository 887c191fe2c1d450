import { mapId, snapshotRef } from '../../patterns.mjs';

const first = ['Abel', 'Bea', 'Carl', 'Dina', 'Egon', 'Fay', 'Gina', 'Hugo', 'Ilse', 'Jack'];
const last = ['Abt', 'Bloom', 'Cole', 'Drew', 'Eck', 'Fox'];

/** @type {import('../../task.mjs').Task} */
export const admin = {
  id: 'admin',
  size: 'large',
  make(random) {
    const users = random.shuffle(first.flatMap((a) => last.map((b) => `${a} ${b}`))).map((name, index) => ({
      id: index + 1,
      name,
      email: `${name.toLowerCase().replace(' ', '.')}@example.org`,
      role: random.pick(['Reader', 'Writer', 'Owner']),
    }));
    const user = users[random.integer(10, 59)];
    const email = `${user.name.split(' ')[0].toLowerCase()}${random.integer(10, 99)}@example.net`;
    return {
      instruction: `Change the email of ${user.name} to ${email} (a double click on a cell edits it, Enter confirms), then press "Save all".`,
      data: { users, user, email },
      expected: { [user.id]: email },
      presses: ['page*', 'next', 'size', `cell ${user.id} email`, 'input', 'save'],
    };
  },
  page({ root, h, result, style }, { users }) {
    style(
      'td{border:1px solid #ccc;padding:5px;min-width:120px}.pages span{padding:6px;cursor:pointer}.on{font-weight:bold;color:#c00}',
    );
    const changes = {};
    let page = 0;
    let size = 10;
    const body = h('tbody', {});
    const pages = h('div', { class: 'pages' });
    const edit = (cell, user, field) => {
      const input = h('input', { press: 'input' });
      input.value = user[field];
      input.addEventListener('keydown', ({ key }) => {
        if (key !== 'Enter' && key !== 'Escape') return;
        if (key === 'Enter') {
          user[field] = input.value;
          changes[user.id] = input.value;
        }
        draw();
      });
      cell.replaceChildren(input);
      input.focus();
      input.select();
    };
    const cellOf = (user, field) => {
      const cell = h('td', { press: `cell ${user.id} ${field}` }, user[field]);
      cell.addEventListener('dblclick', () => edit(cell, user, field));
      return cell;
    };
    const row = (user) =>
      h(
        'tr',
        {},
        h('td', {}, String(user.id)),
        cellOf(user, 'name'),
        cellOf(user, 'email'),
        cellOf(user, 'role'),
        h(
          'td',
          {},
          h('button', { title: 'Delete', press: `delete ${user.id}` }, '🗑'),
          h('button', { title: 'Lock', press: `lock ${user.id}` }, '🔒'),
        ),
      );
    const draw = () => {
      body.replaceChildren(...users.slice(page * size, page * size + size).map(row));
      const links = Array.from({ length: users.length / size }, (_, index) =>
        h(
          'span',
          { class: index === page ? 'on' : '', press: `page ${index + 1}`, onclick: () => show(index) },
          String(index + 1),
        ),
      );
      pages.replaceChildren(...links, h('span', { press: 'next', onclick: () => show(page + 1) }, '›'));
    };
    const show = (next) => {
      page = next;
      draw();
    };
    const choose = h(
      'select',
      {
        'aria-label': 'Rows per page',
        press: 'size',
        onchange: (event) => {
          size = Number(event.target.value);
          show(0);
        },
      },
      ['10', '20', '60'].map((count) => h('option', {}, count)),
    );
    draw();
    root.append(
      h('h1', {}, 'Users'),
      choose,
      h('button', { press: 'save', onclick: () => result(changes) }, 'Save all'),
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Id', 'Name', 'Email', 'Role', ''].map((title) => h('th', {}, title)),
          ),
        ),
        body,
      ),
      pages,
    );
  },
  async handrail({ run, attempt, find, miss, url, data: { user, email } }) {
    await run(['open', url]);
    await run(['select', 'Rows per page', '60'], ['observe', '--find', user.name]);
    const address = user.email.replaceAll('.', '\\.');
    const edit = (/** @type {import('../../oracle.mjs').Word} */ cell) => [
      ['double_click', cell],
      ['press_key', 'Control+a'],
      ['type', email],
      ['press_key', 'Enter'],
      ['click', 'Save all'],
    ];
    const output = await attempt(...edit(find(mapId('\\w+', address)) ?? user.email));
    if (!/not_found|ambiguous/.test(output)) return;
    miss('a table cell that listens to double clicks is not found by its text');
    await run(...edit(new RegExp(`(el_\\d+) \\w+ "${address}"`)));
  },
  async agentBrowser({ run, url, data: { user, email } }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(['select', snapshotRef('combobox', 'Rows per page'), '60'], ['snapshot']);
    const cell = `tbody tr:nth-child(${user.id}) td:nth-child(3)`;
    await run(
      ['scrollintoview', cell],
      ['dblclick', cell],
      ['press', 'Control+a'],
      ['keyboard', 'type', email],
      ['press', 'Enter'],
      ['click', snapshotRef('button', 'Save all')],
      ['get', 'text', cell],
    );
  },
};
