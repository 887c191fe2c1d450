import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delegatedSelectors } from '../../src/environments/browser/settle/delegated-selectors.js';
import { type BrowserSession, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

/** Each page adds what it receives to `log`. `presses`: the log after a press on every listed control, in order. */
interface Case {
  html: string;
  script?: string;
  presses: string;
  /** Texts of the map. */
  shows?: string[];
  /** Texts that no control is named by. */
  plain?: string[];
}

const board = (count: number) => `<div id="b" style="display:grid;grid-template-columns:repeat(24,26px)"></div><script>
  for (let at = 0; at < ${count}; at += 1) b.append(Object.assign(document.createElement('div'), { className: 'c', style: 'height:26px' }));
</script>`;
const closest = (selector: string) =>
  `const found = event.target.closest('${selector}'); if (found) log.push(found.textContent)`;
const cells = '<div class="cell" data-at="1">One</div><div class="cell" data-at="2">Two</div>';

const cases: Record<string, Case> = {
  'a focusable tab panel': {
    html: '<div role="tabpanel" tabindex="0" aria-label="Plan"><p>It costs 29.</p><div id="d" style="width:90px">Cancel</div></div>',
    script: 'd.onclick = () => log.push("cancel")',
    presses: 'cancel',
    shows: ['It costs 29.', 'Container "Plan"'],
  },
  'shapes in a focusable map': {
    html: '<div tabindex="0" style="width:300px"><svg width="300" height="120"><circle id="c" cx="50" cy="50" r="30" fill="red"/></svg></div>',
    script: 'c.onclick = () => log.push("circle")',
    presses: 'circle',
  },
  'elements that a listener of the document selects': {
    html: `${cells}<p class="note">Words</p>`,
    script: `document.addEventListener('click', (event) => { ${closest('[data-at]')} })`,
    presses: 'One Two',
    plain: ['Words'],
  },
  'a listener for clicks outside a menu': {
    html: '<div class="menu" style="width:100px">Open menu</div><p>Words</p>',
    script: `document.addEventListener('click', (event) => { if (!event.target.closest('.menu')) log.push('closed') })`,
    presses: '',
    plain: ['Open menu', 'Words'],
  },
  'selectors of a library with a registry': {
    html: `${cells}<div>Plain</div>`,
    script: `const items = [{ selector: '.cell', handler: (event) => log.push(event.target.textContent) }];
      document.jQuery3 = { events: { click: items } };
      document.addEventListener('click', (event) => { for (const { selector, handler } of items) if (event.target.matches(selector)) handler(event); })`,
    presses: 'One Two',
    plain: ['Plain'],
  },
  'handlers that a framework keeps on elements': {
    html: '<div id="root"><div id="x">Down</div><div id="y">Click</div><div id="z">Captured</div><div>Still</div></div>',
    script: `x['__reactProps$1'] = { onMouseDown: () => log.push('down') }; y.$$click = () => log.push('click');
      z[Symbol('events')] = { click: [() => log.push('captured')] };
      const run = (event) => { const { target } = event;
        if (event.type === 'mousedown') target['__reactProps$1']?.onMouseDown();
        else { target.$$click?.(); for (const key of Object.getOwnPropertySymbols(target)) target[key].click[0](); } };
      root.addEventListener('mousedown', run.bind(null)); root.addEventListener('click', run.bind(null))`,
    presses: 'down click captured',
    plain: ['Still'],
  },
  'a board that only a listener of the document handles': {
    html: `<div style="display:grid;grid-template-columns:repeat(3,40px)">${'<i class="q" style="height:40px"></i>'.repeat(9)}</div>
      <table>${'<tr><td>12</td><td>Words</td><td>7</td></tr>'.repeat(3)}</table>`,
    script: `const play = ({ target }) => log.push([...document.querySelectorAll('.q')].indexOf(target));
      document.addEventListener('click', play.bind(null))`,
    presses: '0 1 2 3 4 5 6 7 8',
  },
  'rows with a label': {
    html: `<div id="t" style="width:300px">${['A', 'B']
      .map(
        (row) =>
          `<div style="display:flex"><span style="width:20px">${row}</span>${'<div class="s" style="width:24px;height:24px;margin:3px;background:green"></div>'.repeat(3)}</div>`,
      )
      .join('')}</div>`,
    script: `t.addEventListener('click', (event) => log.push([...document.querySelectorAll('.s')].indexOf(event.target)))`,
    presses: '0 1 2 3 4 5',
    shows: ['row 2 column 3'],
  },
  'own listeners on any element': {
    html: `<section id="a" style="width:200px"><h4>Section</h4><p>Words</p></section><label id="l">Label</label><ul id="u"><li>Item</li></ul>
      <div id="m" style="width:200px"><b>1</b><i>2</i><u>3</u><s>4</s><q>5</q><em>6</em><small>7</small></div>
      <div><span id="t" style="display:inline-block;width:5px;height:5px;background:red"></span></div>
      <div id="h" style="height:350px">Large</div><div id="k">Menu</div><div id="d">Double</div>`,
    script: `for (const id of 'alumth') document.getElementById(id).addEventListener('click', () => log.push(id));
      d.addEventListener('dblclick', () => {}); k.addEventListener('contextmenu', () => {})`,
    presses: 'a l u m t h',
    shows: ['Button "Double"', 'Button "Menu"'],
  },
  'containers without a box': {
    html: `<div id="f"><div class="p">K1</div><div class="p">K2</div></div><div style="clear:both"></div>
      <div id="c" style="display:contents"><span>Contents</span></div><style>.p { width: 60px; height: 60px; float: left }</style>`,
    script: `for (const one of [f, c]) one.addEventListener('click', (event) => log.push(event.target.textContent))`,
    presses: 'K1 K2 Contents',
  },
  'controls inside a control': {
    html: '<div id="o" role="button" tabindex="0" style="width:200px">Chip <svg id="s" width="22" height="22"><rect width="22" height="22"/></svg></div>',
    script: `o.onclick = () => log.push('chip'); s.onclick = (event) => { event.stopPropagation(); log.push('cross') }`,
    presses: 'chip cross',
  },
};

let served: Served;
let session: BrowserSession;
const paths = new Map(Object.keys(cases).map((name, index) => [name, `/${index}`]));

beforeAll(async () => {
  const pages = Object.entries(cases).map(([name, { html, script }]) => [
    paths.get(name),
    `<!doctype html><title>Page</title><body>${html}<script>const log = []; ${script}</script>`,
  ]);
  served = await servePages({
    ...Object.fromEntries(pages),
    '/board': `<!doctype html>${board(480)}<script>b.onclick = () => {}</script>`,
  });
  session = await openSession({ policy: 'open', url: served.url });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

describe('what a press reaches is in the map', () => {
  it.each(Object.entries(cases))('%s', async (name, { presses, shows = [], plain = [] }) => {
    await session.perform({ type: 'navigate', url: `${served.url}${paths.get(name)}` });
    const { text, elements } = await session.observe();
    const used = elements.filter(({ interactive, role }) => interactive && role !== 'Container');
    for (const words of shows) expect(text).toContain(words);
    for (const words of plain) expect(used.filter((element) => element.name.includes(words))).toEqual([]);
    for (const { id } of used) await session.perform({ type: 'click', target: { element: id } });
    const { value } = await session.perform({ type: 'evaluate', script: 'log.join(" ")' });
    expect(value).toBe(presses);
  });

  it('lists every cell of a large board', async () => {
    await session.perform({ type: 'navigate', url: `${served.url}/board` });
    const { elements } = await session.observe();
    expect(elements.filter(({ interactive }) => interactive)).toHaveLength(480);
  });
});

describe('delegatedSelectors', () => {
  it.each([
    ["const t = e.target.closest('.seat'); if (t) take(t)", ['.seat']],
    ['if(!e.target.matches("[data-id]"))return;go()', ['[data-id]']],
    ["if (e.target.classList.contains('day')) pick()", ['.day']],
    ['if (e.target.tagName === "TD") pick()', ['td']],
    ['hit(e.target.dataset.rowId)', ['[data-row-id]']],
    ["if (!event.target.closest('.menu')) close()", []],
    ["if ($(this).hasClass('disabled')) return", []],
    ["if ($(e.target).hasClass('disabled')) return", []],
    ["document.body.matches('body')", []],
    ["if (menu.classList.contains('open')) hide()", []],
    ["const el=e.target;if(el.classList.contains('tile'))flip(el)", ['.tile']],
    ['run(event)', []],
  ])('%s', (code, selectors) => {
    expect(delegatedSelectors(code)).toEqual(selectors);
  });
});
