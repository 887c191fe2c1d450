import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/index.js';
import { eventually } from '../launch-witness.js';
import { click, hangs, idOf, keepBrowser, open, timed, useWitness } from './witness.js';

const slow = { timeout: 60_000 };
keepBrowser();
const witness = useWitness();

type Session = Awaited<ReturnType<typeof open>>;

/** Observes until an element has this name: frames of other sites load later. */
async function until(session: Session, name: string): Promise<Observation> {
  let observation = await session.observe();
  await eventually(async () => {
    observation = await session.observe();
    return observation.elements.some((element) => element.name === name);
  }, 5_000);
  return observation;
}

/** Ids are unique, and the text names only listed elements. */
function consistent(observation: Observation): void {
  const ids = observation.elements.map((element) => element.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of observation.text.matchAll(/^\[(el_\d+)\]/gm)) expect(ids).toContain(id);
}

const button = (name: string) => `<button onclick="tell('${name}')">${name}</button>`;

describe('frames (fault 12)', slow, () => {
  it.each([
    ['of the same site', () => witness.origin],
    ['of other sites', (level: number) => (level % 2 ? witness.elsewhere : witness.origin)],
  ])('nested five deep, %s: every level is seen, and clicks land', async (_, origin) => {
    for (let level = 5; level >= 1; level -= 1) {
      const inner =
        level < 5
          ? `<iframe src="${origin(level + 1)}/level${level + 1}" style="margin:10px;border:3px solid;width:90%;height:${600 - level * 100}px"></iframe>`
          : '';
      witness.page(`/level${level}`, `${button(`Level ${level}`)}${inner}`);
    }
    const session = await open({ url: `${witness.origin}/level1` });
    const observation = await until(session, 'Level 5');
    consistent(observation);
    for (let level = 1; level <= 5; level += 1) {
      const element = idOf(observation, `Level ${level}`);
      expect((await session.perform({ type: 'click', target: { element } })).ok).toBe(true);
    }
    await eventually(() => witness.words().length === 5, 3_000);
    expect(witness.words()).toEqual(['Level 1', 'Level 2', 'Level 3', 'Level 4', 'Level 5']);
    expect((await session.observe()).elements.map((element) => element.id)).toEqual(
      observation.elements.map((element) => element.id),
    );
  });

  it.each(['origin', 'elsewhere'] as const)(
    'one that is detached leaves a stale id and a whole map (%s)',
    async (site) => {
      witness.page('/inner', button('Inner'));
      const url = witness.page(
        '/outer',
        `<iframe id=frame src="${witness[site]}/inner"></iframe><button onclick="frame.remove()">Remove</button>${button('Outer')}`,
      );
      const session = await open({ url });
      const element = idOf(await until(session, 'Inner'), 'Inner');
      await click(session, 'Remove');
      const after = await session.observe();
      consistent(after);
      expect(after.elements.some((one) => one.name === 'Inner')).toBe(false);
      const outcome = await session.perform({ type: 'click', target: { element } });
      expect(outcome).toMatchObject({ ok: false, effect: 'unchanged', error: { code: 'stale_element' } });
      await click(session, 'Outer');
      await eventually(() => witness.words().join() === 'Outer', 2_000);
    },
  );

  it('one that is removed while it is clicked', async () => {
    witness.page('/suicide', `<button onclick="tell('pressed'); parent.postMessage('remove', '*')">Vanish</button>`);
    const url = witness.page(
      '/host',
      `<iframe id=frame src="${witness.elsewhere}/suicide"></iframe><script>onmessage = () => frame.remove()</script>${button('Outer')}`,
    );
    const session = await open({ url });
    const element = idOf(await until(session, 'Vanish'), 'Vanish');
    const { ms, value } = await timed(() => session.perform({ type: 'click', target: { element } }));
    expect(ms).toBeLessThan(5_000);
    expect(value.ok).toBe(true);
    expect(value.effect).toBe('changed');
    consistent(await session.observe());
    await click(session, 'Outer');
    await eventually(() => witness.words().join() === 'pressed,Outer', 2_000);
  });

  it('one that navigates to another site and back stays clickable, and old ids are stale', async () => {
    witness.page('/here', `${button('Here')}<a href="${witness.elsewhere}/there">Go there</a>`);
    witness.page('/there', `${button('There')}<a href="${witness.origin}/here">Go back</a>`);
    const url = witness.page('/travel', `<iframe src="/here" width=400 height=200></iframe>`);
    const session = await open({ url });
    const first = idOf(await until(session, 'Here'), 'Here');
    for (let turn = 0; turn < 3; turn += 1) {
      await click(session, 'Go there');
      const there = await until(session, 'There');
      consistent(there);
      await session.perform({ type: 'click', target: { element: idOf(there, 'There') } });
      const outcome = await session.perform({ type: 'click', target: { element: first } });
      expect(outcome.error?.code).toBe('stale_element');
      await click(session, 'Go back');
      await session.perform({ type: 'click', target: { element: idOf(await until(session, 'Here'), 'Here') } });
    }
    await eventually(() => witness.words().length === 6, 2_000);
    expect(witness.words()).toEqual(['There', 'Here', 'There', 'Here', 'There', 'Here']);
  });

  it('frames added and removed continuously: every observation is consistent', async () => {
    witness.page('/leaf', button('Leaf'));
    const url = witness.page(
      '/churn',
      `${button('Steady')}<div id=box></div><script>setInterval(() => {
        box.innerHTML = ['', '${witness.elsewhere}'].map((site) => '<iframe src="' + site + '/leaf"></iframe>').join('');
      }, 120)</script>`,
    );
    const session = await open({ url });
    for (let turn = 0; turn < 15; turn += 1) {
      const { ms, value } = await timed(() => session.observe());
      consistent(value);
      expect(ms).toBeLessThan(2_600);
      expect(idOf(value, 'Steady')).toBeDefined();
    }
    const { ms, value } = await timed(() => click(session, 'Steady'));
    expect(value.ok).toBe(true);
    expect(ms).toBeLessThan(8_000);
    await eventually(() => witness.words().includes('Steady'), 2_000);
  });

  it('a frame that never answers does not block the page', async () => {
    witness.route('/never', () => undefined);
    const url = witness.page(
      '/waiting',
      `<iframe src="${witness.elsewhere}/never"></iframe><iframe src="/never"></iframe>${button('Outer')}`,
    );
    const session = await open({ limits: { settleTimeoutMs: 1_000 } });
    const { ms } = await timed(() => session.perform({ type: 'navigate', url }));
    expect(ms).toBeLessThan(5_000);
    const acted = await timed(() => click(session, 'Outer'));
    expect(acted.value.ok).toBe(true);
    expect(acted.ms).toBeLessThan(4_000);
    await eventually(() => witness.words().includes('Outer'), 2_000);
  });

  it.each(['origin', 'elsewhere'] as const)(
    'a frame that hangs: the page around it is seen in time (%s)',
    async (site) => {
      const hanging = hangs(witness);
      witness.page('/loop', `<h1>loops</h1>${hanging.script}`);
      const url = witness.page(
        '/around',
        `${button('Outer')}<iframe src="${witness[site]}/loop" width=300 height=100></iframe>`,
      );
      const session = await open({ url, limits: { observeTimeoutMs: 1_000 } });
      await until(session, 'loops');
      await hanging.begin();
      const { ms, value } = await timed(() => session.observe());
      expect(ms).toBeLessThan(1_700);
      expect(value.text).toContain('INCOMPLETE');
      // A frame of the same site hangs its page along; one of another site hangs alone.
      if (site === 'elsewhere') {
        expect((await click(session, 'Outer')).ok).toBe(true);
        await eventually(() => witness.words().includes('Outer'), 2_000);
      }
    },
  );
});

