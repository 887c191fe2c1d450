import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession, type ToolResult } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';

const framed = '<p>Framed words of a letter.</p>';
const page = `<!doctype html><title>Words</title><style>p { margin: 8px }</style>
<h1>Words</h1>
<p id="first">The quick <b>brown</b>
   fox jumps.</p><p id="second">The lazy dog.</p>
<p style="text-transform:uppercase">shouted words</p>
<p style="user-select:none">Locked words</p><p hidden>Hidden words</p>
<p>Twice</p><p id="again">Twice</p>
<textarea id="area">alpha beta gamma</textarea> <input id="line" value="one two three"> <input type="password" value="sesame open">
<div id="editor" contenteditable>Edit <i>these</i> words</div>
<div id="host"></div>
<iframe id="letter" srcdoc="${framed}" style="height:60px"></iframe>
<div id="box" style="height:80px;width:300px;overflow:auto"><div style="height:2000px">Long list</div></div>
<div id="stripes" style="width:40px;height:10px;background:linear-gradient(to right,black 50%,white 50%) 0 0/1px 1px"></div>
<script>
  host.attachShadow({ mode: 'open' }).innerHTML = '<p>Shadowed words</p>';
  let keys = 0;
  const send = (what) => navigator.sendBeacon('/told?' + encodeURIComponent(what));
  document.addEventListener('keydown', ({ key }) => { if (key === 'ArrowDown') document.title = 'keys ' + ++keys; });
  document.addEventListener('click', ({ detail, target }) => send('click ' + detail + ' ' + target.id));
  box.addEventListener('scroll', () => send('box ' + box.scrollTop));
</script>`;

/** What a page script sees as the selection. */
const selectionScript = `(() => {
  const field = document.activeElement;
  if (field && /^(INPUT|TEXTAREA)$/.test(field.tagName)) return field.value.slice(field.selectionStart, field.selectionEnd);
  if (field && field.tagName === 'IFRAME') return field.contentWindow.getSelection().toString();
  return String(getSelection()) || document.getElementById('letter').contentWindow.getSelection().toString();
})()`;

let served: Served;
let session: BrowserSession;
beforeAll(async () => {
  served = await servePages({ '/': page });
  session = await openSession({ policy: 'open', url: served.url, viewport: { width: 800, height: 700 } });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});
beforeEach(async () => {
  served.log.length = 0;
  await session.perform({ type: 'navigate', url: served.url });
});

const call = (name: string, input: Record<string, unknown>): Promise<ToolResult> =>
  callTool(builtinRegistry(), name, input, { session, memory: new Map(), rails: { gate: () => 'allow' } });
const inPage = async (script: string) => (await session.perform({ type: 'evaluate', script })).value;
const told = () =>
  served.log.filter((line) => line.includes('/told?')).map((line) => decodeURIComponent(line.split('?')[1] ?? ''));

describe('select_text', () => {
  it.each([
    ['brown fox jumps', undefined, 'brown fox jumps'],
    ['Quick Brown', undefined, 'quick brown'],
    ['fox jumps. The lazy', undefined, 'fox jumps.\n\nThe lazy'],
    ['shouted', undefined, 'SHOUTED'],
    ['Twice', '#again', 'Twice'],
    ['beta', undefined, 'beta'],
    ['two three', '#line', 'two three'],
    ['these words', '#editor', 'these words'],
    ['words of a', undefined, 'words of a'],
    ['Shadowed', undefined, 'Shadowed'],
  ])('selects %j in %s', async (text, selector, selected) => {
    const result = await call('select_text', { text, selector });
    expect(result.error).toBeUndefined();
    expect(await inPage(selectionScript)).toBe(selected);
    expect(result.data).toMatchObject({ effect: 'changed', selected: selected.replace(/\s+/g, ' ') });
    expect(result.metadata.outcomeText).toContain('selected text: ');
  });

  it('is what the next keys replace', async () => {
    await call('select_text', { text: 'beta' });
    await call('type', { text: 'BETA' });
    expect(await inPage('area.value')).toBe('alpha BETA gamma');
  });

  it.each([
    ['Twice', undefined, 'ambiguous'],
    ['Hidden words', undefined, 'not_found'],
    ['sesame', undefined, 'not_found'],
    ['lazy', '#first', 'not_found'],
    ['Locked words', undefined, 'unsupported'],
    ['lazy', '10,10', 'invalid_input'],
  ])('refuses %j in %s and selects nothing', async (text, selector, code) => {
    const result = await call('select_text', { text, selector, timeout: 0 });
    expect([result.success, result.metadata.code]).toEqual([false, code]);
    expect(await inPage('String(getSelection())')).toBe('');
  });
});

describe('Other ways to act', () => {
  it('triple_click sends three clicks, which select the paragraph', async () => {
    expect((await call('triple_click', { selector: '#second' })).success).toBe(true);
    await expect.poll(told).toEqual(['click 1 second', 'click 2 second', 'click 3 second']);
    expect(await inPage('String(getSelection()).trim()')).toBe('The lazy dog.');
  });

  it.each(['times', 'repeat'])('press_key repeats with %s', async (field) => {
    await call('press_key', { key: 'ArrowDown', [field]: 7 });
    expect(await inPage('document.title')).toBe('keys 7');
  });

  it('scroll moves an area by pixels', async () => {
    expect((await call('scroll', { direction: 'down', selector: '#box', amount: 300 })).success).toBe(true);
    await expect.poll(told).toContain('box 300');
    expect(await inPage('scrollY')).toBe(0);
  });
});

describe('A picture', () => {
  const picture = async (input: Record<string, unknown>) => {
    const result = await call('screenshot', input);
    expect(result.error).toBeUndefined();
    const bytes = result.pictures?.[0]?.bytes ?? Buffer.alloc(0);
    const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    return { pixels: [...data.subarray(0, info.width * info.channels)], width: info.width, height: info.height };
  };

  it('of an element is drawn again at a larger scale, not blurred', async () => {
    const plain = await picture({ selector: '#stripes' });
    expect([plain.width, plain.height]).toEqual([40, 10]);
    const large = await picture({ selector: '#stripes', scale: 2 });
    expect([large.width, large.height]).toEqual([80, 20]);
    expect(large.pixels).toEqual(Array.from({ length: 80 }, (_, column) => (column % 2 === 0 ? 0 : 255)));
    const after = await picture({ selector: '#stripes' });
    expect(after).toEqual(plain); // the scale is gone
    expect(await inPage('[devicePixelRatio, innerWidth].join()')).toBe('1,800');
  });

  it('of a region takes numbers or an object, with marks too', async () => {
    for (const region of ['10,20,300,100', { x: 10, y: 20, width: 300, height: 100 }])
      expect(await picture({ region, scale: 3, picture: 'marks' })).toMatchObject({ width: 900, height: 300 });
    expect(await picture({ region: '0 0 300 100', scale: 2, width: 150 })).toMatchObject({ width: 150, height: 50 });
    expect(await picture({ scale: 2 })).toMatchObject({ width: 1600, height: 1400 });
    for (const wrong of [{ region: '1,2,3' }, { scale: 9 }])
      expect((await call('screenshot', wrong)).metadata.code).toBe('invalid_input');
  });
});
