import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningShop, startShop } from '../examples/shop/server.mjs';

let shop: RunningShop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

/** A visitor with a cookie, who does not follow redirects. */
function visitor() {
  let cookie = '';
  return async (path: string, fields?: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(`${shop.url}${path}`, {
      method: fields ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie, ...headers },
      body: fields && new URLSearchParams(fields),
    });
    cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  };
}

const goodForm = {
  name: 'Ada <Lovelace>',
  email: 'ada@example.com',
  address: '12 St James’s Square',
  country: 'Ireland',
  delivery: 'express',
  date: '2099-12-31',
  card: '4242 4242 4242 4242',
  terms: 'yes',
};

describe('buying', () => {
  test('from search to order', async () => {
    const visit = visitor();
    const results = await visit('/search?q=desk+lamp');
    expect(results.text).toContain('Results for “desk lamp”');
    expect(results.text).toContain('<a href="/product/2">Walnut desk lamp</a>');
    expect(results.text).not.toContain('Stoneware mug');

    expect((await visit('/product/2')).text).toContain('<h1>Walnut desk lamp</h1>');
    expect(await visit('/cart/add', { product: '2', colour: 'Dark', quantity: '2' })).toMatchObject({
      status: 303,
      location: '/cart',
    });
    const added = await visit('/cart/add', { product: '1' }, { accept: 'application/json' });
    expect(JSON.parse(added.text)).toEqual({
      message: 'Stoneware mug added to your cart',
      count: 3,
      total: '€192.50',
    });
    expect((await visit('/cart')).text).toContain('<strong id="total">€192.50</strong>');
    await visit('/cart/update', { product: '2', colour: 'Dark', quantity: '1' });
    await visit('/cart/remove', { product: '1', colour: 'White' });
    expect((await visit('/cart')).text).toContain('<strong id="total">€89.00</strong>');

    const placed = await visit('/checkout', goodForm);
    expect(placed).toMatchObject({ status: 303, location: '/order/FF-1001' });
    const order = await visit('/order/FF-1001');
    expect(order.text).toContain('<h1>Order FF-1001 is confirmed</h1>');
    expect(order.text).toContain('Ada &lt;Lovelace&gt;');
    expect(shop.orders).toMatchObject([
      {
        number: 'FF-1001',
        items: [{ id: 2, name: 'Walnut desk lamp', colour: 'Dark', quantity: 1, price: 8900 }],
        customer: { email: 'ada@example.com', country: 'Ireland', cardEnding: '4242' },
        total: 9800,
      },
    ]);
    expect(JSON.stringify(shop.orders)).not.toContain('42424242');

    expect((await visit('/checkout', goodForm)).status, 'the same form again').toBe(409);
    expect(shop.orders).toHaveLength(1);
    expect((await visitor()('/order/FF-1001')).status, 'somebody else').toBe(404);
  });

  test('the form comes back with a message at every wrong field, and without the card number', async () => {
    const visit = visitor();
    await visit('/cart/add', { product: '1' });
    const fields = {
      name: '"><script>alert(1)</script>',
      email: 'nobody',
      date: '2026-02-31',
      card: '4242424242424242',
    };
    const { status, text } = await visit('/checkout', fields);
    expect(status).toBe(422);
    for (const name of ['email', 'address', 'country', 'delivery', 'date', 'terms']) {
      expect(text, name).toContain(`aria-invalid="true" aria-describedby="${name}-error"`);
      expect(text, name).toContain(`<p class="error" id="${name}-error">`);
    }
    for (const name of ['name', 'card']) expect(text).not.toContain(`id="${name}-error"`);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('424242');
    expect(shop.orders).toEqual([]);
  });

  test('a past day is refused', async () => {
    const visit = visitor();
    await visit('/cart/add', { product: '1' });
    const { status, text } = await visit('/checkout', { ...goodForm, date: '2020-01-01' });
    expect(status).toBe(422);
    expect(text).toContain('Choose today or a later day.');
  });
});

