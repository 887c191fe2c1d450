import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession, type ToolResult } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';

const fill = (count: number): string => Array.from({ length: count }, (_, index) => `<p>Line ${index}</p>`).join('');
const page = `<!doctype html><title>Parts</title><script>window.clicked = [];</script>
<style>.box{position:relative;display:inline-block;width:20px;height:20px;cursor:pointer}.box input{position:absolute;inset:0;opacity:0;width:100%;height:100%;margin:0}.box i{display:block;width:20px;height:20px}
.swatch{display:inline-block;width:20px;height:20px}</style>
<div role=radio aria-checked=false tabindex=0 onclick="clicked.push('radio')"><label><input type=radio role=presentation tabindex=-1><span></span> Daily</label></div>
<span class=box aria-label="Select this row"><input type=checkbox onchange="clicked.push('row')"><i></i></span>
<span class=swatch role=button tabindex=0 style="background:#e60000" onclick="clicked.push('red')"></span>
<span class=swatch role=button tabindex=0 style="background:#0066cc" onclick="clicked.push('blue')"></span>
<input title="[F]" placeholder="Search here"><button disabled style="pointer-events:none">Locked</button>
<button class="spinner loading">&#8635;</button><div role=main>Hello main</div>
<span role=button tabindex=0><input type=file id=file style="width:10px">Upload</span>
<label><input type=checkbox checked> Ready</label>
<select aria-label=Size><option>Small</option></select>
<h2>Alpha</h2><button>Delete</button><h2>Beta</h2><button>Delete</button>`;
const modal = `<!doctype html><title>Modal</title>${fill(9)}<button>Under</button>
<dialog id=d aria-label=Ask><button>Yes</button></dialog><script>d.showModal()</script>`;
const grid = `<!doctype html><title>Grid</title><table role=grid><tr><td role=gridcell tabindex=-1 id=cell>Ann</td><td>IT</td></tr></table>
<script>cell.ondblclick = () => { cell.innerHTML = '<input>'; cell.firstChild.focus();
  cell.firstChild.onkeydown = (event) => { if (event.key === 'Enter') cell.textContent = event.target.value; }; }</script>`;
const boxes = `<!doctype html><title>Boxes</title><table><thead><tr><th><input type=checkbox></th><th aria-sort=ascending tabindex=0>Name</th></tr></thead><tbody><tr><td><input type=checkbox checked></td><td>Ann</td></tr></tbody></table>`;
const leave = `<!doctype html><title>Leave</title><input aria-label=Note><script>onbeforeunload = (event) => event.preventDefault()</script>`;

/** 80 tools, each with a z-index of its own, under a shade. One button and a dialog without a role are in front of the shade. */
const shade = `<style>.tool{position:relative;z-index:4}.shade{position:absolute;inset:0;z-index:2000}.front{position:absolute;z-index:2010;top:200px;left:200px;background:white}</style>
<div>${Array.from({ length: 80 }, (_, index) => `<button class="tool">Tool ${index + 1}</button>`).join('')}</div>
<div class="shade"></div><button class="front" style="top:500px">Help</button>
<div class="front"><h2>Notifications?</h2><button>Yes</button><button>No thanks</button></div>`;

