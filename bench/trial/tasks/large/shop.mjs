import { snapshotRef } from '../../patterns.mjs';

const categories = ['Lamps', 'Chairs', 'Clocks', 'Rugs', 'Vases'];
const makers = ['Aro', 'Belo', 'Cira', 'Dema', 'Evio', 'Fara', 'Gilo', 'Hemo'];

/** @param {import('../../random.mjs').Random} random */
function makeProducts(random) {
  const prices = random.shuffle(
    Array.from({ length: 400 }, (_, index) => 10 + index),
    200,
  );
  return prices.map((price, index) => ({
    name: `${makers[index % 8]} ${categories[index % 5].slice(0, -1).toLowerCase()} ${100 + index}`,
    category: categories[index % 5],
    price,
    rating: random.integer(1, 5),
    inStock: random.integer(1, 3) > 1,
  }));
}

/** @type {import('../../task.mjs').Task} */
export const shop = {
  id: 'shop',
  size: 'large',
  make(random) {
    const products = makeProducts(random);
    const category = random.pick(categories);
    const target = products
      .filter((product) => product.category === category && product.rating >= 4 && product.inStock)
      .sort((a, b) => a.price - b.price)[0];
    return {
      instruction: `Put the cheapest product of the category ${category} that has at least 4 stars and is in stock into the cart, then press "Checkout".`,
      data: { products, categories, category, target: target.name },
      expected: [target.name],
      presses: ['filter*', 'sort', `add ${target.name}`, 'checkout'],
    };
  },
  page({ root, h, result, style }, { products, categories: all }) {
    style(
      '.shop{display:flex;gap:20px}.grid{display:grid;grid-template-columns:repeat(4,190px);gap:10px}.card{border:1px solid #ccc;padding:8px}.card img{width:170px;height:60px;background:#eee}.add{background:#06c;color:#fff;padding:4px;cursor:pointer;display:inline-block}.none{color:#999}',
    );
    const cart = [];
    const badge = h('b', {}, '0');
    const boxes = all.map((name) =>
      h('input', { type: 'checkbox', value: name, press: `filter ${name}`, onchange: () => draw() }),
    );
    const stars = h('input', { type: 'checkbox', press: 'filter stars', onchange: () => draw() });
    const stock = h('input', { type: 'checkbox', press: 'filter stock', onchange: () => draw() });
    const sort = h(
      'select',
      { 'aria-label': 'Sort by', press: 'sort', onchange: () => draw() },
      ['Relevance', 'Price, low to high', 'Price, high to low'].map((name) => h('option', {}, name)),
    );
    const grid = h('div', { class: 'grid' });
    const count = h('p', {}, '');
    const add = (name) => {
      cart.push(name);
      badge.textContent = cart.length;
    };
    const card = ({ name, price, rating, inStock }) =>
      h(
        'div',
        { class: 'card' },
        h('div', { style: 'height:50px;background:#eee' }),
        h('a', { href: '#', press: `open ${name}` }, name),
        h('div', {}, `${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}`),
        h('div', {}, `$${price}`),
        inStock
          ? h('span', { class: 'add', press: `add ${name}`, onclick: () => add(name) }, 'Add to cart')
          : h('span', { class: 'none' }, 'Sold out'),
      );
    const draw = () => {
      const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      const shown = products.filter(
        ({ category, rating, inStock }) =>
          (chosen.length === 0 || chosen.includes(category)) &&
          (!stars.checked || rating >= 4) &&
          (!stock.checked || inStock),
      );
      if (sort.selectedIndex > 0)
        shown.sort((a, b) => (sort.selectedIndex === 1 ? a.price - b.price : b.price - a.price));
      grid.replaceChildren(...shown.map(card));
      count.textContent = `${shown.length} products`;
    };
    draw();
    root.append(
      h(
        'header',
        {},
        h('h1', {}, 'House & Home'),
        'Cart: ',
        badge,
        ' ',
        h('button', { press: 'checkout', onclick: () => result(cart) }, 'Checkout'),
      ),
      h(
        'div',
        { class: 'shop' },
        h(
          'aside',
          {},
          h('h2', {}, 'Filter'),
          boxes.map((box) => h('div', {}, h('label', {}, box, box.value))),
          h('div', {}, h('label', {}, stars, '4 stars and more')),
          h('div', {}, h('label', {}, stock, 'Only in stock')),
          sort,
          count,
        ),
        grid,
      ),
    );
  },
  async handrail({ run, url, data: { category, target } }) {
    await run(['open', url]);
    await run(
      ['fill_form', `${category}=true`, '4 stars and more=true', 'Only in stock=true', 'Sort by=Price, low to high'],
      ['observe'],
    );
    await run(['click', new RegExp(`"${target}"[\\s\\S]*?\\[(el_\\d+)\\] \\w+ "Add to cart"`)], ['click', 'Checkout']);
  },
  async agentBrowser({ run, url, data: { category } }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(
      ['check', snapshotRef('checkbox', category)],
      ['check', snapshotRef('checkbox', '4 stars and more')],
      ['check', snapshotRef('checkbox', 'Only in stock')],
      ['select', snapshotRef('combobox', 'Sort by'), 'Price, low to high'],
      ['snapshot', '-i'],
    );
    await run(['find', 'first', '.add', 'click'], ['click', snapshotRef('button', 'Checkout')], ['snapshot', '-i']);
  },
};
