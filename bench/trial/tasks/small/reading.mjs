import { mapId, snapshotRef } from '../../patterns.mjs';

const firstNames = [
  'Ada',
  'Bo',
  'Cleo',
  'Dov',
  'Eve',
  'Finn',
  'Gus',
  'Hana',
  'Ivo',
  'June',
  'Kai',
  'Lou',
  'Mia',
  'Noa',
  'Ole',
];
const lastNames = ['Berg', 'Cruz', 'Diaz'];

/** @type {import('../../task.mjs').Task} */
export const tableValue = {
  id: 'table',
  size: 'small',
  make(random) {
    const rows = random
      .shuffle(firstNames.flatMap((first) => lastNames.map((last) => `${first} ${last}`)))
      .map((name) => ({ name, phone: `555-${random.integer(1000, 9999)}`, room: String(random.integer(100, 499)) }));
    const target = random.pick(rows.slice(20));
    return {
      instruction: `Enter the phone number of ${target.name} from the table and press "Submit".`,
      data: { rows, target },
      expected: target.phone,
      presses: ['submit', 'field'],
    };
  },
  page({ root, h, result }, { rows }) {
    const field = h('input', { 'aria-label': 'Phone number', press: 'field' });
    root.append(
      h('h1', {}, 'Phone book'),
      field,
      h('button', { press: 'submit', onclick: () => result(field.value) }, 'Submit'),
      h(
        'table',
        { border: 1 },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Name', 'Room', 'Phone'].map((title) => h('th', {}, title)),
          ),
        ),
        h(
          'tbody',
          {},
          rows.map(({ name, phone, room }) => h('tr', {}, h('td', {}, name), h('td', {}, room), h('td', {}, phone))),
        ),
      ),
    );
  },
  async handrail({ run, find, url, data: { target } }) {
    await run(['open', url]);
    if (!find(new RegExp(target.phone))) await run(['observe', '--find', target.name]);
    if (!find(new RegExp(target.phone))) await run(['read_page']);
    await run(['fill', 'Phone number', target.phone], ['click', 'Submit']);
  },
  async agentBrowser({ run, find, url, data: { target } }) {
    await run(['open', url], ['snapshot', '-i']);
    if (!find(new RegExp(target.phone))) await run(['read']);
    await run(
      ['fill', snapshotRef('textbox', 'Phone number'), target.phone],
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};

/** @type {import('../../task.mjs').Task} */
export const delayedResult = {
  id: 'delayed',
  size: 'small',
  make(random) {
    const stock = random.pick(['ALPH', 'BRVO', 'CHRL', 'DLTA']);
    const price = `${random.integer(10, 99)}.${random.integer(10, 99)}`;
    return {
      instruction: `Press "Ask" for the stock ${stock}, wait for its price, enter the price and press "Submit".`,
      data: { stock, price },
      expected: price,
      presses: [`ask ${stock}`, 'submit', 'field'],
    };
  },
  page({ root, h, result }, { stock, price }) {
    const answer = h('p', {}, '');
    const ask = (name) => {
      answer.textContent = 'Asking the exchange…';
      setTimeout(() => (answer.textContent = name === stock ? `Price: ${price}` : 'Price: 0.00'), 4000);
    };
    const ticker = h('p', {}, '');
    setInterval(() => (ticker.textContent = `Index ${(1000 + Math.random() * 50).toFixed(2)}`), 400);
    const field = h('input', { 'aria-label': 'Price', press: 'field' });
    const stocks = ['ALPH', 'BRVO', 'CHRL', 'DLTA'].map((name) =>
      h('div', {}, name, ' ', h('button', { press: `ask ${name}`, onclick: () => ask(name) }, 'Ask')),
    );
    root.append(
      h('h1', {}, 'Exchange'),
      ticker,
      ...stocks,
      answer,
      field,
      h('button', { press: 'submit', onclick: () => result(field.value) }, 'Submit'),
    );
  },
  async handrail({ run, url, data: { stock, price } }) {
    await run(['open', url]);
    await run(['click', `Ask in the row with ${stock}`], ['wait_for', 'Price:']);
    await run(['fill', mapId('TextInput', 'Price'), price], ['click', 'Submit']);
  },
  async agentBrowser({ run, url, data: { stock, price } }) {
    await run(['open', url], ['snapshot']);
    await run(
      ['click', new RegExp(`"${stock}[\\s\\S]*?button "Ask" \\[[^\\]]*ref=(e\\d+)`)],
      ['wait', '--text', 'Price:'],
      ['snapshot'],
    );
    await run(
      ['fill', snapshotRef('textbox', 'Price'), price],
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};

const titles = [
  'Amber',
  'Basalt',
  'Coral',
  'Dolomite',
  'Emerald',
  'Flint',
  'Granite',
  'Halite',
  'Jade',
  'Kyanite',
  'Lapis',
  'Marble',
];

/** @type {import('../../task.mjs').Task} */
export const searchPages = {
  id: 'search',
  size: 'small',
  make(random) {
    const order = random.shuffle(titles);
    const position = random.integer(5, 9);
    const query = random.pick(['minerals', 'rocks', 'stones']);
    return {
      instruction: `Search for "${query}" and open result number ${position} (three results per page).`,
      data: { order, position, query, title: order[position - 1] },
      expected: [query, order[position - 1]],
      presses: ['field', 'search', 'page*', 'next', `result ${order[position - 1]}`],
    };
  },
  page({ root, h, result, style }, { order }) {
    style('.r a{color:#00c}.pages a{padding:4px}');
    const field = h('input', { type: 'search', placeholder: 'Search', press: 'field' });
    const results = h('div', {});
    let current = 0;
    const follow = (action) => (event) => {
      event.preventDefault();
      action();
    };
    const show = (page) => {
      current = page;
      results.replaceChildren(h('p', {}, 'Searching…'));
      setTimeout(() => {
        const found = order
          .slice(page * 3, page * 3 + 3)
          .map((title) =>
            h(
              'div',
              { class: 'r' },
              h(
                'a',
                { href: '#', press: `result ${title}`, onclick: follow(() => result([field.value, title])) },
                title,
              ),
              h('p', {}, `${title} is a kind of stone. Compare ${order[(order.indexOf(title) + 5) % order.length]}.`),
            ),
          );
        const links = [0, 1, 2, 3].map((index) =>
          h('a', { href: '#', press: `page ${index + 1}`, onclick: follow(() => show(index)) }, String(index + 1)),
        );
        results.replaceChildren(
          ...found,
          h(
            'div',
            { class: 'pages' },
            links,
            h('a', { href: '#', press: 'next', onclick: follow(() => show(current + 1)) }, '>'),
          ),
        );
      }, 500);
    };
    root.append(
      h('h1', {}, 'Search'),
      field,
      h('button', { press: 'search', onclick: () => show(0) }, 'Search'),
      results,
    );
  },
  async handrail({ run, url, data: { query, position, title } }) {
    await run(['open', url]);
    await run(
      ['fill', mapId('TextInput', 'Search'), query],
      ['click', mapId('Button', 'Search')],
      ['click', String(Math.ceil(position / 3))],
    );
    await run(['click', title]);
  },
  async agentBrowser({ run, url, data: { query, position, title } }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(
      ['fill', snapshotRef('searchbox', 'Search'), query],
      ['click', snapshotRef('button', 'Search')],
      ['wait', '.pages'],
      ['snapshot', '-i'],
    );
    await run(['click', snapshotRef('link', String(Math.ceil(position / 3)))], ['wait', '.pages'], ['snapshot', '-i']);
    await run(['click', snapshotRef('link', title)], ['snapshot', '-i']);
  },
};
