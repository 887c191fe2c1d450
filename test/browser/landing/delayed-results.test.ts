import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Action, type BrowserSession, type ElementId, openSession } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';

/** A page whose input has a delayed result. */
interface DelayedCase {
  name: string;
  body: string;
  act: (id: (name: string) => ElementId) => Action;
  shows: string;
}

const hover: DelayedCase['act'] = (id) => ({ type: 'move', target: { element: id('Go') } });
const click: DelayedCase['act'] = (id) => ({ type: 'click', target: { element: id('Go') } });
const typeText: DelayedCase['act'] = (id) => ({ type: 'type', target: { element: id('City') }, text: 'Ber' });
const fill: DelayedCase['act'] = (id) => ({ type: 'set_value', target: { element: id('City') }, value: 'Ber' });
const pressKey: DelayedCase['act'] = () => ({ type: 'key', keys: 'ArrowDown' });

const add = `const add = (text) => { const p = document.createElement('p'); p.textContent = text; document.body.append(p); };`;
const button = (script: string, type = 'click') =>
  `<button id=go>Go</button><script>${add} go.addEventListener('${type}', () => { ${script} });</script>`;
const field = (script: string) =>
  `<input id=city aria-label=City><ul id=list></ul><script>${add}
  const suggest = (...names) => { list.innerHTML = names.map((name) => '<li>' + name + '</li>').join(''); };
  let timer; city.addEventListener('input', () => { clearTimeout(timer); ${script} });</script>`;

const tooltip = `position:absolute;left:20px;top:80px`;

const cases: DelayedCase[] = [
  {
    name: 'a tooltip 600 ms after a hover',
    body: button(`setTimeout(() => add('Late tooltip'), 600);`, 'mouseenter'),
    act: hover,
    shows: 'Late tooltip',
  },
  {
    name: 'a tooltip 600 ms after a hover that highlights at once',
    body: button(`go.className = 'hot'; go.title = 'x'; setTimeout(() => add('Late tooltip'), 600);`, 'mouseover'),
    act: hover,
    shows: 'Late tooltip',
  },
  {
    name: 'a tooltip by a delayed CSS transition',
    body: `<style>#tip { ${tooltip}; visibility: hidden; transition: visibility 0s 600ms } #go:hover + #tip { visibility: visible }</style><button id=go>Go</button><span id=tip>Late tooltip</span>`,
    act: hover,
    shows: 'Late tooltip',
  },
  {
    name: 'a menu 700 ms after a click that changes its button at once',
    body: button(`go.setAttribute('aria-expanded', 'true'); add('Opening'); setTimeout(() => add('Late menu'), 700);`),
    act: click,
    shows: 'Late menu',
  },
  {
    name: 'the second of two timers',
    body: button(`add('Now'); setTimeout(() => add('Ripple'), 100); setTimeout(() => add('Late menu'), 700);`),
    act: click,
    shows: 'Late menu',
  },
  {
    name: 'a chain of timers with visible steps',
    body: button(
      `add('Step 0'); const next = (n) => setTimeout(() => { add('Step ' + n); if (n < 4) next(n + 1); }, 400); next(1);`,
    ),
    act: click,
    shows: 'Step 4',
  },
  {
    name: 'a result behind a spinner without requests',
    body: button(
      `const spin = document.createElement('div'); spin.textContent = 'Loading…'; document.body.append(spin); setTimeout(() => setTimeout(() => { spin.remove(); add('Late result'); }, 1200), 300);`,
    ),
    act: click,
    shows: 'Late result',
  },
  {
    name: 'an accordion with a transition of 400 ms',
    body: `<style>#panel { height: 0; overflow: hidden; transition: height 400ms } #panel.open { height: 60px }</style>${button(`panel.classList.add('open'); go.setAttribute('aria-expanded', 'true');`)}<div id=panel><p style="margin-top:40px">Shown text</p></div>`,
    act: click,
    shows: 'Shown text',
  },
  {
    name: 'an accordion whose transition starts after two frames',
    body: `<style>#panel { height: 0; overflow: hidden; transition: height 400ms 100ms } #panel.open { height: 60px }</style>${button(`go.setAttribute('aria-expanded', 'true'); requestAnimationFrame(() => requestAnimationFrame(() => panel.classList.add('open')));`)}<div id=panel><p style="margin-top:40px">Shown text</p></div>`,
    act: click,
    shows: 'Shown text',
  },
  {
    name: 'an accordion drawn frame by frame',
    body: `<style>#panel { height: 0; overflow: hidden }</style>${button(`const from = performance.now(); const step = (now) => { const part = Math.min(1, (now - from) / 400); panel.style.height = 60 * part + 'px'; if (part < 1) requestAnimationFrame(step); }; requestAnimationFrame(step);`)}<div id=panel><p style="margin-top:40px">Shown text</p></div>`,
    act: click,
    shows: 'Shown text',
  },
  {
    name: 'suggestions after 300 ms and a request of 400 ms',
    body: field(`timer = setTimeout(async () => suggest(...(await (await fetch('/cities')).json())), 300);`),
    act: typeText,
    shows: 'Berlin',
  },
  {
    name: 'suggestions after 700 ms and a request, filled in at once',
    body: field(`timer = setTimeout(async () => suggest(...(await (await fetch('/cities')).json())), 700);`),
    act: fill,
    shows: 'Berlin',
  },
  {
    name: 'suggestions after 300 ms and a request that are drawn by a timer',
    body: field(
      `suggest('Searching'); timer = setTimeout(async () => { const all = await (await fetch('/cities')).json(); setTimeout(() => suggest(...all), 250); }, 300);`,
    ),
    act: typeText,
    shows: 'Berlin',
  },
  {
    name: 'a result 600 ms after a key',
    body: `<p>Keys</p><script>${add} addEventListener('keydown', () => { document.title = 'Key'; add('Now'); setTimeout(() => add('Late row'), 600); });</script>`,
    act: pressKey,
    shows: 'Late row',
  },
  {
    name: 'a result 600 ms after the response to a request',
    body: button(`fetch('/cities').then(() => setTimeout(() => add('Late result'), 600));`),
    act: click,
    shows: 'Late result',
  },
  {
    name: 'the result of a loop of frames that takes 1 s',
    body: button(
      `const from = performance.now(); const step = () => performance.now() - from < 1000 ? requestAnimationFrame(step) : add('Late result'); step();`,
    ),
    act: click,
    shows: 'Late result',
  },
  {
    name: 'a result beside a button that keeps saying that it loads',
    body: button(`go.textContent = 'Loading'; fetch('/cities').then(() => setTimeout(() => add('Late result'), 400));`),
    act: click,
    shows: 'Late result',
  },
  {
    name: 'a late menu on a page with a clock, a poll and a carousel',
    body: `<p id=clock>0</p><ul id=slides></ul><script>let n = 0; (function tick() { clock.textContent = ++n; setTimeout(tick, 100); })(); setInterval(() => fetch('/poll'), 200); setInterval(() => { slides.innerHTML = '<li>Slide ' + n + '</li>'; }, 300);</script>${button(`add('Now'); setTimeout(() => add('Late menu'), 700);`)}`,
    act: click,
    shows: 'Late menu',
  },
];