let served: Served;
let session: BrowserSession;
beforeAll(async () => {
  served = await servePages({
    '/': page,
    '/modal': modal,
    '/grid': grid,
    '/leave': leave,
    '/boxes': boxes,
    '/shade': shade,
  });
  session = await openSession({ policy: 'open', url: served.url });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

const call = (name: string, input: unknown): Promise<ToolResult> =>
  callTool(builtinRegistry(), name, input, { session, memory: new Map(), rails: { gate: () => 'allow' } });
const inPage = async (script: string) => (await session.perform({ type: 'evaluate', script })).value;
const openAt = (path: string) => session.perform({ type: 'navigate', url: `${served.url}${path}` });
const lines = async () => (await session.observe({ coordinates: false })).text;

describe('One element', () => {
  it('is listed for a box, its native part and its drawing', async () => {
    await openAt('/');
    const { elements } = await session.observe();
    expect(elements.filter(({ role }) => role === 'Radio').map(({ name }) => name)).toEqual(['Daily']);
    expect(elements.filter(({ name }) => name === 'Select this row').map(({ role }) => role)).toEqual(['Checkbox']);
    await call('check', { selector: 'Select this row' });
    await call('click', { selector: 'Daily' });
    expect(await inPage('clicked')).toEqual(['row', 'radio']);
  });

  it('with only a colour shows it', async () => {
    await openAt('/');
    await call('click', { selector: 'blue box' });
    expect(await inPage('clicked')).toEqual(['blue']);
  });

  it('has the placeholder as name if its title is only a key', async () => {
    await openAt('/');
    await call('fill', { selector: 'Search here', value: 'x' });
    expect(await inPage('document.querySelector("[title]").value')).toBe('x');
  });

  it('that is disabled and takes no clicks is not covered', async () => {
    await openAt('/');
    const { elements } = await session.observe();
    expect(elements.find(({ name }) => name === 'Locked')?.states).toEqual(['disabled']);
  });

  it('with a loading class is no indicator if it is a button', async () => {
    expect((await openAt('/')).settled.reason).not.toMatch(/busy/);
  });
});

describe('A call', () => {
  it('reads a main part by its role', async () => {
    await openAt('/');
    expect(JSON.stringify(await call('read_page', { selector: 'main' }))).toContain('Hello main');
  });

  it('uploads to the file field inside a button', async () => {
    await openAt('/');
    expect((await call('upload_file', { selector: 'Upload', paths: ['package.json'] })).error).toBeUndefined();
    expect(await inPage('file.files[0].name')).toBe('package.json');
  });

  it('reads no header where a column has only boxes', async () => {
    await openAt('/boxes');
    const text = JSON.stringify(await call('read_page', { selector: 'table' }));
    expect(text).toContain('Ann');
    expect(text).not.toMatch(/\| no \| Name/);
  });

  it('says that a box is checked already', async () => {
    await openAt('/');
    expect(JSON.stringify(await call('check', { selector: 'Ready' }))).toContain('already checked');
  });

  it.each([
    ['fill', { selector: 'Weight', value: '1' }, 'not_found', /The fields: .*TextInput "Search here"/],
    ['select', { selector: 'Size', option: 'Huge' }, 'unknown_option', /The field is el_\d+ "Size"/],
    ['click', { selector: 'Delete' }, 'ambiguous', /"Delete" under "Alpha", el_\d+ Button "Delete" under "Beta"/],
  ])('%s with an unknown name says what there is', async (name, input, code, message) => {
    await openAt('/');
    const { error, metadata } = await call(name, input);
    expect(metadata.code).toBe(code);
    expect(error).toMatch(message);
  });
});

describe('The map', () => {
  it('says how a column is sorted', async () => {
    await openAt('/boxes');
    expect(await lines()).toMatch(/"Name" columnheader note "sorted ascending"/);
  });

  it('counts the elements behind a modal dialog', async () => {
    await openAt('/modal');
    expect(await lines()).toMatch(/Button "Yes"[\s\S]*10 elements behind the dialog/);
    expect(await lines()).not.toContain('Line 1');
    expect((await session.observe({ find: 'Under' })).text).toContain('Button "Under"');
  });

  it('counts the elements under a layer that covers the page, whatever their z-index is', async () => {
    await openAt('/shade');
    const map = await lines();
    expect(map).toMatch(/Button "No thanks"[\s\S]*80 elements under another layer/);
    expect(map).not.toContain('Tool 1');
    expect(map).toContain('Button "Help"');
    expect((await call('click', { selector: 'Tool 7' })).metadata.code).toBe('covered');
  });
});

it('A cell of a grid is filled in by a double click, text and Enter', async () => {
  await openAt('/grid');
  expect((await call('fill', { selector: 'Ann', value: 'Zed' })).error).toBeUndefined();
  expect(await inPage('cell.textContent')).toBe('Zed');
  expect((await call('fill', { selector: 'IT', value: 'Legal' })).error).toBeTruthy();
});

it('A page that asks before it is left makes goto fail', async () => {
  await openAt('/leave');
  await call('fill', { selector: 'Note', value: 'x' });
  expect((await call('goto', { url: `${served.url}/grid` })).metadata.code).toBe('modal_open');
  await session.perform({ type: 'dialog', accept: true });
});
