import type { Purpose } from './purpose.js';
import { control, controlStyle, escapeHtml, type Hands, page, place, textField } from './way.js';

/** How an input reaches the function `go` of the page. */
export interface Trigger {
  name: string;
  /** Calls `send(event)`. */
  html(purpose: Purpose): string;
  use(hands: Hands): Promise<void>;
}

export const scripted =
  (attributes: string, tag = 'button') =>
  (purpose: Purpose) =>
    control(purpose, tag, `${tag === 'button' ? 'type="button" ' : ''}${attributes}`);

export const click: Trigger['use'] = async ({ perform, control }) =>
  perform({ type: 'click', target: await control() });
export const byKeys =
  (...calls: string[]): Trigger['use'] =>
  async ({ perform }) => {
    await perform({ type: 'key', keys: 'Tab' });
    for (const keys of calls) await perform({ type: 'key', keys });
  };

/** By the pointer. */
export const pointerTriggers: readonly [Trigger, ...Trigger[]] = [
  { name: 'click on the element', html: scripted('onclick="send(event)"'), use: click },
  {
    name: 'click on the point',
    html: scripted('onclick="send(event)"'),
    use: ({ perform }) => perform({ type: 'click', target: place.control }),
  },
  {
    name: 'double click',
    html: scripted('ondblclick="send(event)"'),
    use: async ({ perform, control }) => perform({ type: 'click', target: await control(), count: 2 }),
  },
  {
    name: 'triple click',
    html: scripted('onclick="event.detail === 3 && send(event)"'),
    use: async ({ perform, control }) => perform({ type: 'click', target: await control(), count: 3 }),
  },
  {
    name: 'middle click',
    html: scripted('onauxclick="send(event)"'),
    use: async ({ perform, control }) => perform({ type: 'click', target: await control(), button: 'middle' }),
  },
  {
    name: 'right click',
    html: scripted('oncontextmenu="send(event); return false"'),
    use: async ({ perform, control }) => perform({ type: 'click', target: await control(), button: 'right' }),
  },
  {
    name: 'click with Control',
    html: scripted('onclick="event.ctrlKey && send(event)"'),
    use: async ({ perform, control }) => perform({ type: 'click', target: await control(), modifiers: ['Control'] }),
  },
  {
    name: 'click with Shift and Alt',
    html: scripted('onclick="event.shiftKey && send(event)"'),
    use: async ({ perform, control }) =>
      perform({ type: 'click', target: await control(), modifiers: ['Shift', 'Alt'] }),
  },
  {
    name: 'press and release',
    html: scripted('onclick="send(event)"'),
    async use({ perform, control }) {
      await perform({ type: 'press', target: await control() });
      await perform({ type: 'release' });
    },
  },
  {
    name: 'press only',
    html: scripted('onpointerdown="send(event)"'),
    async use({ perform, control }) {
      await perform({ type: 'press', target: await control() });
      await perform({ type: 'release' });
    },
  },
  { name: 'mousedown', html: scripted('onmousedown="send(event)"'), use: click },
  { name: 'mouseup', html: scripted('onmouseup="send(event)"'), use: click },
  { name: 'pointerup', html: scripted('onpointerup="send(event)"'), use: click },
  { name: 'focus', html: scripted('onfocus="send(event)"'), use: click },
  {
    name: 'blur',
    html: (purpose) => `${textField}${control(purpose)}<script>field.onblur = () => send();</script>`,
    async use({ perform, field }) {
      await perform({ type: 'click', target: await field() });
      await perform({ type: 'key', keys: 'Tab' });
    },
  },
  {
    name: 'drag onto itself',
    html: scripted('onclick="send(event)"'),
    async use({ perform, control }) {
      const target = await control();
      await perform({ type: 'drag', path: [target, target] });
    },
  },
  {
    name: 'drag and drop',
    html: (purpose) =>
      `<div id="item" draggable="true" style="position:absolute;left:500px;top:200px;width:100px;height:40px">Item</div><div id="go" style="${controlStyle}border:1px solid" ondragover="event.preventDefault()" ondrop="event.preventDefault(); send(event)">${escapeHtml(purpose.label)}</div>`,
    use: ({ perform }) => perform({ type: 'drag', path: [{ x: 550, y: 220 }, place.control] }),
  },
  {
    name: 'hover',
    html: scripted('onmouseenter="send(event)"'),
    use: async ({ perform, control }) => perform({ type: 'move', target: await control() }),
  },
  {
    name: 'hover on the point',
    html: scripted('onpointermove="if (!window.did) { did = 1; send(event); }"'),
    use: ({ perform }) => perform({ type: 'move', target: place.control }),
  },
  {
    name: 'scrolling',
    html: (purpose) =>
      `${control(purpose)}<div style="height:4000px"></div><script>onscroll = () => { onscroll = null; send(); };</script>`,
    use: ({ perform }) => perform({ type: 'scroll', dx: 0, dy: 600 }),
  },
  {
    name: 'wheel',
    html: scripted('onwheel="if (!window.did) { did = 1; send(event); }"'),
    use: async ({ perform, control }) => perform({ type: 'scroll', target: await control(), dx: 0, dy: 100 }),
  },
];

/** A page with this trigger, whose function sends by `code`. */
export function triggeredPage(purpose: Purpose, trigger: Trigger, script: string, before = ''): string {
  return page(purpose, `${before}<script>${script}</script>${trigger.html(purpose)}`);
}
