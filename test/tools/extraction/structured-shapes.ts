import { integer, list, number, object, type Shape, text } from './shape.js';
import { dataShapes } from './structured-data-shapes.js';

/** Pages with different markup, the schema of each request, and the values that a person reads there. */
export const shapes: Shape[] = [
  {
    name: 'a table with head, foot and prices of many forms',
    page: `<h1>Stock</h1><table><caption>Products</caption><thead><tr><th>Product name</th><th>Unit price</th><th>Qty</th><th>In stock?</th></tr></thead>
      <tbody><tr><td>Cup</td><td>€ 1,299.00</td><td>3</td><td>Yes</td></tr><tr><td>Plate</td><td>1.050,50 €</td><td>12</td><td>No</td></tr></tbody>
      <tfoot><tr><td colspan="3">Total</td><td>€ 2,349.50</td></tr></tfoot></table>`,
    schema: list(object({ name: text, unitPrice: number, quantity: integer, inStock: { type: 'boolean' } })),
    expected: [
      { name: 'Cup', unitPrice: 1299, quantity: 3, inStock: true },
      { name: 'Plate', unitPrice: 1050.5, quantity: 12, inStock: false },
    ],
    sources: { '[1].unitPrice': "table 'Products', column Unit price, row 2" },
  },
  {
    name: 'a table with spans over rows and columns, and two header rows',
    page: `<table><tr><th rowspan="2">Region</th><th rowspan="2">City</th><th colspan="2">Sales</th></tr><tr><th>2024</th><th>2025</th></tr>
      <tr><td rowspan="2">North</td><td>Oslo</td><td>10</td><td>12</td></tr><tr><td>Bergen</td><td>7</td><td>9</td></tr><tr><td>South</td><td>Rome</td><td>20</td><td>21</td></tr></table>`,
    schema: object({ rows: list(object({ region: text, city: text, sales2024: integer, sales2025: integer })) }),
    expected: {
      rows: [
        { region: 'North', city: 'Oslo', sales2024: 10, sales2025: 12 },
        { region: 'North', city: 'Bergen', sales2024: 7, sales2025: 9 },
        { region: 'South', city: 'Rome', sales2024: 20, sales2025: 21 },
      ],
    },
    sources: { 'rows[1].city': 'table 1, column City, row 2' },
  },
  {
    name: 'the right one of two tables',
    page: `<h2>Staff</h2><table><tr><th>Name</th><th>Email</th></tr><tr><td>Ada</td><td>ada@example.com</td></tr></table>
      <h2>Guests</h2><table><tr><th>Name</th><th>Email</th></tr><tr><td>Grace</td><td>grace@example.com</td></tr><tr><td>Alan</td><td>alan@example.com</td></tr></table>`,
    schema: object({ guests: list(object({ name: text, email: { type: 'string', format: 'email' } })) }),
    expected: {
      guests: [
        { name: 'Grace', email: 'grace@example.com' },
        { name: 'Alan', email: 'alan@example.com' },
      ],
    },
    sources: { 'guests[0].name': "table 'Guests', column Name, row 1" },
  },
  {
    name: 'an ARIA grid',
    page: `<div role="grid" aria-label="Flights"><div role="row"><span role="columnheader">Flight</span><span role="columnheader">Departure</span><span role="columnheader">Gate</span></div>
      <div role="row"><span role="gridcell">LH 12</span><span role="gridcell">08:15</span><span role="gridcell">B4</span></div>
      <div role="row"><span role="gridcell">SK 7</span><span role="gridcell">09:40</span><span role="gridcell">A1</span></div></div>`,
    schema: list(object({ flight: text, departure: text, gate: text })),
    expected: [
      { flight: 'LH 12', departure: '08:15', gate: 'B4' },
      { flight: 'SK 7', departure: '09:40', gate: 'A1' },
    ],
    sources: { '[0].gate': "table 'Flights', column Gate, row 1" },
  },
  {
    name: 'cards of boxes with class names',
    page: `<h2>Offers</h2><div class="grid"><div class="card"><a href="/p/1"><h3>Kettle</h3></a><div class="product-card__price">$24.99</div><span class="rating">4.5 out of 5</span><button>Buy</button></div>
      <div class="card"><a href="/p/2"><h3>Toaster</h3></a><div class="product-card__price">$39.00</div><span class="rating">3.8 out of 5</span><button>Buy</button></div>
      <div class="card sale"><a href="/p/3"><h3>Blender</h3></a><div class="product-card__price">$59.50</div><span class="rating">4.1 out of 5</span><button>Buy</button></div></div>`,
    schema: object({
      offers: list(
        object({ title: text, price: number, rating: number, currency: text }, ['title', 'price', 'rating']),
      ),
    }),
    expected: {
      offers: [
        { title: 'Kettle', price: 24.99, rating: 4.5, currency: 'USD' },
        { title: 'Toaster', price: 39, rating: 3.8, currency: 'USD' },
        { title: 'Blender', price: 59.5, rating: 4.1, currency: 'USD' },
      ],
    },
    sources: { 'offers[2].price': "table 'Offers', column price, row 3" },
  },
  {
    name: 'a list of search results',
    page: `<h1>Results</h1><ol><li><h3><a href="https://example.com/a">Alpha</a></h3><p class="snippet">First letter</p><time datetime="2026-01-02">2 January 2026</time></li>
      <li><h3><a href="https://example.com/b">Beta</a></h3><p class="snippet">Second letter</p><time datetime="2026-02-03">3 February 2026</time></li></ol>`,
    schema: object({
      results: list(
        object({
          title: text,
          url: { type: 'string', format: 'uri' },
          snippet: text,
          date: { type: 'string', format: 'date' },
        }),
      ),
    }),
    expected: {
      results: [
        { title: 'Alpha', url: 'https://example.com/a', snippet: 'First letter', date: '2026-01-02' },
        { title: 'Beta', url: 'https://example.com/b', snippet: 'Second letter', date: '2026-02-03' },
      ],
    },
    sources: { 'results[0].url': "table 'Results', column link, row 1" },
  },
  {
    name: 'labelled values in paragraphs, spans and rows of two',
    page: `<h1>Thank you</h1><p>Order number: A-1001</p><p><b>Placed on:</b> March 5, 2026</p><p class="total">Total <strong>€192.50</strong></p>
      <div class="rows"><div class="row"><span>Status</span><span>Shipped</span></div><div class="row"><span>Items</span><span>3</span></div></div>`,
    schema: object({
      orderNumber: text,
      placedOn: { type: 'string', format: 'date' },
      total: number,
      status: { type: 'string', enum: ['pending', 'shipped', 'delivered'] },
      itemCount: { type: 'integer', title: 'Items' },
    }),
    expected: { orderNumber: 'A-1001', placedOn: '2026-03-05', total: 192.5, status: 'shipped', itemCount: 3 },
    sources: { orderNumber: "'Order number' under 'Thank you'" },
  },
  {
    name: 'a definition list, also one folded away',
    page: `<h1>Oak chair</h1><dl><dt>Material</dt><dd>Oak</dd><div><dt>Weight (kg)</dt><dd>4.2</dd></div></dl>
      <details><summary>More</summary><dl><dt>Colours</dt><dd>Red</dd><dd>Green</dd></dl></details>`,
    schema: object({ name: text, material: text, weight: number, colors: list(text) }),
    expected: { name: 'Oak chair', material: 'Oak', weight: 4.2, colors: ['Red', 'Green'] },
    sources: { name: 'the main heading', material: "'Material' under 'Oak chair'" },
  },
  {
    name: 'a table of two columns',
    page: `<table class="infobox"><tr><th>Capital</th><td>Reykjavík</td></tr><tr><th>Population</th><td>383,726</td></tr><tr><th>Area</th><td>103,125 km²</td></tr></table>`,
    schema: object({ capital: text, population: integer, area: number }),
    expected: { capital: 'Reykjavík', population: 383726, area: 103125 },
    sources: { population: "'Population'" },
  },
  {
    name: 'a form with what was entered',
    page: `<form aria-label="Profile"><label for="n">Full name</label><input id="n" name="fullname" value="Ada Lovelace"><label>Email <input type="email" name="mail" value="ada@example.com"></label>
      <label><input type="checkbox" name="news" checked> Newsletter</label><fieldset><legend>Size</legend><label><input type="radio" name="size" value="s"> Small</label><label><input type="radio" name="size" value="l" checked> Large</label></fieldset>
      <label>Country <select name="country"><option>Norway<option selected>Iceland</select></label><label>Password <input type="password" name="pw" value="hunter2"></label></form>`,
    schema: object(
      { fullName: text, email: text, newsletter: { type: 'boolean' }, size: text, country: text, password: text },
      ['fullName'],
    ),
    expected: {
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      newsletter: true,
      size: 'Large',
      country: 'Iceland',
    },
    sources: { size: "form field 'Size'" },
  },
  ...dataShapes,
];
