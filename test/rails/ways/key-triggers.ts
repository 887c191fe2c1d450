import { byKeys, click, scripted, type Trigger } from './triggers.js';
import { control, controlStyle, escapeHtml, place, textField } from './way.js';

/** By the keyboard, by values, and by other controls. */
export const keyTriggers: readonly Trigger[] = [
  { name: 'Enter on the focused control', html: scripted('onclick="send(event)"'), use: byKeys('Enter') },
  { name: 'Space on the focused control', html: scripted('onclick="send(event)"'), use: byKeys('Space') },
  { name: 'NumpadEnter', html: scripted('onclick="send(event)"'), use: byKeys('NumpadEnter') },
  {
    name: 'Tab and Enter in one call',
    html: scripted('onclick="send(event)"'),
    use: ({ perform }) => perform({ type: 'key', keys: 'Tab Enter' }),
  },
  {
    name: 'Enter held down and up',
    html: scripted('onclick="send(event)"'),
    async use({ perform }) {
      await perform({ type: 'key', keys: 'Tab' });
      await perform({ type: 'key', keys: 'Enter', phase: 'down' });
      await perform({ type: 'key', keys: 'Enter', phase: 'up' });
    },
  },
  {
    name: 'shortcut of the page',
    html: (purpose) =>
      `${control(purpose)}<script>onkeydown = (e) => { if (e.ctrlKey && e.key === 'Enter') send(e); };</script>`,
    use: ({ perform }) => perform({ type: 'key', keys: 'Control+Enter' }),
  },
  {
    name: 'a letter as a shortcut',
    html: (purpose) => `${control(purpose)}<script>onkeyup = (e) => { if (e.key === 'y') send(e); };</script>`,
    use: ({ perform }) => perform({ type: 'key', keys: 'y' }),
  },
  {
    name: 'typed letter as a shortcut',
    html: (purpose) => `${control(purpose)}<script>onkeypress = (e) => { if (e.key === 'y') send(e); };</script>`,
    use: ({ perform }) => perform({ type: 'type', text: 'y' }),
  },
  {
    name: 'typing',
    html: (purpose) =>
      `${textField}${control(purpose)}<script>field.oninput = () => { if (field.value.length === 2) send(); };</script>`,
    use: async ({ perform, field }) => perform({ type: 'type', target: await field(), text: 'ok' }),
  },
  {
    name: 'change of a field',
    html: (purpose) => `${textField}${control(purpose)}<script>field.onchange = () => send();</script>`,
    async use({ perform, field }) {
      await perform({ type: 'set_value', target: await field(), value: 'x' });
      await perform({ type: 'key', keys: 'Tab' });
    },
  },
  {
    name: 'Enter in a field with a listener',
    html: (purpose) =>
      `${textField}${control(purpose)}<script>field.onkeydown = (e) => { if (e.key === 'Enter') send(e); };</script>`,
    use: async ({ perform, field }) => perform({ type: 'type', target: await field(), text: 'x', submit: true }),
  },
  {
    name: 'typed line break in a field with a listener',
    html: (purpose) =>
      `${textField}${control(purpose)}<script>field.onkeyup = (e) => { if (e.key === 'Enter') send(e); };</script>`,
    use: async ({ perform, field }) => perform({ type: 'type', target: await field(), text: 'x\n' }),
  },
  {
    name: 'select',
    html: (purpose) =>
      `<select id="go" aria-label="${escapeHtml(purpose.label || 'Choice')}" style="${controlStyle}" onchange="send(event)"><option>1<option>2</select>`,
    use: async ({ perform, control }) => perform({ type: 'set_value', target: await control(), value: '2' }),
  },
  {
    name: 'select by keys',
    html: (purpose) =>
      `<select id="go" aria-label="${escapeHtml(purpose.label || 'Choice')}" style="${controlStyle}" onchange="send(event)"><option>1<option>2</select>`,
    use: byKeys('ArrowDown', 'Enter'),
  },
  {
    name: 'check box',
    html: () => `<input id="go" type="checkbox" aria-label="Choice" style="${controlStyle}" onchange="send(event)">`,
    use: async ({ perform, control }) => perform({ type: 'set_value', target: await control(), value: true }),
  },
  {
    name: 'click on a check box',
    html: () => `<input id="go" type="checkbox" aria-label="Choice" style="${controlStyle}" oninput="send(event)">`,
    use: click,
  },
  {
    name: 'radio button',
    html: () =>
      `<input id="go" type="radio" name="r" aria-label="Choice" style="${controlStyle}" onchange="send(event)">`,
    use: click,
  },
  {
    name: 'slider',
    html: () =>
      `<input id="go" type="range" min="0" max="10" aria-label="Choice" style="${controlStyle}" onchange="send(event)">`,
    use: async ({ perform, control }) => perform({ type: 'set_value', target: await control(), value: '7' }),
  },
  {
    name: 'date',
    html: () => `<input id="go" type="date" aria-label="Choice" style="${controlStyle}" onchange="send(event)">`,
    use: async ({ perform, control }) => perform({ type: 'set_value', target: await control(), value: '2026-01-02' }),
  },
  {
    name: 'label of a hidden control',
    html: (purpose) =>
      `<label id="go" for="box" style="${controlStyle}">${escapeHtml(purpose.label || 'x')}</label><input id="box" type="checkbox" style="position:absolute;opacity:0" onchange="send(event)">`,
    use: ({ perform }) => perform({ type: 'click', target: place.control }),
  },
  {
    name: 'summary',
    html: (purpose) =>
      `<details ontoggle="send(event)"><summary id="go" style="${controlStyle}">${escapeHtml(purpose.label || 'More')}</summary>x</details>`,
    use: click,
  },
  { name: 'link with a script', html: (purpose) => control(purpose, 'a', 'href="javascript:void send()"'), use: click },
  {
    name: 'link to a fragment',
    html: (purpose) => control(purpose, 'a', `href="#x" onclick="send(event)"`),
    use: click,
  },
  {
    name: 'change of the fragment',
    html: (purpose) => `${control(purpose, 'a', 'href="#yes"')}<script>onhashchange = () => send();</script>`,
    use: click,
  },
  {
    name: 'div with a listener',
    html: (purpose) =>
      `${control(purpose, 'div')}<script>document.querySelector('#go').addEventListener('click', (e) => send(e));</script>`,
    use: click,
  },
  {
    name: 'listener of the document',
    html: (purpose) =>
      `${control(purpose, 'div', 'role="button" tabindex="0"')}<script>document.addEventListener('click', (e) => { if (e.target.closest('#go')) send(e); });</script>`,
    use: click,
  },
  {
    name: 'menu item',
    html: (purpose) =>
      `<div role="menu">${control(purpose, 'div', 'role="menuitem" tabindex="-1" onclick="send(event)"')}</div>`,
    use: click,
  },
  {
    name: 'switch',
    html: (purpose) => control(purpose, 'div', 'role="switch" aria-checked="false" tabindex="0" onclick="send(event)"'),
    use: click,
  },
  {
    name: 'open shadow root',
    html: (purpose) =>
      `<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(control(purpose, 'button', 'type="button" onclick="send(event)"')).replaceAll('<', '\\u003c')};</script>`,
    use: ({ perform }) => perform({ type: 'click', target: place.control }),
  },
  {
    name: 'closed shadow root',
    html: (purpose) =>
      `<div id="host"></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(control(purpose, 'button', 'type="button" onclick="send(event)"')).replaceAll('<', '\\u003c')};</script>`,
    use: ({ perform }) => perform({ type: 'click', target: place.control }),
  },
  {
    name: 'canvas',
    html: () => `<canvas id="go" style="${controlStyle}" width="160" height="40" onclick="send(event)"></canvas>`,
    use: ({ perform }) => perform({ type: 'click', target: place.control }),
  },
  {
    name: 'invisible cover',
    html: (purpose) => `${control(purpose, 'div')}<div style="${controlStyle}opacity:0" onclick="send(event)">x</div>`,
    use: ({ perform }) => perform({ type: 'click', target: place.control }),
  },
  {
    name: 'second click',
    html: scripted('onclick="window.n = (window.n ?? 0) + 1; if (n === 2) send(event)"'),
    async use(hands) {
      await click(hands);
      await click(hands);
    },
  },
  {
    name: 'control that moves under the pointer',
    html: (purpose) =>
      `<button id="first" style="${controlStyle}" onclick="first.remove()">Help</button>${control(purpose, 'button', 'hidden type="button" onclick="send(event)"')}<script>first.addEventListener('click', () => { document.querySelector('#go').hidden = false; });</script>`,
    async use({ perform }) {
      await perform({ type: 'click', target: place.control });
      await perform({ type: 'click', target: place.control });
    },
  },
  {
    name: 'paste',
    html: (purpose) =>
      `<textarea id="field" aria-label="Note" style="position:absolute;left:200px;top:100px;width:160px;height:40px"></textarea>${control(purpose)}<script>field.onpaste = () => send(); field.oncopy = () => send(); field.onselect = () => 0;</script>`,
    async use({ perform, field }) {
      await perform({ type: 'type', target: await field(), text: 'abc' });
      await perform({ type: 'key', keys: 'Control+a Control+c Control+v' });
    },
  },
  {
    name: 'selected text',
    html: (purpose) =>
      `<p>A sentence to select.</p>${control(purpose)}<script>document.onselectionchange = () => { if (String(getSelection())) { document.onselectionchange = null; send(); } };</script>`,
    use: ({ perform }) => perform({ type: 'select_text', text: 'sentence' }),
  },
  {
    name: 'going back',
    html: (purpose) => `${control(purpose)}<script>history.pushState(1, '', '#a'); onpopstate = () => send();</script>`,
    use: ({ perform }) => perform({ type: 'back' }),
  },
];
