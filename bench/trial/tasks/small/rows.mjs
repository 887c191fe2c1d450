import { snapshotRef } from '../../patterns.mjs';

const authors = ['Hr shopping', 'Hr sho', 'Cycle club', 'Cycle clubs', 'Late one', 'Late', 'Harbour cafe'];
const actions = ['Share', 'Mute', 'Block', 'Copy link'];

/** @type {import('../../task.mjs').Task} */
export const feed = {
  id: 'feed',
  size: 'small',
  make(random) {
    const order = random.shuffle(authors);
    const author = random.pick(authors);
    const action = random.pick(actions);
    return {
      instruction: `Open the "more" menu (the three dots) of the post by "${author}" and choose "${action}".`,
      data: { order, author, action, actions },
      expected: [author, action],
      presses: [`more ${author}`, `${action} ${author}`],
    };
  },
  page({ root, h, result, style }, { order, actions: choices }) {
    style(
      '.post{border:1px solid #ccc;width:480px;padding:8px;margin:6px;position:relative}.more{position:absolute;right:8px;top:8px;cursor:pointer}.menu{position:absolute;right:8px;top:30px;background:#fff;border:1px solid #555;z-index:2}.menu div{padding:4px 12px;cursor:pointer}',
    );
    const post = (author, index) => {
      const element = h(
        'div',
        { class: 'post' },
        h('b', {}, author),
        h('p', {}, `Seen today: a post of ${order[(index + 2) % order.length]} that asks to share or block it.`),
        h('span', { press: `like ${author}` }, '♡ '),
        h('span', { class: 'more', press: `more ${author}`, onclick: () => setTimeout(open, 200) }, '⋯'),
      );
      const open = () =>
        element.append(
          h(
            'div',
            { class: 'menu' },
            choices.map((choice) =>
              h('div', { press: `${choice} ${author}`, onclick: (event) => pick(event, choice) }, choice),
            ),
          ),
        );
      const pick = (event, choice) => {
        event.target.parentNode.remove();
        result([author, choice]);
      };
      return element;
    };
    root.append(h('h1', {}, 'Feed'), ...order.map(post));
  },
  async handrail({ run, url, data }) {
    await run(['open', url]);
    await run(
      ['click', new RegExp(`"${data.author}(?: ?♡)?"[\\s\\S]*?\\[(el_\\d+)\\] \\w+ "⋯"`)],
      ['click', data.action],
    );
  },
  async agentBrowser({ run, url, data }) {
    await run(['open', url], ['snapshot']);
    await run(
      ['click', new RegExp(`"${data.author}"[\\s\\S]*?ref=(e\\d+)[^\\n]*\\n[^\\n]*"⋯"`)],
      ['wait', '300'],
      ['snapshot', '-i'],
    );
    await run(['click', snapshotRef('generic', data.action)], ['snapshot', '-i']);
  },
};

const dishes = [
  'Ice cream sundae',
  'Ice cream',
  'Lentil soup',
  'Green salad',
  'Apple pie',
  'Fish and chips',
  'Garlic bread',
  'Iced tea',
];

/** @type {import('../../task.mjs').Task} */
export const foodOrder = {
  id: 'food',
  size: 'small',
  make(random) {
    const order = random.shuffle(dishes);
    const [first, second] = random.shuffle(dishes, 2);
    const amounts = { [first]: random.integer(2, 3), [second]: 1 };
    return {
      instruction: `Order ${amounts[first]} × ${first} and 1 × ${second}, then press "Order".`,
      data: { order, first, second, amounts },
      expected: Object.fromEntries(order.filter((dish) => amounts[dish]).map((dish) => [dish, amounts[dish]])),
      presses: [`plus ${first}`, `plus ${second}`, 'order'],
    };
  },
  page({ root, h, result, style }, { order }) {
    style(
      '.dish{display:flex;gap:14px;width:420px;padding:4px}.dish .n{flex:1}.dish i{cursor:pointer;font-style:normal;width:20px;text-align:center;background:#eee}',
    );
    const amounts = {};
    const row = (dish) => {
      const shown = h('span', {}, '0');
      const add = (step) => {
        amounts[dish] = Math.max(0, (amounts[dish] ?? 0) + step);
        shown.textContent = amounts[dish];
      };
      return h(
        'div',
        { class: 'dish' },
        h('span', { class: 'n' }, dish),
        h('i', { press: `minus ${dish}`, onclick: () => add(-1) }, '−'),
        shown,
        h('i', { press: `plus ${dish}`, onclick: () => add(1) }, '+'),
      );
    };
    const send = () =>
      result(Object.fromEntries(order.filter((dish) => amounts[dish]).map((dish) => [dish, amounts[dish]])));
    root.append(
      h('h1', {}, 'Menu'),
      h('p', {}, 'Today we recommend the Ice cream sundae, + the Lentil soup for everybody.'),
      ...order.map(row),
      h('button', { press: 'order', onclick: send }, 'Order'),
    );
  },
  async handrail({ run, url, data }) {
    await run(['open', url]);
    const plus = (dish) => ['click', `+ in the row with ${dish}`];
    await run(...Array.from({ length: data.amounts[data.first] }, () => plus(data.first)), plus(data.second), [
      'click',
      'Order',
    ]);
  },
  async agentBrowser({ run, url, data }) {
    await run(['open', url], ['snapshot']);
    const plus = (dish) => ['click', new RegExp(`"${dish}"[\\s\\S]*?ref=(e\\d+)[^\\n]*\\n[^\\n]*"\\+"`)];
    await run(
      ...Array.from({ length: data.amounts[data.first] }, () => plus(data.first)),
      plus(data.second),
      ['click', snapshotRef('button', 'Order')],
      ['snapshot', '-i'],
    );
  },
};

const names = [
  'Ann Lee',
  'Anne Lee',
  'Ann Leeds',
  'Anna Lee',
  'Ben Ash',
  'Ben Asher',
  'Benn Ash',
  'Cora Day',
  'Cora Daye',
  'Dan Orr',
  'Dana Orr',
  'Dan Orrin',
];

/** @type {import('../../task.mjs').Task} */
export const checkboxes = {
  id: 'checkboxes',
  size: 'small',
  make(random) {
    const order = random.shuffle(names);
    const chosen = random.shuffle(names, 3);
    return {
      instruction: `Tick exactly these names: ${chosen.join('; ')}. Then press "Submit".`,
      data: { order, chosen },
      expected: order.filter((name) => chosen.includes(name)),
      presses: [...chosen.map((name) => `box ${name}`), 'submit'],
    };
  },
  page({ root, h, result }, { order }) {
    const boxes = order.map((name) => ({ name, box: h('input', { type: 'checkbox', press: `box ${name}` }) }));
    const send = () => result(boxes.filter(({ box }) => box.checked).map(({ name }) => name));
    root.append(
      h('h1', {}, 'Guests'),
      ...boxes.map(({ name, box }) => h('div', {}, h('label', {}, box, ` ${name}`))),
      h('button', { press: 'submit', onclick: send }, 'Submit'),
    );
  },
  async handrail({ run, url, data }) {
    await run(['open', url]);
    await run(['fill_form', ...data.chosen.map((name) => `${name}=true`)], ['click', 'Submit']);
  },
  async agentBrowser({ run, url, data }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(
      ...data.chosen.map((name) => ['check', snapshotRef('checkbox', name)]),
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};
