import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../src/exports/tools.js';
import { eventually } from '../launch-witness.js';
import { click, idOf, keepBrowser, open, timed, useWitness } from './witness.js';

const slow = { timeout: 90_000 };
keepBrowser();
const witness = useWitness();

const many = (count: number) =>
  `<h1>many</h1><script>
    const all = document.createDocumentFragment();
    for (let index = 1; index <= ${count}; index += 1) {
      const button = document.createElement('button');
      button.textContent = 'Button ' + index;
      button.onclick = () => tell('button ' + index);
      all.append(button);
    }
    document.body.append(all);
  </script>`;

const deep = (depth: number) =>
  `<h1>deep</h1><script>
    let at = document.body;
    for (let index = 1; index <= ${depth}; index += 1) {
      const inner = document.createElement('div');
      at.append(inner);
      at = inner;
    }
    at.innerHTML = '<button>Bottom</button>';
    at.firstChild.onclick = () => tell('bottom');
  </script>`;

/** Opens a page with long limits for loading: the tests measure only the observations. */
async function opened(html: string) {
  const session = await open({ limits: { navigationTimeoutMs: 60_000, settleTimeoutMs: 20_000 } });
  await session.perform({ type: 'navigate', url: witness.page('/large', html) });
  return session;
}

/** A search ends within its limit, finds the element, and reports an incomplete observation. */
async function search(session: Awaited<ReturnType<typeof open>>, name: string): Promise<void> {
  const { ms, value } = await timed(() => session.observe({ find: name }));
  expect(ms).toBeLessThan(2_500);
  const found = value.elements.some((element) => element.name === name);
  expect(found || value.text.includes('INCOMPLETE')).toBe(true);
  expect(countTokens(value.text)).toBeLessThanOrEqual(2_000);
  console.log(`fault 8: find ${name} in ${ms.toFixed(0)} ms, found: ${found}`);
}

describe('pages of any size (fault 8)', slow, () => {
  it.each([
    ['100,000 nodes', many(100_000), 'Button 5', 'button 5'],
    ['2,000 levels', deep(2_000), 'Bottom', 'bottom'],
  ])('%s: seen within 2 s and the budget, used, and searched', async (what, html, name, told) => {
    const session = await opened(html);
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { ms, value } = await timed(() => session.observe());
      times.push(ms);
      expect(countTokens(value.text)).toBeLessThanOrEqual(2_000);
    }
    expect(Math.max(...times)).toBeLessThan(2_000);
    const observation = await session.observe();
    if (name === 'Button 5') {
      // Nothing is left out silently: what is not in the text is counted, or said to lie below.
      expect(observation.truncated).toBeGreaterThan(0);
      expect(observation.text).toMatch(/not shown|more|below/);
    }
    const small = await session.observe({ budget: 200 });
    expect(countTokens(small.text)).toBeLessThanOrEqual(200);
    expect(small.truncated).toBeGreaterThanOrEqual(observation.truncated);
    const acted = await timed(() => click(session, name));
    expect(acted.value.ok).toBe(true);
    await eventually(() => witness.words().includes(told), 3_000);
    if (name === 'Button 5') await search(session, 'Button 777');
    console.log(
      `fault 8: ${what}: observed in ${times.map((ms) => ms.toFixed(0)).join(', ')} ms, ${countTokens(observation.text)} tokens, ` +
        `${observation.truncated} left out, clicked in ${acted.ms.toFixed(0)} ms`,
    );
  });

  it('a name of one megabyte takes one line', async () => {
    const session = await opened(
      `<button onclick="tell('long')">${'x'.repeat(1_000_000)}</button><button>Next</button>`,
    );
    const { ms, value } = await timed(() => session.observe());
    expect(ms).toBeLessThan(2_000);
    expect(countTokens(value.text)).toBeLessThanOrEqual(2_000);
    expect(idOf(value, 'Next')).toBeDefined();
  });

  it('300 frames settle within the deadline', async () => {
    witness.page('/leaf', `<button>Leaf</button>`);
    const session = await opened(
      Array.from({ length: 300 }, () => `<iframe src="/leaf" width=40 height=20></iframe>`).join(''),
    );
    const first = await timed(() => session.observe());
    expect(first.ms).toBeLessThan(2_600);
    expect(first.value.total).toBeGreaterThan(0);
    let last = first;
    const leaves = () => last.value.elements.filter((element) => element.name === 'Leaf').length;
    for (let turn = 0; turn < 10 && leaves() <= 100; turn += 1) last = await timed(() => session.observe());
    expect(leaves()).toBeGreaterThan(100);
    expect(countTokens(last.value.text)).toBeLessThanOrEqual(2_000);
    console.log(
      `fault 8: 300 frames: first ${first.ms.toFixed(0)} ms with ${first.value.total} elements, later ${last.ms.toFixed(0)} ms with ${last.value.total}`,
    );
  });

  it('deep inside a link, and between two neighbours: in reading order', async () => {
    const nest = `<span>`.repeat(1_500);
    const session = await opened(
      `<button>Before</button><a href="#deep">${nest}deep words${'</span>'.repeat(1_500)}</a><div id=nest></div><button>After</button>
      <script>let at = nest; for (let index = 0; index < 900; index += 1) at = at.appendChild(document.createElement('div')); at.innerHTML = '<button>Inside</button><button>Beside</button>'</script>`,
    );
    const { ms, value } = await timed(() => session.observe());
    expect(ms).toBeLessThan(2_000);
    const names = value.elements.filter((element) => element.interactive).map((element) => element.name);
    expect(names).toEqual(['Before', 'deep words', 'Inside', 'Beside', 'After']);
  });
});
