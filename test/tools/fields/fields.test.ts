import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession, type ToolResult } from '../../../src/index.js';
import { type FieldsPage, openFieldsPage } from './fields-page.js';

const downloads = mkdtempSync(join(tmpdir(), 'handrail-fields-'));
let page: FieldsPage;
let session: BrowserSession;

beforeAll(async () => {
  page = await openFieldsPage();
  session = await openSession({ policy: 'open', url: page.url, downloads });
});

afterAll(async () => {
  await session?.close();
  page?.close();
  rmSync(downloads, { recursive: true, force: true });
});

const call = (name: string, input: unknown): Promise<ToolResult> =>
  callTool(builtinRegistry(), name, input, {
    session,
    memory: new Map(),
    rails: { gate: () => 'allow' },
    knownElement: (id) => session.knownElement(id),
  });
const fresh = async () => {
  await session.perform({ type: 'navigate', url: `${page.url}/` });
  page.told();
};
const inPage = async (script: string) => (await session.perform({ type: 'evaluate', script })).value;
const openLists = () => inPage(`[...document.querySelectorAll('[aria-expanded=true]')].map(({ id }) => id).join()`);
const told = (what: string) => {
  const all: string[] = [];
  return expect.poll(() => all.push(...page.told()) && all).toContain(what);
};

describe('A custom dropdown', () => {
  it.each([
    ['fill', 'Country', 'Portugal', 'country Portugal'],
    ['fill', 'Country', 'Bissau', 'country Guinea-Bissau'],
    ['select', '#country', 'niger', 'country Niger'],
    ['select', '#row', 'Row 71', 'row Row 71'],
    ['fill', '#colour', 'Red', 'colour Red'],
    ['select', '#colour', 'dark', 'colour Dark red'],
    ['select', 'Order', 'Oldest', 'order Oldest'],
    ['select', 'City', 'Lis', 'city Lisbon'],
    ['fill', 'City', 'Lisbon', 'city Lisbon'],
    ['select', 'Fruit', 'Pear', 'fruit Pear'],
  ])('%s(%s, %s)', async (tool, selector, wanted, what) => {
    await fresh();
    const result = await call(tool, { selector, [tool === 'fill' ? 'value' : 'option']: wanted });
    expect(result.error).toBeUndefined();
    await told(what);
    expect(await openLists()).toBe('');
    expect(result.metadata.outcomeText).not.toContain('MenuItem'); // what opened is closed again: it is not told
  });

  it.each([
    ['Country', 'Atlantis', 'unknown_option', /no option "Atlantis"\. Its options: Austria, Chad, .*Togo\./],
    ['Country', 'Ni', 'ambiguous', /matches 2 options of el_\d+: Niger, Nigeria\./],
    ['Order', 'Dearest', 'unknown_option', /Its options: Newest, Oldest\./],
    ['City', 'Li', 'ambiguous', /Lima, Lisbon, Livorno/],
    ['City', 'Oslo', 'unknown_option', /has no suggestion for "Oslo"/],
  ])(
    'that has no such option, or more than one, is left as it was: %s = %s',
    async (selector, option, code, sentence) => {
      await fresh();
      const result = await call('select', { selector, option });
      expect(result.metadata.code).toBe(code);
      expect(result.error).toMatch(sentence);
      expect(await openLists()).toBe('');
      expect(await inPage('country.textContent + city.value + chosen')).toBe('Select oneNewest');
      expect(page.told().filter((line) => !line.startsWith('closed'))).toEqual([]);
    },
  );

  it('that only suggests accepts other text, and reports its suggestions', async () => {
    await fresh();
    const result = await call('fill', { selector: 'City', value: 'Li' });
    expect(result.success).toBe(true);
    expect(result.metadata.outcomeText).toContain('Suggestions: Lima, Lisbon, Livorno.');
    expect(await inPage('city.value')).toBe('Li');
  });

  it('of a search field is not submitted by filling it in', async () => {
    await fresh();
    expect((await call('fill', { selector: 'Search the shop', value: 'mug' })).success).toBe(true);
    expect(await inPage('seek.value + sought.textContent')).toBe('mugmugmugs');
    expect(page.told()).toEqual([]);
  });

  it('that does not show the choice causes an error', async () => {
    await fresh();
    await inPage('countries.onclick = () => country.click()');
    const result = await call('fill', { selector: 'Country', value: 'Chad' });
    expect(result.metadata.code, result.error).toBe('expectation_failed');
    expect(result.error).toMatch(/"Chad" was clicked, but el_\d+ shows "Select one"/);
  });
});

