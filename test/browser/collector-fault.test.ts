import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BrowserSession, openSession } from '../../src/index.js';
import { type Served, servePages } from '../support/serve.js';

/** The page code with a fault: the call that the URL path names throws. */
vi.mock('../../src/perception/page.generated.js', async (original) => {
  const { pageSource } = await original<typeof import('../../src/perception/page.generated.js')>();
  const fault = `{ const call = location.pathname.slice(1); if (__handrail__[call]) __handrail__[call] = () => { throw new TypeError('a fault in ' + call) } }`;
  return { pageSource: `${pageSource};${fault}` };
});

const page = (name: string) =>
  `<!doctype html><title>${name}</title><p id="said">Nothing yet</p><label>Field <input></label>
<button onclick="said.textContent = 'Done'; fetch('/done/${name}')">Go</button>`;

describe('a collector that fails in a page', () => {
  let server: Served;
  let session: BrowserSession;
  const calls = [
    'captureView',
    'prepare',
    'settle',
    'startAction',
    'readParts',
    'readBlocks',
    'dispatchProbes',
    'isFocusEditable',
    'readViewport',
  ];
  beforeAll(async () => {
    server = await servePages({
      ...Object.fromEntries(calls.map((call) => [`/${call}`, page(call)])),
      '/good': page('good'),
      '/framed': `${page('framed')}<iframe title="Broken" src="/captureView" width="300" height="100"></iframe>`,
    });
    session = await openSession({ url: `${server.url}/good` });
  });
  afterAll(async () => {
    await session?.close();
    server?.close();
  });

  const go = async (path: string) => {
    const outcome = await session.perform({ type: 'navigate', url: server.url + path });
    expect(outcome).toMatchObject({ ok: true, observation: { url: server.url + path } });
    return outcome;
  };
  const click = async (name: string) => {
    const { elements } = await session.observe();
    const found = elements.find((element) => element.name === name);
    return found && session.perform({ type: 'click', target: { element: found.id } });
  };

  it.each(calls)('recovers on the next page when %s fails', async (call) => {
    await go(`/${call}`);
    await click('Go');
    await go('/good');
    expect(await session.observe()).toMatchObject({ title: 'good' });
    expect(await click('Go')).toMatchObject({ ok: true, effect: 'changed' });
    expect(server.log).toContain('GET /done/good');
  });

  it('reports an incomplete view and the reason', async () => {
    await go('/captureView');
    const { elements, text, title } = await session.observe();
    expect({ elements, title }).toEqual({ elements: [], title: 'captureView' });
    expect(text).toMatch(/INCOMPLETE.*could not be read: TypeError: a fault in captureView/);
  });

  it('shows the page around a frame that cannot be read', async () => {
    await go('/framed');
    const { elements, text } = await session.observe();
    expect(elements.map(({ name }) => name)).toEqual(expect.arrayContaining(['Field', 'Go']));
    expect(text).toMatch(/INCOMPLETE.*Broken.*could not be read/);
    expect(await click('Go')).toMatchObject({ ok: true });
    expect(server.log).toContain('GET /done/framed');
  });

  it('acts if only the recorder fails, and does not claim an unobserved effect', async () => {
    await go('/settle');
    const outcome = await click('Go');
    expect(outcome).toMatchObject({ ok: true });
    expect(outcome?.effect).not.toBe('unchanged');
    expect(server.log).toContain('GET /done/settle');
  });

  it('fails with a message and a next step if an element cannot be prepared or a page read', async () => {
    await go('/prepare');
    const failed = { code: 'internal', message: 'The page could not be read: TypeError: a fault in prepare' };
    expect(await click('Go')).toMatchObject({ error: { ...failed, hint: expect.any(String) } });
    expect(server.log).not.toContain('GET /done/prepare');
    await go('/readParts');
    await expect(session.read({ what: 'text' })).rejects.toMatchObject({
      code: 'internal',
      message: 'The page could not be read: TypeError: a fault in readParts',
    });
  });
});
