import type { Action } from '../../../src/index.js';
import { type EffectCase, out, type Stage, show } from './case.js';

export const tall = '<div style="height:3000px;background:linear-gradient(red,blue)"></div>';
const box = (inner: string) =>
  `<div id="box" tabindex="0" aria-label="Box" role="group" style="width:300px;height:200px;overflow:auto;border:1px solid">${inner}</div>`;
const wheel =
  (dx: number, dy: number, name?: string) =>
  ({ at }: Stage): Action => ({ type: 'scroll', dx, dy, ...(name ? { target: at(name) } : {}) });

/** Scrolling, moving the pointer and dragging. */
export const scrolling: EffectCase[] = [
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
    // Where no other case leaves the pointer: a page that opens below the pointer is entered by itself.
    body: `<button id="go" style="position:absolute;left:700px;top:500px">Go</button>${out}<script data-ambient>${show} go.onmouseenter = () => show('Over');</script>`,
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
    body: '<style>body { user-select: none }</style><p>Plain words</p><p>Other words</p>',
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