describe('A group of options', () => {
  it('is filled in by its label', async () => {
    await fresh();
    const fields = { 'Kind of membership': 'Family', Plan: 'paid', Toppings: 'Ham, Corn', Country: 'Togo' };
    const result = await call('fill_form', { fields });
    expect(result).toMatchObject({ success: true, data: { filled: Object.keys(fields) } });
    expect(await inPage('document.querySelectorAll("[name=kind]")[1].checked')).toBe(true);
    expect(await inPage('document.querySelector("[role=radio][aria-checked=true]").textContent')).toBe('Paid');
    expect(await inPage('[...document.querySelectorAll("[type=checkbox]:checked")].map((b) => b.name).join()')).toBe(
      'ham,corn',
    );
    await call('fill', { selector: 'Toppings', value: ['Egg'] });
    expect(await inPage('[...document.querySelectorAll("[type=checkbox]:checked")].map((b) => b.name).join()')).toBe(
      'egg',
    );
    expect((await call('fill', { selector: 'Ham', value: true })).success).toBe(true);
    expect(await inPage('document.querySelector("[name=ham]").checked')).toBe(true);
  });

  it.each([
    ['Kind of membership', 'Gold', /has no option "Gold"\. Its options: Junior, Family \(up to five\)\./],
    ['Toppings', 'Ham, Cheese', /has no option "Cheese"\. Its options: Ham, Corn, Egg\./],
    ['Toppings', true, /has no option "true"\. Its options: Ham, Corn, Egg\./],
  ])('without this option reports its options: %s = %s', async (selector, value, sentence) => {
    await fresh();
    const result = await call('fill', { selector, value });
    expect(result.metadata.code).toBe('unknown_option');
    expect(result.error).toMatch(sentence);
    expect(page.told()).toEqual([]);
  });
});

describe('Text', () => {
  const draw = async (html: string) => {
    await fresh();
    await inPage(`document.body.innerHTML = ${JSON.stringify(html)}`);
  };

  it('with tabs stays in its field, typed or filled in', async () => {
    await draw(
      '<textarea id=code aria-label=Code></textarea><div contenteditable id=rich aria-label=Rich></div><input id=next>',
    );
    const text = 'if x:\n\treturn 1\n\tend';
    for (const selector of ['Code', 'Rich']) expect((await call('fill', { selector, value: text })).success).toBe(true);
    expect((await call('type', { selector: 'Code', text: '\t#' })).success).toBe(true);
    expect(await inPage('code.value')).toBe(`${text}\t#`);
    expect(await inPage('rich.innerText.split("\\n").filter(Boolean).join("\\n")')).toBe(text);
    expect(await inPage('next.value')).toBe('');
  });

  it('that the field does not keep causes an error', async () => {
    await draw('<input id=phone aria-label=Phone><input id=date aria-label=Date placeholder=free>');
    await inPage(`phone.oninput = () => { phone.value = phone.value.replace(/(..)(?=.)/g, '$1 '); };
      date.oninput = () => { date.value = 'nothing'; }; undefined`);
    expect((await call('fill', { selector: 'Phone', value: '123456' })).success).toBe(true);
    const refused = await call('fill', { selector: 'Date', value: 'tomorrow' });
    expect(refused.metadata.code).toBe('expectation_failed');
    expect(refused.error).toMatch(/contains "nothing" instead of "tomorrow"/);
    await inPage(`phone.value = 'abc'; phone.oninput = () => { phone.value = 'abc' + phone.value; }; undefined`);
    expect((await call('fill', { selector: 'Phone', value: 'new' })).metadata.code).toBe('expectation_failed');
  });
});

describe('A text field without options', () => {
  it('refuses select, and keeps its text', async () => {
    await fresh();
    await inPage(`document.body.innerHTML = '<label>Phone <input id=phone value="030"></label>'; undefined`);
    const { metadata } = await call('select', { selector: 'Phone', option: 'Spain' });
    expect(metadata.code).toBe('unsupported');
    expect(await inPage('phone.value')).toBe('030');
  });
});

