import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { type BrowserSession, openSession } from '../../../src/index.js';
import { type Served, servePages } from '../../support/serve.js';

const towns = ['Bern', 'Oslo', 'Turin'];
const list = `<ul>${towns.map((town) => `<li><a href="#${town}">select</a> <a href="#t">${town} town</a></li>`).join('')}</ul>`;
const table = `<table>${towns.map((town) => `<tr><td>${town}<td>12 km<td><button onclick="document.title = '${town}'">Remove</button>`).join('')}</table>`;
const login =
  '<nav><a href="#l">Log in</a></nav><form onsubmit="return false"><button onclick="document.title = 1">Log in</button></form>';
const bare = '<p><button>Plain</button><button>Plain</button></p><button>Single</button>';

let served: Served;
let session: BrowserSession;
beforeAll(async () => {
  served = await servePages({
    '/': `<!doctype html><title>T</title>${list}<div style="height:2000px"></div>${table}${bare}${login}`,
  });
  session = await openSession({ policy: 'open', url: served.url });
});
afterAll(async () => {
  await session?.close();
  served?.close();
});

const call = (name: string, input: unknown) =>
  callTool(builtinRegistry(), name, input, { session, memory: new Map(), rails: { gate: () => 'allow' } });

async function find(query: string): Promise<string[]> {
  const { data } = await call('find', { query });
  return (data as { text: string }).text.split('\n').filter((line) => line.includes('[el_'));
}

it('tells controls with the same name apart by the text around them', async () => {
  const links = await find('select');
  expect(links).toHaveLength(3);
  for (const [index, town] of towns.entries()) expect(links[index]).toContain(`Link "select" in "${town} town"`);
});

it('does so outside the screen, and the id presses the control that belongs to the text', async () => {
  const line = (await find('Remove')).find((one) => one.includes('in "Oslo 12 km"'));
  const id = /el_\d+/.exec(line ?? '')?.[0];
  expect((await call('click', { selector: id })).error).toBeUndefined();
  expect((await session.perform({ type: 'evaluate', script: 'document.title' })).value).toBe('Oslo');
});

it('adds no text to a name that occurs once, or that nothing tells apart', async () => {
  for (const query of ['Single', 'Plain']) expect((await find(query)).join()).not.toContain(' in "');
});

it('suggests a phrase with the role if a phrase means controls of several roles', async () => {
  const { error = '' } = await call('click', { selector: 'Log in' });
  expect(error).toContain('"Log in" matches 2 elements');
  const phrase = /"(the Log in \w+)"/.exec(error)?.[1];
  expect(phrase).toBeDefined();
  expect((await call('click', { selector: 'the Log in button' })).error).toBeUndefined();
  expect((await session.perform({ type: 'evaluate', script: 'document.title' })).value).toBe('1');
  const equal = await call('click', { selector: 'Remove' });
  expect(equal.error).not.toContain('"the Remove');
});
