export interface Shape {
  name: string;
  page: string;
  schema: Record<string, unknown>;
  selector?: string;
  expected: unknown;
  sources: Record<string, string>;
}

const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const list = (items: unknown) => ({ type: 'array', items });

/** Pages of many makes, what is asked of them, and what a person would read there. */
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
  {
    name: 'JSON-LD with a graph',
    page: `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"Shop"},
      {"@type":"Product","name":"Lamp","sku":"L-9","brand":{"@type":"Brand","name":"Lumen"},"offers":{"@type":"Offer","price":"89.00","priceCurrency":"EUR","availability":"https://schema.org/InStock"},
       "review":[{"@type":"Review","author":{"name":"Jo"},"reviewRating":{"ratingValue":5}},{"@type":"Review","author":{"name":"Kim"},"reviewRating":{"ratingValue":4}}]}]}</script><p>See picture.</p>`,
    schema: object({
      sku: text,
      brand: text,
      price: number,
      currency: text,
      available: { type: 'boolean' },
      reviews: list(object({ author: text, rating: integer })),
    }),
    expected: {
      sku: 'L-9',
      brand: 'Lumen',
      price: 89,
      currency: 'EUR',
      available: true,
      reviews: [
        { author: 'Jo', rating: 5 },
        { author: 'Kim', rating: 4 },
      ],
    },
    sources: { price: 'JSON-LD Product' },
  },
  {
    name: 'microdata',
    page: `<div itemscope itemtype="https://schema.org/Recipe"><span itemprop="name">Bread</span><div itemprop="author" itemscope><span itemprop="name">Mia</span></div>
      <meta itemprop="datePublished" content="2026-04-01"><ul><li itemprop="recipeIngredient">Flour</li><li itemprop="recipeIngredient">Water</li></ul></div>`,
    schema: object({
      name: text,
      author: text,
      datePublished: { type: 'string', format: 'date' },
      recipeIngredient: list(text),
    }),
    expected: { name: 'Bread', author: 'Mia', datePublished: '2026-04-01', recipeIngredient: ['Flour', 'Water'] },
    sources: { name: 'microdata Recipe' },
  },
  {
    name: 'a table made of boxes',
    page: `<div class="table"><div class="tr head"><div class="td">Player</div><div class="td">Points</div></div><div class="tr"><div class="td">Kim</div><div class="td">12</div></div>
      <div class="tr"><div class="td">Lee</div><div class="td">9</div></div></div>`,
    schema: list(object({ player: text, points: integer })),
    expected: [
      { player: 'Kim', points: 12 },
      { player: 'Lee', points: 9 },
    ],
    sources: { '[0].points': 'table 1, column Points, row 1' },
  },
  {
    name: 'plain lists by their headings',
    page: `<h2>Ingredients</h2><ul><li>Flour</li><li>Salt</li></ul><h2>Steps</h2><ol><li>Mix</li><li>Bake</li></ol>`,
    schema: object({ steps: list(text), ingredients: list(text) }),
    expected: { steps: ['Mix', 'Bake'], ingredients: ['Flour', 'Salt'] },
    sources: { 'steps[1]': "list 'Steps', item 2" },
  },
  {
    name: 'nested objects by their headings, with a reference in the schema',
    page: `<section><h2>Billing address</h2><dl><dt>City</dt><dd>Bern</dd><dt>Postcode</dt><dd>3011</dd></dl></section>
      <section><h2>Shipping address</h2><dl><dt>City</dt><dd>Basel</dd><dt>Postcode</dt><dd>4051</dd></dl></section>`,
    schema: {
      type: 'object',
      properties: { billingAddress: { $ref: '#/$defs/address' }, shippingAddress: { $ref: '#/$defs/address' } },
      required: ['billingAddress', 'shippingAddress'],
      $defs: { address: object({ city: text, zip: text }) },
    },
    expected: { billingAddress: { city: 'Bern', zip: '3011' }, shippingAddress: { city: 'Basel', zip: '4051' } },
    sources: { 'shippingAddress.city': "'City' under 'Shipping address'" },
  },
  {
    name: 'a part of a page only',
    page: `<table id="one"><tr><th>Item</th><th>Price</th></tr><tr><td>Pen</td><td>2.00</td></tr></table><table id="two"><tr><th>Item</th><th>Price</th></tr><tr><td>Ink</td><td>5.00</td></tr></table>`,
    selector: '#two',
    schema: { items: [{ item: 'string', price: 'number' }] },
    expected: { items: [{ item: 'Ink', price: 5 }] },
    sources: { 'items[0].price': 'table 1, column Price, row 1' },
  },
  {
    name: 'labels and values in turn, and a number in a sentence',
    page: `<h1>Booking confirmed</h1><p>Your booking code is XK7-204.</p><div style="display: grid; grid-template-columns: auto auto"><div class="l">Check-in</div><div class="v">12 May 2026</div><div class="l">Guests</div><div class="v">2 adults</div></div>`,
    schema: object({ bookingCode: text, checkIn: { type: 'string', format: 'date' }, guests: integer }),
    expected: { bookingCode: 'XK7-204', checkIn: '2026-05-12', guests: 2 },
    sources: { guests: "'Guests' under 'Booking confirmed'" },
  },
  {
    name: 'a book shop with cut titles, drawn stars and several class names',
    page: `<ol class="row"><li class="col"><article class="product_pod"><a href="/b1"><img src="/b1.jpg" alt="A Light in the Attic"></a><p class="star-rating Three"><i></i></p><h3><a href="/b1" title="A Light in the Attic">A Light in the ...</a></h3>
      <div class="product_price"><p class="price_color">£51.77</p><p class="instock availability">In stock</p><form><button>Add</button></form></div></article></li>
      <li class="col"><article class="product_pod"><a href="/b2"><img src="/b2.jpg" alt="Soumission"></a><p class="star-rating One"><i></i></p><h3><a href="/b2" title="Soumission">Soumission</a></h3>
      <div class="product_price"><p class="price_color">£50.10</p><p class="instock availability">Out of stock</p><form><button>Add</button></form></div></article></li></ol>`,
    schema: object({
      books: list(
        object({ title: text, price: number, rating: integer, inStock: { type: 'boolean' }, currency: text }),
      ),
    }),
    expected: {
      books: [
        { title: 'A Light in the Attic', price: 51.77, rating: 3, inStock: true, currency: 'GBP' },
        { title: 'Soumission', price: 50.1, rating: 1, inStock: false, currency: 'GBP' },
      ],
    },
    sources: { 'books[0].price': 'table 1, column price, row 1' },
  },
  {
    name: 'rows without any labels, by the kind of their values',
    page: `<div class="c1"><div class="c2"><p class="c3">Balance</p><p class="c4">$1,250.75</p></div><div class="c2"><p class="c3">Available credit</p><p class="c4">$3,000.00</p></div></div>
      <div class="c5"><div class="c6"><div>Coffee</div><div>-$4.50</div><div>Mar 3</div></div><div class="c6"><div>Rent</div><div>-$900.00</div><div>Mar 1</div></div><div class="c6"><div>Salary</div><div>$2,500.00</div><div>Feb 28</div></div></div>`,
    schema: object({ balance: number, transactions: list(object({ amount: number, description: text, date: text })) }),
    expected: {
      balance: 1250.75,
      transactions: [
        { amount: -4.5, description: 'Coffee', date: 'Mar 3' },
        { amount: -900, description: 'Rent', date: 'Mar 1' },
        { amount: 2500, description: 'Salary', date: 'Feb 28' },
      ],
    },
    sources: { balance: "'Balance'" },
  },
  {
    name: 'plans side by side',
    page: `<table><tr><th></th><th>Basic</th><th>Pro</th></tr><tr><th>Price per month</th><td>$5</td><td>$15</td></tr><tr><th>Users</th><td>1</td><td>10</td></tr></table>`,
    schema: object({ plans: list(object({ name: text, pricePerMonth: number, users: integer })) }),
    expected: {
      plans: [
        { name: 'Basic', pricePerMonth: 5, users: 1 },
        { name: 'Pro', pricePerMonth: 15, users: 10 },
      ],
    },
    sources: { 'plans[1].users': 'table 1, row Users, column Pro' },
  },
  {
    name: 'an invoice with sums among its rows',
    page: `<h2>Invoice #INV-2041</h2><div><strong>Billed to</strong><br>Acme Ltd<br>1 Road</div><p>Due date: 17 April 2026</p><table><thead><tr><th>#</th><th>Item</th><th>Hours</th><th>Amount</th></tr></thead>
      <tbody><tr><td>1</td><td>Design</td><td>10</td><td>$800.00</td></tr><tr><td>2</td><td>Build</td><td>20</td><td>$1,800.00</td></tr><tr><td colspan="3">Subtotal</td><td>$2,600.00</td></tr><tr><td colspan="3"><b>Total</b></td><td><b>$2,860.00</b></td></tr></tbody></table>`,
    schema: object({
      invoiceNumber: text,
      billedTo: text,
      dueDate: { type: 'string', format: 'date' },
      subtotal: number,
      total: number,
      lines: list(object({ item: text, hours: number, amount: number })),
    }),
    expected: {
      invoiceNumber: 'INV-2041',
      billedTo: 'Acme Ltd 1 Road',
      dueDate: '2026-04-17',
      subtotal: 2600,
      total: 2860,
      lines: [
        { item: 'Design', hours: 10, amount: 800 },
        { item: 'Build', hours: 20, amount: 1800 },
      ],
    },
    sources: { total: "'Total' under 'Invoice #INV-2041'" },
  },
  {
    name: 'events whose parts stand in sentences',
    page: `<div class="event-list"><article class="event"><h3>Jazz night</h3><p><time datetime="2026-06-01">June 1</time> at <span class="venue">Blue Hall</span></p><p>Tickets: $20</p></article>
      <article class="event"><h3>Book fair</h3><p><time datetime="2026-06-05">June 5</time> at <span class="venue">City Library</span></p><p>Tickets: $5</p></article></div>`,
    schema: list(object({ name: text, date: { type: 'string', format: 'date' }, venue: text, tickets: number })),
    expected: [
      { name: 'Jazz night', date: '2026-06-01', venue: 'Blue Hall', tickets: 20 },
      { name: 'Book fair', date: '2026-06-05', venue: 'City Library', tickets: 5 },
    ],
    sources: { '[0].venue': 'table 1, column venue, row 1' },
  },
  {
    name: 'items with objects and lists inside them',
    page: `<table><caption>Films</caption><tr><th>Title</th><th>Genres</th><th>Director name</th><th>Director born</th></tr><tr><td>Alien</td><td>Horror, Science fiction</td><td>Ridley Scott</td><td>1937</td></tr>
      <tr><td>Heat</td><td>Crime</td><td>Michael Mann</td><td>1943</td></tr></table>`,
    schema: object({
      films: list(object({ title: text, genres: list(text), director: object({ name: text, born: integer }) })),
    }),
    expected: {
      films: [
        { title: 'Alien', genres: ['Horror', 'Science fiction'], director: { name: 'Ridley Scott', born: 1937 } },
        { title: 'Heat', genres: ['Crime'], director: { name: 'Michael Mann', born: 1943 } },
      ],
    },
    sources: { 'films[0].director.born': "table 'Films', column Director born, row 1" },
  },
];
