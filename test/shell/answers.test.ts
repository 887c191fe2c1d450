import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../src/perception/count-tokens.js';
import { type Served, servePages } from '../support/serve.js';
import { bodies, longText, pages } from './answer-pages.js';
import { idOf, openShell, type TestShell } from './shell.js';

let site: Served;
let shell: TestShell;

beforeAll(async () => {
  site = await servePages(pages);
  shell = openShell();
  await shell.output('open', `${site.url}/docs`, '--viewport', '1200x900');
});
afterAll(async () => {
  site.close();
  await shell.end();
});

const lines = (text: string): string[] => text.trimEnd().split('\n');

describe('the answer to an action', () => {
  it('reports what a person would notice, in a few lines', async () => {
    const map = await shell.output('open', `${site.url}/changes`, '--full');
    expect(lines(await shell.output('drag', 'Ant', 'Cat'))).toContain('order now: "Bee", "Cat", "Ant"');
    expect(site.log).toContain('GET /order?Bee,Cat,Ant');
    expect(lines(await shell.output('click', 'Connect'))).toEqual(['done', 'drawing: 2 lines appeared']);
    expect(site.log).toContain('GET /lines?2');
    expect(lines(await shell.output('click', 'Paint'))[1]).toMatch(/^drawing: the canvas \[el_\d+\] changed$/);
    expect(site.log).toContain('GET /painted');
    expect(lines(await shell.output('click', 'Mark'))).toContain('selected text: "Words to select."');
    expect(site.log).toContain('GET /marked?Words%20to%20select.');
    const seat = idOf(map, 'Button "A1"');
    expect(lines(await shell.output('click', 'Lock'))[1]).toMatch(
      new RegExp(`^state: 50 elements now disabled: \\[${seat}\\] "A1", \\[el_\\d+\\] "A2", \\[el_\\d+\\] "A3" …$`),
    );
    const [, first] = lines(await shell.output('click', 'Warn'));
    expect(first).toBe('alert: "The card was declined"');
  });

  it('shows the part of a long value that differs', async () => {
    await shell.output('open', `${site.url}/changes`);
    const after = await shell.output('fill', 'Story', longText.replace('is old here', 'is new here'));
    expect(after).toContain('"Story": "… The last word is [old → new] here."');
    await shell.output('press_key', 'Tab');
    expect(site.log).toContain('GET /story?is%20new%20here.');
  });

  it('says what was sent and what the server answered, without secrets', async () => {
    await shell.output('open', `${site.url}/form`);
    await shell.output('fill_form', 'User=ann', 'Code word=hunter2', 'About=short');
    const sent = await shell.output('click', 'Send it');
    expect(lines(sent)[1]).toBe(
      'sent: POST /save with user="ann", word=•••, csrf_token=•••, about="short", answered 303',
    );
    expect(bodies).toEqual(['user=ann&word=hunter2&csrf_token=token-of-the-page&about=short']);
    await shell.output('open', `${site.url}/form`);
    expect(lines(await shell.output('click', 'Add'))).toEqual([
      'done',
      'status: "Added to the cart"',
      'sent: PUT /api/cart with item=7, note="blue", answered 201',
    ]);
    expect(await shell.output('type', 'Search', 'mug', '--submit')).toContain(
      'sent: GET /find with q="mug", answered 200',
    );
    expect(site.log).toContain('GET /find?q=mug');
    // A password that is typed and submitted by one action was never in a view.
    await shell.output('open', `${site.url}/form`);
    const typed = await shell.output('type', 'Code word', 'hunter3', '--submit');
    expect(typed).toContain('word=•••');
    expect(typed).not.toContain('hunter3');
  });
});

describe('a map', () => {
  it('does not repeat the menu of the page before, whose ids stay valid', async () => {
    const first = await shell.output('open', `${site.url}/docs`, '--full');
    const blog = idOf(first, 'Link "Blog"');
    const second = await shell.output('click', 'Form');
    expect(second).toContain('[el_');
    expect(second).not.toContain('Link "Blog"');
    expect(lines(second).at(-1)).toBe('unchanged: "Main", contentinfo; observe --full lists them');
    const before = site.log.length;
    expect(await shell.output('click', blog)).toContain('page "Blog"');
    expect(site.log.slice(before)).toEqual(['GET /blog']);
    expect(await shell.output('observe', '--full')).toContain('Link "Blog"');
  });

  it('refuses the id of a page before, unless its element was printed as unchanged', async () => {
    const form = await shell.output('open', `${site.url}/form`);
    const field = idOf(form, 'TextInput "User"');
    await shell.output('click', 'Docs');
    const { code, stderr } = await shell.run(['click', field]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('stale_element');
  });

  it('of the same page is what changed since the last one', async () => {
    await shell.output('open', `${site.url}/changes`);
    await shell.output('click', 'Warn');
    const delta = lines(await shell.output('observe'));
    expect(delta.slice(1, -1)).toEqual(['"Something else appeared"', '"The card was declined" alert']);
    expect(delta.at(-1)).toMatch(/^unchanged: "Main", .*; observe --full lists them$/);
    expect(lines(await shell.output('observe'))).toHaveLength(2);
    expect(lines(await shell.output('observe', '--full')).length).toBeGreaterThan(60);
    // The JSON is for programs, which have no memory of the last map.
    const { text } = JSON.parse(await shell.output('observe', '--json'));
    expect(lines(text).length).toBeGreaterThan(60);
  });

  it('can be limited to an element or a selector', async () => {
    const map = await shell.output('open', `${site.url}/form`, '--full');
    const part = await shell.output('observe', '#main');
    expect(part).toContain('TextInput "User"');
    expect(part).not.toContain('Link "Docs"');
    const menu = await shell.output('observe', idOf(map, 'Container "Main"'));
    expect(menu).toContain('Link "Docs"');
    expect(menu).not.toContain('TextInput');
    const answer = await shell.output('click', 'Docs', '--within', '#main');
    expect(answer).toMatch(/^done\npage "Docs" .*"Text of the documentation\."/s);
    expect(answer).not.toContain('Link "Blog"');
    expect(await shell.output('click', 'Form', '--within', '#missing')).toContain('page "Form"');
    const { code, stderr } = await shell.run(['observe', '#missing']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('not_found');
  });
});

describe('a batch', () => {
  it('summarizes the pages between, and prints the last one', async () => {
    const text = await shell.output('batch', `open ${site.url}/changes`, 'click Docs', 'click Form', 'click Blog');
    const parts = text.split(/^\d\. .*\n/m).slice(1);
    expect(parts).toHaveLength(4);
    for (const part of parts.slice(0, 3)) expect(lines(part).length).toBeLessThanOrEqual(5);
    expect(parts[0]).toMatch(/^page "Changes" \S+ \(\d+ elements\)\n# "Changes"\n$/);
    expect(parts[3]).toContain('"Text of the blog."');
    expect(countTokens(text)).toBeLessThan(400);
    expect(site.log.slice(-4)).toEqual(['GET /changes', 'GET /docs', 'GET /form', 'GET /blog']);
  });
});
