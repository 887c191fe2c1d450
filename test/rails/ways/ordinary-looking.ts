import { app, choose, click, enter, keys, type OrdinaryPage, scroll, type } from './ordinary-page.js';

const graphql = (query: string, variables = '{}') =>
  `send('/graphql', { operationName: null, query: ${JSON.stringify(query)}, variables: ${variables} })`;

/** Pages on which people look for something. */
export const lookingPages: readonly OrdinaryPage[] = [
  {
    name: 'search by GET',
    html: app('<form action="/search"><input name="q" aria-label="Search"><button>Search</button></form>'),
    actions: [type('Search field', 'mug'), click('Search button')],
  },
  {
    name: 'search by a form that posts',
    html: app('<form action="/search" method="post"><input name="query" aria-label="Query"><button>Go</button></form>'),
    actions: [enter('Query', 'mug')],
  },
  {
    name: 'search by JSON',
    html: app(
      '<input id="q" aria-label="Query"><button id="b">Find</button>',
      `on('b', 'click', () => send('/api/v2/products/search', { text: document.getElementById('q').value, page: 1, pageSize: 20 }));`,
    ),
    actions: [type('Query', 'red mug'), click('Find')],
  },
  {
    name: 'typeahead',
    html: app(
      '<input id="q" aria-label="City">',
      `on('q', 'input', () => send('/api/suggest', { prefix: document.getElementById('q').value }));`,
    ),
    actions: [type('City', 'Ber'), type('City', 'l'), type('City', 'in')],
  },
  {
    name: 'typeahead without a telling path',
    html: app(
      '<input id="q" aria-label="Street">',
      `on('q', 'input', () => send('/api/places', { input: document.getElementById('q').value, lang: 'en' }));`,
    ),
    actions: [type('Street', 'Main'), type('Street', ' St')],
  },
  {
    name: 'Algolia',
    html: app(
      '<input id="q" aria-label="Search docs">',
      `on('q', 'input', () => send('/1/indexes/*/queries?x-algolia-agent=a', { requests: [{ indexName: 'docs', params: 'query=' + document.getElementById('q').value }] }));`,
    ),
    actions: [type('Search docs', 'wa'), type('Search docs', 'it')],
  },
  {
    name: 'Elasticsearch',
    html: app(
      '<input id="q" aria-label="Logs"><button id="b">Run</button>',
      `on('b', 'click', () => send('/logs-*/_search', { query: { match: { message: document.getElementById('q').value } }, size: 50 }));`,
    ),
    actions: [type('Logs', 'error'), click('Run')],
  },
  {
    name: 'filters by check boxes',
    html: app(
      '<label><input type="checkbox" id="blue"> Blue</label><label><input type="checkbox" id="red"> Red</label>',
      `for (const id of ['blue', 'red']) on(id, 'change', () => send('/api/products/filter', { filters: { color: [id] }, page: 1 }));`,
    ),
    actions: [choose('Blue', true), choose('Red', true), choose('Blue', false)],
  },
  {
    name: 'filters that submit their form',
    html: app(
      '<form action="/products" method="get"><select name="color" aria-label="Color" onchange="this.form.submit()"><option>red<option>blue</select><noscript><button>Apply</button></noscript></form>',
    ),
    files: {
      '/products': app(
        '<form action="/products"><select name="color" aria-label="Color" onchange="this.form.submit()"><option>red<option>blue</select></form>',
      ),
    },
    actions: [choose('Color', 'blue'), choose('Color', 'blue')],
  },
  {
    name: 'sorting',
    html: app(
      '<select id="s" aria-label="Sort by"><option>Price<option>Name</select>',
      `on('s', 'change', () => send('/api/catalog', { sort: document.getElementById('s').value, limit: 20 }));`,
    ),
    actions: [choose('Sort by', 'Name'), choose('Sort by', 'Price')],
  },
  {
    name: 'paging by GET',
    html: app('<a href="/list?page=2">2</a> <a href="/list?page=3">3</a> <a href="/list?page=2">Next</a>'),
    files: { '/list': app('<a href="/list?page=1">Previous</a>') },
    actions: [click('Next'), click('Previous')],
  },
  {
    name: 'paging by POST',
    html: app(
      '<button id="n">Next page</button><button id="l">Load more</button>',
      `let page = 1; on('n', 'click', () => send('/api/items/list', { page: ++page })); on('l', 'click', () => send('/api/feed', { cursor: 'abc' + page, limit: 10 }));`,
    ),
    actions: [click('Next page'), click('Load more'), click('Next page')],
  },
  {
    name: 'infinite scrolling',
    html: app(
      '<div style="height:3000px"></div>',
      `let n = 0; onscroll = () => { if (n < 3) send('/api/timeline', { after: String(n++), count: 20 }); };`,
    ),
    actions: [scroll, scroll],
  },
  {
    name: 'DataTables',
    html: app(
      '<input id="q" aria-label="Filter rows"><button id="n">Next</button>',
      `const draw = (start) => fetch('/data/rows', { method: 'POST', body: new URLSearchParams({ draw: 1, 'columns[0][data]': 'name', 'columns[0][searchable]': 'true', 'order[0][column]': 0, 'order[0][dir]': 'asc', start, length: 10, 'search[value]': document.getElementById('q').value }) }); on('n', 'click', () => draw(10)); on('q', 'input', () => draw(0));`,
    ),
    actions: [click('Next'), type('Filter rows', 'a')],
  },
  {
    name: 'GraphQL query',
    html: app(
      '<button id="a">Articles</button><button id="b">Details</button>',
      `on('a', 'click', () => ${graphql('query Articles($n: Int) { articles(first: $n) { id title } }', '{ n: 5 }')}); on('b', 'click', () => ${graphql('{ article(id: 5) { body comments { text } } }')});`,
    ),
    actions: [click('Articles'), click('Details')],
  },
  {
    name: 'GraphQL batch and persisted queries',
    html: app(
      '<button id="a">Show</button><button id="b">Orders</button>',
      `on('a', 'click', () => send('/api/graphql', [{ operationName: 'GetViewer', query: 'query GetViewer { viewer { id } }', variables: {} }])); on('b', 'click', () => send('/graphql', { operationName: 'OrdersQuery', variables: { first: 10 }, extensions: { persistedQuery: { version: 1, sha256Hash: 'ab' } } }));`,
    ),
    actions: [click('Show'), click('Orders')],
  },
  {
    name: 'tabs that load',
    html: app(
      '<div role="tablist"><button role="tab" id="a">Overview</button><button role="tab" id="b">Reviews</button></div>',
      `on('a', 'click', () => send('/api/product/5/overview', undefined, 'GET')); on('b', 'click', () => send('/api/product/5/reviews/list', { page: 1 }));`,
    ),
    actions: [click('Reviews'), click('Overview')],
  },
  {
    name: 'tabs without requests',
    html: app(
      '<div role="tablist"><button role="tab" onclick="p.textContent = 1">One</button><button role="tab" onclick="p.textContent = 2">Two</button></div><p id="p">0</p>',
    ),
    actions: [click('One'), click('Two')],
  },
  {
    name: 'menu and accordion',
    html: app(
      '<button onclick="m.hidden = !m.hidden">Menu</button><ul id="m" hidden><li><a href="#a">Shipping</a></ul><details><summary>Delivery and payment</summary>Text</details>',
    ),
    actions: [click('Menu'), click('Shipping'), click('Delivery and payment')],
  },
  {
    name: 'date picker',
    html: app(
      '<input id="d" type="date" aria-label="Arrival"><button id="b">Check availability</button>',
      `on('b', 'click', () => send('/api/rooms/availability', { arrival: document.getElementById('d').value, nights: 2 }));`,
    ),
    actions: [choose('Arrival', '2026-12-01'), click('Check availability')],
  },
  {
    name: 'flight search',
    html: app(
      '<form method="post" action="/flights/search"><input name="origin" aria-label="From"><input name="destination" aria-label="To"><input name="departure" type="date" aria-label="Departure"><button>Search flights</button></form>',
    ),
    actions: [type('From', 'BER'), type('To', 'LIS'), choose('Departure', '2026-12-01'), click('Search flights')],
  },
  {
    name: 'route planner',
    html: app(
      '<input id="a" aria-label="From"><input id="b" aria-label="To"><button id="go">Directions</button>',
      `on('go', 'click', () => send('/api/route', { from: document.getElementById('a').value, to: document.getElementById('b').value }));`,
    ),
    actions: [type('From', 'Bonn'), type('To', 'Ulm'), click('Directions')],
  },
  {
    name: 'translator',
    html: app(
      '<textarea id="t" aria-label="Text"></textarea><button id="b">Translate</button>',
      `on('b', 'click', () => send('/api/translate', { text: document.getElementById('t').value, source: 'de', target: 'en' }));`,
    ),
    actions: [type('Text', 'Guten Tag'), click('Translate')],
  },
  {
    name: 'calculator of a loan',
    html: app(
      '<input id="a" aria-label="Amount"><button id="b">Calculate</button>',
      `on('b', 'click', () => send('/api/loan/calculate', { amount: Number(document.getElementById('a').value), years: 10 }));`,
    ),
    actions: [type('Amount', '1000'), click('Calculate')],
  },
  {
    name: 'map tiles and moves',
    html: app(
      '<div id="m" style="width:300px;height:300px;background:#eee"></div><button id="z">Zoom in</button>',
      `on('z', 'click', () => { for (let i = 0; i < 4; i += 1) new Image().src = '/tiles/5/' + i + '/3.png'; send('/api/pois', { bbox: [1, 2, 3, 4], zoom: 5 }); });`,
    ),
    actions: [
      click('Zoom in'),
      {
        type: 'drag',
        path: [
          { x: 100, y: 100 },
          { x: 150, y: 150 },
        ],
      },
    ],
  },
  {
    name: 'mail inbox',
    html: app(
      '<ul><li><a href="/mail/1">Hello from Ann</a><li><a href="/mail/2">Invoice</a></ul><button id="r">Refresh</button>',
      `on('r', 'click', () => send('/api/mail/messages/list', { folder: 'inbox', offset: 0 }));`,
    ),
    files: {
      '/mail/1': app('<p>Hello</p><a href="/page">Back to inbox</a>', `send('/api/mail/1/read', { seen: true });`),
    },
    actions: [click('Refresh'), click('Hello from Ann'), click('Back to inbox')],
  },
  {
    name: 'news with articles',
    html: app(
      '<a href="/articles/how-to-delete-your-account">How to delete your account</a><a href="/news/buy-or-rent">Buy or rent?</a>',
    ),
    files: {
      '/articles/how-to-delete-your-account': app('<a href="/page">Home</a>'),
      '/news/buy-or-rent': app('Text'),
    },
    actions: [click('How to delete your account'), click('Home'), click('Buy or rent?')],
  },
  {
    name: 'documentation with code',
    html: app(
      '<button id="c">Copy</button><a href="#install">Installation</a><h2 id="install">Installation</h2><button id="t">Expand all</button>',
      `on('c', 'click', () => { document.querySelector('#status').textContent = 'copied'; }); on('t', 'click', () => { document.querySelector('#status').textContent = 'all'; });`,
    ),
    actions: [click('Copy'), click('Installation link'), click('Expand all')],
  },
  {
    name: 'image gallery',
    html: app(
      '<img id="i" src="data:," alt="Photo 1" width="100" height="100"><button id="n">Next image</button><button id="p">Previous image</button>',
      `on('n', 'click', () => { document.getElementById('i').alt = 'Photo 2'; }); on('p', 'click', () => { document.getElementById('i').alt = 'Photo 1'; });`,
    ),
    actions: [click('Next image'), click('Previous image')],
  },
  {
    name: 'log viewer over a socket',
    html: app(
      '<button id="b">Follow</button>',
      `const s = new WebSocket('ws://' + location.host + '/live'); s.onopen = () => s.send('{"type":"hello"}'); on('b', 'click', () => s.send('{"type":"subscribe","channel":"logs"}'));`,
    ),
    actions: [click('Follow')],
  },
  {
    name: 'keyboard list',
    html: app(
      '<ul id="l" tabindex="0"><li>One<li>Two</ul>',
      `on('l', 'keydown', (e) => { document.querySelector('#status').textContent = e.key; });`,
    ),
    actions: [keys('Tab'), keys('ArrowDown'), keys('Home'), keys('Escape')],
  },
];
