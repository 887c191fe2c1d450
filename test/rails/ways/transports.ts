import { bodyOf, type Purpose } from './purpose.js';

/** How a script sends what the purpose says. */
export interface Transport {
  name: string;
  /** The body of `async function go(event)`. `o` is the order: path, method, type, body, fields, headers. */
  code: string;
  /** Elements or scripts before the control. */
  before?: string;
  files?(purpose: Purpose): Readonly<Record<string, string>>;
  /** How long it takes. */
  seconds?: number;
  /** It sends an address without a body. */
  needsAddress?: boolean;
  /** A dialog is open after the input. */
  dialog?: boolean;
}

export function orderScript(purpose: Purpose): string {
  const { path, method = 'POST', fields, headers = {} } = purpose;
  const { type, text } = bodyOf(purpose);
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
  const address = path.includes('?') ? path : `${path}?${query}`;
  const o = { path, address, method, type, body: text, fields, headers, query };
  return `const o = ${JSON.stringify(o).replaceAll('<', '\\u003c')};
    const init = (more) => ({ method: o.method, ...(o.method === 'GET' ? {} : { body: o.body, headers: { 'content-type': o.type, ...o.headers } }), ...more });
    const post = (more) => ({ ...init(more), method: 'POST', body: o.body });
    const makeForm = (target, doc = document) => { const f = doc.createElement('form'); f.setAttribute('method', o.method === 'GET' ? 'get' : 'post'); f.setAttribute('action', o.path); if (target) f.setAttribute('target', target);
      for (const n in o.fields) { const i = doc.createElement('input'); i.type = 'hidden'; i.name = n; i.value = o.fields[n]; f.append(i); }
      if (!['GET', 'POST'].includes(o.method)) { const i = doc.createElement('input'); i.type = 'hidden'; i.name = '_method'; i.value = o.method; f.append(i); }
      doc.body.append(f); return f; };`;
}

export const asScript = (purpose: Purpose, code: string) => `${orderScript(purpose)}\n${code}`;

/** By the page itself. */
export const pageTransports: readonly Transport[] = [
  { name: 'fetch', code: 'fetch(o.path, init());' },
  { name: 'fetch of a Request', code: 'fetch(new Request(o.path, init()));' },
  { name: 'fetch as plain text', code: "fetch(o.path, { ...post(), headers: { 'content-type': 'text/plain' } });" },
  { name: 'fetch without a type', code: 'fetch(o.path, { method: "POST", body: new Blob([o.body]) });' },
  { name: 'fetch with keepalive', code: 'fetch(o.path, init({ keepalive: true }));' },
  {
    name: 'fetch of a multipart form',
    code: 'const d = new FormData(); for (const n in o.fields) d.append(n, o.fields[n]); fetch(o.path, { method: o.method === "GET" ? "POST" : o.method, body: d });',
  },
  {
    name: 'fetch of form fields',
    code: 'fetch(o.path, { method: o.method === "GET" ? "POST" : o.method, body: new URLSearchParams(o.query) });',
  },
  { name: 'fetch PATCH', code: "fetch(o.path, { ...post(), method: 'PATCH' });" },
  { name: 'fetch to another origin', code: "fetch('OTHER' + o.path, { ...post(), mode: 'no-cors', headers: {} });" },
  { name: 'fetch with a query', code: 'fetch(o.path + (o.path.includes("?") ? "&" : "?") + "v=2", init());' },
  {
    name: 'XMLHttpRequest',
    code: "const x = new XMLHttpRequest(); x.open(o.method, o.path); if (o.method !== 'GET') x.setRequestHeader('content-type', o.type); x.send(o.method === 'GET' ? null : o.body);",
  },
  {
    name: 'synchronous XMLHttpRequest',
    code: "const x = new XMLHttpRequest(); x.open('POST', o.path, false); try { x.send(o.body); } catch {}",
  },
  { name: 'sendBeacon', code: 'navigator.sendBeacon(o.path, o.body);' },
  {
    name: 'sendBeacon of a typed Blob',
    code: 'navigator.sendBeacon(o.path, new Blob([o.query], { type: "application/x-www-form-urlencoded" }));',
  },
  { name: 'form.submit()', code: 'makeForm().submit();' },
  { name: 'requestSubmit()', code: 'makeForm().requestSubmit();' },
  { name: 'form in a new window', code: "makeForm('_blank').submit();" },
  {
    name: 'form in a hidden frame',
    code: "makeForm('sink').submit();",
    before: '<iframe name="sink" hidden></iframe>',
  },
  {
    name: 'form of a fresh frame',
    code: "const f = document.createElement('iframe'); document.body.append(f); makeForm('', f.contentDocument).submit();",
  },
  {
    name: 'form by a click on its button',
    code: "const b = document.createElement('button'); makeForm().append(b); b.click();",
  },
  {
    name: 'form by formaction',
    code: "const f = makeForm(); f.setAttribute('action', '/page'); const b = document.createElement('button'); b.setAttribute('formaction', o.path); f.append(b); b.click();",
  },
  { name: 'timer of 400 ms', code: 'setTimeout(() => fetch(o.path, init()), 400);', seconds: 0.5 },
  { name: 'timer of 4 s', code: 'setTimeout(() => fetch(o.path, init()), 4000);', seconds: 5 },
  { name: 'form after 3 s', code: 'setTimeout(() => makeForm().submit(), 3000);', seconds: 4 },
  { name: 'microtasks', code: 'for (let i = 0; i < 200; i += 1) await null; fetch(o.path, init());' },
  { name: 'animation frame', code: 'requestAnimationFrame(() => requestAnimationFrame(() => fetch(o.path, init())));' },
  { name: 'idle callback', code: 'requestIdleCallback(() => fetch(o.path, init()));' },
  {
    name: 'mutation observer',
    code: 'new MutationObserver(() => fetch(o.path, init())).observe(document.body, { childList: true }); document.body.append("x");',
  },
  { name: 'after another answer', code: "await fetch('/empty'); fetch(o.path, init());" },
  {
    name: 'fetch of a fresh frame',
    code: "const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.fetch(o.path, init());",
  },
];
