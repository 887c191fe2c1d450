import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderOutcome } from '../../../src/exports/tools.js';
import { type BrowserSession, type ElementId, openSession } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';

const tell = `const tell = (what) => navigator.sendBeacon('/tell/' + what);`;

/** A list of rows that is drawn as a whole. `Delete` and `Mark` tell the server which row they belong to. */
const list = (rows: string[], row: string, draw: string) => `<div id=app></div><script>${tell}
  let rows = ${JSON.stringify(rows)}; const row = (name) => ${row};
  const press = (what, button) => tell(what + button.parentElement.dataset.name);
  const remove = (button) => { press('delete-', button); rows.splice([...document.querySelectorAll('.del')].indexOf(button), 1); draw(); };
  const draw = () => { ${draw} }; draw();</script>`;
const buttons = `<button class=del onclick=remove(this)>Delete</button><button onclick="press(&quot;mark-&quot;,this)">Mark</button>`;
const plainRow = `\`<div class=row><span>\${name}</span>BUTTONS</div>\``.replace('BUTTONS', buttons);
const item = `\`<li>\${name} BUTTONS</li>\``.replace('BUTTONS', buttons);
const nameless = '`<p class=row>BUTTONS</p>`'.replace('BUTTONS', buttons);
const setNames = `[...document.querySelectorAll('.del')].forEach((button, index) => { button.parentElement.dataset; namesOf.set(button.parentElement, rows[index]); });`;

const pages: Record<string, string> = {
  '/counter': `<div id=app></div><script>${tell} let count = 0; const draw = () => { app.innerHTML = '<p>Count: ' + count + '</p><button onclick="tell(\\'plus\\'); count++; draw()">+</button><button onclick="tell(\\'minus\\'); count--; draw()">-</button><input aria-label=Note value="' + count + '">'; }; draw();</script>`,
  '/other-label': `<div id=app></div><script>${tell} let step = 0; const draw = () => { app.innerHTML = '<label>' + ['Email', 'Password'][step] + ' <input oninput="tell(\\'typed\\')"></label><button onclick="step++; draw()">Next</button>'; }; draw();</script>`,
  '/other-attribute': `<div id=app></div><script>${tell} let n = 1; const draw = () => { app.innerHTML = '<button data-id=' + n + ' onclick="tell(\\'record-' + n + '\\')">Open</button><button onclick="n++; draw()">Next</button>'; }; draw();</script>`,
};

let served: Served;
let session: BrowserSession;

/** The rows are told apart by what the server knows of them, not by the element. */
const withNames = (source: string) =>
  source
    .replace('const press =', 'const namesOf = new Map(); const press =')
    .replaceAll('button.parentElement.dataset.name', 'namesOf.get(button.parentElement)')
    .replace(' }; draw();</script>', ` ${setNames} }; draw();</script>`);

for (const [kind, row] of Object.entries({ div: plainRow, li: item, nameless }))
  for (const [way, draw] of Object.entries({
    'inner-html': `app.innerHTML = rows.map(row).join('');`,
    'new-nodes': `app.textContent = ''; for (const name of rows) app.insertAdjacentHTML('beforeend', row(name));`,
    'one-by-one': `while (app.firstChild) app.firstChild.remove(); for (const name of rows) app.insertAdjacentHTML('beforeend', row(name));`,
  })) {
    pages[`/${kind}-${way}`] = withNames(list(['Milk', 'Eggs', 'Tea'], row, draw));
    pages[`/sorted-${kind}-${way}`] = withNames(
      list(['Milk', 'Eggs', 'Tea'], row, draw).replace(
        '<div id=app>',
        '<button onclick="rows.reverse(); draw()">Sort</button><div id=app>',
      ),
    );
    pages[`/same-${kind}-${way}`] = withNames(
      list(['Milk', 'Eggs', 'Tea'], row, draw).replace(
        '<div id=app>',
        '<button onclick="draw()">Again</button><div id=app>',
      ),
    );
  }