describe('shadow roots (fault 12)', slow, () => {
  const define = (mode: string) => `<script>
    customElements.define('x-${mode}', class extends HTMLElement {
      constructor() { super(); const root = this.attachShadow({ mode: '${mode}' }); root.innerHTML = '<button>In ${mode}</button><slot></slot>'; root.firstChild.onclick = () => tell('${mode}'); }
    });
  </script>`;

  it.each(['open', 'closed'])('%s: observed and clicked', async (mode) => {
    const url = witness.page(
      '/shadow',
      `${define(mode)}<x-${mode}><button onclick="tell('slotted')">Slotted</button></x-${mode}>`,
    );
    const session = await open({ url });
    const observation = await until(session, `In ${mode}`);
    consistent(observation);
    await session.perform({ type: 'click', target: { element: idOf(observation, `In ${mode}`) } });
    await session.perform({ type: 'click', target: { element: idOf(observation, 'Slotted') } });
    await eventually(() => witness.words().join() === `${mode},slotted`, 2_000);
  });

  it('closed, inside closed, inside a frame of another site', async () => {
    witness.page(
      '/deep',
      `<div id=host></div><script>
        const outer = host.attachShadow({ mode: 'closed' });
        outer.innerHTML = '<div></div>';
        const inner = outer.firstChild.attachShadow({ mode: 'closed' });
        inner.innerHTML = '<button>Deep</button>';
        inner.firstChild.onclick = () => tell('deep');
      </script>`,
    );
    const url = witness.page('/top', `<iframe src="${witness.elsewhere}/deep" width=400 height=200></iframe>`);
    const session = await open({ url });
    const observation = await until(session, 'Deep');
    await session.perform({ type: 'click', target: { element: idOf(observation, 'Deep') } });
    await eventually(() => witness.words().join() === 'deep', 2_000);
  });
});
