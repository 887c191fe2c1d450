/** A way in which a page can send an order after its control was used. */
export interface Way {
  name: string;
  html: string;
  files?: Record<string, string>;
  /** What is done with the control `#go`. Default: a click. */
  by?: 'click' | 'enter' | 'space' | 'select' | 'check' | 'typed break';
}

const button = '<button id="go" type="button">Continue</button>';

function script(code: string, control = button): string {
  return `<body>${control}<script>document.querySelector('#go').onclick = async (event) => { ${code} };</script>`;
}

const form = (attributes: string, inner = '<input name="item" value="7"><button id="go">Continue</button>') =>
  `<body><form method="post" action="/order" ${attributes}>${inner}</form>`;

/** A page with an open socket `s`, whose control runs `code`. */
function socketPage(code: string, before = ''): string {
  return `<body>${button}<script>${before}
    const s = new WebSocket('ws://' + location.host + '/order'); go.disabled = true; s.onopen = () => { go.disabled = false; };
    go.onclick = () => { ${code} };</script>`;
}

/** Messages of WebSockets, also of pages that try to get around the judge. */
const socketWays: Way[] = [
  { name: 'socket message', html: socketPage(`s.send('{"type":"order"}')`) },
  { name: 'binary socket message', html: socketPage('s.send(new Uint8Array([1, 2, 3]))') },
  { name: 'several socket messages', html: socketPage('for (let i = 0; i < 5; i += 1) s.send(String(i))') },
  { name: 'socket message and close', html: socketPage(`s.send('x'); s.close()`) },
  {
    name: 'socket that is opened by the action',
    html: script(`const s = new WebSocket('ws://' + location.host + '/order'); s.onopen = () => s.send('x');`),
  },
  {
    name: 'socket with a forged state',
    html: socketPage(`Object.defineProperty(s, 'readyState', { value: 0 }); s.send('x')`),
  },
  {
    name: 'socket of a fresh iframe',
    html: socketPage(
      `const f = document.createElement('iframe'); document.body.append(f); const o = new f.contentWindow.WebSocket(s.url); o.onopen = () => o.send('x');`,
    ),
  },
  {
    name: 'send of a fresh iframe',
    html: socketPage(
      `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.WebSocket.prototype.send.call(s, 'x');`,
    ),
  },
  {
    name: 'socket with replaced functions',
    html: socketPage(
      `s.send('x')`,
      `const add = EventTarget.prototype.addEventListener; EventTarget.prototype.addEventListener = function (name, f, o) { if (name.startsWith('handrail')) f(new Event(name)); return add.call(this, name, f, o); };
       Reflect.apply = (f, on, values) => f.call(on, ...values); JSON.stringify = (value) => { dispatchEvent(new Event(value.yes)); return ''; };
       WeakMap.prototype.get = () => undefined; window.dispatchEvent = (event) => true;`,
    ),
  },
  {
    name: 'socket of a worker',
    html: `<body>${button}<script>go.disabled = true; const w = new Worker('/w.js'); w.onmessage = () => { go.disabled = false; }; go.onclick = () => w.postMessage(1);</script>`,
    files: {
      '/w.js': `const s = new WebSocket('ws://' + location.host + '/order'); s.onopen = () => postMessage(1); onmessage = () => s.send('x');`,
    },
  },
];

