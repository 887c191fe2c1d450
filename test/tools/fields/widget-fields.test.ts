import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession, type ToolResult } from '../../../src/index.js';

/** Widgets whose typed text is only a filter: `chosen` is what their scripts took. */
const page = `<!doctype html><style>.list { position: absolute; background: #fff; z-index: 1 }</style>
<p id="label">Land</p><div id="land" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-owns="lands"><div><span id="shown"></span><input id="filter" type="search" aria-labelledby="label"></div></div>
<div id="lands" role="listbox" class="list" hidden></div>
<p><label for="native">Colour</label><select id="native" style="display:none"><option>Red</option><option>Blue</option></select>
<span id="widget" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-label="Colour" style="display:inline-block;width:120px;border:1px solid">Red</span></p><div id="colours"></div>
<div id="size" style="position:relative;width:160px;height:24px;border:1px solid"><input id="size-field" role="combobox" aria-label="Size" aria-expanded="false" readonly style="width:100%;border:0"><span id="size-shown" style="position:absolute;inset:0;background:#fff">Small</span></div><div id="sizes"></div>
<input id="to" aria-label="To" readonly><div id="people" class="list" hidden><div>Ann</div><div>Ottilie</div></div>
<input aria-label="Link" readonly value="fixed" onclick="this.select()">
<script>
const chosen = {};
to.onclick = () => { people.hidden = false; };
for (const one of people.children) one.onclick = () => { chosen.to = to.value = one.textContent; people.hidden = true; };
const option = (name) => '<div role="option">' + name + '</div>';
const show = (yes) => { land.ariaExpanded = String(yes); lands.hidden = !yes; lands.innerHTML = ['Niger', 'Nigeria', 'Chad'].filter((name) => name.startsWith(filter.value)).map(option).join(''); };
filter.onclick = filter.oninput = () => show(true);
addEventListener('keydown', ({ key }) => { if (key === 'Escape') show(false); });
lands.onmousedown = (event) => { event.preventDefault(); chosen.land = shown.textContent = event.target.textContent; filter.value = ''; show(false); };
const sizeField = document.querySelector('#size-field');
size.onmousedown = () => { sizeField.ariaExpanded = 'true'; sizes.innerHTML = '<div class="list" role="listbox">' + option('Small') + option('Large') + '</div>'; };
sizes.onclick = ({ target }) => { chosen.size = document.querySelector('#size-shown').textContent = target.textContent; sizeField.ariaExpanded = 'false'; sizes.innerHTML = ''; };
widget.onclick = () => { widget.ariaExpanded = 'true'; colours.innerHTML = '<div class="list" role="listbox">' + option('Red') + option('Blue') + '</div>'; };
colours.onclick = ({ target }) => { chosen.colour = widget.textContent = target.textContent; widget.ariaExpanded = 'false'; colours.innerHTML = ''; };
</script>`;

let session: BrowserSession;
beforeAll(async () => {
  session = await openSession({ policy: 'open' });
});
beforeEach(() => session.perform({ type: 'navigate', url: `data:text/html,${encodeURIComponent(page)}` }));
afterAll(() => session?.close());

const call = (name: string, input: unknown): Promise<ToolResult> =>
  callTool(builtinRegistry(), name, input, {
    session,
    memory: new Map(),
    rails: { gate: () => 'allow' },
    knownElement: (id) => session.knownElement(id),
  });
const inPage = async (script: string) => (await session.perform({ type: 'evaluate', script })).value;

it.each([
  ['select', 'Land', 'Niger', { land: 'Niger' }],
  ['select', '#native', 'Blue', { colour: 'Blue' }],
  ['select', 'Size', 'Large', { size: 'Large' }],
])('%s(%s, %s) chooses in the widget', async (tool, selector, option, chosen) => {
  expect((await call(tool, { selector, option })).error).toBeUndefined();
  expect(await inPage('JSON.stringify(chosen)')).toBe(JSON.stringify(chosen));
  expect(await inPage('document.querySelectorAll("[aria-expanded=true]").length')).toBe(0);
});

it('select chooses in the list of a read-only field, and fill is refused without a press', async () => {
  const refused = await call('fill', { selector: 'To', value: 'Ottilie' });
  expect(refused.error).toContain('Use select');
  expect(await inPage('people.hidden')).toBe(true);
  expect((await call('select', { selector: 'To', option: 'Ottilie' })).error).toBeUndefined();
  expect(await inPage('JSON.stringify([chosen, people.hidden])')).toBe('[{"to":"Ottilie"},true]');
  expect((await call('select', { selector: 'To', option: 'Zora' })).error).toContain('Its options: Ann, Ottilie.');
  expect(await inPage('JSON.stringify(chosen)')).toBe('{"to":"Ottilie"}');
  expect((await call('fill', { selector: 'Link', value: 'x' })).metadata.code).toBe('unsupported');
  expect(await inPage('document.querySelector("[aria-label=Link]").value')).toBe('fixed');
});

it('fill of a search field reports that nothing is chosen', async () => {
  const result = await call('fill', { selector: 'Land', value: 'Niger' });
  expect(result.metadata.outcomeText).toContain('nothing is chosen. Suggestions: Niger, Nigeria.');
  expect(await inPage('JSON.stringify(chosen)')).toBe('{}');
});

it('refuses an option that is not in the list of the widget, and an option of the hidden list', async () => {
  expect((await call('select', { selector: 'Land', option: 'Peru' })).metadata.code).toBe('unknown_option');
  const hidden = await call('select', { selector: '#native option:last-child', option: 'Blue' });
  expect(hidden.metadata.code).toBe('not_visible');
  expect(hidden.error).toMatch(/The widget el_\d+ took the place of this list/);
  expect(await inPage('JSON.stringify(chosen) + filter.value + native.value')).toBe('{}Red');
});
