import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Action, type BrowserSession, type ElementId, type Outcome, openSession } from '../../src/index.js';
import { named } from '../support/named.js';
import { type Served, servePages } from '../support/serve.js';

/** Every page tells the server what reached it: `tell('x')` is `POST /tell?x`. */
const script = `<script>
  function tell(what) { fetch('/tell?' + encodeURIComponent(what), { method: 'POST', keepalive: true }); }
  function watch(id, ...types) { for (const type of types) document.getElementById(id).addEventListener(type, (event) => tell(describe(event))); }
  function describe(event) {
    const held = ['ctrlKey', 'shiftKey', 'altKey', 'metaKey'].filter((name) => event[name]).map((name) => name.slice(0, -3)).join('+');
    return [event.type, event.target.id, event.button, event.detail, held].join(' ');
  }
</script>`;

const pages: Record<string, string> = {
  '/pointer': `<title>Pointer</title>${script}<button id="b" oncontextmenu="return false">Button</button>
    <div id="hover" tabindex="0" style="width:200px;height:40px">Hover me</div>
    <canvas id="c" width="300" height="150" tabindex="0" aria-label="Board"></canvas>
    <ul><li id="one" draggable="true">One</li></ul><div id="bin" tabindex="0" style="width:200px;height:80px;background:#ddd">Bin</div>
    <div id="knob" tabindex="0" role="slider" aria-label="Knob" style="width:40px;height:40px;background:#888">K</div>
    <script>
      watch('b', 'click', 'dblclick', 'auxclick', 'contextmenu'); watch('hover', 'mouseenter');
      let drawn = []; c.onpointerdown = (e) => { drawn = [[e.offsetX, e.offsetY]]; }; c.onpointermove = (e) => { if (e.buttons) drawn.push([e.offsetX, e.offsetY]); };
      c.onpointerup = (e) => tell('drawn ' + (drawn.length > 1) + ' ' + Math.round(e.offsetX - drawn[0][0]));
      one.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'item one'); bin.ondragover = (e) => e.preventDefault();
      bin.ondrop = (e) => { e.preventDefault(); tell('dropped ' + e.dataTransfer.getData('text/plain')); };
      let from; knob.onmousedown = (e) => { from = e.clientX; document.onmousemove = () => {}; document.onmouseup = (u) => tell('slid ' + Math.round(u.clientX - from)); };
    </script>`,
  '/scroll': `<title>Scroll</title>${script}<style>body { margin: 0; height: 4000px; width: 3000px }</style>
    <div id="inner" tabindex="0" aria-label="Inner" style="position:absolute;left:0;top:0;width:300px;height:300px;overflow:auto"><div style="height:2000px;width:900px">inside</div></div>
    <script>
      let timer; const later = (text) => { clearTimeout(timer); timer = setTimeout(() => tell(text()), 120); };
      inner.onscroll = () => later(() => 'inner ' + inner.scrollLeft + ' ' + inner.scrollTop);
      onscroll = () => later(() => 'page ' + scrollX + ' ' + scrollY);
    </script>`,
  '/text': `<title>Text</title>${script}<form onsubmit="event.preventDefault(); tell('sent ' + line.value)"><label>Line <input id="line"></label><label>Full <input id="full" value="abc"></label>
    <label>Short <input id="short" maxlength="4"></label><button>Send</button></form><label>Area <textarea id="area"></textarea></label>
    <div id="rich" contenteditable role="textbox" aria-label="Rich">old</div><label>Locked <input readonly value="no"></label><button>Plain</button>
    <button onclick="tell(JSON.stringify(['line', 'full', 'short', 'area'].map((id) => document.getElementById(id).value).concat(rich.innerText)))">Report</button>
    <script>addEventListener('keydown', (e) => { if (!/^.$/u.test(e.key) || e.ctrlKey) tell('key ' + (e.ctrlKey ? 'C+' : '') + (e.shiftKey ? 'S+' : '') + e.key + (e.repeat ? ' again' : '')); });</script>`,
  '/held': `<title>Held</title>${script}<style>body { margin: 0; height: 4000px }</style><label>Line <input id="line"></label><button id="b">Button</button>
    <div id="pad" tabindex="0" style="width:300px;height:200px;background:#ddd">Pad</div>
    <script>
      const held = (e) => ['ctrlKey', 'shiftKey', 'altKey', 'metaKey'].filter((name) => e[name]).map((name) => name.slice(0, -3)).join('+');
      const since = {}; const beat = setInterval(() => document.title = 'Held ' + performance.now(), 40);
      addEventListener('keydown', (e) => { since[e.code] ??= e.timeStamp; tell(['down', e.key, held(e), e.repeat].join(' ')); if (e.key === 'h') fetch('/other'); });
      addEventListener('keyup', (e) => { tell(['up', e.key, held(e), ...(e.key === 'h' ? [e.timeStamp - since[e.code] >= 600] : [])].join(' ')); delete since[e.code]; });
      b.addEventListener('click', (e) => tell('click ' + held(e)));
      pad.addEventListener('mousemove', (e) => tell('move ' + held(e)));
      pad.addEventListener('wheel', (e) => { e.preventDefault(); tell('wheel ' + e.deltaY + ' ' + held(e)); }, { passive: false });
      pad.addEventListener('mouseup', (e) => tell('mouseup ' + held(e)));
    </script>`,
  '/values': `<title>Values</title>${script}<form>
    <select aria-label="Color"><option value="r">Red</option><option value="b">Blue</option><option disabled>Gray</option></select>
    <select aria-label="Many" multiple size="4"><option>Ann</option><option>Bob</option><option>Cid</option></select>
    <input type="date" aria-label="Day"><input type="time" aria-label="Hour"><input type="datetime-local" aria-label="Moment"><input type="month" aria-label="Month">
    <input type="week" aria-label="Week"><input type="color" aria-label="Paint"><input type="range" aria-label="Level" min="0" max="10"><input type="number" aria-label="Count">
    <input type="checkbox" aria-label="Agree"><input type="radio" name="r" aria-label="Left"><input type="radio" name="r" aria-label="Right">
    <div role="switch" aria-checked="false" tabindex="0" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true'); tell('switch ' + this.getAttribute('aria-checked'))">Power</div>
    </form><script>document.forms[0].addEventListener('change', (e) => tell('change ' + e.target.ariaLabel + ' ' + (e.target.multiple ? [...e.target.selectedOptions].map((o) => o.text) : /box|radio/.test(e.target.type) ? e.target.checked : e.target.value)));</script>`,
  '/wait': `<title>Wait</title>${script}<button onclick="setTimeout(() => { note.textContent = 'Ready now'; }, 300)">Start</button><p id="note">Busy</p>
    <button onclick="setTimeout(() => history.pushState(0, '', '/wait?moved'), 300)">Move</button><button onclick="setTimeout(() => this.remove(), 300)">Vanish</button>`,
  '/files': `<title>Files</title>${script}<label>One file <input type="file" onchange="tell('one ' + [...this.files].map((f) => f.name + ':' + f.size))"></label>
    <label>Many files <input type="file" multiple onchange="tell('many ' + [...this.files].map((f) => f.name))"></label>
    <input id="picker" type="file" hidden onchange="tell('hidden ' + this.files[0].name)"><button onclick="picker.click()">Choose</button>
    <a href="/save" download="notes.txt">Save</a>`,
  '/dialogs': `<title>Dialogs</title>${script}<button onclick="tell('confirmed ' + confirm('Sure?'))">Ask</button><button onclick="tell('named ' + prompt('Name?', 'nobody'))">Name</button>`,
  '/tabs': `<title>Tabs</title>${script}<a href="/other" target="_blank">Elsewhere</a><a href="/other">Other</a>`,
  '/other': '<title>Other page</title><h1>Other</h1>',
};

