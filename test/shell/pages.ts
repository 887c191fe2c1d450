import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../support/serve.js';

/** A small site: a form, a table, a file, a counter that reports to the server, cookies, slow pages. */
export const pages: Record<string, Answer> = {
  '/': `<title>Desk</title><h1>Desk</h1>
    <button onclick="fetch('/count?' + ++this.dataset.n);this.textContent='Count '+this.dataset.n" data-n="0">Count</button>
    <button onclick="void 0">Idle</button>
    <form action="/sent"><label>Name <input name="name"></label><label>Colour <select name="colour"><option>Red<option>Blue</select></label>
      <label><input type="checkbox" name="agree"> I agree</label><label>Secret <input type="password" name="secret"></label><button>Send</button></form>
    <a href="/file">Price list</a> <a href="/table">Table</a>`,
  '/table': `<title>Table</title><table><caption>Stock</caption><tr><th>Item<th>Left${Array.from(
    { length: 60 },
    (_, row) => `<tr><td>Item ${row + 1}<td>${row * 3}<td><a href="/item/${row + 1}">Open</a>`,
  ).join('')}</table>`,
  '/sent': '<title>Sent</title><h1>Thank you</h1><button>Again</button>',
  '/long': `<title>Long</title><main>${Array.from({ length: 900 }, (_, line) => `${line === 300 ? '<h2>Prices</h2>' : line === 302 ? '<h2>Notes</h2>' : ''}<p>Paragraph ${line} says nothing of any weight.</p>`).join('')}</main>`,
  '/file': (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-disposition', 'attachment; filename=prices.csv');
    response.end('item,price\nmug,12.50\n');
  },
  '/files': '<title>Files</title><label>Photo <input type="file"></label><label>Note <textarea></textarea></label>',
  '/never': () => undefined,
  '/cookie': (request: IncomingMessage, response: ServerResponse) => {
    const seen = request.headers.cookie ?? 'none';
    response.setHeader('set-cookie', `who=${new URL(request.url ?? '/', 'http://x').searchParams.get('who')}`);
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Cookie</title><p>You brought: ${seen}</p>`);
  },
};
