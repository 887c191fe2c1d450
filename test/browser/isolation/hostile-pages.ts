import { Worker } from 'node:worker_threads';

/** A page that tries to use up what its session shares with others. */
export interface HostilePage {
  what: string;
  html: string;
}

const big = `'x'.repeat(1e6)`;

/** Runs `work` without end, about as often as the browser lets it, and leaves the page a moment to process events. */
const forever = (work: string, times = 200) =>
  `<script>let n = 0; function storm() { for (let turn = 0; turn < ${times}; turn += 1) { n += 1; ${work} } setTimeout(storm); } storm();</script>`;

export const hostilePages: readonly HostilePage[] = [
  { what: 'pushState', html: forever(`history.pushState(n, '', '?' + n);`) },
  {
    what: 'pushState without a pause',
    html: `<script>for (let n = 0; ; n += 1) history.pushState(n, '', '?' + n);</script>`,
  },
  {
    what: 'replaceState with long URLs',
    html: forever(`history.replaceState(n, '', '?' + n + 'x'.repeat(60000));`, 20),
  },
  { what: 'hash changes', html: forever(`location.hash = n;`) },
  { what: 'console.log', html: forever(`console.log('line', n);`, 2_000) },
  { what: 'console.log without a pause', html: `<script>for (;;) console.log('line');</script>` },
  {
    what: 'console.log of large objects',
    html: `<script>const tree = (depth) => depth ? { a: tree(depth - 1), b: tree(depth - 1), c: ${big} } : 1; const big = tree(6);</script>${forever(`console.log(big, ${big});`, 5)}`,
  },
  {
    what: 'console.error and exceptions',
    html: forever(`console.error(n); setTimeout(() => { throw new Error(${big}); });`, 5),
  },
  { what: 'alerts', html: `<script>for (;;) alert('again');</script>` },
  { what: 'alerts with long texts', html: `<script>for (;;) confirm(${big});</script>` },
  { what: 'windows', html: forever(`open('/quiet?' + n);`, 2) },
  { what: 'endless JavaScript', html: `<script>setTimeout(() => { for (;;); });</script>` },
  { what: 'memory', html: forever(`(globalThis.kept ??= []).push(new Uint8Array(1e6).fill(n));`, 20) },
  {
    what: 'workers',
    html: `<script>const work = URL.createObjectURL(new Blob(['for (;;) postMessage(1)']));</script>${forever('if (n < 100) new Worker(work);', 2)}`,
  },
  { what: 'fetch', html: forever(`fetch('/quiet?' + n).catch(() => 0);`, 50) },
  { what: 'beacons', html: forever(`navigator.sendBeacon('/quiet?' + n, 'x'.repeat(1000));`, 50) },
  { what: 'WebSockets', html: forever(`new WebSocket(location.origin.replace('http', 'ws') + '/socket?' + n);`, 10) },
  {
    what: 'frames',
    html: forever(
      `if (n < 3000) document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: 'x' }));`,
      10,
    ),
  },
  {
    what: 'frames of another site',
    html: forever(
      `if (n < 200) document.body.append(Object.assign(document.createElement('iframe'), { src: '{{other}}/quiet?' + n }));`,
      2,
    ),
  },
  {
    what: 'frames that come and go',
    html: forever(`const one = document.createElement('iframe'); document.body.append(one); one.remove();`, 20),
  },
  {
    what: 'a growing document',
    html: forever(`document.body.append(Object.assign(document.createElement('button'), { textContent: n }));`, 500),
  },
  {
    what: 'a deep document',
    html: `<script>let at = document.body; for (let n = 0; n < 100000; n += 1) { const next = document.createElement('div'); at.append(next); at = next; }</script>`,
  },
  { what: 'titles', html: forever(`document.title = n + 'x'.repeat(10000);`) },
  { what: 'reloads', html: `<script>location.href = '?' + Math.random();</script>` },
  {
    what: 'downloads',
    html: forever(`const a = document.createElement('a'); a.href = '/file?' + n; a.download = 'f' + n; a.click();`, 5),
  },
  {
    what: 'downloads of blobs',
    html: `<script>const url = URL.createObjectURL(new Blob([${big}]));</script>${forever("const a = document.createElement('a'); a.href = url; a.download = 'f' + n; a.click();", 5)}`,
  },
  { what: 'printing', html: `<script>for (;;) print();</script>` },
  {
    what: 'history.back',
    html: `<script>history.pushState(1, '', '?1'); history.pushState(2, '', '?2');</script>${forever('n % 2 ? history.back() : history.forward();', 50)}`,
  },
  {
    what: 'animations',
    html: `<style>@keyframes turn { to { transform: rotate(1turn) scale(3); filter: blur(9px) } } i { position: absolute; animation: turn .1s infinite; width: 90px; height: 90px; background: red; filter: blur(4px) }</style><script>for (let n = 0; n < 1500; n += 1) document.body.append(Object.assign(document.createElement('i'), { style: 'left:' + n % 900 + 'px;animation-delay:-' + n + 'ms' }));</script>`,
  },
  {
    what: 'large canvases',
    html: forever(
      `const one = document.createElement('canvas'); one.width = one.height = 8000; one.getContext('2d').fillRect(0, 0, 8000, 8000); (globalThis.kept ??= []).push(one); if (kept.length > 8) kept.shift(); document.body.append(one);`,
      1,
    ),
  },
  { what: 'blob URLs', html: forever(`URL.createObjectURL(new Blob([n + 'x'.repeat(9999)]));`, 100) },
  {
    what: 'messages between frames',
    html: `<iframe src="{{other}}/echo"></iframe><script>onmessage = (event) => { for (let n = 0; n < 3; n += 1) event.source.postMessage('x'.repeat(1000), '*'); };</script>`,
  },
  {
    what: 'broadcasts',
    html: `<script>const one = new BroadcastChannel('c'), other = new BroadcastChannel('c'); other.onmessage = () => { one.postMessage('x'.repeat(1000)); one.postMessage(1); }; one.postMessage(1);</script>`,
  },
  {
    what: 'a service worker',
    html: `<script>navigator.serviceWorker.register('/worker.js').then(() => fetch('/quiet?' + Math.random())); setInterval(() => fetch('/quiet?' + Math.random()).catch(() => 0), 5);</script>`,
  },
  {
    what: 'storage',
    html: forever(
      `try { localStorage['k' + n] = 'x'.repeat(50000); } catch { localStorage.clear(); } document.cookie = 'c' + n + '=' + 'x'.repeat(2000);`,
      20,
    ),
  },
  {
    what: 'file choosers and permissions',
    html: `<input type=file>${forever("document.querySelector('input').click(); navigator.geolocation.getCurrentPosition(() => 0); Notification.requestPermission();", 5)}`,
  },
  {
    what: 'full screen, pointer lock and focus',
    html: forever(
      `document.documentElement.requestFullscreen().catch(() => 0); document.documentElement.requestPointerLock(); focus(); moveTo(n, n); resizeTo(n, n);`,
      20,
    ),
  },
  {
    what: 'mutations',
    html: `<p id=p></p>${forever("p.textContent = n; p.setAttribute('aria-label', n); p.style.width = n % 900 + 'px';", 2_000)}`,
  },
  { what: 'a document that never ends', html: `<script>location.href = '/endless';</script>` },
  {
    what: 'unload handlers',
    html: `<script>onbeforeunload = () => { const end = Date.now() + 5000; while (Date.now() < end); return 'stay'; }; onpagehide = () => { for (;;); }; onunload = () => { for (;;); };</script>`,
  },
  { what: 'debugger statements', html: forever('debugger;', 50) },
  {
    what: 'wasm and regular expressions',
    html: `<script>setTimeout(() => /^(a+)+$/.test('a'.repeat(60) + '!'), 10);</script>`,
  },
];

export interface HostileServer {
  /** The address of the page with this name. */
  url(what: string): string;
  /** A page that does nothing. */
  quiet: string;
  close(): Promise<void>;
}

export async function serveHostilePages(): Promise<HostileServer> {
  const workerData = Object.fromEntries(hostilePages.map(({ what, html }) => [what, html]));
  const worker = new Worker(new URL('hostile-server.mjs', import.meta.url), { workerData });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: (what) => `${origin}/${encodeURIComponent(what)}`,
    quiet: `${origin}/quiet`,
    close: async () => void (await worker.terminate()),
  };
}
