import { describe, expect, it } from 'vitest';
import { sample } from '../../support/sample.js';
import { backdoor, backdoorArgument } from '../backdoor.js';
import { eventually } from '../launch-witness.js';
import { browserProcesses, click, expectRefused, idOf, keepBrowser, open, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
keepBrowser({ args: [backdoorArgument] });
const witness = useWitness();

/** Reports every press and click on the page, with the element that received it. */
const tellAll = `<script>
  for (const type of ['mousedown', 'click']) addEventListener(type, (event) => tell(type + ' ' + (event.target.id || event.target.tagName)), true);
</script>`;

describe('an element that is gone (fault 10)', slow, () => {
  it.each([
    ['removed', `old.remove()`],
    [
      'replaced by its like',
      `old.replaceWith(Object.assign(document.createElement('button'), { id: 'young', textContent: 'Pay' }))`,
    ],
    ['replaced by another', `old.outerHTML = '<button id=other>Delete all</button>'`],
    ['redrawn with another text around it', `list.innerHTML = '<p><button id=old>Pay</button></p>'`],
  ])('%s between the look and the click: stale, and nothing is clicked', async (_, script) => {
    const url = witness.page(
      '/gone',
      `${tellAll}<div id=list><button id=old>Pay</button></div><script>addEventListener('message', () => { ${script}; tell('ready'); })</script>`,
    );
    const session = await open({ url, args: [backdoorArgument] });
    const element = idOf(await session.observe(), 'Pay');
    witness.log.length = 0;
    await poke(session);
    const outcome = await session.perform({ type: 'click', target: { element } });
    expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'stale_element' } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(witness.words().filter((words) => words !== 'ready')).toEqual([]);
    const like = outcome.error?.message.match(/el_\d+ Button "Pay" looks the same/);
    expect(like !== null && like !== undefined).toBe(/like|redrawn/.test(_));
  });

  it('redrawn as it was: the successor is clicked', async () => {
    const url = witness.page(
      '/redrawn',
      `${tellAll}<div id=list><button id=old>Pay</button></div><script>addEventListener('message', () => { list.innerHTML = list.innerHTML; tell('ready'); })</script>`,
    );
    const session = await open({ url, args: [backdoorArgument] });
    const element = idOf(await session.observe(), 'Pay');
    await poke(session);
    const outcome = await session.perform({ type: 'click', target: { element } });
    expect(outcome).toMatchObject({ ok: true, redrawn: [element] });
    expect(witness.words()).toContain('click old');
  });

  it('on a page that was left: stale', async () => {
    const url = witness.page('/one', `${tellAll}<button id=old>Pay</button>`);
    const session = await open({ url, args: [backdoorArgument] });
    const element = idOf(await session.observe(), 'Pay');
    await session.perform({ type: 'navigate', url: witness.page('/two', `${tellAll}<button id=young>Pay</button>`) });
    await expectRefused(session, element, 'stale_element');
    expect(witness.words()).toEqual([]);
  });

  it('hidden: refused', async () => {
    const url = witness.page(
      '/hide',
      `${tellAll}<button id=old>Pay</button><script>addEventListener('message', () => { old.style.display = 'none'; tell('ready'); })</script>`,
    );
    const session = await open({ url, args: [backdoorArgument] });
    const element = idOf(await session.observe(), 'Pay');
    await poke(session);
    await expectRefused(session, element, 'not_visible');
    expect(witness.words()).toEqual(['ready']);
  });

  it.each(sample(['type', 'set_value', 'drag', 'move', 'scroll'], 2))('%s reports it as stale too', async (type) => {
    const url = witness.page(
      '/fields',
      `${tellAll}<input id=old aria-label="Field"><script>addEventListener('message', () => { old.remove(); tell('ready'); })</script>`,
    );
    const session = await open({ url, args: [backdoorArgument] });
    const target = { element: idOf(await session.observe(), 'Field') };
    await poke(session);
    const actions = {
      type: { type, target, text: 'x' },
      set_value: { type, target, value: 'x' },
      drag: { type, path: [target, { x: 50, y: 50 }] },
      move: { type, target },
      scroll: { type, target, dx: 0, dy: 10 },
    };
    const outcome = await session.perform(actions[type] as never);
    expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'stale_element' } });
    expect(witness.words()).toEqual(['ready']);
  });
});

