import type { Action } from '../../../src/index.js';
import { button, type EffectCase, out, type Stage, show } from './case.js';
import { tall } from './scrolling.js';

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

/** Typing, setting values and keys. */
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
];
