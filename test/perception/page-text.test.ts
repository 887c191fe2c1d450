import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/core/outcome.js';
import { type BrowserSession, openSession } from '../../src/index.js';
import { describeChange } from '../../src/perception/diff/describe-change.js';
import { type Served, servePages } from '../support/serve.js';

const panels = `<!doctype html><title>Panels</title><main><h1>Wireless</h1>
<net-panel title-word="Home"></net-panel><net-panel title-word="Guests"></net-panel></main><script>
/* Network name */
customElements.define('text-field', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = '<label for="i">' + this.getAttribute('label') + '</label><input id="i" value="' + (this.getAttribute('value') ?? '') + '">'; } });
customElements.define('net-panel', class extends HTMLElement { connectedCallback() {
  const word = this.getAttribute('title-word');
  const root = this.attachShadow({ mode: 'open' });
  root.innerHTML = '<section aria-label="' + word + ' network"><h2>' + word + '</h2><text-field label="Network name" value="net of ' + word + '"></text-field><button>Save ' + word + '</button> <span role="status"></span></section>';
  root.querySelector('button').onclick = async () => { await fetch('/saved/' + word); root.querySelector('span').textContent = 'Kept: ' + word; }; } });
</script>`;

const labels = `<!doctype html><title>Labels</title>
<p><label for="rules">I accept the rules</label> (tick below)</p><div id="land">Country</div>
<div role="combobox" tabindex="0" aria-labelledby="land">Choose one</div><select><option>Pine</option><option>Larch</option></select>
<textarea placeholder="Your message"></textarea><input id="typed"><input type="checkbox" id="rules">
<script>typed.value = 'marmalade'</script>`;

const send = `<!doctype html><title>Send</title><style>.act { display: inline-block; cursor: pointer; padding: 8px }</style>
<main><div>Hand in</div><div class="act" id="go" title="Send">➤</div> <span id="told"></span></main>
<script>go.onclick = () => { told.textContent = 'Receipt D-1' }</script>`;

const steps = `<!doctype html><title>Steps</title><main><p id="step" aria-live="polite">Step 1</p>
<form id="form">${'<p>A rule of the club, to be read before one joins it.</p>'.repeat(60)}<button type="button" id="join">Join</button></form>
<section id="done" hidden><h2>Welcome!</h2><p id="number" role="status"></p></section></main>
<script>join.onclick = async () => { await fetch('/join'); form.hidden = true; step.textContent = 'Done';
  document.getElementById('number').textContent = 'Your number is 307'; done.hidden = false }</script>`;

const area = `<!doctype html><title>Area</title><div style="height: 100px; overflow-y: auto">${Array.from({ length: 20 }, (_, index) => `<p>Line ${index + 1}</p>`).join('')}
<div style="height: 20px; overflow: hidden"><p style="margin-top: 40px">Cut off</p></div></div>`;

const groups = `<!doctype html><title>Groups</title><form><fieldset><legend>Address</legend>
${['Name', 'Street', 'Postcode', 'City'].map((name) => `<label for="${name}">${name}</label><input id="${name}"><div role="alert"></div>`).join('')}</fieldset></form>
<div id="answers">${[1, 2, 3, 4, 5].map((n) => `<h3><button aria-expanded="false">Question ${n}</button></h3><div hidden>Answer ${n}</div>`).join('')}</div>
<ul id="long">${Array.from({ length: 80 }, (_, n) => `<li><button>Item ${n + 1}</button></li>`).join('')}<script></script></ul>`;

const editors = `<!doctype html><title>Editors</title><style>#painted:empty::before { content: "Write a message" } .e { min-height: 30px }</style>
<div class="e" contenteditable="true" id="painted"></div><div class="e" contenteditable="true" data-placeholder="Add a note"></div>
<div class="e" contenteditable="true" aria-placeholder="Say it" data-placeholder="Not this"></div><div class="e" onclick="1" style="cursor: pointer">Plain</div>`;