describe('an element whose state changed since the observation (fault 11)', slow, () => {
  const cover = `<div id=cover role=dialog aria-label="Cookies" style="position:fixed;inset:0;background:#0008">We use cookies</div>`;

  it('covered: refused with the name of the cover, which is not clicked', async () => {
    const url = witness.page(
      '/covered',
      `${tellAll}<button id=buy>Buy</button><script>addEventListener('message', () => { document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(cover)}); tell('ready'); })</script>`,
    );
    const session = await open({ url, args: [backdoorArgument] });
    const element = idOf(await session.observe(), 'Buy');
    await poke(session);
    const outcome = await session.perform({ type: 'click', target: { element } });
    expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'covered' } });
    expect(outcome.error?.message).toMatch(/Since the last command, a dialog "Cookies" appeared \(el_\d+\)\./);
    expect(witness.words()).toEqual(['ready']);
  });

  it('disabled: refused, and the refusal says that it was enabled before', async () => {
    const url = witness.page(
      '/disabled',
      `${tellAll}<button id=buy>Buy</button><script>addEventListener('message', () => { buy.disabled = true; tell('ready'); })</script>`,
    );
    const session = await open({ url, args: [backdoorArgument] });
    const element = idOf(await session.observe(), 'Buy');
    await poke(session);
    const outcome = await session.perform({ type: 'click', target: { element } });
    expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'disabled' } });
    expect(outcome.error?.message).toContain(`Since the last command, ${element} was disabled.`);
    expect(witness.words()).toEqual(['ready']);
  });

  it.each(
    sample(
      [
        ['200 px down', `buy.style.marginTop = '200px'`],
        [
          '200 px by a transition',
          `buy.style.transition = 'transform 400ms'; buy.style.transform = 'translate(200px, 200px)'`,
        ],
        ['out of the screen', `buy.style.marginTop = '3000px'`],
        ['into a scrolled box', `box.append(buy); buy.style.marginTop = '900px'`],
      ],
      2,
    ),
  )('moved %s: the click lands on it', async (_, script) => {
    const url = witness.page(
      '/moved',
      `${tellAll}<style>#box { height: 200px; overflow: auto }</style><button id=trap style="position:absolute;left:8px;top:8px;width:60px;z-index:-1">Trap</button><button id=buy style="position:relative">Buy</button><div id=box></div>
      <script>addEventListener('message', () => { ${script}; tell('ready'); })</script>`,
    );
    const session = await open({ url, args: [backdoorArgument] });
    const element = idOf(await session.observe(), 'Buy');
    await poke(session);
    const outcome = await session.perform({ type: 'click', target: { element } });
    expect(outcome.ok).toBe(true);
    await eventually(() => witness.words().length >= 3, 2_000);
    expect(witness.words()).toEqual(['ready', 'mousedown buy', 'click buy']);
  });

  it('one that keeps moving is refused, not missed', async () => {
    const url = witness.page(
      '/fleeing',
      `${tellAll}<button id=buy style="position:absolute">Buy</button><script>let x = 0; (function turn() { x = (x + 7) % 600; buy.style.left = x + 'px'; requestAnimationFrame(turn); })()</script>`,
    );
    const session = await open({ url, args: [backdoorArgument] });
    const outcome = await click(session, 'Buy');
    expect(outcome).toMatchObject({ ok: false, error: { code: 'not_stable' } });
    expect(witness.words()).toEqual([]);
  });

  it('covered only when the pointer arrives: a click on the cover is reported', async () => {
    const url = witness.page(
      '/late',
      `${tellAll}<button id=buy>Buy</button><script>addEventListener('mousemove', () => { if (!window.done) { window.done = true; document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(cover)}); } })</script>`,
    );
    const session = await open({ url, args: [backdoorArgument] });
    const outcome = await click(session, 'Buy');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const hitCover = witness.words().some((words) => words.includes('cover'));
    // A page that moves its own cover under the pointer cannot be outrun; it must show in the outcome.
    if (hitCover) expect(outcome.changes.some((change) => change.kind === 'appeared')).toBe(true);
  });
});

/** Sends the page a message over another connection, so that the session does not know of it. */
async function poke(session: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { url = '' } = await session.observe();
  const way = await backdoor(browserProcesses('browser')[0] ?? 0);
  await way.send(url, 'Runtime.evaluate', { expression: `postMessage('go')` });
  await eventually(() => witness.words().includes('ready'), 2_000);
}
