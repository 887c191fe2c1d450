import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSession, openSession } from '../../src/index.js';

/** A framework listens to all types of events at its root. The other element has a listener of its own. */
const page = `<!doctype html><div id="root"><p>Country</p><p>Home land</p></div><div id="own">Own listener</div>
<script>
for (const name in HTMLElement.prototype) if (name.startsWith('on')) root.addEventListener(name.slice(2), () => {});
own.addEventListener('click', () => {});
</script>`;

let session: BrowserSession;
beforeAll(async () => {
  session = await openSession({ url: `data:text/html,${encodeURIComponent(page)}` });
});
afterAll(() => session?.close());

it('The root of a framework is not a control', async () => {
  const { elements } = await session.observe();
  const controls = elements.filter(({ interactive }) => interactive).map(({ name }) => name);
  expect(controls).toEqual(['Own listener']);
});
