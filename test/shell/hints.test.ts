import { afterAll, beforeAll, expect, it } from 'vitest';
import { listsPage, treePage } from '../coverage/map-pages.js';
import { shopPages } from '../phrases/pages-shops.js';
import { tablePages } from '../phrases/pages-tables.js';
import { type Served, servePages } from '../support/serve.js';
import { openShell, type TestShell } from './shell.js';

const pages = [listsPage, treePage, ...[...tablePages, ...shopPages].slice(0, 6).map(({ html }) => html)];

let site: Served;
let shell: TestShell;

beforeAll(async () => {
  site = await servePages(
    Object.fromEntries(pages.map((html, index) => [`/${index}`, `<!doctype html><title>Page</title>${html}`])),
  );
  shell = openShell();
});
afterAll(async () => {
  site.close();
  await shell.end();
});

/** The commands that a map prints. */
function hintsIn(map: string): string[] {
  return [...map.matchAll(/: (scroll \w+ el_\d+)|(?:: |; )(expand el_\d+ \d+)|: (find "[^"]+")/g)].flatMap(
    (match) => match[1] ?? match[2] ?? match[3] ?? [],
  );
}

it('prints only hints that are commands', async () => {
  const kinds = new Set<string>();
  for (const index of pages.keys()) {
    await shell.output('open', `${site.url}/${index}`);
    for (const budget of ['150', '600', '2000']) {
      const hints = hintsIn(await shell.output('observe', '--budget', budget));
      for (const hint of new Set(hints)) {
        kinds.add(hint.split(' ')[0] ?? '');
        const output = await shell.output(...hint.replaceAll('"', '').split(' '));
        if (hint.startsWith('expand')) expect(output).toMatch(/el_\d+|"\w+/);
        if (hint.startsWith('scroll')) expect(output).not.toContain('no change observed');
      }
    }
  }
  expect([...kinds].sort()).toEqual(['expand', 'find', 'scroll']);
});

it('scrolls an element by a number of pixels', async () => {
  const map = await shell.output('open', `${site.url}/0`);
  const [, id = ''] = /\[(el_\d+)\] Container scrollable/.exec(map) ?? [];
  await shell.output('scroll', 'down', id, '30');
  expect(site.log).toContain('GET /at?30');
});
