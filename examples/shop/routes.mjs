import { readFile } from 'node:fs/promises';
import { categories, formatPrice, searchProducts, sortings } from './catalogue.mjs';
import { deliveries, validateCheckout } from './checkout.mjs';
import { cartPage } from './pages/cart.mjs';
import { checkoutPage } from './pages/checkout.mjs';
import { homePage } from './pages/home.mjs';
import { layout } from './pages/layout.mjs';
import { listPage } from './pages/list.mjs';
import { orderPage } from './pages/order.mjs';
import { productPage } from './pages/product.mjs';
import { Problem } from './problem.mjs';

/**
 * @typedef {{ status: number, headers?: Record<string, string>, type: 'html' | 'json' | 'css' | 'js', body: string }} ShopResponse
 * @typedef {object} Shop
 * @property {import('./catalogue.mjs').Product[]} products
 * @property {import('./cart.mjs').Carts} carts
 * @property {import('./server.mjs').Order[]} orders
 * @property {import('./server.mjs').LoggedRequest[]} log
 * @typedef {object} ShopRequest
 * @property {Shop} shop
 * @property {string} session
 * @property {Record<string, string>} query
 * @property {Record<string, string>} fields
 * @property {boolean} wantsJson
 * @typedef {(request: ShopRequest, part: string) => ShopResponse | Promise<ShopResponse>} Handler
 */

/** @param {ShopRequest} request @param {Parameters<typeof layout>[1]} content @param {number} [status] @returns {ShopResponse} */
export function page({ shop, session }, content, status = 200) {
  return { status, type: 'html', body: layout({ cartCount: shop.carts.count(session) }, content).text };
}

/** @param {unknown} value @returns {ShopResponse} */
const json = (value) => ({ status: 200, type: 'json', body: JSON.stringify(value) });

/** @param {string} location @returns {ShopResponse} */
const seeOther = (location) => ({ status: 303, headers: { location }, type: 'html', body: '' });

/** @param {string} name @param {'css' | 'js'} type @returns {Handler} */
const asset = (name, type) => async () => ({
  status: 200,
  type,
  body: await readFile(new URL(`assets/${name}`, import.meta.url), 'utf8'),
});

/** @param {Record<string, string>} query */
const readSort = ({ sort = 'featured' }) => (Object.hasOwn(sortings, sort) ? sort : 'featured');

/** @type {Handler} */
function search(request) {
  const query = (request.query.q ?? '').trim();
  const products = searchProducts(request.shop.products, query);
  const heading = query === '' ? 'All products' : `Results for “${query}”`;
  return page(request, listPage({ heading, action: '/search', query, sort: readSort(request.query), products }));
}

/** @type {Handler} */
function showCategory(request, slug) {
  const category = categories.find((candidate) => candidate.slug === slug);
  if (!category) throw new Problem(404, 'We do not have this category.');
  const products = request.shop.products.filter((product) => product.category === slug);
  const action = `/category/${slug}`;
  return page(request, listPage({ heading: category.name, action, sort: readSort(request.query), products }));
}

/** @type {Handler} */
function showProduct(request, id) {
  const product = request.shop.carts.products.get(id);
  if (!product) throw new Problem(404, 'We do not have this product.');
  return page(request, productPage(product));
}

/** @type {Handler} */
function addToCart({ shop, session, fields, wantsJson }) {
  const { product, quantity } = shop.carts.add(session, fields);
  if (!wantsJson) return seeOther('/cart');
  const message = `${quantity === 1 ? '' : `${quantity} × `}${product.name} added to your cart`;
  return json({ message, count: shop.carts.count(session), total: formatPrice(shop.carts.total(session)) });
}

/** @type {Handler} */
function showCheckout(request) {
  const { shop, session } = request;
  const lines = shop.carts.lines(session);
  if (lines.length === 0) return seeOther('/cart');
  return page(request, checkoutPage({ fields: {}, errors: {}, lines, total: shop.carts.total(session) }));
}

/** @type {Handler} */
function placeOrder(request) {
  const { shop, session, fields } = request;
  const lines = shop.carts.lines(session);
  if (lines.length === 0) throw new Problem(409, 'Your cart is empty. The order may already be placed.');
  const total = shop.carts.total(session);
  const { errors, customer } = validateCheckout(fields);
  if (!customer) return page(request, checkoutPage({ fields, errors, lines, total }), 422);
  const number = `FF-${1001 + shop.orders.length}`;
  shop.orders.push({
    number,
    session,
    items: lines.map(({ product: { id, name, price }, colour, quantity }) => ({ id, name, colour, quantity, price })),
    customer,
    total: total + (deliveries[customer.delivery]?.price ?? 0),
    at: new Date().toISOString(),
  });
  shop.carts.empty(session);
  return seeOther(`/order/${number}`);
}

/** @type {Handler} */
function showOrder(request, number) {
  const order = request.shop.orders.find((candidate) => candidate.number === number);
  if (order?.session !== request.session) throw new Problem(404, 'We do not know this order.');
  return page(request, orderPage(order));
}

/** @type {[method: 'GET' | 'POST', pattern: RegExp, handler: Handler][]} */
const routes = [
  ['GET', /^\/$/, (request) => page(request, homePage(request.shop.products))],
  ['GET', /^\/search$/, search],
  ['GET', /^\/category\/([^/]+)$/, showCategory],
  ['GET', /^\/product\/([^/]+)$/, showProduct],
  ['POST', /^\/cart\/add$/, addToCart],
  [
    'GET',
    /^\/cart$/,
    (request) =>
      page(request, cartPage(request.shop.carts.lines(request.session), request.shop.carts.total(request.session))),
  ],
  [
    'POST',
    /^\/cart\/update$/,
    ({ shop, session, fields }) => {
      shop.carts.change(session, fields);
      return seeOther('/cart');
    },
  ],
  [
    'POST',
    /^\/cart\/remove$/,
    ({ shop, session, fields }) => {
      shop.carts.change(session, { ...fields, quantity: '0' });
      return seeOther('/cart');
    },
  ],
  ['GET', /^\/checkout$/, showCheckout],
  ['POST', /^\/checkout$/, placeOrder],
  ['GET', /^\/order\/([^/]+)$/, showOrder],
  ['GET', /^\/assets\/shop\.css$/, asset('shop.css', 'css')],
  ['GET', /^\/assets\/shop\.js$/, asset('shop.js', 'js')],
  ['GET', /^\/__log$/, ({ shop }) => json(shop.log)],
  ['GET', /^\/__orders$/, ({ shop }) => json(shop.orders)],
];

/** The handler of a request, bound to the variable part of its path. @param {string} method @param {string} path @returns {(request: ShopRequest) => ShopResponse | Promise<ShopResponse>} */
export function findRoute(method, path) {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const matching = routes.filter(([, pattern]) => pattern.test(path));
  if (matching.length === 0) throw new Problem(404, 'There is no such page.');
  const route = matching.find(([routeMethod]) => routeMethod === wanted);
  if (!route) {
    const allow = matching.map(([routeMethod]) => routeMethod).join(', ');
    throw new Problem(405, `This page takes ${allow} only.`, { allow });
  }
  const [, pattern, handler] = route;
  return (request) => handler(request, pattern.exec(path)?.[1] ?? '');
}
