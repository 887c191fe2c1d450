import { type EffectCase, onClick, serveDeed } from './case.js';

const append = `const toast = document.createElement('div'); toast.textContent = 'Saved!'; document.body.append(toast); did('toast');`;
const fading = `<style>#toast{opacity:0;transition:opacity 100ms}#toast.on{opacity:1}</style><div id="toast">Saved!</div>`;

/** What comes and goes. */
export const passing: EffectCase[] = [
  {
    name: 'a toast added and removed',
    body: onClick(`${append} setTimeout(() => toast.remove(), 300);`),
    shows: 'Saved!',
  },
  {
    name: 'a toast of 60 ms',
    body: onClick(`${append} setTimeout(() => toast.remove(), 60);`),
    tells: [{ kind: 'flashed', text: 'Saved!' }],
  },
  {
    name: 'a toast by class and transition',
    body: onClick(`toast.className = 'on'; did('toast'); setTimeout(() => { toast.className = ''; }, 300);`, fading),
    shows: 'Saved!',
  },
  {
    name: 'a toast by the hidden attribute',
    body: onClick(
      `toast.hidden = false; did('toast'); setTimeout(() => { toast.hidden = true; }, 300);`,
      '<div id="toast" hidden>Saved!</div>',
    ),
    shows: 'Saved!',
  },
  {
    name: 'a toast by style display',
    body: onClick(
      `toast.style.display = 'block'; did('toast'); setTimeout(() => { toast.style.display = 'none'; }, 300);`,
      '<div id="toast" style="display:none">Saved!</div>',
    ),
    shows: 'Saved!',
  },
  {
    name: 'a toast by the class of its parent',
    body: onClick(
      `wrap.className = 'on'; did('toast'); setTimeout(() => { wrap.className = ''; }, 300);`,
      '<style>#toast{display:none}.on #toast{display:block}</style><div id="wrap"><div id="toast">Saved!</div></div>',
    ),
    shows: 'Saved!',
  },
  {
    name: 'a toast whose words are set',
    body: onClick(
      `toast.textContent = 'Saved!'; did('toast'); setTimeout(() => { toast.textContent = ''; }, 300);`,
      '<div id="toast" role="status"></div>',
    ),
    shows: 'Saved!',
  },
  {
    name: 'a list that is drawn twice with the same words',
    body: onClick(
      `const draw = () => { list.innerHTML = '<ul>' + Array.from({ length: 12 }, (_, n) => '<li><b>Seat ' + n + '</b> free</li>').join('') + '</ul>'; }; draw(); did('draw'); setTimeout(draw, 150);`,
      '<div id="list"></div>',
    ),
    silent: ['flashed'],
  },
  {
    name: 'a text that is hidden and shown again',
    body: onClick(
      `toast.hidden = false; did('toast'); setTimeout(() => { toast.hidden = true; }, 100); setTimeout(() => { toast.hidden = false; }, 250);`,
      '<div id="toast" hidden>Still here</div>',
    ),
    shows: 'Still here',
    silent: ['flashed'],
  },
  {
    name: 'a toast after a timer',
    body: onClick(`setTimeout(() => { ${append} setTimeout(() => toast.remove(), 300); }, 200);`),
    shows: 'Saved!',
  },
  {
    name: 'a toast after a fetch',
    body: onClick(`await fetch('/do/KEY'); ${append} setTimeout(() => toast.remove(), 300);`),
    serve: serveDeed(80),
    shows: 'Saved!',
  },
  {
    name: 'a spinner while it loads',
    body: onClick(
      `toast.hidden = false; did('spin'); await fetch('/do/KEY'); toast.hidden = true;`,
      '<div id="toast" hidden>Loading …</div>',
    ),
    serve: serveDeed(250),
    shows: 'Loading …',
  },
  {
    name: 'a toast by keyframes',
    body: onClick(
      `toast.className = ''; void toast.offsetWidth; toast.className = 'on'; did('toast');`,
      '<style>#toast{opacity:0}#toast.on{animation:come 300ms}@keyframes come{20%{opacity:1}80%{opacity:1}}</style><div id="toast">Saved!</div>',
    ),
    shows: 'Saved!',
  },
  {
    name: 'a toast in a shadow root',
    body: onClick(
      `const toast = document.createElement('div'); toast.textContent = 'Saved!'; host.shadowRoot.append(toast); did('toast'); setTimeout(() => toast.remove(), 300);`,
      `<div id="host"></div><script data-ambient>host.attachShadow({ mode: 'open' }).innerHTML = '<p>Inside</p>';</script>`,
    ),
    shows: 'Saved!',
  },
  {
    name: 'a toast that stays a second',
    body: onClick(`${append} setTimeout(() => toast.remove(), 1000);`),
    shows: 'Saved!',
  },
  {
    name: 'added and removed before anyone could see',
    body: onClick(
      `const toast = document.createElement('div'); toast.textContent = 'Unseen'; document.body.append(toast); toast.remove();`,
    ),
    silent: ['flashed'],
  },
];
