import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Action, type BrowserSession, type ElementId, type Outcome, openSession } from '../../../src/index.js';
import { named } from '../../support/named.js';
import { type Served, servePages } from '../../support/serve.js';

/** Every page tells the server what reached it: `tell('x')` is `POST /tell?x`. */
export const script = `<script>
  function tell(what) { fetch('/tell?' + encodeURIComponent(what), { method: 'POST', keepalive: true }); }
  function watch(id, ...types) { for (const type of types) document.getElementById(id).addEventListener(type, (event) => tell(describe(event))); }
  function describe(event) {
    const held = ['ctrlKey', 'shiftKey', 'altKey', 'metaKey'].filter((name) => event[name]).map((name) => name.slice(0, -3)).join('+');
    return [event.type, event.target.id, event.button, event.detail, held].join(' ');
  }
</script>`;

export const pages: Record<string, string> = {
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
  '/number': `<title>Number</title>${script}<input type="number" aria-label="Columns" value="1"><button>Done</button><script>
      const field = document.querySelector('input'); let draft;
      field.oninput = () => { if (document.activeElement === field) draft = field.value; };
      field.onblur = () => tell('columns ' + draft);
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

export let server: Served;

export let session: BrowserSession;

export let folder = '';

export let downloads = '';

export const told = () =>
  server.log.filter((line) => line.startsWith('POST /tell?')).map((line) => decodeURIComponent(line.slice(11)));

export const open = async (path: string) => {
  const outcome = await session.perform({ type: 'navigate', url: `${server.url}${path}` });
  expect(outcome.error).toBeUndefined();
};

export const at = async (name: string): Promise<{ element: ElementId }> => ({
  element: named(await session.observe(), name).id,
});

export const perform = async (action: Action): Promise<Outcome> => {
  const outcome = await session.perform(action);
  expect(outcome.error).toBeUndefined();
  expect(outcome.ok).toBe(true);
  return outcome;
};

export const hears = (...lines: string[]) =>
  expect.poll(told, { timeout: 15_000 }).toEqual(expect.arrayContaining(lines));

/** Serves the pages and opens one session for all tests of the file. */
export function useActionPages(): void {
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
    session = await openSession({ policy: 'open', uploads: [folder], downloads });
  });
  afterAll(async () => {
    await session?.close();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    server.log.length = 0;
  });
}
