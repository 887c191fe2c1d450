import { app, choose, click, enter, type OrdinaryPage, scroll, type } from './ordinary-page.js';

const report = `const track = (event, data) => navigator.sendBeacon('/analytics/collect', JSON.stringify({ event, data, ts: Date.now() }));`;

/** Pages on which people work, without a consequence. */
export const workingPages: readonly OrdinaryPage[] = [
  {
    name: 'login form',
    html: app(
      '<form method="post" action="/login"><input name="username" aria-label="User name"><input name="password" type="password" aria-label="Password"><label><input type="checkbox" name="remember_me"> Remember me</label><button>Log in</button></form>',
    ),
    actions: [type('User name', 'ann'), type('Password', 'x1'), choose('Remember me', true), click('Log in button')],
  },
  {
    name: 'login by JSON',
    html: app(
      '<input id="u" aria-label="E-mail"><input id="p" type="password" aria-label="Password"><button id="b">Sign in</button>',
      `on('b', 'click', () => send('/api/auth/token', { email: document.getElementById('u').value, password: document.getElementById('p').value }));`,
    ),
    actions: [type('E-mail', 'a@example.com'), type('Password', 'x1'), click('Sign in')],
  },
  {
    name: 'login in two steps (de)',
    html: app(
      '<form method="post" action="/anmelden"><input name="benutzername" aria-label="Benutzername"><input name="passwort" type="password" aria-label="Passwort"><button>Anmelden</button></form>',
    ),
    actions: [type('Benutzername', 'ann'), enter('Passwort', 'x1')],
  },
  {
    name: 'one-time code',
    html: app(
      '<form method="post" action="/session/otp"><input name="otp" aria-label="Code"><button>Verify</button></form>',
    ),
    actions: [type('Code', '123456'), click('Verify')],
  },
  {
    name: 'cart by JSON',
    html: app(
      '<button id="a">Add to cart</button><input id="n" type="number" value="1" aria-label="Quantity"><button id="r">Remove from cart</button>',
      `on('a', 'click', () => send('/api/cart/items', { sku: 'x-1', quantity: 1 })); on('n', 'change', () => send('/api/cart/items/1', { quantity: 2 }, 'PATCH')); on('r', 'click', () => send('/api/cart/items/1', undefined, 'DELETE'));`,
    ),
    actions: [click('Add to cart'), choose('Quantity', '2'), click('Remove from cart')],
  },
  {
    name: 'cart by a form',
    html: app(
      '<form method="post" action="/cart/add"><input type="hidden" name="id" value="5"><input name="quantity" value="1" aria-label="Quantity"><button>In den Warenkorb</button></form>',
    ),
    files: {
      '/cart/add': app('<a href="/cart">View cart</a>'),
      '/cart': app('<a href="/checkout">Checkout</a>'),
      '/checkout': app('<h1>Checkout</h1>'),
    },
    actions: [click('In den Warenkorb'), click('View cart'), click('Checkout')],
  },
  {
    name: 'coupon',
    html: app(
      '<input id="c" aria-label="Coupon"><button id="b">Apply</button>',
      `on('b', 'click', () => send('/cart/coupon', { code: document.getElementById('c').value }));`,
    ),
    actions: [type('Coupon', 'AB'), click('Apply')],
  },
  {
    name: 'wish list',
    html: app(
      '<button id="a" aria-label="Add to wishlist">♡</button><button id="b">Compare</button>',
      `on('a', 'click', () => send('/api/wishlist', { productId: 7 })); on('b', 'click', () => send('/compare/add', { id: 7 }));`,
    ),
    actions: [click('Add to wishlist'), click('Compare')],
  },
  {
    name: 'shipping costs',
    html: app(
      '<input id="z" aria-label="Postcode"><button id="b">Estimate shipping</button>',
      `on('b', 'click', () => send('/cart/shipping-rates', { postcode: document.getElementById('z').value, country: 'DE' }));`,
    ),
    actions: [type('Postcode', '10115'), click('Estimate shipping')],
  },
  {
    name: 'autosave of a draft',
    html: app(
      '<textarea id="t" aria-label="Text"></textarea>',
      `on('t', 'input', () => send('/api/documents/5/autosave', { content: document.getElementById('t').value, revision: 3 }));`,
    ),
    actions: [type('Text', 'Dear'), type('Text', ' Ann')],
  },
  {
    name: 'autosave of a note by PUT',
    html: app(
      '<textarea id="t" aria-label="Note"></textarea>',
      `let timer; on('t', 'input', () => { clearTimeout(timer); timer = setTimeout(() => send('/api/notes/12', { text: document.getElementById('t').value }, 'PUT'), 100); });`,
    ),
    actions: [type('Note', 'milk'), type('Note', ' and bread')],
  },
  {
    name: 'comment with a preview',
    html: app(
      '<textarea id="t" aria-label="Comment"></textarea><button id="b">Preview</button>',
      `on('b', 'click', () => send('/markdown/preview', { text: document.getElementById('t').value }));`,
    ),
    actions: [type('Comment', '**hi**'), click('Preview')],
  },
  {
    name: 'validation of a field',
    html: app(
      '<input id="u" aria-label="User name"><input id="m" aria-label="E-mail">',
      `on('u', 'change', () => send('/api/users/check-username', { username: document.getElementById('u').value })); on('m', 'change', () => send('/validate/email', { email: document.getElementById('m').value }));`,
    ),
    actions: [
      type('User name', 'ann'),
      { type: 'key', keys: 'Tab' },
      type('E-mail', 'a@example.com'),
      { type: 'key', keys: 'Tab' },
    ],
  },
  {
    name: 'wizard without requests',
    html: app(
      '<div id="a"><label>Name <input></label><button onclick="a.hidden = true; b.hidden = false">Continue</button></div><div id="b" hidden><label>Town <input></label><button onclick="b.hidden = true; a.hidden = false">Back</button></div>',
    ),
    actions: [type('Name', 'Ann'), click('Continue'), type('Town', 'Ulm'), click('Back')],
  },
  {
    name: 'analytics with every click',
    html: app(
      '<button id="a">Show details</button><button id="b">Hide details</button>',
      `${report} for (const id of ['a', 'b']) on(id, 'click', () => { track('click', id); document.querySelector('#status').textContent = id; });`,
    ),
    actions: [click('Show details'), click('Hide details')],
  },
  {
    name: 'analytics of several tools',
    html: app(
      '<button id="a">Colors</button>',
      `on('a', 'click', () => { send('/g/collect?v=2&tid=G-1&en=select_item', undefined); send('/api/4/envelope/?sentry_key=1', { event_id: 'a' }); send('/i/v0/e/', { api_key: 'phc', event: '$autocapture', properties: { token: 'x' } }); new Image().src = '/pixel.gif?e=click'; send('/rum', { metrics: [{ name: 'INP', value: 8 }] }); });`,
    ),
    actions: [click('Colors'), click('Colors')],
  },
  {
    name: 'shop analytics with an order value',
    html: app(
      '<button id="a">Product details</button>',
      `on('a', 'click', () => send('/tracking/events', { event: 'view_item', currency: 'EUR', value: 19.9, items: [{ item_id: '5', price: 19.9 }] }));`,
    ),
    actions: [click('Product details')],
  },
  {
    name: 'polling',
    html: app(
      '<button id="a">Details</button>',
      `setInterval(() => send('/api/updates', { since: Date.now() }), 100); on('a', 'click', () => { document.querySelector('#status').textContent = 'd'; });`,
    ),
    actions: [click('Details'), { type: 'wait', for: { seconds: 0.5 } }, scroll, click('Details')],
  },
  {
    name: 'presence',
    html: app(
      '<button id="a">Open chat</button>',
      `setInterval(() => send('/heartbeat', { page: 1 }), 150); on('a', 'click', () => send('/api/conversations/5/messages/list', { limit: 20 }));`,
    ),
    actions: [click('Open chat'), { type: 'wait', for: { seconds: 0.5 } }],
  },
  {
    name: 'typing in a chat',
    html: app(
      '<input id="t" aria-label="Your reply">',
      `on('t', 'input', () => send('/api/conversations/5/typing', { isTyping: true }));`,
    ),
    actions: [type('Your reply', 'Hel'), type('Your reply', 'lo')],
  },
  {
    name: 'cookie banner',
    html: app(
      '<div id="c" role="dialog" aria-label="Cookies">We use cookies <button id="a">Accept all</button><button id="b">Reject all</button></div>',
      `for (const id of ['a', 'b']) on(id, 'click', () => { document.getElementById('c').remove(); send('/consent', { analytics: id === 'a', marketing: false }); });`,
    ),
    actions: [click('Reject all')],
  },
  {
    name: 'cookie banner of a provider',
    html: app(
      '<div id="c"><button id="a">Alle akzeptieren</button><button id="s">Einstellungen</button></div>',
      `on('s', 'click', () => { document.querySelector('#status').textContent = 's'; }); on('a', 'click', () => send('/cmp/v2/consent-log', { purposes: [1, 2], vendors: 'abc' }));`,
    ),
    actions: [click('Einstellungen'), click('Alle akzeptieren')],
  },
  {
    name: 'switch of the language',
    html: app(
      '<form method="post" action="/set-language"><select name="language" aria-label="Language" onchange="this.form.submit()"><option>en<option>de</select></form>',
    ),
    files: { '/set-language': app('<p>Deutsch</p>') },
    actions: [choose('Language', 'de')],
  },
  {
    name: 'theme and layout',
    html: app(
      '<button id="a">Dark mode</button><button id="b">Collapse sidebar</button>',
      `on('a', 'click', () => send('/preferences/theme', { theme: 'dark' }, 'PUT')); on('b', 'click', () => send('/api/ui/sidebar', { collapsed: true }, 'PATCH'));`,
    ),
    actions: [click('Dark mode'), click('Collapse sidebar')],
  },
  {
    name: 'dismissed hints',
    html: app(
      '<div id="h">Tip <button id="a">Got it</button></div><button id="b" aria-label="Close">×</button>',
      `on('a', 'click', () => { document.getElementById('h').remove(); send('/api/onboarding/dismiss', { tip: 3 }); }); on('b', 'click', () => { document.querySelector('#status').textContent = 'closed'; });`,
    ),
    actions: [click('Got it'), click('Close')],
  },
  {
    name: 'notifications are read',
    html: app(
      '<button id="a" aria-label="Notifications">🔔</button><button id="b">Mark all as read</button>',
      `on('a', 'click', () => send('/api/notifications/list', {})); on('b', 'click', () => send('/api/notifications/mark-read', { all: true }));`,
    ),
    actions: [click('Notifications'), click('Mark all as read')],
  },
  {
    name: 'video player',
    html: app(
      '<button id="a">Play</button><button id="b">Mute</button><input id="v" type="range" aria-label="Volume">',
      `on('a', 'click', () => send('/api/playback/heartbeat', { position: 3 })); on('b', 'click', () => { document.querySelector('#status').textContent = 'm'; }); on('v', 'change', () => { document.querySelector('#status').textContent = 'v'; });`,
    ),
    actions: [click('Play'), click('Mute'), choose('Volume', '30')],
  },
  {
    name: 'spreadsheet view',
    html: app(
      '<table><tr><th><button id="s">Name</button></th></tr><tr><td>Ann</td></tr></table><select id="g" aria-label="Group by"><option>None<option>Team</select>',
      `on('s', 'click', () => send('/api/table/query', { orderBy: 'name', direction: 'asc' })); on('g', 'change', () => send('/api/table/query', { groupBy: document.getElementById('g').value }));`,
    ),
    actions: [click('Name'), choose('Group by', 'Team')],
  },
  {
    name: 'ASP.NET grid',
    html: app(
      '<form method="post" action="/Products.aspx"><input type="hidden" name="__VIEWSTATE" value="abc"><input type="hidden" name="__EVENTTARGET" id="t"><input type="hidden" name="__EVENTARGUMENT" id="g"><a href="javascript:void(t.value = \'ctl00$Grid\', g.value = \'Page$2\', document.forms[0].submit())">2</a></form>',
    ),
    actions: [click('2')],
  },
  {
    name: 'Livewire component',
    html: app(
      '<input id="q" aria-label="Search users">',
      `on('q', 'input', () => send('/livewire/update', { _token: 'x', components: [{ snapshot: '{}', updates: { search: document.getElementById('q').value }, calls: [] }] }));`,
    ),
    actions: [type('Search users', 'an')],
  },
  {
    name: 'single sign-on',
    html: app('<a href="/sso/start">Continue with Example</a>'),
    files: {
      '/sso/start':
        '<body onload="document.forms[0].submit()"><form method="post" action="/saml/acs"><input type="hidden" name="SAMLResponse" value="PHNhbWw+"><input type="hidden" name="RelayState" value="/page"></form>',
    },
    actions: [click('Continue with Example')],
  },
  {
    name: 'page that loads its data by POST',
    html: app('<a href="/dashboard">Dashboard</a>'),
    files: {
      '/dashboard': app(
        '<p>Dashboard</p><a href="/page">Home</a>',
        `send('/api/init', { v: 3 }); send('/api/widgets', { ids: [1, 2] }); send('/api/settings/load', {});`,
      ),
    },
    actions: [click('Dashboard'), click('Home')],
  },
];
