import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningShop, startShop } from '../examples/shop/server.mjs';
import { isBuilt } from '../scripts/build-state.mjs';
import { readTask } from '../src/models/steps/grammar.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Commands that are run by being here, or by the test named beside them. */
const runElsewhere = new Map([['npm test', 'this very run']]);

interface Block {
  file: string;
  language: string;
  text: string;
}

async function blocks(): Promise<Block[]> {
  const guides = await readdir(join(root, 'docs/guides'));
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    'docs/architecture.md',
    ...guides.map((name) => `docs/guides/${name}`),
  ];
  const found: Block[] = [];
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, language = '', body = ''] of text.matchAll(/^```([^\n]*)\n(.*?)^```/gms))
      found.push({ file, language, text: body });
  }
  return found;
}

const all = await blocks();
const scripts = all.filter((block) => block.language === 'js run');
const commands = [
  ...new Set(all.filter((block) => block.language === 'sh').flatMap((block) => block.text.trim().split('\n'))),
];

describe('the documents', () => {
  let folder = '';
  let shop: RunningShop;
  const clicks: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST') clicks.push(request.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Shop</title><h1>Mugs</h1>
      <button onclick="fetch('/first', { method: 'POST' })">Add to cart</button>
      <button onclick="fetch('/second', { method: 'POST' })">Add to cart</button>`);
  });

  beforeAll(async () => {
    if (!isBuilt(root)) await run(process.execPath, ['scripts/build.mjs'], { cwd: root });
    shop = await startShop();
    folder = await mkdtemp(join(tmpdir(), 'handrail-docs-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('have examples', () => expect(scripts.length).toBeGreaterThan(3));

  it.each(scripts.map((block, index) => [`${block.file} #${index + 1}`, block] as const))(
    '%s runs',
    async (_, block) => {
      const address = server.address();
      const page = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
      const file = join(root, `.docs-example-${process.pid}.mjs`); // inside the package, so that it can import itself by name
      await writeFile(file, block.text);
      try {
        const { stdout } = await run(process.execPath, [file], {
          cwd: folder,
          env: { ...process.env, PAGE: page, SHOP: shop.url },
          timeout: 60_000,
        });
        if (block.text.includes('console.log')) expect(stdout).not.toBe('');
        if (block.file === 'README.md' && block.text.includes('openSession')) {
          expect(stdout).toContain('[el_');
          expect(stdout).toContain('changed');
          expect(clicks).toContain('/first');
        }
        if (block.file === 'README.md' && block.text.includes('run({')) {
          expect(stdout).toMatch(/^done true €\d+\.\d\d\n.*report\.html\n$/);
          expect(shop.log).toContainEqual(expect.objectContaining({ method: 'POST', path: '/cart/add' }));
        }
      } finally {
        await rm(file, { force: true });
      }
    },
  );

  it('show only sentences that are understood', async () => {
    const guide = await readFile(join(root, 'docs/guides/tasks.md'), 'utf8');
    const table = /^## How to say it$.*?^\|---\|---\|$(.*?)^$/ms.exec(guide)?.[1] ?? '';
    const cells = table
      .trim()
      .split('\n')
      .map((row) => row.split('|')[2] ?? '');
    expect(cells.length).toBeGreaterThan(5);
    for (const cell of cells) expect(() => readTask(cell), cell).not.toThrow();
  });

  it.each(commands)('`%s` works', async (command) => {
    if (runElsewhere.has(command)) {
      const { scripts: known } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      expect(known.test).toContain('vitest run');
      return;
    }
    const here = command.replaceAll('https://shop.example', shop.url);
    const env = { ...process.env, HANDRAIL_HOME: join(folder, '.handrail') };
    await run('sh', ['-c', here], { cwd: root, timeout: 120_000, maxBuffer: 1 << 26, env });
  });
});
