import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../src/exports/tools.js';
import { type BrowserSession, openSession, type ToolResult } from '../../src/index.js';

/** Editors that take keys and pastes in their own ways. What their elements contain is the witness. */
const page = `<!doctype html><style>[role=textbox] { border: 1px solid; min-height: 30px; white-space: pre-wrap; position: relative }</style>
<div id="trims" role="textbox" aria-label="Trims" contenteditable><p>Old</p></div>
<div id="slow" role="textbox" aria-label="Slow" contenteditable>Old text</div>
<div id="joins" role="textbox" aria-label="Joins" contenteditable>Old</div>
<div id="empty" role="textbox" aria-label="Empty" contenteditable><span contenteditable="false" style="position:absolute;pointer-events:none;opacity:.3">Write here</span></div>
<div id="upper" role="textbox" aria-label="Upper" contenteditable>Old</div>
<script>
const insert = (text) => document.execCommand('insertText', false, text);
// Takes a pasted tag for markup and drops one leading space of each line.
trims.onpaste = (event) => { event.preventDefault(); document.execCommand('insertHTML', false, event.clipboardData.getData('text/plain').replace(/<[^>]*>/g, '').replace(/\\n /g, '\\n').replace(/\\n/g, '<br>')); };
// Knows its selection a moment after the document: until then it deletes one letter and copies nothing.
let all = false, timer;
document.addEventListener('selectionchange', () => { all = false; clearTimeout(timer); timer = setTimeout(() => { all = String(getSelection()) !== ''; }, 150); });
slow.onkeydown = (event) => { if (event.key !== 'Delete') return; event.preventDefault(); slow.textContent = all ? '' : slow.textContent.slice(1); };
slow.oncopy = (event) => { event.preventDefault(); if (all) event.clipboardData.setData('text/plain', String(getSelection())); };
joins.oncopy = (event) => { event.preventDefault(); event.clipboardData.setData('text/plain', String(getSelection()).replace(/\\n+/g, ' ')); };
upper.onbeforeinput = (event) => { if (event.data) { event.preventDefault(); insertUpper(event.data); } };
upper.onpaste = (event) => { event.preventDefault(); insertUpper(event.clipboardData.getData('text/plain')); };
const insertUpper = (text) => { upper.append(text.toUpperCase()); };
</script>`;

let session: BrowserSession;
beforeAll(async () => {
  session = await openSession({ policy: 'open' });
});
beforeEach(() => session.perform({ type: 'navigate', url: `data:text/html,${encodeURIComponent(page)}` }));
afterAll(() => session?.close());

const call = (name: string, input: unknown): Promise<ToolResult> =>
  callTool(builtinRegistry(), name, input, { session, memory: new Map(), rails: { gate: () => 'allow' } });
const textOf = async (id: string): Promise<string> => {
  const { value } = await session.perform({ type: 'evaluate', script: `${id}.innerText` });
  return String(value)
    .replace(/\u00a0/g, ' ')
    .replace(/\n+/g, '\n')
    .trim();
};

it.each([
  ['a tag in one line', ' x<b>y</b> z', 'Old x<b>y</b> z'],
  ['leading spaces of lines', ' a\n  b (c)', 'Old a\n  b (c)'],
])('type keeps %s that a paste would change', async (_, text, expected) => {
  expect((await call('type', { selector: 'Trims', text })).error).toBeUndefined();
  expect(await textOf('trims')).toBe(expected);
});

it('type reports an editor that changes the text', async () => {
  const result = await call('type', { selector: 'Upper', text: ' (see "x")' });
  expect(result.metadata.code).toBe('expectation_failed');
  expect(result.error).toContain('does not contain the line');
});

it('fill empties an editor that learns the selection late', async () => {
  expect((await call('fill', { selector: 'Slow', value: '' })).error).toBeUndefined();
  expect(await textOf('slow')).toBe('');
});

it('fill compares what an editor draws if it copies without line breaks', async () => {
  expect((await call('fill', { selector: 'Joins', value: 'one\ntwo' })).error).toBeUndefined();
  expect(await textOf('joins')).toBe('one\ntwo');
});

it('A placeholder inside of an editor is not its value', async () => {
  const { elements } = await session.observe();
  expect(elements.find(({ name }) => name === 'Empty')?.value).toBeUndefined();
});
