import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlaywrightOnly } from '../../src/environments/browser/playwright-only/environment.js';
import { type BrowserSession, type HandrailError, openSession } from '../../src/index.js';
import { createSession } from '../../src/session/session.js';
import { limits } from '../environments/limits.js';
import { leaseByPlaywright } from '../support/playwright-lease.js';
import { type Served, servePages } from '../support/serve.js';
import { article, blog, dialog, far, folded, frames, hang, hidden, inner } from './read-pages.js';

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
      '[ ] I accept the rules [Go]',
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
    const own = await openSession({ url: `${server.url}/hang`, limits: { actionTimeoutMs: 1_500 } });
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
    const viewport = { width: 1000, height: 700 };
    const { lease, context } = await leaseByPlaywright({ viewport });
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
