import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acquireBrowser } from '../../src/environments/browser/launch/acquire-browser.js';
import { openPlaywrightOnly } from '../../src/environments/browser/playwright-only/environment.js';
import { type BrowserSession, type HandrailError, openSession } from '../../src/index.js';
import { createSession } from '../../src/session/session.js';
import { type Served, servePages } from '../support/serve.js';

const article = `<!doctype html><title>Moss</title>
<header><a href="/">Home</a><nav><a href="/a">Plants</a><a href="/b">Soil</a><a href="/c">Water</a></nav></header>
<main><h1>On <em>moss</em></h1>
<p>Moss grows <strong>slowly</strong>, says <a href="/ferns">the fern page</a>.<br>It needs <code>H2O</code>.</p>
<h2>Kinds</h2><ul><li>Sheet<ul><li>Carpet</li></ul></li><li>Cushion</li></ul><ol start="3"><li>Three</li><li>Four</li></ol>
<blockquote><p>Soft underfoot.</p></blockquote>
<pre><code class="language-js">let moss = 1;
  grow(moss);</code></pre>
<table><caption>Growth</caption><thead><tr><th>Kind</th><th>mm</th></tr></thead><tbody><tr><td>Sheet</td><td>4</td></tr></tbody></table>
<img alt="A green stone" src="/stone.png" width="40" height="40"><p hidden>Not to be seen</p>
<aside><p>Buy our newsletter</p></aside></main>
<footer><p>All rights reserved</p></footer>`;

const blog = `<!doctype html><title>Blog</title><div id="top"><ul class="menu"><li><a href="/1">One</a></li><li><a href="/2">Two</a></li><li><a href="/3">Three</a></li><li><a href="/4">Four</a></li></ul></div>
<div class="page"><div class="post"><h1>A day out</h1>${'<p>We walked along the river for a long while and saw herons, otters and a very old mill that still turns.</p>'.repeat(5)}</div>
<div class="sidebar"><a href="/x">Archive</a> <a href="/y">Tags</a> <a href="/z">Feed</a></div></div><div class="footer"><a href="/i">Imprint</a> <a href="/p">Privacy</a></div>`;

const hidden = `<!doctype html><title>Hidden</title><style>.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>
<p>Seen</p><p style="display: none">none</p><p style="visibility: hidden">vis <span style="visibility: visible">again</span></p>
<p style="opacity: 0">ghost</p><p style="font-size: 0">tiny</p><p style="position: absolute; left: -9999px">away</p><span class="sr">spoken</span>
<div style="height: 0; overflow: hidden">shut</div><details><summary>More</summary>folded</details><template>stamp</template><noscript>old</noscript>
<script>/* code */</script><style>/* rule */</style><!-- comment --><input type="hidden" value="token"><p style="text-transform: uppercase">loud</p>
<label>Name <input value="Ada"></label><label>Key <input id="key" type="password" value="s3cret"></label>
<select><option>Red<option selected>Blue</select><textarea>Line one</textarea><table><tr><td>A<td>B</table>`;

const frames = `<!doctype html><title>Frames</title><p>Before</p><iframe src="/inner" width="300" height="120"></iframe><p>Between</p>
<iframe src="{{other}}/far" width="300" height="120"></iframe><p>After</p><x-card></x-card>
<script>customElements.define('x-card', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = '<b>Shadow words</b><button class="go" onclick="log(&quot;shadow&quot;)">Go</button>' } });
  function log(what) { fetch('/log?' + what) }</script>`;

