import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LibraryPages, openLibraryPages } from './open-libraries.js';

let pages: LibraryPages;
beforeAll(async () => {
  pages = await openLibraryPages();
});
afterAll(() => pages?.close());

const code = `function total(items) {
    let sum = 0;

    for (const { price } of items) {
        sum += price * (1 - "it's".length / 100);
    }
    return [sum, 'EUR'];
}`;

const content = async (editor: string): Promise<string> => String(await pages.inPage(`contents().${editor}`));
const fieldsOf = async () => (await pages.session.observe()).elements.filter(({ role }) => role === 'TextInput');
const fieldNamed = async (name: string) => (await fieldsOf()).find((field) => field.name === name);

describe.each([
  ['monaco', ['Function', 'Template', 'Title']],
  ['code', ['Style sheet', 'Query', 'Script', 'Query text']],
])('The code editors of the page %s', (page, names) => {
  it('are one text field each, with what they show', async () => {
    await pages.open(page);
    const { elements, text } = await pages.session.observe();
    expect(elements.filter(({ role }) => role === 'TextInput').map(({ name }) => name)).toEqual(names);
    expect(elements.filter(({ interactive }) => interactive)).toHaveLength(names.length);
    expect(text.split('\n').length).toBeLessThan(names.length + 5);
    const shown = elements.find(({ name }) => name === (page === 'monaco' ? 'Template' : 'Query'));
    expect(shown?.value).toMatch(/^\/\/ line 1\n\/\/ line 2\n/);
  });
});

describe.each([
  ['monaco', 'first', 'Function'],
  ['monaco', 'second', 'Template'],
  ['code', 'five', 'Style sheet'],
  ['code', 'ace', 'Query'],
  ['code', 'six', 'Script'],
  ['code', 'replaced', 'Query text'],
])('%s: the code editor %s', (page, editor, name) => {
  it('is filled, extended and cleared', async () => {
    await pages.open(page);
    expect((await pages.call('fill', { selector: name, value: code })).error).toBeUndefined();
    expect(await content(editor)).toBe(code);
    expect((await fieldNamed(name))?.value).toMatch(/^function total\(items\) \{\n/);
    const added = '\n// (end) {\n\tx["y"]';
    expect((await pages.call('type', { selector: name, text: added })).error).toBeUndefined();
    expect(await content(editor)).toBe(code + added);
    const replaced = await pages.call('type', { selector: name, text: 'if (a) {\n  b();', clear: true });
    expect(replaced.error).toBeUndefined();
    expect(await content(editor)).toBe('if (a) {\n  b();');
    expect((await pages.call('clear', { selector: name })).error).toBeUndefined();
    expect(await content(editor)).toBe('');
    expect((await pages.call('fill_form', { fields: { [name]: 'one line' } })).error).toBeUndefined();
    expect(await content(editor)).toBe('one line');
  });
});

const letter = 'Dear Ann,\nthank you for "the (first) letter".\n\nBob';
/** Rich text has paragraphs; how an editor writes the space between them is its own matter. */
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/\u00a0/g, ' '));

describe.each([
  ['quill', 'Description'],
  ['prose', 'Article'],
  ['lexical', 'Comment'],
  ['tiny', 'Letter'],
  ['plain', 'Plain note'],
])('The rich text editor %s', (editor, name) => {
  it('is filled, extended and cleared', async () => {
    await pages.open('rich');
    expect((await pages.call('fill', { selector: name, value: letter })).error).toBeUndefined();
    expect(lines(await content(editor))).toEqual(lines(letter));
    expect((await pages.call('type', { selector: name, text: ' and Eve' })).error).toBeUndefined();
    expect(lines(await content(editor))).toEqual(lines(`${letter} and Eve`));
    expect((await pages.call('type', { selector: name, text: ' (two\n"quoted") lines' })).error).toBeUndefined();
    expect(lines(await content(editor))).toEqual(lines(`${letter} and Eve (two\n"quoted") lines`));
    expect((await pages.call('type', { selector: name, text: 'Short', clear: true })).error).toBeUndefined();
    expect(lines(await content(editor))).toEqual(['Short']);
    expect((await pages.call('clear', { selector: name })).error).toBeUndefined();
    expect(lines(await content(editor))).toEqual([]);
  });
});

it('An editor that changes the text is reported, not claimed as filled', async () => {
  await pages.open('code');
  await pages.inPage(
    `five.on('beforeChange', (_, change) => change.update && change.update(undefined, undefined, change.text.map((line) => line.toUpperCase())))`,
  );
  const result = await pages.call('fill', { selector: 'Style sheet', value: 'a { b }' });
  expect(result.metadata.code).toBe('expectation_failed');
  expect(result.error).toContain('Line 1 is "A { B }" instead of "a { b }"');
  expect(await content('five')).toBe('A { B }');
});

it('Text goes to the focused editor without a target, too', async () => {
  await pages.open('monaco');
  for (const [editor, name] of [
    ['first', 'Function'],
    ['second', 'Template'],
  ] as const) {
    expect((await pages.call('click', { selector: name })).error).toBeUndefined();
    expect((await pages.call('type', { text: 'if (a) {\n  b();', clear: true })).error).toBeUndefined();
    expect(await content(editor)).toBe('if (a) {\n  b();');
    expect((await pages.call('type', { text: '\n}' })).error).toBeUndefined();
    expect(await content(editor)).toBe('if (a) {\n  b();\n}');
  }
});

it('A read-only editor is shown as such and refused', async () => {
  await pages.open('code');
  await pages.inPage('aceEditor.setReadOnly(true)');
  expect((await fieldNamed('Query'))?.states).toContain('readonly');
  const before = await content('ace');
  const result = await pages.call('fill', { selector: 'Query', value: 'x' });
  expect(result.success).toBe(false);
  expect(await content('ace')).toBe(before);
});

it('A terminal is one field that receives the typed keys alone', async () => {
  await pages.open('terminal');
  const [field, ...others] = await fieldsOf();
  expect(others).toEqual([]);
  const result = await pages.call('type', { selector: field?.id, text: 'echo "(a)"', submit: true });
  expect(result.error).toBeUndefined();
  expect(await pages.inPage('sent')).toBe('echo "(a)"\r');
});
