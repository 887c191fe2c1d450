import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderOutcome } from '../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

const rows = (count: number, cells: string) =>
  `<table>${Array.from({ length: count }, (_, row) => `<tr>${cells.replaceAll('#', `${row}`)}</tr>`).join('')}</table>`;
const each = (selector: string, script: string) =>
  `for (const x of document.querySelectorAll('${selector}')) { ${script} }`;

const pages: Record<string, string> = {
  '/push': `<h1>P</h1><button onclick="for (let i = 0; i < 40; i++) big.insertAdjacentHTML('beforeend', '<p>R' + i + '</p>')">More</button><button onclick="big.textContent = ''">Less</button><div id=big></div><button>Below A</button><div style="height:2000px"></div>`,
  '/drawer': `<button onclick="drawer.style.transform = 'translateX(-100%)'">Close menu</button><div id=drawer style="position:fixed;left:0;top:200px;width:200px;height:200px"><a href=#a>Inbox</a></div><button onclick="fold.style.height = 0">Fold</button><div id=fold style="overflow:hidden;margin-left:300px;height:100px"><p>Folded text</p></div><div style="height:3000px"></div>`,
  '/redrawn': `<div id=app></div><script>let n = 0, list = ['Row 1', 'Row 2', 'Row 3']; const draw = () => { app.innerHTML = '<p>Count ' + n + '</p><button onclick="n++; draw()">Inc</button><h2>Rows</h2><ul>' + list.map((row) => '<li>' + row + '</li>').join('') + '</ul><button onclick="list.reverse(); draw()">Sort</button>'; }; draw();</script>`,
  '/modal': `<div id=app><h1>Shop</h1><label>Name <input value=Ann></label><p>Some text</p><button onclick="app.setAttribute('aria-hidden', 'true'); box.hidden = false">Ask</button><button onclick="app.setAttribute('inert', ''); box.hidden = false">Block</button></div><div id=box hidden role=dialog aria-label=Confirm style="position:fixed;top:300px;left:50px;background:#ff0">Sure? <button onclick="app.removeAttribute('aria-hidden'); app.removeAttribute('inert'); box.hidden = true">Close</button></div>`,
  '/fold': `<button onclick="${each('td', "x.style.background = 'red'")}">Red</button><button onclick="${each('td', "x.textContent = 'sold'")}">Sell</button><button onclick="${each('input', "x.value = '7'")}">Fill</button>${rows(12, '<td>free</td><th>R#</th><th><input aria-label=i#></th>')}`,
  '/notices': `<button onclick="for (let i = 0; i < 60; i++) document.body.insertAdjacentHTML('beforeend', '<p>Notice</p>')">Warn</button>`,
  '/loose': `<button onclick="message.textContent = 'Name is required'">Validate</button> Cart: <span>2</span> <span id=message></span><button onclick="document.body.style.background = 'pink'">Pink</button>`,
  '/other-text': `<button onclick="one.textContent = ''; two.textContent = 'Second tip'">Next</button><span id=one>Alpha</span><br><br><br><button>Filler</button><span id=two></span>`,
};

let served: Served;
let session: BrowserSession;

beforeAll(async () => {
  served = await servePages(
    Object.fromEntries(Object.entries(pages).map(([path, body]) => [path, `<!doctype html><title>A</title>${body}`])),
  );
  session = await openSession({ policy: 'open' });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

/** Opens the page and presses the named buttons. Returns the answer to the last one. */
async function answer(path: string, ...buttons: string[]): Promise<string> {
  await session.perform({ type: 'navigate', url: served.url + path });
  let text = '';
  for (const name of buttons) {
    const { elements } = await session.observe();
    const element = elements.find((one) => one.name === name && one.interactive)?.id;
    if (!element) throw new Error(`There is no ${name}.`);
    const outcome = await session.perform({ type: 'click', target: { element } });
    expect(outcome.ok).toBe(true);
    text = renderOutcome(outcome, { brief: true });
  }
  return text;
}

describe('what an answer says', () => {
  it('does not call elements gone that other content pushed off the screen, and none appeared that come back', async () => {
    const pushed = await answer('/push', 'More');
    expect(pushed).not.toContain('Below A');
    expect(pushed).toContain('appeared outside the screen: 1');
    expect(await answer('/push', 'More', 'Less')).not.toContain('Below A');
  });

  it('calls elements gone that were moved off the page or folded away', async () => {
    expect(await answer('/drawer', 'Close menu')).toContain('Link "Inbox"');
    expect(await answer('/drawer', 'Fold')).toMatch(/gone: el_\d+ Text "Folded text"/);
  });

  it('does not report texts that were drawn again', async () => {
    for (const text of [await answer('/redrawn', 'Inc'), await answer('/redrawn', 'Inc', 'Inc')]) {
      expect(text).toContain('"Count ');
      expect(text).not.toContain('Row');
      expect(text).toContain('redrawn, ids kept');
    }
  });

  it('reports redrawn texts in another order', async () => {
    expect(await answer('/redrawn', 'Sort')).toContain('order now: "Row 3", "Row 2", "Row 1"');
  });

  it('names a dialog and its text, and nothing that stays visible behind it', async () => {
    for (const way of ['Ask', 'Block']) {
      const opened = await answer('/modal', way);
      expect(opened).toMatch(/\[el_\d+\] Dialog "Confirm"\n"Sure\?"\n\[el_\d+\] Button "Close"$/);
      expect(opened).not.toMatch(/Name|Shop|gone|renamed/);
      expect(await answer('/modal', 'Ask', 'Close', way, 'Close')).not.toMatch(/Name|Shop|appeared|renamed/);
    }
  });

  it('counts similar changes in one line', async () => {
    expect(await answer('/fold', 'Red')).toContain('attribute: 12 elements style: ');
    expect(await answer('/fold', 'Sell')).toContain('renamed: 12 elements "sold", was "free": ');
    expect(await answer('/fold', 'Fill')).toContain('value: 12 elements = "7": ');
    const notices = await answer('/notices', 'Warn');
    const shown = Number(/"Notice" × (\d+)/.exec(notices)?.[1]);
    const hidden = Number(/outside the screen: (\d+)/.exec(notices)?.[1]);
    expect(shown + hidden).toBe(60);
  });

  it('reports the part of a loose text that changed, and another text as another one', async () => {
    expect(await answer('/loose', 'Validate')).toContain('"Cart: 2 [+ Name is required]"');
    expect(await answer('/loose', 'Pink')).toContain('attribute: the page style');
    const other = await answer('/other-text', 'Next');
    expect(other).toMatch(/gone: el_\d+ Text "Alpha"/);
    expect(other).toMatch(/appeared:\n"Second tip"$/);
  });
});