beforeAll(async () => {
  served = await servePages(
    Object.fromEntries(
      Object.entries(pages).map(([path, body]) => [path, `<!doctype html><title>Page</title>${body}`]),
    ),
  );
  session = await openSession({ policy: 'open' });
});
beforeEach(() => {
  served.log.length = 0;
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

const told = () => served.log.filter((line) => line.includes('/tell/')).map((line) => line.replace('POST /tell/', ''));
const click = (element: ElementId) => session.perform({ type: 'click', target: { element } });

async function open(path: string): Promise<(name: string, index?: number) => ElementId> {
  await session.perform({ type: 'navigate', url: served.url + path });
  const { elements } = await session.observe();
  return (name, index = 0) => elements.filter((element) => element.name === name)[index]?.id ?? 'el_999';
}

describe('a control that one update replaces by its like', () => {
  it('keeps its id, and the answer says so each time', async () => {
    const id = await open('/counter');
    const plus = id('+');
    const first = await click(plus);
    expect(renderOutcome(first)).toContain(`redrawn, ids kept: ${plus}, ${id('-')}`);
    const second = await click(plus);
    expect(second.ok).toBe(true);
    expect(renderOutcome(second)).toContain('redrawn, ids kept');
    expect((await click(id('-'))).ok).toBe(true);
    await session.perform({ type: 'set_value', target: { element: id('Note') }, value: 'x' });
    expect(told()).toEqual(['plus', 'plus', 'minus']);
    expect((await session.observe()).text).toContain('Count: 1');
  });

  it('is stale if its label is another one', async () => {
    const id = await open('/other-label');
    const email = id('Email');
    await click(id('Next'));
    const { error } = await session.perform({ type: 'type', target: { element: email }, text: 'x' });
    expect(error?.code).toBe('stale_element');
    expect(told()).toEqual([]);
  });

  it('is stale if an attribute is another one', async () => {
    const id = await open('/other-attribute');
    const first = id('Open');
    await click(id('Next'));
    expect((await click(first)).error?.code).toBe('stale_element');
    expect(told()).toEqual([]);
  });
});

const drawn = ['div', 'li', 'nameless'].flatMap((kind) =>
  ['inner-html', 'new-nodes', 'one-by-one'].map((way) => `${kind}-${way}`),
);

describe.each(drawn)('a list of rows drawn as %s', (kind) => {
  it('never gives the id of a deleted row to the row that moves up', async () => {
    const id = await open(`/${kind}`);
    const ids = [0, 1, 2].map((index) => id('Mark', index));
    await click(id('Delete', 0));
    served.log.length = 0;
    for (const mark of ids) await click(mark);
    // Each id marks its own row or is stale. The row of the first one is gone.
    const rows = ['Milk', 'Eggs', 'Tea'];
    for (const [index, mark] of ids.entries()) {
      served.log.length = 0;
      await click(mark);
      expect(told().filter((what) => what !== `mark-${rows[index]}`)).toEqual([]);
    }
    served.log.length = 0;
    await click(ids[0] ?? 'el_999');
    expect(told()).toEqual([]);
  });

  it('never gives the id of a row to another one when they are sorted', async () => {
    const id = await open(`/sorted-${kind}`);
    const ids = [0, 1, 2].map((index) => id('Mark', index));
    await click(id('Sort'));
    for (const [index, mark] of ids.entries()) {
      served.log.length = 0;
      await click(mark);
      expect(told().filter((what) => what !== `mark-${['Milk', 'Eggs', 'Tea'][index]}`)).toEqual([]);
    }
  });

  it('keeps the ids of rows that did not change, if they can be told apart', async () => {
    const id = await open(`/same-${kind}`);
    const ids = [0, 1, 2].map((index) => id('Mark', index));
    await click(id('Again'));
    served.log.length = 0;
    for (const mark of ids) await click(mark);
    expect(told()).toEqual(kind.startsWith('nameless') ? [] : ['mark-Milk', 'mark-Eggs', 'mark-Tea']);
  });
});
