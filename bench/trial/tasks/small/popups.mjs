import { snapshotRef } from '../../patterns.mjs';

const members = ['Ida Moss', 'Omar Reed', 'Jun Park', 'Lea Wolf', 'Ned Hart'];

/** @type {import('../../task.mjs').Task} */
export const confirmDialog = {
  id: 'confirm',
  size: 'small',
  make(random) {
    const order = random.shuffle(members);
    const member = random.pick(members);
    return {
      instruction: `Remove the member ${member}. Accept the question of the browser.`,
      data: { order, member },
      expected: ['removed', member],
      presses: [`remove ${member}`],
    };
  },
  page({ root, h, result }, { order }) {
    const ask = (event, name) => {
      const row = event.target.closest('tr');
      const isAccepted = confirm(`Remove ${name}?`);
      result([isAccepted ? 'removed' : 'kept', name]);
      if (isAccepted) row.remove();
    };
    const rows = order.map((name) =>
      h(
        'tr',
        {},
        h('td', {}, name),
        h('td', {}, h('button', { press: `remove ${name}`, onclick: (event) => ask(event, name) }, 'Remove')),
      ),
    );
    root.append(h('h1', {}, 'Members'), h('table', {}, h('tbody', {}, rows)));
  },
  async handrail({ run, attempt, url, data: { member } }) {
    await run(['open', url]);
    await attempt(['click', `Remove in the row with ${member}`], ['handle_dialog', 'true']);
  },
  async agentBrowser({ run, url, data: { member } }) {
    await run(['open', url], ['snapshot']);
    await run(
      ['click', new RegExp(`"${member}"[\\s\\S]*?button "Remove" \\[[^\\]]*ref=(e\\d+)`)],
      ['dialog', 'accept'],
      ['snapshot'],
    );
  },
};

/** @type {import('../../task.mjs').Task} */
export const lateLogin = {
  id: 'late-login',
  size: 'small',
  make(random) {
    const user = random.pick(['mira', 'piet', 'anouk']);
    const password = `key-${random.integer(1000, 9999)}`;
    const comment = `Order ${random.integer(100, 999)} arrived`;
    return {
      instruction: `Post the comment "${comment}". If you have to log in: user "${user}", password "${password}".`,
      data: { user, password, comment },
      expected: comment,
      presses: ['post', 'login', 'field'],
    };
  },
  page({ root, h, result }, { user, password }) {
    const field = h('textarea', { 'aria-label': 'Comment', press: 'field' });
    let isLoggedIn = false;
    const post = () => {
      if (!isLoggedIn) return;
      result(field.value);
      root.append(h('p', {}, 'Posted.'));
    };
    root.append(h('h1', {}, 'Comments'), field, h('button', { press: 'post', onclick: post }, 'Post'));
    setTimeout(() => {
      const name = h('input', { 'aria-label': 'User', press: 'field' });
      const secret = h('input', { type: 'password', 'aria-label': 'Password', press: 'field' });
      const logIn = () => {
        if (name.value !== user || secret.value !== password) return;
        isLoggedIn = true;
        field.disabled = false;
        cover.remove();
      };
      const cover = h(
        'div',
        { style: 'position:fixed;inset:0;background:#0008' },
        h(
          'div',
          { style: 'background:#fff;width:300px;margin:80px auto;padding:20px' },
          h('h2', {}, 'Your session has expired'),
          name,
          secret,
          h('button', { press: 'login', onclick: logIn }, 'Log in'),
        ),
      );
      field.disabled = true;
      root.append(cover);
    }, 1500);
  },
  async handrail({ run, attempt, think, find, url, data: { user, password, comment } }) {
    await run(['open', url]);
    await think();
    if (!find(/Log in/)) await attempt(['fill', 'Comment', comment], ['click', 'Post']);
    await run(
      ['fill_form', `User=${user}`, `Password=${password}`],
      ['click', 'Log in'],
      ['fill', 'Comment', comment],
      ['click', 'Post'],
    );
  },
  async agentBrowser({ run, attempt, think, url, data: { user, password, comment } }) {
    await run(['open', url], ['snapshot', '-i']);
    await think();
    await attempt(
      ['fill', snapshotRef('textbox', 'Comment'), comment],
      ['click', snapshotRef('button', 'Post')],
      ['snapshot', '-i'],
    );
    await run(['snapshot', '-i']);
    await run(
      ['fill', snapshotRef('textbox', 'User'), user],
      ['fill', snapshotRef('textbox', 'Password'), password],
      ['click', snapshotRef('button', 'Log in')],
      ['fill', snapshotRef('textbox', 'Comment'), comment],
      ['click', snapshotRef('button', 'Post')],
      ['snapshot', '-i'],
    );
  },
};

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** @type {import('../../task.mjs').Task} */
export const datePicker = {
  id: 'date-picker',
  size: 'small',
  make(random) {
    const start = random.integer(0, 8);
    const month = start + random.integer(1, 3);
    const day = random.integer(2, 28);
    return {
      instruction: `Choose the date ${months[month]} ${day}, 2031 and press "Submit".`,
      data: { start, month, day, months },
      expected: `2031-${month + 1}-${day}`,
      presses: ['field', 'next', 'previous', `day ${month + 1} ${day}`, 'submit'],
    };
  },
  page({ root, h, result, style }, { start, months: names }) {
    style(
      '.cal{border:1px solid #888;width:240px;background:#fff}.cal .g{display:grid;grid-template-columns:repeat(7,1fr)}.cal .g a{padding:5px;text-align:center}.nav{display:flex;justify-content:space-between;padding:4px}.nav i{cursor:pointer}',
    );
    let month = start;
    let chosen;
    const field = h('input', { readonly: true, 'aria-label': 'Date', press: 'field' });
    const calendar = h('div', { class: 'cal', hidden: true });
    const step = (by) => {
      month += by;
      draw();
    };
    const choose = (day) => {
      chosen = `2031-${month + 1}-${day}`;
      field.value = `${month + 1}/${day}/2031`;
      calendar.hidden = true;
    };
    const draw = () =>
      calendar.replaceChildren(
        h(
          'div',
          { class: 'nav' },
          h('i', { press: 'previous', onclick: () => step(-1) }, '‹'),
          h('b', {}, `${names[month]} 2031`),
          h('i', { press: 'next', title: 'Next', onclick: () => step(1) }, '›'),
        ),
        h(
          'div',
          { class: 'g' },
          Array.from({ length: new Date(2031, month + 1, 0).getDate() }, (_, index) =>
            h(
              'a',
              {
                href: '#',
                press: `day ${month + 1} ${index + 1}`,
                onclick: (event) => {
                  event.preventDefault();
                  choose(index + 1);
                },
              },
              String(index + 1),
            ),
          ),
        ),
      );
    field.addEventListener('focus', () => {
      calendar.hidden = false;
      draw();
    });
    root.append(
      h('h1', {}, 'Appointment'),
      field,
      calendar,
      h('button', { press: 'submit', onclick: () => result(chosen) }, 'Submit'),
    );
  },
  async handrail({ run, url, data: { start, month, day } }) {
    await run(['open', url]);
    await run(['click', 'Date']);
    await run(
      ...Array.from({ length: month - start }, () => ['click', 'Next']),
      ['click', String(day)],
      ['click', 'Submit'],
    );
  },
  async agentBrowser({ run, url, data: { start, month, day } }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(['click', snapshotRef('textbox', 'Date')], ['snapshot', '-i']);
    await run(...Array.from({ length: month - start }, () => ['click', 'i[title=Next]']), ['snapshot', '-i']);
    await run(
      ['click', snapshotRef('link', String(day))],
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};