const folded = `<!doctype html><title>Folded</title><main><h1>Questions</h1>
<h3><button aria-expanded="false">How long?</button></h3><div hidden>Long</div><h3><button aria-expanded="false">How much?</button></h3>
<dl><dt><button>Where?</button></dt><dd>Here</dd></dl><p>Some <span hidden>unsaid</span>words</p>
<p><label for="rules">I accept the rules</label></p><div id="far">Send me news</div><p>Choose:</p>
<div><input type="checkbox" id="rules"><button>Go</button></div><div><input type="checkbox" checked aria-labelledby="far"></div>
<div><input type="checkbox" id="near"> <label for="near">Near</label></div><label><input type="radio" checked> Inside</label>
<button role="switch" aria-checked="true" aria-label="Lights">On</button><y-panel name-word="One"></y-panel><y-panel name-word="Two"></y-panel></main>
<script>customElements.define('y-field', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = '<style>label { display: block }</style><label for="i">Name</label><input id="i" value="' + this.getAttribute('value') + '">' } });
customElements.define('y-panel', class extends HTMLElement { connectedCallback() { const word = this.getAttribute('name-word');
  this.attachShadow({ mode: 'open' }).innerHTML = '<section><h2>' + word + '</h2><y-field value="value of ' + word + '"></y-field> <y-field value="more"></y-field><p>End of ' + word + '</p></section>' } });</script>`;

const inner = `<p>Inner words</p><button class="go" onclick="fetch('/log?inner')">Go</button><dl><dt>Depth</dt><dd>1</dd></dl>`;
const far = `<p>Far words</p><button class="go" onclick="fetch('/log?far')">Go</button>`;

const dialog = `<p>Press a key</p><script>onkeydown = () => alert('Stop')</script>`;
const hang = `<p>Press a key</p><script>setTimeout(() => { for (;;); }, 1_500)</script>`;

