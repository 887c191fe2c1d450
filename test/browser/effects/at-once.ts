import { button, clickGo, type EffectCase, onClick, out, serveDeed, show } from './case.js';

const closedRoot = `<div id="host"></div><script data-ambient>
  const root = host.attachShadow({ mode: 'closed' }); witnessedRoots.push(root);
  root.innerHTML = '<p>Inside</p>';</script>`;

/** What a click does, or does not do, while it is handled. */
export const atOnce: EffectCase[] = [
  { name: 'sets a text', body: onClick(`show('Done')`), tells: [{ kind: 'renamed', to: 'Done' }] },
  {
    name: 'counts in its own name',
    body: `<button id="go">Go 0</button><script data-ambient>let count = 0; go.onclick = () => { go.textContent = 'Go ' + ++count; did('count'); };</script>`,
    tells: [{ kind: 'renamed', to: 'Go 1' }],
  },
  {
    name: 'only tells the server, for the fourth time',
    body: onClick(`fetch('/do/KEY', { method: 'POST' });`),
    serve: serveDeed(0),
    first: (stage) => [clickGo(stage), clickGo(stage), clickGo(stage)],
    tells: [{ kind: 'request', method: 'POST' }],
  },
  {
    name: 'adds an element',
    body: onClick(
      `const made = document.createElement('button'); made.textContent = 'Made'; document.body.append(made); did('add');`,
    ),
    tells: [{ kind: 'appeared', name: 'Made' }],
  },
  {
    name: 'removes an element',
    body: onClick(`extra.remove(); did('remove');`, '<button id="extra">Extra</button>'),
    tells: [{ kind: 'gone', name: 'Extra' }],
  },
  {
    name: 'only sets a class',
    body: onClick(`document.body.classList.add('on'); did('class');`),
    tells: [{ kind: 'attribute', attribute: 'class' }],
  },
  {
    name: 'only sets an attribute',
    body: onClick(`out.setAttribute('data-state', 'on'); did('attribute');`),
    tells: [{ kind: 'attribute', attribute: 'data-state' }],
  },
  {
    name: 'sets the same class again',
    body: onClick(
      `go.className = ''; out.className = 'a';`,
      `<script data-ambient>out.className = 'a'; go.className = '';</script>`,
    ),
  },
  { name: 'sets the same text again', body: onClick(`out.textContent = 'Nothing yet';`) },
  {
    name: 'shows by style',
    body: onClick(
      `extra.style.display = 'block'; did('show');`,
      '<div id="extra" style="display:none">Extra words</div>',
    ),
    tells: [{ kind: 'appeared' }],
  },
  {
    name: 'disables itself',
    body: onClick(`go.disabled = true; did('disable');`),
    tells: [{ kind: 'state', added: ['disabled'] }],
  },
  {
    name: 'disables itself on pointerdown',
    body: `${button}${out}<script data-ambient>${show} go.onpointerdown = () => { go.disabled = true; did('disable'); }; go.onclick = () => show('never');</script>`,
    tells: [{ kind: 'state' }],
  },
  {
    name: 'changes the title only',
    body: onClick(`document.title = 'Another'; did('title');`),
    tells: [{ kind: 'title', to: 'Another' }],
  },
  {
    name: 'changes what is off the screen',
    body: onClick(`far.textContent = 'Changed'; did('far');`, '<div style="height:4000px"></div><p id="far">Far</p>'),
  },
  {
    name: 'changes an open shadow root',
    body: onClick(
      `host.shadowRoot.querySelector('p').textContent = 'Changed'; did('shadow');`,
      `<div id="host"></div><script data-ambient>host.attachShadow({ mode: 'open' }).innerHTML = '<p>Inside</p>';</script>`,
    ),
  },
  {
    name: 'changes a closed shadow root',
    body: onClick(`root.querySelector('p').textContent = 'Changed'; did('shadow');`, closedRoot),
  },
  {
    name: 'sets the value of another field',
    body: onClick(`field.value = 'set'; did('value');`, '<label>Field <input id="field"></label>'),
    tells: [{ kind: 'value', to: 'set' }],
  },
  {
    name: 'listens on mousedown only',
    body: `${button}${out}<script data-ambient>${show} go.onmousedown = () => show('Down');</script>`,
    tells: [{ kind: 'renamed', to: 'Down' }],
  },
  {
    name: 'is heard by the document',
    body: `${button}${out}<script data-ambient>${show} document.addEventListener('click', (event) => { if (event.target === go) show('Delegated'); });</script>`,
  },
  {
    name: 'stops propagation and works',
    body: `${button}${out}<script data-ambient>${show} window.addEventListener('click', (event) => { event.stopImmediatePropagation(); show('Stopped'); }, true);</script>`,
  },
  {
    name: 'stops propagation and does nothing',
    body: `${button}${out}<script data-ambient>go.addEventListener('click', (event) => event.stopImmediatePropagation(), true);</script>`,
  },
  {
    name: 'stops everything on window',
    body: `${button}${out}<script data-ambient>for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) window.addEventListener(type, (event) => { event.stopImmediatePropagation(); event.preventDefault(); }, true);</script>`,
  },
  {
    name: 'prevents a checkbox',
    body: `<label><input type="checkbox" id="box"> Box</label><script data-ambient>box.onclick = (event) => event.preventDefault();</script>`,
    action: ({ id }) => ({ type: 'click', target: { element: id('Box') } }),
  },
  {
    name: 'prevents a link',
    body: `<a id="link" href="/elsewhere">Link</a><script data-ambient>link.onclick = (event) => event.preventDefault();</script>`,
    action: ({ id }) => ({ type: 'click', target: { element: id('Link') } }),
  },
  { name: 'an empty listener', body: onClick('') },
  { name: 'no listener at all', body: button },
  {
    name: 'no listener on a paragraph',
    body: '<p>Plain words</p>',
    action: ({ at }) => ({ type: 'click', target: at('Plain words') }),
  },
  {
    name: 'a disabled button',
    body: `<button id="go" disabled>Go</button><script data-ambient>go.onclick = () => did('never');</script>`,
    error: 'disabled',
  },
  {
    name: 'only moves the focus to a field',
    body: onClick(`field.focus(); did('focus');`, '<label>Field <input id="field"></label>'),
    tells: [{ kind: 'focus', name: 'Field' }],
  },
  {
    name: 'a click on a field',
    body: '<label>Field <input id="field" onfocus="did(\'focus\')"></label>',
    action: ({ id }) => ({ type: 'click', target: { element: id('Field') } }),
    tells: [{ kind: 'focus', name: 'Field' }],
  },
  {
    name: 'opens a dialog element',
    body: onClick(`box.showModal(); did('open');`, '<dialog id="box">Are you sure?<button>Yes</button></dialog>'),
    tells: [{ kind: 'appeared', name: 'Yes' }],
  },
  {
    name: 'opens a popover',
    body: `<button id="go" popovertarget="pop">Go</button><div id="pop" popover ontoggle="did('toggle')">Popped words</div>`,
    tells: [{ kind: 'appeared' }],
  },
  {
    name: 'draws on a canvas',
    body: onClick(
      `canvas.getContext('2d').fillRect(0, 0, 50, 50); did('draw');`,
      '<canvas id="canvas" width="200" height="100"></canvas>',
    ),
    tells: [{ kind: 'drawing', what: 'canvas', do: 'changed' }],
  },
  {
    name: 'a still canvas and an empty listener',
    body: onClick(
      '',
      `<canvas id="canvas" width="200" height="100"></canvas><script data-ambient>canvas.getContext('2d').fillRect(10, 10, 20, 20);</script>`,
    ),
  },
  {
    name: 'draws an svg',
    body: onClick(
      `circle.setAttribute('r', '40'); did('svg');`,
      '<svg width="100" height="100"><circle id="circle" cx="50" cy="50" r="10"/></svg>',
    ),
  },
  {
    name: 'scrolls the page by script',
    body: onClick(`scrollTo(0, 700); did('scroll');`, '<div style="height:4000px"></div>'),
    tells: [{ kind: 'scrolled', dy: 700 }],
  },
  {
    name: 'scrolls to an anchor',
    body: '<a href="#far">Down</a><div style="height:4000px"></div><p id="far">Far</p>',
    action: ({ id }) => ({ type: 'click', target: { element: id('Down') } }),
    tells: [{ kind: 'url' }],
  },
  {
    name: 'a checkbox',
    body: '<label><input type="checkbox"> Box</label>',
    action: ({ id }) => ({ type: 'click', target: { element: id('Box') } }),
    tells: [{ kind: 'state', added: ['checked'] }],
  },
  {
    name: 'the checkbox hack',
    body: `<style>#menu{display:none}#box:checked~#menu{display:block}#box{position:absolute;opacity:0}</style><input type="checkbox" id="box"><label for="box">Menu</label><div id="menu"><a href="#a">Entry one</a></div>`,
    action: ({ at }) => ({ type: 'click', target: at('Menu') }),
    tells: [{ kind: 'appeared', name: 'Entry one' }],
  },
  {
    name: 'details',
    body: '<details><summary>More</summary><p>Hidden words</p></details>',
    action: ({ id }) => ({ type: 'click', target: { element: id('More') } }),
    tells: [{ kind: 'state', added: ['expanded'] }],
  },
  {
    name: 'a radio that is checked already',
    body: '<label><input type="radio" name="r" checked> One</label><label><input type="radio" name="r"> Two</label>',
    action: ({ id }) => ({ type: 'click', target: { element: id('One') } }),
  },
  {
    name: 'a double click',
    body: `${button}${out}<script data-ambient>${show} go.ondblclick = () => show('Twice');</script>`,
    action: ({ id }) => ({ type: 'click', target: { element: id('Go') }, count: 2 }),
  },
  {
    name: 'one click where two are wanted',
    body: `${button}${out}<script data-ambient>${show} go.ondblclick = () => show('Twice');</script>`,
  },
  {
    name: 'a right click with a menu of the page',
    body: `${button}${out}<script data-ambient>${show} go.oncontextmenu = (event) => { event.preventDefault(); show('Menu'); };</script>`,
    action: ({ id }) => ({ type: 'click', target: { element: id('Go') }, button: 'right' }),
  },
  {
    name: 'a right click with none',
    body: button,
    action: ({ id }) => ({ type: 'click', target: { element: id('Go') }, button: 'right' }),
  },
  {
    name: 'a custom element',
    body: `<my-counter></my-counter><script data-ambient>customElements.define('my-counter', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button>Go</button><b>0</b>'; let count = 0; this.shadowRoot.querySelector('button').onclick = () => { this.shadowRoot.querySelector('b').textContent = ++count; did('count'); }; } });</script>`,
  },
  {
    name: 'a slow handler',
    body: onClick(`const end = performance.now() + 300; while (performance.now() < end); show('Slow');`),
    tells: [{ kind: 'renamed', to: 'Slow' }],
  },
  { name: 'a handler that throws', body: onClick(`throw new Error('broken');`) },
  {
    name: 'a handler that hangs',
    body: `${button}<script data-ambient>go.onclick = () => { for (;;); };</script>`,
    effects: ['unknown'],
    tells: [{ kind: 'page', what: 'hung' }],
    error: 'page_hung',
  },
];