let served: Served;
let session: BrowserSession;

beforeAll(async () => {
  const pages = Object.fromEntries(
    cases.map(({ body }, index) => [`/${index}`, `<!doctype html><title>Page</title>${body}`]),
  );
  served = await servePages({
    ...pages,
    '/poll': 'x',
    '/cities': (_, response) => void setTimeout(() => response.end('["Berlin", "Bern"]'), 400),
  });
  session = await openSession({ policy: 'open' });
});

afterAll(async () => {
  await session?.close();
  served?.close();
});

it.each(cases.map((one, index) => ({ ...one, index })))('shows $name', async ({ index, act, shows }) => {
  await session.perform({ type: 'navigate', url: `${served.url}/${index}` });
  // A resting pointer would be on the button before the hover.
  await session.perform({ type: 'move', target: { x: 900, y: 600 } });
  const { elements } = await session.observe();
  const id = (name: string): ElementId => {
    const found = elements.find((element) => element.name === name);
    if (!found) throw new Error(`There is no element "${name}".`);
    return found.id;
  };
  const outcome = await session.perform(act(id));
  expect(outcome.error).toBeUndefined();
  expect(outcome.settled.reason).not.toContain('still busy');
  expect(outcome.observation?.text, JSON.stringify(outcome.settled)).toContain(shows);
  expect(JSON.stringify(outcome.changes)).toContain(shows);
});

const tips = `<p><button id=one>One</button><span id=first></span></p><p style="margin-top:80px"><button id=two>Two</button><span id=second></span></p><script>
  one.onmouseenter = () => { first.textContent = 'Tip of one'; }; one.onmouseleave = () => { first.textContent = ''; };
  let timer; two.onmouseenter = () => { timer = setTimeout(() => { second.textContent = 'Tip of two'; fetch('/poll?shown'); }, 700); };</script>`;

it('shows the tip of the second button although the tip of the first disappeared at once', async () => {
  const page = await servePages({ '/': `<!doctype html><title>Page</title>${tips}` });
  await session.perform({ type: 'navigate', url: page.url });
  const { elements } = await session.observe();
  const idOf = (name: string) => elements.find((element) => element.name === name)?.id ?? 'el_0';
  await session.perform({ type: 'move', target: { element: idOf('One') } });
  const outcome = await session.perform({ type: 'move', target: { element: idOf('Two') } });
  const told = outcome.changes.map((change) => ('name' in change ? `${change.kind} ${change.name}` : change.kind));
  expect(told).toEqual(expect.arrayContaining(['gone Tip of one', 'appeared Tip of two']));
  expect(page.log).toContain('GET /poll?shown');
  page.close();
});

it('reports what was shown only until the delayed result', async () => {
  const card = (text: string) => `<div class=card>${text}</div>`;
  const html = `<style>.card { width: 70px; background: #246; color: #246; cursor: pointer } .up { background: #eee; color: #000 }</style>
    ${card('Sun')}${card('Moon')}<script>
    const cards = [...document.querySelectorAll('.card')];
    for (const one of cards) one.onclick = () => {
      one.classList.add('up');
      if (cards.every((other) => other.classList.contains('up'))) setTimeout(() => cards.forEach((other) => other.classList.remove('up')), 700);
    };</script>`;
  await session.perform({ type: 'navigate', url: `data:text/html,${encodeURIComponent(html)}` });
  const [first, second] = (await session.observe()).elements.filter(({ interactive }) => interactive);
  await session.perform({ type: 'click', target: { element: first?.id ?? 'el_0' } });
  const { changes } = await session.perform({ type: 'click', target: { element: second?.id ?? 'el_0' } });
  expect(changes).toContainEqual({ kind: 'flashed', text: 'Moon' });
  expect(changes).not.toContainEqual({ kind: 'flashed', text: 'Sun' });
});