describe('page text', () => {
  let server: Served;
  let session: BrowserSession;
  const open = async (path: string) => {
    await session.perform({ type: 'navigate', url: server.url + path });
    return session.observe();
  };
  const find = async (words: string) => (await session.observe({ find: words })).elements;
  const click = async (name: string): Promise<Outcome> => {
    const [found] = (await find(name)).filter((one) => one.name === name && one.interactive);
    if (!found) throw new Error(`There is no ${name}.`);
    return session.perform({ type: 'click', target: { element: found.id } });
  };
  const told = ({ changes }: Outcome) => changes.map(describeChange);

  beforeAll(async () => {
    server = await servePages({
      '/panels': panels,
      '/labels': labels,
      '/send': send,
      '/steps': steps,
      '/groups': groups,
      '/editors': editors,
      '/area': area,
    });
    session = await openSession({ policy: 'open' });
  });
  afterAll(async () => {
    await session?.close();
    server?.close();
  });

  it('finds fields by label through shadow roots, with their groups', async () => {
    const seen = await open('/panels');
    const fields = seen.elements.filter(({ role }) => role === 'TextInput');
    const found = await find('Network name');
    expect(found.map(({ role, name, value }) => [role, name, value])).toEqual([
      ['Container', 'Home network', undefined],
      ['TextInput', 'Network name', 'net of Home'],
      ['Container', 'Guests network', undefined],
      ['TextInput', 'Network name', 'net of Guests'],
    ]);
    expect(found.filter(({ role }) => role === 'TextInput').map(({ id }) => id)).toEqual(fields.map(({ id }) => id));
    expect((await find('net of Guests')).map(({ name }) => name)).toEqual(['Network name']);
  });

  it('finds a control by label, reference, option, value and placeholder', async () => {
    await open('/labels');
    const role = async (words: string) => (await find(words)).find(({ interactive }) => interactive)?.role;
    expect(await role('accept the rules')).toBe('Checkbox');
    expect(await role('Country')).toBe('Dropdown');
    expect(await role('Larch')).toBe('Dropdown');
    expect(await role('marmalade')).toBe('TextInput');
    expect(await role('your message')).toBe('TextInput');
  });

  it('reports new text in a named region as text, not as its name', async () => {
    await open('/panels');
    const outcome = await click('Save Guests');
    expect(server.log).toContain('GET /saved/Guests');
    const { elements } = await session.observe();
    const status = elements.find(({ name }) => name === 'Kept: Guests');
    const region = elements.find(({ name }) => name === 'Guests network');
    expect(status).toMatchObject({ role: 'Text', kind: 'status' });
    expect(status?.id).not.toBe(region?.id);
    expect(told(outcome)).toContain(`appeared: [${status?.id}] Text "Kept: Guests"`);
    expect(told(outcome).join()).not.toContain('renamed');
  });

  it('reports text next to a control without the text of the control', async () => {
    await open('/send');
    const outcome = await click('Send');
    expect(told(outcome).join()).toMatch(/appeared: \[el_\d+\] Text "Receipt D-1"/);
    expect(told(outcome).join()).not.toContain('renamed');
  });

  it('reports new elements though the page became shorter and scrolled', async () => {
    await open('/steps');
    const outcome = await click('Join');
    const words = told(outcome).join('\n');
    expect(words).toContain('scrolled:');
    for (const text of ['Done', 'Welcome!', 'Your number is 307'])
      expect(words).toMatch(new RegExp(`appeared: \\[el_\\d+\\] Text "${text}"`));
  });

  it('counts only rows with a box as rows out of view', async () => {
    const { text } = await open('/groups');
    expect(text).toContain('"Postcode"');
    expect(text).toContain('"Question 5"');
    const lines = text.split('\n').filter((line) => line.includes('not in view'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^rows \d+–81 of 81 not in view/);
    await session.perform({ type: 'scroll', dx: 0, dy: 20_000 });
    const below = await session.observe();
    expect(below.text).toContain('"Item 80"');
    expect(below.text).toMatch(/^rows 1–\d+ of 81 not in view/m);
    const list = below.elements.find(({ name }) => name === 'Item 80')?.list?.container;
    expect((await session.observe({ expand: list })).text).not.toContain('not shown');
  });

  it('names an editor by its placeholder, before and after typing', async () => {
    const { elements, text } = await open('/editors');
    expect(elements.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'TextInput Write a message',
      'TextInput Add a note',
      'TextInput Say it',
      'Button Plain',
    ]);
    expect(text).not.toContain('generic');
    const [first] = elements;
    if (!first) return;
    const outcome = await session.perform({ type: 'type', text: 'Hello', target: { element: first.id } });
    expect(told(outcome).join()).toContain('value: ');
    expect(told(outcome).join()).not.toContain('renamed');
    expect((await session.observe()).text).toContain('TextInput "Write a message" = "Hello"');
  });

  it('lists everything inside an area that scrolls, and of the page only what is visible', async () => {
    const { elements, text } = await open('/area');
    expect(text).not.toContain('Line 20');
    const scrolling = elements.find(({ more }) => more !== undefined);
    const inside = (await session.observe({ expand: scrolling?.id })).elements.map(({ name }) => name);
    expect(inside).toContain('Line 20');
    expect(inside).not.toContain('Cut off');
  });

  it('fails for the content of an element that is gone', async () => {
    const list = (await open('/groups')).elements.find((one) => one.name === 'Item 1')?.list?.container;
    if (!list) throw new Error('There is no list.');
    expect((await session.observe({ expand: list })).elements.length).toBeGreaterThan(0);
    await session.perform({ type: 'evaluate', script: 'document.getElementById("long").remove()' });
    await expect(session.observe({ expand: list })).rejects.toMatchObject({ code: 'stale_element' });
    await expect(session.observe({ expand: 'el_99999' })).rejects.toMatchObject({ code: 'unknown_element' });
  });
});
