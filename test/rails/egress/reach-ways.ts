/** A way in which a page reaches an address by itself. */
export interface ReachWay {
  name: string;
  /** Script with the variable `url`, an address without a page on it. It runs when the button is clicked. */
  code: string;
  files?: Record<string, string>;
}

const element = (tag: string, attributes: string): string =>
  `const node = document.createElement('${tag}'); Object.assign(node, { ${attributes} }); document.body.append(node);`;
const markup = (html: string): string =>
  `const box = document.createElement('div'); box.innerHTML = \`${html}\`; document.body.append(box);`;
const worker = (kind: 'Worker' | 'SharedWorker'): string =>
  kind === 'Worker'
    ? `new Worker('/fetch.js').postMessage(url)`
    : `const shared = new SharedWorker('/shared.js'); shared.port.postMessage(url)`;

export const reachWays: ReachWay[] = [
  { name: 'picture', code: `new Image().src = url` },
  { name: 'script', code: element('script', 'src: url') },
  { name: 'module', code: `import(url).catch(() => undefined)` },
  { name: 'style sheet', code: element('link', `rel: 'stylesheet', href: url`) },
  { name: 'imported style sheet', code: `${element('style', '')} node.textContent = '@import "' + url + '"'` },
  { name: 'background', code: `document.body.style.background = 'url(' + url + ')'` },
  { name: 'font', code: `new FontFace('own', 'url(' + url + ')').load().catch(() => undefined)` },
  { name: 'video', code: element('video', `src: url, preload: 'auto'`) },
  { name: 'frame', code: element('iframe', 'src: url') },
  { name: 'picture in a frame without an address', code: element('iframe', `srcdoc: '<img src=' + url + '>'`) },
  {
    name: 'picture in a sandboxed frame',
    code: `${element('iframe', `srcdoc: '<img src=' + url + '>'`)} node.sandbox = ''`,
  },
  { name: 'object', code: element('object', 'data: url') },
  { name: 'embed', code: element('embed', 'src: url') },
  { name: 'fetch', code: `fetch(url).catch(() => undefined)` },
  { name: 'fetch without CORS', code: `fetch(url, { mode: 'no-cors', keepalive: true }).catch(() => undefined)` },
  { name: 'XMLHttpRequest', code: `const x = new XMLHttpRequest(); x.open('GET', url); x.send()` },
  { name: 'beacon', code: `navigator.sendBeacon(url)` },
  { name: 'ping', code: markup(`<a href="#here" ping="\${url}"></a>`).concat(` box.firstChild.click()`) },
  { name: 'EventSource', code: `new EventSource(url)` },
  { name: 'WebSocket', code: `new WebSocket(url.replace('http', 'ws'))` },
  {
    name: 'fetch of a worker',
    code: worker('Worker'),
    files: { '/fetch.js': `onmessage = ({ data }) => fetch(data, { mode: 'no-cors' }).catch(() => undefined)` },
  },
  {
    name: 'WebSocket of a worker',
    code: `new Worker('/socket.js').postMessage(url)`,
    files: { '/socket.js': `onmessage = ({ data }) => new WebSocket(data.replace('http', 'ws'))` },
  },
  {
    name: 'fetch of a shared worker',
    code: worker('SharedWorker'),
    files: {
      '/shared.js': `onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => fetch(data, { mode: 'no-cors' }).catch(() => undefined); }`,
    },
  },
  {
    name: 'fetch of a service worker',
    code: `navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready).then(({ active }) => active.postMessage(url))`,
    files: { '/service.js': `onmessage = ({ data }) => fetch(data, { mode: 'no-cors' }).catch(() => undefined)` },
  },
  { name: 'prefetch', code: element('link', `rel: 'prefetch', href: url`) },
  { name: 'preload', code: element('link', `rel: 'preload', as: 'image', href: url`) },
  { name: 'module preload', code: element('link', `rel: 'modulepreload', href: url`) },
  {
    name: 'form in a frame',
    code: markup(`<iframe name="f"></iframe><form target="f" action="\${url}"></form>`).concat(
      ` box.lastChild.submit()`,
    ),
  },
  {
    name: 'frame that redirects itself',
    code: element('iframe', `srcdoc: '<meta http-equiv=refresh content="0;url=' + url + '">'`),
  },
  {
    name: 'frame of a blob',
    code: element('iframe', `src: URL.createObjectURL(new Blob(['<img src=' + url + '>'], { type: 'text/html' }))`),
  },
  { name: 'frame of a data URL', code: element('iframe', `src: 'data:text/html,<img src=' + url + '>'`) },
  { name: 'redirect of a picture', code: `new Image().src = '/redirect?302=' + encodeURIComponent(url)` },
  { name: 'redirect of a fetch', code: `fetch('/redirect?307=' + encodeURIComponent(url)).catch(() => undefined)` },
  { name: 'window', code: `window.open(url)` },
  { name: 'window without an opener', code: `window.open(url, '_blank', 'noopener')` },
  {
    name: 'link to a new window',
    code: markup(`<a href="\${url}" target="_blank" rel="opener"></a>`).concat(` box.firstChild.click()`),
  },
];

/** How a page leaves for another address. */
export const leaveWays: { name: string; code: string }[] = [
  { name: 'location', code: `location.href = url` },
  { name: 'location.replace', code: `location.replace(url)` },
  { name: 'link', code: markup(`<a href="\${url}"></a>`).concat(` box.firstChild.click()`) },
  { name: 'form', code: markup(`<form action="\${url}"></form>`).concat(` box.firstChild.submit()`) },
  { name: 'redirect 301', code: `location.href = '/redirect?301=' + encodeURIComponent(url)` },
  { name: 'redirect 302', code: `location.href = '/redirect?302=' + encodeURIComponent(url)` },
  { name: 'redirect 303', code: `location.href = '/redirect?303=' + encodeURIComponent(url)` },
  { name: 'redirect 307', code: `location.href = '/redirect?307=' + encodeURIComponent(url)` },
  { name: 'redirect 308', code: `location.href = '/redirect?308=' + encodeURIComponent(url)` },
  {
    name: 'meta refresh',
    code: `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=' + url; document.head.append(m)`,
  },
  { name: 'navigation API', code: `navigation.navigate(url).committed.catch(() => undefined)` },
];