describe('A dropdown whose chosen text covers its transparent input', () => {
  it('has this text as value, and takes another choice', async () => {
    await fresh();
    await inPage(`document.body.innerHTML = '<div style="position:relative;width:200px;height:30px" id=box><span><input id=land role=combobox aria-label=Land aria-haspopup=listbox aria-expanded=false aria-controls=lands readonly style="opacity:0;width:190px;height:28px"></span><span id=shown style="position:absolute;inset:0">Ghana</span></div><div id=lands role=listbox hidden><div role=option>Ghana</div><div role=option>Greece</div></div>';
      box.onclick = () => { lands.hidden = false; land.ariaExpanded = 'true'; };
      lands.onclick = ({ target }) => { shown.textContent = target.textContent; tell('land ' + target.textContent); lands.hidden = true; land.ariaExpanded = 'false'; }; undefined`);
    const { elements } = await session.observe();
    expect(elements.filter(({ name, value }) => `${name} ${value}`.includes('Ghana'))).toMatchObject([
      { role: 'Dropdown', name: 'Land', value: 'Ghana' },
    ]);
    expect((await call('select', { selector: 'Land', option: 'Greece' })).error).toBeUndefined();
    await told('land Greece');
    expect((await call('select', { selector: 'Land', option: 'Greece' })).error).toBeUndefined();
  });
});

describe('Lines', () => {
  const draw = async (script: string) => {
    await fresh();
    await inPage(`document.body.innerHTML = '<textarea id=area aria-label=Area>old</textarea>'; ${script}; undefined`);
  };
  // A list mark is added for each Enter key, as in the editors of wikis.
  const listMarks = `area.onkeydown = (event) => {
    if (event.key === 'Enter') { event.preventDefault(); area.setRangeText('\\n  * ', area.selectionStart, area.selectionEnd, 'end'); } }`;

  it.each(['fill', 'type'])('are entered by %s without the Enter key', async (name) => {
    await draw(listMarks);
    const text = '  * one\n  * two\n\nthree';
    const input = name === 'fill' ? { value: text } : { text, clear: true };
    expect((await call(name, { selector: 'Area', ...input })).error).toBeUndefined();
    expect(await inPage('area.value')).toBe(text);
  });

  it('that the page changes cause an error', async () => {
    await draw(`area.oninput = () => { area.value = area.value.replace(/\\n(?!>)/, '\\n> '); }`);
    const { metadata, error } = await call('fill', { selector: 'Area', value: 'one\ntwo' });
    expect(metadata.code).toBe('expectation_failed');
    expect(error).toContain('Line 2 is "> two" instead of "two"');
  });
});

describe('Files', () => {
  it('are uploaded to an element that opens a file chooser', async () => {
    await fresh();
    const result = await call('upload_file', { selector: 'Add a document', paths: ['package.json'] });
    expect(result.error).toBeUndefined();
    expect(result.metadata.outcomeText).not.toContain('file chooser'); // it has its answer
    await told('file package.json');
    await call('click', { selector: 'Add a document' });
    expect((await call('upload_file', { selector: 'Add a document', paths: ['tsconfig.json'] })).success).toBe(true);
    await told('file tsconfig.json');
  });

  it('are not uploaded to other elements, and no chooser stays open', async () => {
    await fresh();
    const idle = await call('upload_file', { selector: 'Idle', paths: ['package.json'] });
    expect(idle.metadata.code).toBe('not_editable');
    expect(idle.error).toMatch(/is not a file field\. Clicking it opened no file chooser\./);
    const many = await call('upload_file', { selector: 'Add a document', paths: ['package.json', 'tsconfig.json'] });
    expect(many.error).toMatch(/only one file/);
    expect((await session.observe()).modal).toBeUndefined();
    expect(page.told()).toEqual([]);
  });

  it('after a dialog are reported with its answer', async () => {
    await fresh();
    const asked = await call('download', { selector: 'Export' });
    expect(asked.metadata.code).toBe('modal_open');
    expect(asked.error).toMatch(/confirm "Really export 46 people\?".*handle_dialog, which starts the download/);
    expect((await session.observe()).text).toMatch(/BLOCKED by confirm .*handle_dialog/);
    expect((await call('click', { selector: '#country' })).error).toMatch(
      /is open\. .* Answer it with handle_dialog\.$/,
    );
    const answered = await call('handle_dialog', { accept: true });
    expect(answered.metadata.downloads).toMatchObject([{ name: 'people.csv', state: 'done' }]);
  });

  it('that open in another tab are reported', async () => {
    await fresh();
    const result = await call('download', { selector: 'Open the list' });
    expect(result.metadata.code).toBe('not_found');
    expect(result.error).toMatch(
      /downloaded nothing\. It opened tab_\d+ \(http:.*shown\.txt\), which shows the file instead/,
    );
    await call('tabs', { do: 'select', tab: 'shown.txt' });
    expect(await call('extract_text', {})).toMatchObject({ data: { text: 'Ada, Bo' } });
    await call('tabs', { do: 'close' });
  });
});
