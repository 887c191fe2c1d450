import type { Action } from '../../../src/index.js';
import { button, type EffectCase, out, type Stage, show } from './case.js';

const typeInto =
  (name: string, text: string) =>
  ({ id }: Stage): Action => ({ type: 'type', target: { element: id(name) }, text });
const set =
  (name: string, value: string | boolean | string[]) =>
  ({ id }: Stage): Action => ({ type: 'set_value', target: { element: id(name) }, value });
const press = (keys: string) => (): Action => ({ type: 'key', keys });
const focus =
  (name: string) =>
  ({ id }: Stage): Action[] => [{ type: 'click', target: { element: id(name) } }];
const colours =
  '<label>Colour <select id="colour" onchange="did(this.value)"><option>Red</option><option>Blue</option></select></label>';
const tall = '<div style="height:3000px;background:linear-gradient(red,blue)"></div>';
const box = (inner: string) =>
  `<div id="box" tabindex="0" aria-label="Box" role="group" style="width:300px;height:200px;overflow:auto;border:1px solid">${inner}</div>`;
const wheel =
  (dx: number, dy: number, name?: string) =>
  ({ at }: Stage): Action => ({ type: 'scroll', dx, dy, ...(name ? { target: at(name) } : {}) });

/** Typing, setting values, keys, scrolling and dragging. */
export const fields: EffectCase[] = [
  {
    name: 'type',
    body: '<label>Field <input></label>',
    action: typeInto('Field', 'words'),
    tells: [{ kind: 'value', to: 'words' }],
  },
  {
    name: 'type a password',
    body: '<label>Field <input type="password"></label>',
    action: typeInto('Field', 'secret words'),
    tells: [{ kind: 'value', to: '•••' }],
  },
  {
    name: 'type one more letter into a password',
    body: '<label>Field <input type="password" value="abc"></label>',
    action: typeInto('Field', 'd'),
    tells: [{ kind: 'value' }],
  },
  {
    name: 'type past maxlength',
    body: '<label>Field <input maxlength="3"></label>',
    action: typeInto('Field', 'words'),
    tells: [{ kind: 'value', to: 'wor' }],
  },
  {
    name: 'type into a full field',
    body: '<label>Field <input maxlength="3" value="abc"></label>',
    action: typeInto('Field', 'words'),
  },
  {
    name: 'type into a field that takes the value back',
    body: `<label>Field <input id="field" value="mine"></label><script data-ambient>field.oninput = () => { field.value = 'mine'; };</script>`,
    action: typeInto('Field', 'x'),
  },
  {
    name: 'type into a field that takes the value back later',
    body: `<label>Field <input id="field" value="mine"></label><script data-ambient>field.oninput = () => setTimeout(() => { field.value = 'mine'; }, 0);</script>`,
    action: typeInto('Field', 'x'),
  },
  {
    name: 'type into a field that refuses keys',
    body: `<label>Field <input id="field"></label><script data-ambient>field.onkeydown = (event) => event.preventDefault(); field.onbeforeinput = (event) => event.preventDefault();</script>`,
    action: typeInto('Field', 'x'),
  },
  {
    name: 'type where a list is filtered',
    body: `<label>Field <input id="field"></label>${out}<script data-ambient>${show} field.oninput = () => setTimeout(() => show('Found ' + field.value), 150);</script>`,
    action: typeInto('Field', 'abc'),
    tells: [{ kind: 'value', to: 'abc' }],
  },
  {
    name: 'type what is there already',
    body: '<label>Field <input value="same"></label>',
    action: ({ id }) => ({ type: 'type', target: { element: id('Field') }, text: 'same', clear: true }),
  },
  {
    name: 'type into a field that answers a little later',
    body: `<label>Field <input oninput="clearTimeout(window.late); window.late = setTimeout(() => { did('suggest'); out.innerHTML = '<button>Mug, white</button>' }, 250)"></label><div id="out"></div>`,
    action: typeInto('Field', 'mug'),
    tells: [
      { kind: 'value', to: 'mug' },
      { kind: 'appeared', role: 'Button', name: 'Mug, white' },
    ],
  },
  {
    name: 'type into an editable box',
    body: '<div contenteditable aria-label="Box" role="textbox">Old</div>',
    action: typeInto('Box', ' new'),
    tells: [{ kind: 'value', to: 'Old new' }],
  },
  {
    name: 'type and submit',
    body: '<form onsubmit="event.preventDefault(); did(\'submit\'); out.textContent = \'Sent\'"><label>Field <input name="q"></label></form><p id="out">Nothing yet</p>',
    action: ({ id }) => ({ type: 'type', target: { element: id('Field') }, text: 'x', submit: true }),
    tells: [{ kind: 'renamed', to: 'Sent' }],
  },
  { name: 'choose an option', body: colours, action: set('Colour', 'Blue'), tells: [{ kind: 'value', to: 'Blue' }] },
  { name: 'choose the same option again', body: colours, action: set('Colour', 'Red') },
  {
    name: 'choose an option that the page takes back',
    body: `${colours}<script data-ambient>colour.addEventListener('change', () => { colour.value = 'Red'; }); colour.onchange = null;</script>`,
    action: set('Colour', 'Blue'),
  },
  {
    name: 'choose an option that a listener answers late',
    body: `${colours}${out}<script data-ambient>${show} colour.addEventListener('change', () => setTimeout(() => show('Chosen'), 300));</script>`,
    action: set('Colour', 'Blue'),
    tells: [{ kind: 'value', to: 'Blue' }],
  },
  {
    name: 'check a box that is checked',
    body: '<label><input type="checkbox" checked> Box</label>',
    action: set('Box', true),
  },
  {
    name: 'check a box',
    body: '<label><input type="checkbox"> Box</label>',
    action: set('Box', true),
    tells: [{ kind: 'state', added: ['checked'] }],
  },
  {
    name: 'set a range',
    body: '<label>Range <input type="range" value="10"></label>',
    action: set('Range', '60'),
    tells: [{ kind: 'value', to: '60' }],
  },
  {
    name: 'set a range where it is',
    body: '<label>Range <input type="range" value="10"></label>',
    action: set('Range', '10'),
  },
  {
    name: 'set a date',
    body: '<label>Day <input type="date"></label>',
    action: set('Day', '2026-12-31'),
    tells: [{ kind: 'value', to: '2026-12-31' }],
  },
  { name: 'a key with no effect', body: button, action: press('F9') },
  { name: 'a letter on a page that listens to none', body: out, action: press('x') },
  {
    name: 'a letter that a listener ignores',
    body: `${out}<script data-ambient>addEventListener('keydown', (event) => { if (event.key === 'y') did('y'); });</script>`,
    action: press('x'),
  },
  {
    name: 'a letter that a listener answers',
    body: `${out}<script data-ambient>${show} addEventListener('keydown', (event) => { if (event.key === 'y') show('Yes'); });</script>`,
    action: press('y'),
    tells: [{ kind: 'renamed', to: 'Yes' }],
  },
  {
    name: 'Tab',
    body: `<button>One</button><button>Two</button>`,
    action: press('Tab'),
    tells: [{ kind: 'focus', name: 'One' }],
    effects: ['changed'],
  },
  {
    name: 'Tab on to the next',
    body: `<button onclick="1">One</button><button>Two</button>`,
    first: focus('One'),
    action: press('Tab'),
    tells: [{ kind: 'focus', name: 'Two' }],
    effects: ['changed'],
  },
  { name: 'Tab where nothing takes the focus', body: out, action: press('Tab') },
  {
    name: 'Enter submits',
    body: '<form onsubmit="event.preventDefault(); did(\'submit\'); out.textContent = \'Sent\'"><label>Field <input name="q"></label></form><p id="out">Nothing yet</p>',
    first: focus('Field'),
    action: press('Enter'),
    tells: [{ kind: 'renamed', to: 'Sent' }],
  },
  {
    name: 'Escape closes',
    body: `<div id="menu" role="dialog" aria-label="Menu">Menu <button>Entry</button></div><script data-ambient>addEventListener('keydown', (event) => { if (event.key === 'Escape') { menu.remove(); did('close'); } });</script>`,
    action: press('Escape'),
    tells: [{ kind: 'gone', name: 'Entry' }],
  },
  {
    name: 'Escape closes nothing',
    body: `${out}<script data-ambient>addEventListener('keydown', (event) => { if (event.key === 'Escape') document.getElementById('menu')?.remove(); });</script>`,
    action: press('Escape'),
  },
  {
    name: 'Escape closes a dialog element',
    body: `<dialog id="box" onclose="did('close')">Sure?<button>Yes</button></dialog><script data-ambient>box.showModal();</script>`,
    action: press('Escape'),
    tells: [{ kind: 'gone', name: 'Yes' }],
  },
  {
    name: 'Space checks a box',
    body: '<label><input type="checkbox"> Box</label>',
    first: focus('Box'),
    action: press('Space'),
    tells: [{ kind: 'state', added: ['unchecked'] }],
  },
  {
    name: 'a letter into the focused field',
    body: '<label>Field <input></label>',
    first: focus('Field'),
    action: press('q'),
    tells: [{ kind: 'value', to: 'q' }],
  },
  {
    name: 'ArrowLeft at the start of a field',
    body: '<label>Field <input></label>',
    first: focus('Field'),
    action: press('ArrowLeft'),
  },
  {
    name: 'Backspace in an empty field',
    body: '<label>Field <input></label>',
    first: focus('Field'),
    action: press('Backspace'),
  },
  { name: 'PageDown', body: tall, action: press('PageDown'), tells: [{ kind: 'scrolled' }] },
  {
    name: 'PageDown at the end',
    body: `${tall}<script data-ambient>scrollTo(0, 9999);</script>`,
    action: press('PageDown'),
  },
  { name: 'scroll', body: tall, action: wheel(0, 400), tells: [{ kind: 'scrolled', dx: 0, dy: 400 }] },
  { name: 'scroll up at the top', body: tall, action: wheel(0, -400) },
  {
    name: 'scroll down at the end',
    body: `${tall}<script data-ambient>scrollTo(0, 9999);</script>`,
    action: wheel(0, 400),
  },
  {
    name: 'scroll the last bit',
    body: `${tall}<script data-ambient>scrollTo(0, document.documentElement.scrollHeight - innerHeight - 30);</script>`,
    action: wheel(0, 400),
    tells: [{ kind: 'scrolled', dy: 30 }],
  },
  { name: 'scroll a page that has no more', body: out, action: wheel(0, 400) },
  {
    name: 'scroll smoothly',
    body: `<style>html{scroll-behavior:smooth}</style>${tall}`,
    action: wheel(0, 400),
    tells: [{ kind: 'scrolled', dy: 400 }],
  },
  {
    name: 'scroll sideways',
    body: '<div style="width:5000px;height:100px">Wide</div>',
    action: wheel(300, 0),
    tells: [{ kind: 'scrolled', dx: 300, dy: 0 }],
  },
  {
    name: 'scroll a box',
    body: box(`<p>Words</p>${tall}`),
    action: wheel(0, 150, 'Box'),
    tells: [{ kind: 'scrolled', dy: 150 }],
  },
  {
    name: 'scroll a box that was scrolled',
    body: `${box(`<p>Words</p>${tall}`)}<script data-ambient>box.scrollTop = 500;</script>`,
    action: wheel(0, 150, 'Box'),
    tells: [{ kind: 'scrolled', dy: 150 }],
  },
  {
    name: 'scroll a box at its end on a page that has no more',
    body: `${box(`<p>Words</p>${tall}`)}<script data-ambient>box.scrollTop = 9999;</script>`,
    action: wheel(0, 150, 'Box'),
  },
  {
    name: 'scroll a box in a box',
    body: box(
      `<div style="height:2000px"><div id="inner" style="width:250px;height:120px;overflow:auto;background:#eee"><p>Inner words</p>${tall}</div></div>`,
    ),
    action: wheel(0, 90, 'Box'),
    tells: [{ kind: 'scrolled', dy: 90 }],
  },
  {
    name: 'scroll where the page forbids it',
    body: `${tall}<script data-ambient>addEventListener('wheel', (event) => event.preventDefault(), { passive: false });</script>`,
    action: wheel(0, 400),
  },
  {
    name: 'scroll where the page zooms instead',
    body: `<div id="map" style="height:400px;background:#eee"></div>${out}<script data-ambient>${show} map.addEventListener('wheel', (event) => { event.preventDefault(); show('Zoomed'); }, { passive: false });</script>`,
    action: () => ({ type: 'scroll', dx: 0, dy: 100, target: { x: 200, y: 200 } }),
    tells: [{ kind: 'renamed', to: 'Zoomed' }],
  },
  {
    name: 'scroll loads more',
    body: `<div style="height:1500px"></div><ul id="list"><li>One</li></ul><script data-ambient>addEventListener('scroll', () => { if (list.children.length < 3) { const item = document.createElement('li'); item.textContent = 'More'; list.append(item); did('more'); } });</script>`,
    action: wheel(0, 300),
    tells: [{ kind: 'scrolled' }],
  },
  {
    name: 'scroll in a frame',
    body: '<iframe id="frame" title="Frame" width="400" height="200" srcdoc="<p>Inside</p><div style=\'height:2000px\'></div>"></iframe>',
    action: ({ at }) => ({ type: 'scroll', dx: 0, dy: 120, target: at('Inside') }),
    tells: [{ kind: 'scrolled', dy: 120 }],
    effects: ['changed'],
  },
  {
    name: 'move over a CSS menu',
    body: `<style>#menu{display:none}#nav:hover #menu{display:block}</style><div id="nav"><button>Menu</button><div id="menu"><a href="#a">Entry one</a></div></div>`,
    action: ({ id }) => ({ type: 'move', target: { element: id('Menu') } }),
    tells: [{ kind: 'appeared', name: 'Entry one' }],
  },
  {
    name: 'move over a listener',
    body: `<button id="go">Go</button>${out}<script data-ambient>${show} go.onmouseenter = () => show('Over');</script>`,
    action: ({ id }) => ({ type: 'move', target: { element: id('Go') } }),
    tells: [{ kind: 'renamed', to: 'Over' }],
  },
  {
    name: 'move over nothing',
    body: '<p>Plain words</p>',
    action: ({ at }) => ({ type: 'move', target: at('Plain words') }),
  },
  {
    name: 'drag a box',
    body: `<div id="knob" role="button" tabindex="0" aria-label="Knob" style="position:absolute;left:50px;top:50px;width:40px;height:40px;background:red"></div><script data-ambient>let held = false; knob.onpointerdown = (event) => { held = true; knob.setPointerCapture(event.pointerId); }; knob.onpointermove = (event) => { if (held) { knob.style.left = event.clientX - 20 + 'px'; } }; knob.onpointerup = () => { held = false; did('dropped'); };</script>`,
    action: ({ id }) => ({ type: 'drag', path: [{ element: id('Knob') }, { x: 400, y: 70 }] }),
  },
  {
    name: 'drag what cannot be dragged',
    body: '<p>Plain words</p><p>Other words</p>',
    action: ({ at }) => ({ type: 'drag', path: [{ x: 700, y: 500 }, at('Other words')] }),
  },
  {
    name: 'drag a range',
    body: '<label>Range <input type="range" value="0" style="width:300px"></label>',
    action: ({ id, at }) => ({
      type: 'drag',
      path: [{ x: at('Range').x - 145, y: at('Range').y }, { element: id('Range') }],
    }),
    tells: [{ kind: 'value' }],
  },
];