describe('reading a page', () => {
  let server: Served;
  let session: BrowserSession;
  const open = async (path: string) => {
    const outcome = await session.perform({ type: 'navigate', url: server.url + path });
    expect(outcome.error).toBeUndefined();
  };

  beforeAll(async () => {
    const pages: Parameters<typeof servePages>[0] = {
      '/article': article,
      '/blog': blog,
      '/hidden': hidden,
      '/folded': folded,
      '/inner': inner,
      '/far': far,
      '/dialog': dialog,
      '/hang': hang,
    };
    server = await servePages(pages);
    pages['/frames'] = frames.replaceAll('{{other}}', server.url.replace('127.0.0.1', 'localhost'));
    pages['/large'] = `<!doctype html><main>${'<p>word word word word</p>'.repeat(40_000)}</main>`;
    session = await openSession({ url: `${server.url}/article` });
  });
  afterAll(async () => {
    await session?.close();
    server?.close();
  });

  it('gives the main content as Markdown', async () => {
    await open('/article');
    const { markdown, truncated } = await session.read({ what: 'markdown' });
    expect(markdown).toBe(
      [
        '# On *moss*',
        `Moss grows **slowly**, says [the fern page](${server.url}/ferns).\nIt needs \`H2O\`.`,
        '## Kinds',
        '- Sheet\n  - Carpet\n- Cushion',
        '3. Three\n4. Four',
        '> Soft underfoot.',
        '```js\nlet moss = 1;\n  grow(moss);\n```',
        '**Growth**',
        '| Kind | mm |\n| --- | --- |\n| Sheet | 4 |',
        `![A green stone](${server.url}/stone.png)`,
      ].join('\n\n'),
    );
    expect(truncated).toBe(false);
  });

  it('gives all of an element as Markdown, with menus', async () => {
    await open('/article');
    const { elements } = await session.read({ what: 'elements', css: 'header' });
    const { markdown } = await session.read({ what: 'markdown', element: elements[0]?.id });
    expect(markdown).toContain(`[Plants](${server.url}/a)`);
  });

  it('keeps headings that are buttons, distant labels and the blocks of custom elements', async () => {
    await open('/folded');
    const { markdown } = await session.read({ what: 'markdown' });
    expect(markdown.split('\n\n')).toEqual([
      '# Questions',
      '### How long?',
      '### How much?',
      '- **Where?**: Here',
      'Some words',
      'I accept the rules',
      'Send me news',
      'Choose:',
      '[ ] I accept the rules',
      '[x] Send me news',
      '[ ] Near',
      '(x) Inside [x] Lights',
      '## One',
      'Name',
      'value of One',
      'Name',
      'more',
      'End of One',
      '## Two',
      'Name',
      'value of Two',
      'Name',
      'more',
      'End of Two',
    ]);
  });

  it('finds the content of a page without landmarks', async () => {
    await open('/blog');
    const { markdown } = await session.read({ what: 'markdown' });
    expect(markdown).toMatch(/^# A day out\n\nWe walked/);
    for (const word of ['One', 'Archive', 'Imprint']) expect(markdown).not.toContain(word);
  });

  it('gives the visible text only', async () => {
    await open('/hidden');
    const { text } = await session.read({ what: 'text' });
    for (const word of ['Seen', 'again', 'More', 'LOUD', 'Ada', 'Blue', 'Line one', 'A\tB'])
      expect(text).toContain(word);
    for (const word of [
      'none',
      'vis',
      'ghost',
      'tiny',
      'away',
      'spoken',
      'shut',
      'folded',
      'stamp',
      'old',
      'code',
      'rule',
      'comment',
      'token',
      's3cret',
      'Red',
    ])
      expect(text).not.toContain(word);
  });

  it('gives HTML without code and passwords', async () => {
    await open('/hidden');
    const { html } = await session.read({ what: 'html' });
    expect(html).toContain('<p style="display: none">none</p>');
    expect(html).toContain('<input id="key" type="password">');
    for (const word of ['s3cret', 'code', 'rule', 'comment']) expect(html).not.toContain(word);
    const part = await session.read({ what: 'html', css: 'details' });
    expect(part.html).toBe('<details><summary>More</summary>folded</details>');
  });

  it('gives current attributes, without passwords', async () => {
    await open('/hidden');
    const { elements } = await session.read({ what: 'elements', css: 'input' });
    expect(elements.map(({ bounds }) => bounds.width > 0)).toEqual([false, true, true]);
    const [, name, key] = elements;
    if (!name || !key) throw new Error('The fields were not found.');
    await session.perform({ type: 'type', target: { element: name.id }, text: 'Grace', clear: true });
    expect(await session.read({ what: 'attributes', element: name.id })).toEqual({
      tag: 'input',
      attributes: { value: 'Grace' },
      text: 'Grace',
    });
    const secret = await session.read({ what: 'attributes', element: key.id });
    expect(JSON.stringify(secret)).not.toContain('s3cret');
  });

  it('reads same-site and cross-site frames and shadow roots in document order', async () => {
    await open('/frames');
    const { text } = await session.read({ what: 'text' });
    expect(text.replace(/\n+/g, '|')).toBe('Before|Inner words|Go|Depth|1|Between|Far words|Go|After|Shadow words Go');
    expect((await session.read({ what: 'text', css: 'p' })).text.replace(/\n+/g, '|')).toBe(
      'Before|Inner words|Between|Far words|After',
    );
    const { blocks } = await session.read({ what: 'data' });
    expect(blocks).toMatchObject([{ kind: 'pairs', pairs: [['Depth', '1']] }]);
    const { html } = await session.read({ what: 'html' });
    expect(html).toContain('<template shadowrootmode="open"><b>Shadow words</b>');
    expect(html).toMatch(/<iframe [^>]*far"[^>]*><html>.*Far words.*<\/iframe>/s);
  });

  it('finds elements everywhere, with usable ids', async () => {
    await open('/frames');
    const { elements, total } = await session.read({ what: 'elements', css: 'button.go' });
    expect(total).toBe(3);
    expect(elements.map(({ role, name, interactive }) => ({ role, name, interactive }))).toEqual(
      Array(3).fill({ role: 'Button', name: 'Go', interactive: true }),
    );
    for (const { id } of elements)
      expect((await session.perform({ type: 'click', target: { element: id } })).ok).toBe(true);
    expect(server.log.filter((line) => line.includes('/log'))).toEqual([
      'GET /log?inner',
      'GET /log?far',
      'GET /log?shadow',
    ]);
    const seen = await session.observe();
    expect(
      seen.elements
        .filter(({ name }) => name === 'Go')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(elements.map(({ id }) => id).sort());
  });

  it('rejects an invalid selector, no match, and a stale element', async () => {
    await open('/article');
    await expect(session.read({ what: 'elements', css: 'p:has(' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: '"p:has(" is not a CSS selector.',
    });
    await expect(session.read({ what: 'text', css: '..x' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(session.read({ what: 'text', css: '.nowhere' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await session.read({ what: 'elements', css: '.nowhere' })).toEqual({ elements: [], total: 0 });
    const { elements } = await session.read({ what: 'elements', css: 'h1' });
    const [heading] = elements;
    if (!heading) throw new Error('There is no heading.');
    await open('/blog');
    await expect(session.read({ what: 'text', element: heading.id })).rejects.toMatchObject({ code: 'stale_element' });
    await expect(session.read({ what: 'data', element: 'el_99999' })).rejects.toMatchObject({
      code: 'unknown_element',
    });
  });

  it('keeps its limits on a large page and reports truncation', async () => {
    await open('/large');
    const started = performance.now();
    const { text, truncated } = await session.read({ what: 'text' });
    expect(truncated).toBe(true);
    expect(text.length).toBeLessThanOrEqual(450_000);
    for (const what of ['markdown', 'html', 'data'] as const) await session.read({ what });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('is rejected while a dialog is open, and works after it', async () => {
    await open('/dialog');
    await session.perform({ type: 'key', keys: 'a' });
    await expect(session.read({ what: 'text' })).rejects.toMatchObject({ code: 'modal_open' });
    await session.perform({ type: 'dialog', accept: true });
    expect((await session.read({ what: 'text' })).text).toBe('Press a key');
  });

  it('does not hang on a hung page', async () => {
    const own = await openSession({ url: `${server.url}/hang`, limits: { action: 1_500 } });
    try {
      const answer = () =>
        own.read({ what: 'text' }).then(
          () => 'read',
          (error: HandrailError) => error.code,
        );
      await expect.poll(answer, { timeout: 20_000, interval: 50 }).toBe('page_hung');
    } finally {
      await own.close();
    }
  });

  it('can be cancelled', async () => {
    await open('/article');
    await expect(session.read({ what: 'text' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('reading a page of any engine', () => {
  it('reads documents, frames and shadow roots alike', async () => {
    const pages: Parameters<typeof servePages>[0] = { '/inner': inner, '/far': far, '/hidden': hidden };
    const server = await servePages(pages);
    pages['/frames'] = frames.replaceAll('{{other}}', server.url.replace('127.0.0.1', 'localhost'));
    const lease = await acquireBrowser({});
    const viewport = { width: 1000, height: 700 };
    const limits = {
      action: 5_000,
      navigation: 5_000,
      settle: 2_000,
      observe: 2_000,
      documentBytes: 1e7,
      downloadBytes: 1e7,
    };
    const context = await lease.browser.newContext({ viewport });
    const environment = await openPlaywrightOnly({
      lease,
      context,
      viewport,
      limits,
      downloadFolder: '.',
      uploadFolders: [],
    });
    const session = createSession(environment);
    try {
      await session.perform({ type: 'navigate', url: `${server.url}/frames` });
      const { text } = await session.read({ what: 'text' });
      expect(text.replace(/\n+/g, '|')).toBe(
        'Before|Inner words|Go|Depth|1|Between|Far words|Go|After|Shadow words Go',
      );
      const { elements, total } = await session.read({ what: 'elements', css: 'button.go' });
      expect(total).toBe(3);
      for (const { id } of elements) await session.perform({ type: 'click', target: { element: id } });
      expect(server.log.filter((line) => line.includes('/log'))).toEqual([
        'GET /log?inner',
        'GET /log?far',
        'GET /log?shadow',
      ]);
      expect((await session.read({ what: 'data' })).blocks).toMatchObject([{ kind: 'pairs', pairs: [['Depth', '1']] }]);
      await expect(session.read({ what: 'text', css: '..' })).rejects.toMatchObject({ code: 'invalid_input' });
      await session.perform({ type: 'navigate', url: `${server.url}/hidden` });
      expect((await session.read({ what: 'html' })).html).not.toContain('s3cret');
    } finally {
      await session.close();
      server.close();
    }
  });
});