/** `other` is another origin of the same server. */
export const waysOf = (other: string): Way[] => [
  { name: 'form', html: form('') },
  { name: 'form by Enter', html: form('', '<input id="go" name="item" value="7">'), by: 'enter' },
  {
    name: 'form by a typed line break',
    html: form('', '<input id="go" name="item"><button>Continue</button>'),
    by: 'typed break',
  },
  { name: 'form by Space on the button', html: form(''), by: 'space' },
  { name: 'multipart form', html: form('enctype="multipart/form-data"') },
  { name: 'text form', html: form('enctype="text/plain"') },
  { name: 'form in a new window', html: form('target="_blank"') },
  { name: 'form in a named window', html: form('target="receipt"') },
  { name: 'form in a hidden iframe', html: `${form('target="sink"')}<iframe name="sink" hidden></iframe>` },
  {
    name: 'formaction',
    html: form('', '<button id="go" formaction="/order?other">Continue</button>').replace(
      'action="/order"',
      'action="/page"',
    ),
  },
  {
    name: 'formmethod',
    html: form('', '<button id="go" formmethod="post">Continue</button>').replace('method="post"', 'method="get"'),
  },
  {
    name: 'button outside of the form',
    html: `${form('id="f"', '<input name="item" value="7">')}<button id="go" form="f">Continue</button>`,
  },
  {
    name: 'image button',
    html: form('', '<input id="go" type="image" alt="Continue" src="data:," width="80" height="20">'),
  },
  {
    name: 'label of a hidden button',
    html: form(
      '',
      '<label id="go" for="b" style="display:inline-block">Continue</label><button id="b" style="position:absolute;opacity:0;left:-999px">x</button>',
    ),
  },
  {
    name: 'submit()',
    html: script('document.forms[0].submit()', `${button}<form method="post" action="/order"></form>`),
  },
  {
    name: 'requestSubmit()',
    html: script('document.forms[0].requestSubmit()', `${button}<form method="post" action="/order"></form>`),
  },
  {
    name: 'a form that a script builds',
    html: script(
      `const f = document.createElement('form'); f.method = 'post'; f.action = '/order'; document.body.append(f); f.submit();`,
    ),
  },
  {
    name: 'select that submits',
    html: `<body><form method="post" action="/order"><select id="go" name="n" aria-label="Number" onchange="this.form.submit()"><option>1<option>2</select></form>`,
    by: 'select',
  },
  {
    name: 'check box that submits',
    html: `<body><form method="post" action="/order"><input id="go" type="checkbox" aria-label="Next" onchange="this.form.submit()"></form>`,
    by: 'check',
  },
  { name: 'form after a redirect 307', html: form('').replace('action="/order"', 'action="/redirect?307/order"') },
  { name: 'form to another origin', html: form('').replace('action="/order"', `action="${other}/order"`) },
  { name: 'fetch', html: script(`fetch('/order', { method: 'POST', body: '{"n":1}' })`) },
  { name: 'fetch with keepalive', html: script(`fetch('/order', { method: 'POST', body: 'x', keepalive: true })`) },
  {
    name: 'fetch while the page is left',
    html: script(
      `addEventListener('pagehide', () => fetch('/order', { method: 'POST', body: 'x', keepalive: true })); location.href = '/next';`,
    ),
  },
  { name: 'fetch PUT', html: script(`fetch('/order', { method: 'PUT', body: 'x' })`) },
  { name: 'fetch DELETE', html: script(`fetch('/order', { method: 'DELETE' })`) },
  {
    name: 'fetch to another origin',
    html: script(`fetch('${other}/order', { method: 'POST', mode: 'no-cors', body: 'x' })`),
  },
  { name: 'fetch after a redirect 308', html: script(`fetch('/redirect?308/order', { method: 'POST', body: 'x' })`) },
  {
    name: 'fetch with a stream',
    html: script(`fetch('/order', { method: 'POST', body: new Blob(['x'.repeat(100000)]) })`),
  },
  {
    name: 'fetch after a pause',
    html: script(`setTimeout(() => fetch('/order', { method: 'POST', body: 'x' }), 700)`),
  },
  {
    name: 'fetch after a microtask chain',
    html: script(`for (let i = 0; i < 50; i += 1) await null; await fetch('/order', { method: 'POST' })`),
  },
  { name: 'XMLHttpRequest', html: script(`const x = new XMLHttpRequest(); x.open('POST', '/order'); x.send('n=1');`) },
  {
    name: 'synchronous XMLHttpRequest',
    html: script(`const x = new XMLHttpRequest(); x.open('POST', '/order', false); x.send('n=1');`),
  },
  { name: 'sendBeacon', html: script(`navigator.sendBeacon('/order', 'n=1')`) },
  {
    name: 'sendBeacon while the page is left',
    html: script(`addEventListener('pagehide', () => navigator.sendBeacon('/order', 'n=1')); location.href = '/next';`),
  },
  { name: 'ping of a link', html: '<body><a id="go" href="/next" ping="/order">Continue</a>' },
  {
    name: 'worker',
    html: script(
      `new Worker(URL.createObjectURL(new Blob(["fetch('${other}/order', { method: 'POST', body: 'x' })"])))`,
    ),
  },
  {
    name: 'worker that is there already',
    html: `<body>${button}<script>const w = new Worker('/w.js'); go.onclick = () => w.postMessage(1);</script>`,
    files: { '/w.js': `onmessage = () => fetch('/order', { method: 'POST', body: 'x' });` },
  },
  {
    name: 'worker in a worker',
    html: script(`new Worker('/outer.js')`),
    files: { '/outer.js': `new Worker('/w.js')`, '/w.js': `fetch('/order', { method: 'POST', body: 'x' });` },
  },
  {
    name: 'shared worker',
    html: script(`new SharedWorker('/w.js')`),
    files: { '/w.js': `fetch('/order', { method: 'POST', body: 'x' });` },
  },
  {
    name: 'service worker',
    html: script(
      `const r = await navigator.serviceWorker.register('/w.js'); await navigator.serviceWorker.ready; r.active.postMessage(1);`,
    ),
    files: {
      '/w.js': `oninstall = () => skipWaiting(); onactivate = (e) => e.waitUntil(clients.claim()); onmessage = () => fetch('/order', { method: 'POST', body: 'x' });`,
    },
  },
  {
    name: 'iframe of the same origin',
    html: script(
      `frames[0].document.forms[0].submit()`,
      `${button}<iframe srcdoc="<form method=post action=/order></form>"></iframe>`,
    ),
  },
  {
    name: 'iframe of another origin',
    html: script(`frames[0].postMessage(1, '*')`, `${button}<iframe src="${other}/frame"></iframe>`),
    files: { '/frame': `<script>onmessage = () => fetch('/order', { method: 'POST', body: 'x' });</script>` },
  },
  {
    name: 'fetch of a fresh iframe',
    html: script(
      `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.fetch('${'/order'}', { method: 'POST' });`,
    ),
  },
  {
    name: 'button inside an iframe',
    html: `<body><iframe width="300" height="100" srcdoc="<form method=post action=/order><button id=go>Continue</button></form>"></iframe>`,
  },
  {
    name: 'window.open and a form in it',
    html: script(
      `const w = open('about:blank'); w.document.write('<form method=post action=/order></form>'); w.document.forms[0].submit();`,
    ),
  },
  {
    name: 'javascript: link',
    html: `<body><a id="go" href="javascript:void fetch('/order', { method: 'POST' })">Continue</a>`,
  },
  {
    name: 'mousedown',
    html: `<body>${button}<script>go.onmousedown = () => fetch('/order', { method: 'POST' });</script>`,
  },
  {
    name: 'pointerup',
    html: `<body>${button}<script>go.onpointerup = () => fetch('/order', { method: 'POST' });</script>`,
  },
  { name: 'focus', html: `<body>${button}<script>go.onfocus = () => fetch('/order', { method: 'POST' });</script>` },
  { name: 'link with a consequential address', html: '<body><a id="go" href="/order/confirm?id=7">Continue</a>' },
  { name: 'image with a consequential address', html: script(`new Image().src = '/order/confirm?id=7'`) },
  { name: 'location with a consequential address', html: script(`location = '/order/confirm?id=7'`) },
  {
    name: 'form that is sent by GET',
    html: `<body><form action="/order/confirm"><input name="id" value="7"><button id="go">Continue</button></form>`,
  },
  {
    name: 'page that submits itself',
    html: script(`location = '/auto'`),
    files: { '/auto': `<form method="post" action="/order"></form><script>document.forms[0].submit()</script>` },
  },
  {
    name: 'frame that submits itself',
    html: script(`document.body.insertAdjacentHTML('beforeend', '<iframe src=/auto></iframe>')`),
    files: { '/auto': `<form method="post" action="/order"></form><script>document.forms[0].submit()</script>` },
  },
  ...socketWays,
];
