import { integer, list, number, object, type Shape, text } from './shape.js';

/** Pages with structured data, headings, sections and plain text, with the expected values. */
export const dataShapes: Shape[] = [
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