describe('the list', () => {
  test('sorts', async () => {
    const { text } = await visitor()('/category/desk?sort=price-low');
    const prices = [...text.matchAll(/class="price">€([\d.]+)/g)].map(([, price]) => Number(price));
    expect(prices).toHaveLength(6);
    expect(prices).toEqual([...prices].sort((one, other) => one - other));
  });

  test('holds as many products as asked for, each name once, the same every time', async () => {
    const names = async () => {
      const large = await startShop({ products: 500 });
      const text = await (await fetch(`${large.url}/search?q=`)).text();
      await large.close();
      return [...text.matchAll(/<h3 id="name-\d+"><a[^>]*>([^<]+)</g)].map(([, name]) => name);
    };
    const first = await names();
    expect(new Set(first).size).toBe(500);
    expect(await names()).toEqual(first);
  });

  test('escapes what was searched for', async () => {
    const { text } = await visitor()(`/search?q=${encodeURIComponent('<img src=x onerror=alert(1)>"')}`);
    expect(text).not.toContain('<img src=x');
    expect(text).toContain('value="&lt;img src=x onerror=alert(1)&gt;&quot;"');
  });
});

describe('the witness', () => {
  test('logs every request with its fields and session, but not its own readers', async () => {
    const visit = visitor();
    await visit('/search?q=mug&sort=name');
    await visit('/cart/add', { product: '1', quantity: '3' });
    const served = await (await fetch(`${shop.url}/__log`)).json();
    expect(served).toEqual(shop.log);
    expect(shop.log).toMatchObject([
      { method: 'GET', path: '/search', query: { q: 'mug', sort: 'name' }, body: null },
      { method: 'POST', path: '/cart/add', query: {}, body: { product: '1', quantity: '3' } },
    ]);
    expect(shop.log[0]?.session).toBe(shop.log[1]?.session);
    expect(await (await fetch(`${shop.url}/__orders`)).json()).toEqual([]);
  });

  test('visitors have carts of their own', async () => {
    const [one, other] = [visitor(), visitor()];
    await one('/cart/add', { product: '1' });
    expect((await one('/cart')).text).toContain('id="cart-count">1<');
    expect((await other('/cart')).text).toContain('Your cart is empty');
  });
});

describe('bad requests', () => {
  test.each([
    ['an unknown path', '/nowhere', undefined, 404],
    ['an unknown product', '/product/999', undefined, 404],
    ['an unknown category', '/category/constructor', undefined, 404],
    ['a broken escape in the path', '/product/%E0%A4%A', undefined, 400],
    ['a broken escape in the query', '/search?q=%ZZ', undefined, 400],
    ['a product that is not there', '/cart/add', { product: 'toString' }, 404],
    ['a quantity below one', '/cart/add', { product: '1', quantity: '0' }, 400],
    ['a quantity that is no number', '/cart/add', { product: '1', quantity: '1e1' }, 400],
    ['a quantity too large', '/cart/add', { product: '1', quantity: '100' }, 400],
    ['a colour that is not made', '/cart/add', { product: '1', colour: 'Plaid' }, 400],
    ['a line that is not in the cart', '/cart/update', { product: '1', colour: 'White', quantity: '1' }, 404],
    ['a checkout without a cart', '/checkout', goodForm, 409],
    ['the wrong method', '/cart/add', undefined, 405],
    ['too much', '/cart/add', { product: '1', note: 'x'.repeat(200_000) }, 413],
  ])('%s', async (_what, path, fields, status) => {
    const visit = visitor();
    expect((await visit(path, fields)).status).toBe(status);
    expect((await visit('/')).status, 'and the shop lives on').toBe(200);
  });

  test.each([
    ['{"product":', 400],
    ['[1]', 400],
    ['{"product":{"id":1}}', 400],
    ['{"product":1}', 200],
  ])('JSON %s', async (body, status) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const response = await fetch(`${shop.url}/cart/add`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('message');
  });

  test('bytes that are not text, and things that are not HTTP', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new Uint8Array([0x70, 0x3d, 0xff, 0xfe]);
    expect((await fetch(`${shop.url}/cart/add`, { method: 'POST', headers, body })).status).toBe(400);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(shop.url).port), '127.0.0.1', () => socket.write('not http\r\n\r\n'));
      socket.once('data', (data) => resolve(String(data)));
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await visitor()('/')).status).toBe(200);
  });
});

test('close ends connections that are kept alive', async () => {
  const other = await startShop();
  const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => {
    socket.once('data', resolve);
    socket.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n');
  });
  await other.close();
  await ended;
  await expect(fetch(other.url)).rejects.toThrow();
});
