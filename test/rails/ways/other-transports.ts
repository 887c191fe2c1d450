import { asScript, type Transport } from './transports.js';

/** By frames, windows, workers and sockets, while the page is left, and by addresses. */
export const otherTransports: readonly Transport[] = [
  {
    name: 'frame of the same origin',
    code: 'frames[0].postMessage(1, "*");',
    before: '<iframe src="/frame" width="50" height="50"></iframe>',
    files: (p) => ({ '/frame': `<script>${asScript(p, 'onmessage = () => fetch(o.path, init());')}</script>` }),
    seconds: 0.2,
  },
  {
    name: 'frame of another origin',
    code: 'frames[0].postMessage(1, "*");',
    before: '<iframe src="OTHER/frame" width="50" height="50"></iframe>',
    files: (p) => ({ '/frame': `<body><script>${asScript(p, 'onmessage = () => makeForm().submit();')}</script>` }),
    seconds: 0.2,
  },
  {
    name: 'frame that sends itself',
    code: "document.body.insertAdjacentHTML('beforeend', '<iframe src=/auto></iframe>');",
    files: (p) => ({ '/auto': `<body><script>${asScript(p, 'makeForm().submit();')}</script>` }),
    seconds: 0.2,
  },
  {
    name: 'sandboxed frame',
    code: 'frames[0].postMessage(1, "*");',
    before: '<iframe src="/frame" sandbox="allow-scripts allow-forms" width="50" height="50"></iframe>',
    files: (p) => ({
      '/frame': `<body><script>${asScript(p, "onmessage = () => fetch(new URL(o.path, location), { ...post(), mode: 'no-cors', headers: {} });")}</script>`,
    }),
    seconds: 0.2,
  },
  {
    name: 'page that sends itself',
    code: "location.href = '/auto';",
    files: (p) => ({ '/auto': `<body><script>${asScript(p, 'makeForm().submit();')}</script>` }),
    seconds: 0.3,
  },
  {
    name: 'popup without an address',
    code: "const w = open('about:blank'); w.fetch(new URL(o.path, location).href, init());",
    seconds: 0.2,
  },
  { name: 'form of a popup', code: "const w = open('about:blank'); makeForm('', w.document).submit();", seconds: 0.2 },
  {
    name: 'popup that sends itself',
    code: "open('/auto');",
    files: (p) => ({ '/auto': `<body><script>${asScript(p, 'makeForm().submit();')}</script>` }),
    seconds: 0.3,
  },
  {
    name: 'popup that fetches',
    code: "open('/auto');",
    files: (p) => ({ '/auto': `<body><script>${asScript(p, 'fetch(o.path, init());')}</script>` }),
    seconds: 0.3,
  },
  {
    name: 'worker',
    code: "new Worker('/w.js');",
    files: (p) => ({ '/w.js': asScript(p, 'fetch(o.path, init());') }),
    seconds: 0.3,
  },
  {
    name: 'worker of a Blob',
    code: "new Worker(URL.createObjectURL(new Blob(['fetch(' + JSON.stringify(new URL(o.path, location).href) + ',' + JSON.stringify(init()) + ')'])));",
    seconds: 0.3,
  },
  {
    name: 'worker that is there already',
    code: 'w.postMessage(1);',
    before: "<script>const w = new Worker('/w.js');</script>",
    files: (p) => ({ '/w.js': asScript(p, 'onmessage = () => fetch(o.path, init());') }),
    seconds: 0.3,
  },
  {
    name: 'shared worker',
    code: "new SharedWorker('/w.js');",
    files: (p) => ({ '/w.js': asScript(p, 'fetch(o.path, init());') }),
    seconds: 0.3,
  },
  {
    name: 'shared worker that is there already',
    code: 'w.port.postMessage(1);',
    before: "<script>const w = new SharedWorker('/w.js');</script>",
    files: (p) => ({
      '/w.js': asScript(p, 'onconnect = ({ ports: [p] }) => { p.onmessage = () => fetch(o.path, init()); };'),
    }),
    seconds: 0.3,
  },
  {
    name: 'service worker',
    code: "await navigator.serviceWorker.register('/w.js'); const r = await navigator.serviceWorker.ready; r.active.postMessage(1);",
    files: (p) => ({
      '/w.js': asScript(p, 'oninstall = () => skipWaiting(); onmessage = (e) => e.waitUntil(fetch(o.path, init()));'),
    }),
    seconds: 0.6,
  },
  {
    name: 'service worker that changes a request',
    code: "fetch('/harmless');",
    before: "<script>navigator.serviceWorker.register('/w.js');</script>",
    files: (p) => ({
      '/w.js': asScript(
        p,
        'oninstall = () => skipWaiting(); onactivate = (e) => e.waitUntil(clients.claim()); onfetch = (e) => { if (e.request.url.endsWith("/harmless")) e.respondWith(fetch(o.path, init())); };',
      ),
    }),
    seconds: 0.6,
  },
  {
    name: 'worklet-free module import',
    code: "const u = URL.createObjectURL(new Blob(['fetch(' + JSON.stringify(new URL(o.path, location).href) + ',' + JSON.stringify(init()) + ')'], { type: 'text/javascript' })); import(u);",
    seconds: 0.2,
  },
  {
    name: 'WebSocket',
    code: "const s = new WebSocket('ws://' + location.host + '/socket'); s.onopen = () => s.send(o.body);",
    seconds: 0.3,
  },
  {
    name: 'WebSocket that is open',
    code: 's.send(o.body);',
    before: "<script>const s = new WebSocket('ws://' + location.host + '/socket');</script>",
    seconds: 0.2,
  },
  {
    name: 'binary WebSocket message',
    code: 's.send(new TextEncoder().encode(o.body));',
    before: "<script>const s = new WebSocket('ws://' + location.host + '/socket');</script>",
    seconds: 0.2,
  },
  {
    name: 'WebSocket of a worker',
    code: 'w.postMessage(1);',
    before: "<script>const w = new Worker('/w.js');</script>",
    files: (p) => ({
      '/w.js': asScript(
        p,
        "const s = new WebSocket('ws://' + location.host + '/socket'); onmessage = () => s.readyState === 1 ? s.send(o.body) : s.addEventListener('open', () => s.send(o.body));",
      ),
    }),
    seconds: 0.3,
  },
  {
    name: 'beacon while the page is left',
    code: "addEventListener('pagehide', () => navigator.sendBeacon(o.path, o.body)); location.href = '/empty';",
    seconds: 0.2,
  },
  {
    name: 'keepalive while the page is left',
    code: "addEventListener('beforeunload', () => { fetch(o.path, init({ keepalive: true })); }); location.href = '/empty';",
    seconds: 0.2,
  },
  {
    name: 'hidden page',
    code: "addEventListener('visibilitychange', () => navigator.sendBeacon(o.path, o.body)); location.href = '/empty';",
    seconds: 0.2,
  },
  {
    name: 'ping of a link',
    code: "const a = document.createElement('a'); a.href = '/empty'; a.ping = o.address; document.body.append(a); a.click();",
    seconds: 0.2,
  },
  { name: 'confirmed question', code: "if (confirm('Really?')) fetch(o.path, init());", dialog: true },
  { name: 'prompt', code: "if (prompt('Name', 'x')) makeForm().submit();", dialog: true },
  {
    name: 'broadcast to a frame',
    code: "new BroadcastChannel('c').postMessage(1);",
    before: '<iframe src="/frame" width="50" height="50"></iframe>',
    files: (p) => ({
      '/frame': `<script>${asScript(p, "new BroadcastChannel('c').onmessage = () => fetch(o.path, init());")}</script>`,
    }),
    seconds: 0.3,
  },
  {
    name: 'storage event in a frame',
    code: "localStorage.setItem('k', Math.random());",
    before: '<iframe src="/frame" width="50" height="50"></iframe>',
    files: (p) => ({
      '/frame': `<script>${asScript(p, "addEventListener('storage', () => fetch(o.path, init()));")}</script>`,
    }),
    seconds: 0.3,
  },
  {
    name: 'request in two parts',
    code: "await fetch('/part', { method: 'POST', body: '1' }).catch(() => 0); fetch(o.path, init());",
    seconds: 0.3,
  },
  { name: 'pushState before', code: "history.pushState(0, '', '/search?q=a'); fetch(o.path, init());" },
  {
    name: 'document.write',
    code: "document.write('<form id=f method=post action=' + JSON.stringify(o.path) + '><input name=item value=M4711></form><script>f.submit()</' + 'script>'); document.close();",
  },
  {
    name: 'repeated timer',
    code: 'let n = 0; setInterval(() => { n += 1; if (n === 5) fetch(o.path, init()); }, 100);',
    seconds: 1,
  },
  { name: 'three times', code: 'for (let i = 0; i < 3; i += 1) fetch(o.path, init()).catch(() => 0);' },
  { name: 'location with an address', code: 'location.href = o.address;', needsAddress: true },
  { name: 'location.replace', code: 'location.replace(o.address);', needsAddress: true },
  { name: 'image', code: 'new Image().src = o.address;', needsAddress: true },
  {
    name: 'script element',
    code: "const s = document.createElement('script'); s.src = o.address; document.head.append(s);",
    needsAddress: true,
  },
  {
    name: 'style sheet',
    code: "const s = document.createElement('link'); s.rel = 'stylesheet'; s.href = o.address; document.head.append(s);",
    needsAddress: true,
  },
  { name: 'EventSource', code: 'new EventSource(o.address);', needsAddress: true, seconds: 0.2 },
  { name: 'GET by fetch', code: 'fetch(o.address);', needsAddress: true },
  {
    name: 'frame with an address',
    code: "const f = document.createElement('iframe'); f.src = o.address; document.body.append(f);",
    needsAddress: true,
  },
  {
    name: 'meta refresh',
    code: `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=' + o.address; document.head.append(m);`,
    needsAddress: true,
    seconds: 0.5,
  },
  { name: 'window with an address', code: 'open(o.address);', needsAddress: true, seconds: 0.3 },
  {
    name: 'prefetch',
    code: "const l = document.createElement('link'); l.rel = 'prefetch'; l.href = o.address; document.head.append(l);",
    needsAddress: true,
    seconds: 0.3,
  },
  {
    name: 'video',
    code: "const v = document.createElement('video'); v.src = o.address; document.body.append(v); v.load();",
    needsAddress: true,
    seconds: 0.3,
  },
  {
    name: 'background image',
    code: "document.body.style.backgroundImage = 'url(' + JSON.stringify(o.address) + ')';",
    needsAddress: true,
    seconds: 0.3,
  },
];
