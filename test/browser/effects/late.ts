import { type EffectCase, onClick, serveDeed } from './case.js';

const done = [{ kind: 'renamed' as const, to: 'Done' }];
const worker = `const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => postMessage(1)']))); worker.onmessage = () => show('Done');`;

/** What comes of a click after its handler has returned. */
export const late: EffectCase[] = [
  { name: 'after a timer of 0 ms', body: onClick(`setTimeout(() => show('Done'));`), tells: done },
  { name: 'after a timer of 100 ms', body: onClick(`setTimeout(() => show('Done'), 100);`), tells: done },
  { name: 'after a timer of 400 ms', body: onClick(`setTimeout(() => show('Done'), 400);`), tells: done },
  { name: 'after a timer of 1200 ms', body: onClick(`setTimeout(() => show('Done'), 1200);`), tells: done },
  { name: 'after a timer of 5 s', body: onClick(`setTimeout(() => show('Done'), 5000);`), linger: 3_600 },
  {
    name: 'after a chain of timers',
    body: onClick(`setTimeout(() => setTimeout(() => setTimeout(() => show('Done'), 150), 150), 150);`),
    tells: done,
  },
  {
    name: 'after a timer that does nothing',
    body: onClick(`setTimeout(() => undefined, 50);`),
    effects: ['unchanged', 'unknown'],
  },
  {
    name: 'after a timer that is cleared',
    body: onClick(`clearTimeout(setTimeout(() => show('Never'), 50));`),
    effects: ['unchanged', 'unknown'],
  },
  {
    name: 'after an interval',
    body: onClick(`const timer = setInterval(() => { show('Done'); clearInterval(timer); }, 200);`),
    tells: done,
  },
  {
    name: 'after a fetch',
    body: onClick(`show(await (await fetch('/do/KEY')).text() && 'Done');`),
    serve: serveDeed(100),
    tells: [...done, { kind: 'request', method: 'GET', status: 200 }],
  },
  {
    name: 'after a fetch whose answer is not read',
    body: onClick(`await fetch('/do/KEY', { method: 'POST' }); show('Done');`),
    serve: serveDeed(20, 200, { 'cache-control': 'no-store', 'transfer-encoding': 'chunked' }),
    tells: [...done, { kind: 'request', method: 'POST', status: 200 }],
    shows: '"reason":"requests done',
  },
  {
    name: 'after a slow fetch',
    body: onClick(`await fetch('/do/KEY'); show('Done');`),
    serve: serveDeed(1_500),
    tells: done,
  },
  {
    name: 'after a fetch that is slower than all patience',
    body: onClick(`await fetch('/do/KEY'); show('Done');`),
    serve: serveDeed(4_500),
    tells: [{ kind: 'request' }],
  },
  {
    name: 'after a fetch then a timer',
    body: onClick(`await fetch('/do/KEY'); setTimeout(() => show('Done'), 60);`),
    serve: serveDeed(80),
    tells: [{ kind: 'request' }],
  },
  {
    name: 'after a timer then a fetch',
    body: onClick(`setTimeout(async () => { await fetch('/do/KEY'); show('Done'); }, 300);`),
    serve: serveDeed(80),
    tells: done,
  },
  {
    name: 'after an XMLHttpRequest',
    body: onClick(
      `const ask = new XMLHttpRequest(); ask.open('POST', '/do/KEY'); ask.onload = () => show('Done'); ask.send('x');`,
    ),
    serve: serveDeed(50),
    tells: [...done, { kind: 'request', method: 'POST' }],
  },
  {
    name: 'after a failing fetch',
    body: onClick(`try { await fetch('/do/KEY'); } finally { show('Done'); }`),
    serve: (witness, key) => witness.answer(`/do/${key}`, (_, response) => response.destroy()),
    tells: done,
  },
  {
    name: 'a fetch and nothing to see',
    body: onClick(`await fetch('/do/KEY', { method: 'POST' });`),
    serve: serveDeed(20),
    tells: [{ kind: 'request', method: 'POST', status: 200 }],
  },
  {
    name: 'a beacon and nothing to see',
    body: onClick(`navigator.sendBeacon('/do/KEY', 'x');`),
    serve: serveDeed(),
    tells: [{ kind: 'request', method: 'POST' }],
  },
  { name: 'after a frame', body: onClick(`requestAnimationFrame(() => show('Done'));`), tells: done },
  {
    name: 'after three frames',
    body: onClick(
      `requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => show('Done'))));`,
    ),
    tells: done,
  },
  { name: 'after a promise', body: onClick(`await null; await null; show('Done');`), tells: done },
  {
    name: 'after a message channel',
    body: onClick(
      `const channel = new MessageChannel(); channel.port1.onmessage = () => show('Done'); channel.port2.postMessage(1);`,
    ),
    tells: done,
  },
  {
    name: 'after ten messages',
    body: onClick(
      `const channel = new MessageChannel(); let left = 10; channel.port1.onmessage = () => --left ? channel.port2.postMessage(1) : show('Done'); channel.port2.postMessage(1);`,
    ),
    tells: done,
  },
  {
    name: 'after a posted message',
    body: onClick(`onmessage = () => show('Done'); postMessage('x', '*');`),
    tells: done,
  },
  {
    name: 'after indexedDB',
    body: onClick(`const ask = indexedDB.open('base-KEY'); ask.onsuccess = () => show('Done');`),
    tells: done,
  },
  {
    name: 'after two steps of indexedDB',
    body: onClick(
      `const ask = indexedDB.open('two-KEY', 1); ask.onupgradeneeded = () => ask.result.createObjectStore('s'); ask.onsuccess = () => { const put = ask.result.transaction('s', 'readwrite'); put.objectStore('s').put(1, 1); put.oncomplete = () => show('Done'); };`,
    ),
    tells: done,
  },
  { name: 'after an idle callback', body: onClick(`requestIdleCallback(() => show('Done'));`), tells: done },
  { name: 'after a posted task', body: onClick(`scheduler.postTask(() => show('Done'));`), tells: done },
  {
    name: 'after a task posted with a delay',
    body: onClick(`scheduler.postTask(() => show('Done'), { delay: 120 });`),
    tells: done,
  },
  {
    name: 'after a worker',
    body: onClick(
      `worker.postMessage(1);`,
      `<script data-ambient>${worker.replace('show(', 'show2(')} const show2 = (text) => show(text);</script>`,
    ),
    tells: done,
  },
  {
    name: 'after a digest',
    body: onClick(`await crypto.subtle?.digest('SHA-256', new Uint8Array(4_000_000)); show('Done');`),
    tells: done,
  },
  {
    name: 'after an image',
    body: onClick(
      `const image = new Image(); image.onload = image.onerror = () => show('Done'); image.src = '/do/KEY';`,
    ),
    serve: serveDeed(120),
    tells: done,
  },
  {
    name: 'after a script',
    body: onClick(
      `const script = document.createElement('script'); script.src = '/do/KEY'; script.onload = script.onerror = () => show('Done'); document.head.append(script);`,
    ),
    serve: serveDeed(120, 200, { 'content-type': 'text/javascript' }),
    tells: done,
  },
  {
    name: 'after a transition',
    body: onClick(
      `out.style.opacity = '0.5'; out.ontransitionend = () => show('Done');`,
      '<style>#out{transition:opacity 250ms}</style>',
    ),
    tells: done,
  },
  {
    name: 'after an animation',
    body: onClick(`out.animate([{ marginLeft: 0 }, { marginLeft: '40px' }], 250).finished.then(() => show('Done'));`),
    tells: done,
  },
  {
    name: 'after a resize observer',
    body: onClick(`new ResizeObserver(() => show('Done')).observe(out);`),
    tells: done,
  },
  {
    name: 'after a broadcast',
    body: onClick(
      `const one = new BroadcastChannel('KEY'); const two = new BroadcastChannel('KEY'); two.onmessage = () => show('Done'); one.postMessage(1);`,
    ),
    tells: done,
  },
  {
    name: 'after a file reader',
    body: onClick(
      `const reader = new FileReader(); reader.onload = () => show('Done'); reader.readAsText(new Blob(['x']));`,
    ),
    tells: done,
  },
];
