import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserSession, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

const hidden = 'xyzzyhidden';
const tags = [...hidden].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('');

/** Text that nobody sees. */
const snippets: Readonly<Record<string, string>> = {
  'display none': `<p style="display:none">${hidden}</p>`,
  'visibility hidden': `<p style="visibility:hidden">${hidden}</p>`,
  'the hidden attribute': `<p hidden>${hidden}</p>`,
  'opacity 0': `<p style="opacity:0">${hidden}</p>`,
  'opacity 0 of an ancestor': `<div style="opacity:0"><section><p>${hidden}</p></section></div>`,
  'a transparent colour': `<p style="color:transparent">${hidden}</p>`,
  'a colour with alpha 0': `<p style="color:rgba(10,10,10,0)">${hidden}</p>`,
  'white on white': `<p style="color:#fff;background:#fff">${hidden}</p>`,
  'white on the white page': `<p style="color:#fff">${hidden}</p>`,
  'nearly white on white': `<p style="color:#fefefe;background:#fff">${hidden}</p>`,
  'the colour of an ancestor': `<div style="background:#123456"><section><article><p style="color:#123456">${hidden}</p></article></section></div>`,
  'font size 0': `<p style="font-size:0">${hidden}</p>`,
  'font size 1 px': `<p style="font-size:1px">${hidden}</p>`,
  'a scale of 0': `<p style="transform:scale(0)">${hidden}</p>`,
  'a scale of 0.01': `<p style="transform:scale(0.01)">${hidden}</p>`,
  'far to the left': `<p style="position:absolute;left:-9999px">${hidden}</p>`,
  'far above': `<p style="position:absolute;top:-9999px">${hidden}</p>`,
  'a negative indent': `<p style="text-indent:-9999px;overflow:hidden">${hidden}</p>`,
  'a clipped box': `<p style="position:absolute;clip:rect(0,0,0,0)">${hidden}</p>`,
  'a clip path': `<p style="clip-path:inset(100%)">${hidden}</p>`,
  'a box of 1 px': `<p style="width:1px;height:1px;overflow:hidden">${hidden}</p>`,
  'a box without height': `<div style="height:0;overflow:hidden"><p>${hidden}</p></div>`,
  'a comment': `<!-- ${hidden} -->`,
  noscript: `<noscript><p>${hidden}</p></noscript>`,
  'a template': `<template><p>${hidden}</p></template>`,
  'a script of data': `<script type="text/plain">${hidden}</script>`,
  'a hidden input': `<input type="hidden" value="${hidden}">`,
  'Unicode tag characters': `<p>Thanks${tags}</p>`,
  'a filter of opacity': `<p style="filter:opacity(0)">${hidden}</p>`,
};

let server: Served;
let session: BrowserSession;
const names = Object.keys(snippets);

beforeAll(async () => {
  server = await servePages(
    Object.fromEntries(
      names.map((name, index) => [
        `/${index}`,
        `<!doctype html><meta charset="utf-8"><title>T</title><main><h1>Order</h1><p>Seen text of the order.</p>${snippets[name]}</main>`,
      ]),
    ),
  );
  session = await openSession({ url: `${server.url}/0` });
});
afterAll(async () => {
  await session?.close();
  server?.close();
});

/** Every text that a model receives of a page by reading. */
async function readAll(): Promise<Record<string, string>> {
  const { text: map } = await session.observe();
  const { markdown } = await session.read({ what: 'markdown' });
  const { text } = await session.read({ what: 'text' });
  const { blocks } = await session.read({ what: 'data' });
  return { map, markdown, text, data: JSON.stringify(blocks) };
}

/** Without what shows nothing: the tag characters are compared as letters. */
function visibleForm(text: string): string {
  return [...text]
    .map((one) => {
      const code = one.codePointAt(0) ?? 0;
      return code >= 0xe0000 && code < 0xe0080 ? String.fromCodePoint(code - 0xe0000) : one;
    })
    .join('');
}

test.each(names.map((name, index) => [name, index] as const))(
  'text hidden by %s reaches no model unmarked',
  async (_, index) => {
    await session.perform({ type: 'navigate', url: `${server.url}/${index}` });
    const texts = await readAll();
    expect(texts.text).toContain('Seen text');
    const shown = Object.entries(texts).filter(([, text]) =>
      visibleForm(text)
        .split('\n')
        .some((line) => line.includes(hidden) && !/hidden\b.*\bhidden|offscreen|covered/.test(line)),
    );
    expect(shown).toEqual([]);
  },
);