describe('every action reaches the page', () => {
  let server: Served;
  let session: BrowserSession;
  let folder = '';
  let downloads = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'handrail-actions-'));
    downloads = join(folder, 'downloads');
    await writeFile(join(folder, 'a.txt'), 'hello');
    await writeFile(join(folder, 'b.txt'), 'you');
    server = await servePages({
      ...pages,
      '/save': (_, response) => {
        response.setHeader('content-disposition', 'attachment; filename="notes.txt"');
        response.end('some notes');
      },
    });
    session = await openSession({ uploads: [folder], downloads });
  });
  afterAll(async () => {
    await session?.close();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    server.log.length = 0;
  });

  const told = () =>
    server.log.filter((line) => line.startsWith('POST /tell?')).map((line) => decodeURIComponent(line.slice(11)));
  const open = async (path: string) => {
    const outcome = await session.perform({ type: 'navigate', url: `${server.url}${path}` });
    expect(outcome.error).toBeUndefined();
  };
  const at = async (name: string): Promise<{ element: ElementId }> => ({
    element: named(await session.observe(), name).id,
  });
  const perform = async (action: Action): Promise<Outcome> => {
    const outcome = await session.perform(action);
    expect(outcome.error).toBeUndefined();
    expect(outcome.ok).toBe(true);
    return outcome;
  };
  const hears = (...lines: string[]) => expect.poll(told, { timeout: 15_000 }).toEqual(expect.arrayContaining(lines));

  it('click: buttons, counts, modifiers', async () => {
    await open('/pointer');
    const target = await at('Button');
    await perform({ type: 'click', target });
    await hears('click b 0 1 ');
    await perform({ type: 'click', target, count: 2 });
    await hears('dblclick b 0 2 ');
    await perform({ type: 'click', target, count: 3 });
    await hears('click b 0 3 ');
    await perform({ type: 'click', target, button: 'right' });
    await hears('contextmenu b 2 0 ');
    await perform({ type: 'click', target, button: 'middle' });
    await hears('auxclick b 1 1 ');
    await perform({ type: 'click', target, modifiers: ['Control', 'Shift'] });
    await hears('click b 0 1 ctrl+shift');
    await perform({ type: 'click', target, modifiers: ['Alt'] });
    await hears('click b 0 1 alt');
    const { bounds } = named(await session.observe(), 'Button');
    await perform({ type: 'click', target: { x: bounds.x + 3, y: bounds.y + 3 } });
    await expect.poll(() => told().filter((line) => line === 'click b 0 1 ').length).toBeGreaterThan(2);
  });

  it('move, press and release, drag', async () => {
    await open('/pointer');
    await perform({ type: 'move', target: await at('Hover me') });
    await hears('mouseenter hover 0 0 ');
    const { x, y } = named(await session.observe(), 'Board').bounds;
    await perform({ type: 'press', target: { x: x + 20, y: y + 20 } });
    await perform({ type: 'release', target: { x: x + 120, y: y + 60 } });
    await hears('drawn true 100');
    await perform({ type: 'drag', path: [await at('One'), await at('Bin')] });
    await hears('dropped item one');
    const knob = named(await session.observe(), 'Knob').bounds;
    await perform({ type: 'drag', path: [await at('Knob'), { x: knob.x + 140, y: knob.y + 20 }] });
    await hears('slid 120');
  });

  it('scroll: the page and the element under the pointer, in both directions', async () => {
    await open('/scroll');
    const down = await perform({ type: 'scroll', dx: 0, dy: 500 });
    expect(down.changes).toContainEqual(expect.objectContaining({ kind: 'scrolled', dy: 500 }));
    await hears('page 0 500');
    await perform({ type: 'scroll', dx: 300, dy: 0 });
    await hears('page 300 500');
    await perform({ type: 'scroll', dx: -300, dy: -500 });
    await hears('page 0 0');
    await perform({ type: 'scroll', target: { x: 100, y: 100 }, dx: 0, dy: 200 });
    await hears('inner 0 200');
    await perform({ type: 'scroll', target: await at('Inner'), dx: 150, dy: 0 });
    await hears('inner 150 200');
  });

  it('type: any text, appended, cleared, truncated by the page, submitted', async () => {
    await open('/text');
    const text = 'Zoë 日本 👩‍👩‍👧 e\u0301 שלום "q" <b>';
    await perform({ type: 'type', target: await at('Line'), text });
    await perform({ type: 'type', target: await at('Full'), text: 'def' });
    await perform({ type: 'type', target: await at('Short'), text: 'toolong' });
    await perform({ type: 'type', target: await at('Area'), text: 'one\ntwo\tthree'.replace('\t', ' ') });
    await perform({ type: 'type', target: await at('Rich'), text: 'new', clear: true });
    await perform({ type: 'click', target: await at('Report') });
    await hears(JSON.stringify([text, 'abcdef', 'tool', 'one\ntwo three', 'new']));
    await perform({ type: 'type', target: await at('Line'), text: 'again', clear: true, submit: true });
    await hears('sent again');
    await perform({ type: 'type', text: '!' });
    await perform({ type: 'key', keys: 'Return' });
    await hears('sent again!');
    const long = 'x'.repeat(100_000);
    await perform({ type: 'type', target: await at('Area'), text: long, clear: true });
    expect(named(await session.observe(), 'Area').value).toBe('x'.repeat(500));
  });

  it('key: every spelling, sequences, repeats', async () => {
    await open('/text');
    await perform({ type: 'type', target: await at('Line'), text: 'word' });
    await perform({ type: 'key', keys: 'ctrl+a' });
    await perform({ type: 'key', keys: 'BackSpace' });
    await perform({ type: 'key', keys: 'shift+Left', repeat: 3 });
    await perform({ type: 'key', keys: 'Page_Down Escape' });
    await hears('key C+Control', 'key C+a', 'key Backspace', 'key PageDown', 'key Escape');
    // Pressed as often, not held: a page that pays no heed to a key that repeats itself counts them all.
    expect(told().filter((line) => /ArrowLeft/.test(line))).toEqual(Array(3).fill('key S+ArrowLeft'));
    expect(named(await session.observe(), 'Line').value).toBeUndefined();
  });

  it('key: held until released, for a time, and around the pointer', async () => {
    await open('/held');
    await perform({ type: 'key', keys: 'h', holdMs: 700 });
    await hears('down h  false', 'up h  true');
    await perform({ type: 'key', keys: 'Shift', phase: 'down' });
    await perform({ type: 'click', target: await at('Button') });
    await perform({ type: 'key', keys: 'ArrowDown' });
    await perform({ type: 'click', target: await at('Button'), modifiers: ['Control', 'Shift'] });
    await perform({ type: 'move', target: await at('Pad') });
    await hears('click shift', 'down ArrowDown shift false', 'click ctrl+shift', 'move shift');
    expect(told().filter((line) => line.startsWith('up Shift'))).toEqual([]);
    const again = await session.perform({ type: 'key', keys: 'Alt', phase: 'up' });
    expect(again).toMatchObject({ ok: false, error: { code: 'invalid_action', message: 'Alt is not held.' } });
    await perform({ type: 'key', keys: 'shift', phase: 'up' });
    await hears('up Shift ');
    await perform({ type: 'click', target: await at('Button') });
    await hears('click ');
    await perform({ type: 'scroll', target: await at('Pad'), dx: 0, dy: 120, modifiers: ['Control'] });
    await perform({ type: 'move', target: { x: 20, y: 150 }, modifiers: ['Alt', 'Shift'] });
    await hears('wheel 120 ctrl', 'up Control ', 'move shift+alt', 'up Alt ');
    await perform({ type: 'scroll', target: await at('Pad'), dx: 0, dy: 60 });
    await hears('wheel 60 ');
  });

  it('key: held keys are released when the session closes', async () => {
    const other = await openSession();
    await other.perform({ type: 'navigate', url: `${server.url}/held` });
    await other.perform({ type: 'key', keys: 'Control+k', phase: 'down' });
    await hears('down Control ctrl false', 'down k ctrl false');
    expect(told().filter((line) => line.startsWith('up '))).toEqual([]);
    await other.close();
    await expect
      .poll(() =>
        told()
          .filter((line) => line.startsWith('up '))
          .map((line) => line.split(' ')[1]),
      )
      .toEqual(['k', 'Control']);
  });

  it('set_value: every kind of field', async () => {
    await open('/values');
    const values: [string, string | boolean | string[], string][] = [
      ['Color', 'Blue', 'b'],
      ['Many', ['Ann', 'Cid'], 'Ann,Cid'],
      ['Day', '2026-12-31', '2026-12-31'],
      ['Hour', '23:15', '23:15'],
      ['Moment', '2026-12-31T23:15', '2026-12-31T23:15'],
      ['Month', '2026-12', '2026-12'],
      ['Week', '2026-W52', '2026-W52'],
      ['Paint', '#FF8000', '#ff8000'],
      ['Level', '7', '7'],
      ['Count', '42', '42'],
      ['Agree', true, 'true'],
      ['Right', true, 'true'],
    ];
    for (const [name, value, arrived] of values) {
      const outcome = await perform({ type: 'set_value', target: await at(name), value });
      expect(outcome.effect, name).toBe('changed');
      await hears(`change ${name} ${arrived}`);
    }
    await perform({ type: 'set_value', target: await at('Power'), value: true });
    await hears('switch true');
    expect((await perform({ type: 'set_value', target: await at('Color'), value: 'Blue' })).effect).toBe('unchanged');
    for (const [name, value] of [
      ['Color', 'Green'],
      ['Color', 'Gray'],
      ['Day', 'tomorrow'],
      ['Level', '70'],
      ['Agree', 'perhaps'],
      ['Right', false],
    ] as const) {
      const refused = await session.perform({ type: 'set_value', target: await at(name), value });
      expect(refused.error, `${name} ${value}`).toMatchObject({
        code: expect.stringMatching(/unknown_option|disabled|invalid_action/),
        hint: expect.anything(),
      });
    }
  });

  it('wait: until the condition holds, or reports that it does not', async () => {
    await open('/wait');
    await session.perform({ type: 'click', target: await at('Start') });
    await perform({ type: 'wait', for: { text: 'Ready now' } });
    await session.perform({ type: 'click', target: await at('Move') });
    await perform({ type: 'wait', for: { gone: { text: 'Busy' } } });
    await perform({ type: 'wait', for: { element: { name: 'Vanish', role: 'button' } } });
    const vanish = await at('Vanish');
    await session.perform({ type: 'click', target: vanish });
    await perform({ type: 'wait', for: { gone: { id: vanish.element } } });
    await perform({ type: 'wait', for: 'page_loaded' });
    await perform({ type: 'wait', for: { seconds: 0.1 } });
    const late = await session.perform({ type: 'wait', for: { text: 'never' }, timeoutMs: 200 });
    expect(late).toMatchObject({ ok: false, error: { code: 'wait_timeout' } });
  });

  it('navigate, back, forward, reload', async () => {
    await open('/tabs');
    await perform({ type: 'click', target: await at('Other') });
    expect((await perform({ type: 'back' })).changes).toContainEqual(
      expect.objectContaining({ kind: 'url', to: `${server.url}/tabs` }),
    );
    expect((await perform({ type: 'forward' })).observation?.title).toBe('Other page');
    server.log.length = 0;
    expect((await perform({ type: 'reload' })).effect).toBe('changed');
    expect(server.log).toContain('GET /other');
  });

  it('tabs, windows and focus_app', async () => {
    await open('/tabs');
    const popped = await perform({ type: 'click', target: await at('Elsewhere') });
    expect(popped.changes).toContainEqual(expect.objectContaining({ kind: 'popup', url: `${server.url}/other` }));
    const two = (await session.observe()).tabs ?? [];
    expect(two.map((tab) => [tab.title, tab.active])).toEqual([
      ['Tabs', false],
      ['Other page', true],
    ]);
    await perform({ type: 'focus_app', app: 'tabs' });
    expect((await session.observe()).title).toBe('Tabs');
    await perform({ type: 'tab', do: 'select', tab: two[1]?.id });
    expect((await session.observe()).title).toBe('Other page');
    await perform({ type: 'tab', do: 'close', tab: two[1]?.id });
    await perform({ type: 'tab', do: 'new', url: `${server.url}/other` });
    const three = (await session.observe()).tabs ?? [];
    expect(three).toHaveLength(2);
    await perform({ type: 'tab', do: 'close', tab: three[1]?.id });
    await open('/tabs');
    await perform({ type: 'click', target: await at('Other'), modifiers: ['Control'] });
    await expect.poll(async () => (await session.observe()).tabs?.length).toBe(2);
    for (const tab of ((await session.observe()).tabs ?? []).slice(1))
      await perform({ type: 'tab', do: 'close', tab: tab.id });
  });

  it('dialogs', async () => {
    await open('/dialogs');
    await session.perform({ type: 'click', target: await at('Ask') });
    await perform({ type: 'dialog', accept: false });
    await hears('confirmed false');
    await session.perform({ type: 'click', target: await at('Name') });
    expect((await session.observe()).modal).toMatchObject({ kind: 'prompt', text: 'Name?', defaultText: 'nobody' });
    await perform({ type: 'dialog', accept: true, text: 'Ada' });
    await hears('named Ada');
    expect((await session.perform({ type: 'dialog', accept: true })).error?.code).toBe('no_modal');
  });

  it('uploads and downloads', async () => {
    await open('/files');
    await perform({ type: 'upload', target: await at('One file'), paths: ['a.txt'] });
    await hears('one a.txt:5');
    await perform({
      type: 'upload',
      target: await at('Many files'),
      paths: [join(folder, 'a.txt'), join(folder, 'b.txt')],
    });
    await hears('many a.txt,b.txt');
    const opened = await session.perform({ type: 'click', target: await at('Choose') });
    expect(opened.changes).toContainEqual(expect.objectContaining({ kind: 'file_chooser' }));
    expect((await session.observe()).modal).toMatchObject({ kind: 'file_chooser', clearedBy: 'upload' });
    await perform({ type: 'upload', paths: ['b.txt'] });
    await hears('hidden b.txt');
    for (const path of ['/etc/hostname', '../a.txt', 'missing.txt']) {
      const refused = await session.perform({ type: 'upload', target: await at('One file'), paths: [path] });
      expect(refused.error?.code).toBe('bad_path');
    }
    const saved = await perform({ type: 'click', target: await at('Save') });
    expect(saved.changes).toContainEqual(
      expect.objectContaining({ kind: 'download', state: 'done', path: join(downloads, 'notes.txt') }),
    );
    expect(await readFile(join(downloads, 'notes.txt'), 'utf8')).toBe('some notes');
  });

  it('type: a list applies the text as a choice, by coordinates, by id, and after a click', async () => {
    await open('/values');
    const { bounds } = named(await session.observe(), 'Color');
    const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
    await perform({ type: 'type', target: middle, text: 'Blue' });
    await hears('change Color b');
    await perform({ type: 'type', target: await at('Color'), text: 're' });
    await hears('change Color r');
    server.log.length = 0;
    await perform({ type: 'click', target: middle });
    await perform({ type: 'type', text: 'blue', submit: true });
    await hears('change Color b');
    const outcome = await session.perform({ type: 'type', target: middle, text: 'Mauve' });
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'unknown_option', hint: expect.stringContaining('"Red"') },
    });
    await perform({ type: 'click', target: await at('Agree') });
    await hears('change Agree true');
    expect(named(await session.observe(), 'Color').value).toBe('Blue');
  });

  it.each([
    ['Day', '2026-12-24', '2026-12-24'],
    ['Day', '12/24/2026', '2026-12-24'],
    ['Day', '24.12.2026', '2026-12-24'],
    ['Day', '12242026', '2026-12-24'],
    ['Hour', '9:30 PM', '21:30'],
    ['Hour', '09:30', '09:30'],
    ['Moment', '2026-12-24 18:00', '2026-12-24T18:00'],
    ['Month', '2026-12', '2026-12'],
    ['Paint', '#1A2B3C', '#1a2b3c'],
  ])('type: a whole date or time, wherever in the field it is typed: %s %s', async (name, text, value) => {
    await open('/values');
    const { bounds } = named(await session.observe(), name);
    const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
    await perform({ type: 'type', target: middle, text, clear: true });
    await hears(`change ${name} ${value}`);
  });

  it('invalid input does nothing and returns the reason', async () => {
    await open('/text');
    const seen = await session.observe();
    const line = { element: named(seen, 'Line').id };
    const bad: [Action | Record<string, unknown>, string][] = [
      [{ type: 'click', target: { x: -1, y: 5 } }, 'out_of_range'],
      [{ type: 'click', target: { x: 99_999, y: 5 } }, 'out_of_range'],
      [{ type: 'click', target: { x: Number.NaN, y: 5 } }, 'invalid_action'],
      [{ type: 'click', target: { element: 'el_99999' } }, 'unknown_element'],
      [{ type: 'click', target: { element: 'button' } }, 'invalid_action'],
      [{ type: 'key', keys: 'ctrl+flurb' }, 'unknown_key'],
      [{ type: 'type', target: line, text: '' }, 'invalid_action'],
      [{ type: 'type', target: line, text: 'half \ud83d' }, 'invalid_action'],
      [{ type: 'type', target: { element: named(seen, 'Plain').id }, text: 'x' }, 'not_editable'],
      [{ type: 'type', target: { element: named(seen, 'Locked').id }, text: 'x' }, 'not_editable'],
      [{ type: 'navigate', url: 'file:///etc/hostname' }, 'bad_url'],
      [{ type: 'navigate', url: 'http://' }, 'bad_url'],
      [{ type: 'wait', for: { seconds: -3 } }, 'invalid_action'],
      [{ type: 'release' }, 'invalid_action'],
      [{ type: 'key', keys: 'a b', phase: 'down' }, 'invalid_action'],
      [{ type: 'key', keys: 'a', holdMs: 300_001 }, 'invalid_action'],
      [{ type: 'key', keys: '日', phase: 'down' }, 'unsupported'],
      [{ type: 'tab', do: 'select', tab: 'tab_99' }, 'unknown_tab'],
      [{ type: 'upload', paths: ['a.txt'] }, 'no_modal'],
      [{ type: 'click', target: line, speed: 'fast' }, 'invalid_action'],
    ];
    for (const [action, code] of bad) {
      const outcome = await session.perform(action as Action);
      expect(outcome, JSON.stringify(action)).toMatchObject({ ok: false, effect: 'unchanged', error: { code } });
      expect(outcome.error?.message).toMatch(/\w/);
    }
    expect(told()).toEqual([]);
    await perform({ type: 'click', target: await at('Report') });
    await hears(JSON.stringify(['', 'abc', '', '', 'old']));
  });
});
