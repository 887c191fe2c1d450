import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningShop, startShop } from '../examples/shop/server.mjs';
import { isBuilt } from '../scripts/build-state.mjs';
import { parseTask } from '../src/steps/parser/parse-task.js';
import { until } from './cli/handrail.js';
import { pointerPath } from './shell/shell.js';
import { imageMs, testImage } from './support/container-image.js';
import { isProcessAlive } from './support/process-alive.js';
import { isLongJob } from './support/sample.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Commands that other tests run, or that run this test: the package script must still contain the given command. */
const runElsewhere = new Map([
  ['npm test', { script: 'test', does: 'node scripts/test.mjs' }],
  ['npm start', { script: 'start', does: 'node examples/start.mjs' }], // test/start.test.ts
  ...(isLongJob ? [] : [['npm run lint', { script: 'lint', does: 'scripts/lint.mjs' }] as const]),
]);

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
const scripts = all.filter((block) => block.language === 'ts run');
const first = scripts.filter((block) => block.file === 'README.md');
const guides = scripts.filter((block) => block.file !== 'README.md');
const shell = all.filter((block) => block.language === 'sh');
/** A block that opens a session runs as a whole. */
const sessions = shell.filter((block) => /^npx handrail open\b/m.test(block.text));
const commands = [
  ...new Set(shell.filter((block) => !sessions.includes(block)).flatMap((block) => block.text.trim().split('\n'))),
];

describe('the documents', () => {
  let folder = '';
  let shop: RunningShop;
  const clicks: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST') clicks.push(request.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Shop</title><h1>Mugs</h1>
      <button onclick="fetch('/cart/first', { method: 'POST' })">Add to cart</button>
      <button onclick="fetch('/cart/second', { method: 'POST' })">Add to cart</button>`);
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
    const path = pointerPath(join(folder, 'runtime'));
    const pointer = await readFile(path, 'utf8').catch(() => '');
    const daemon = Number(pointer.split('\n')[3]);
    if (pointer) process.kill(daemon);
    await until(() => !pointer || !isProcessAlive(daemon), 'the background process has ended');
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs scripts from a folder of the package, so that they can import it by its name. Returns what the last one printed. */
  async function runHere(texts: readonly string[], main: (paths: readonly string[]) => string): Promise<string> {
    const address = server.address();
    const page = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
    const examples = join(root, '.dev', `docs-${process.pid}`);
    const paths = [...texts, ''].map((_, index) => join(examples, `${index}.mjs`));
    const own = paths.at(-1) ?? '';
    await mkdir(examples, { recursive: true });
    try {
      const scripts = await Promise.all([...texts, main(paths)].map((text) => transform(text, { loader: 'ts' })));
      await Promise.all(scripts.map(({ code }, index) => writeFile(paths[index] ?? own, code)));
      const env = { ...process.env, PAGE: page, SHOP: shop.url };
      return (await run(process.execPath, [own], { cwd: folder, env, timeout: 110_000 })).stdout;
    } finally {
      await rm(examples, { recursive: true, force: true });
    }
  }

  it('have examples', () => expect(scripts.length).toBeGreaterThan(3));

  it.each(first.map((block, index) => [`${block.file} #${index + 1}`, block] as const))('%s runs', async (_, block) => {
    const stdout = await runHere([], () => block.text);
    if (block.text.includes('openSession')) {
      expect(stdout).toContain('[el_');
      expect(stdout).toContain('changed');
      expect(clicks).toContain('/cart/first');
    }
    if (block.text.includes('run({')) {
      expect(stdout).toMatch(/^done true €\d+\.\d\d\n.*report\.html\n$/);
      expect(shop.log).toContainEqual(expect.objectContaining({ method: 'POST', path: '/cart/add' }));
    }
  });

  /** Runs the scripts one after the other in one process with one browser. The process ends only if each script closes what it opened. */
  const inTurn = (paths: readonly string[]) => `
    import { format } from 'node:util';
    import { openSession } from 'handrail';
    const print = console.log;
    const sharedBrowser = await openSession();
    for (const path of ${JSON.stringify(paths.slice(0, -1))}) {
      const output = { lines: [] };
      console.log = (...values) => output.lines.push(format(...values));
      await import(path).catch((error) => { output.error = error.stack; });
      print(JSON.stringify(output));
    }
    await sharedBrowser.close();`;
  let outputs: Promise<{ lines: string[]; error?: string }[]> | undefined;
  async function runGuides() {
    const stdout = await runHere(
      guides.map((block) => block.text),
      inTurn,
    );
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  it.each(guides.map((block, index) => [`${block.file} #${index + 1}`, block, index] as const))(
    '%s runs',
    { timeout: 120_000 },
    async (_, block, index) => {
      outputs ??= runGuides();
      const output = (await outputs.catch(() => undefined))?.[index];
      const failed = output === undefined || output.error !== undefined ? outputs : undefined;
      if (failed) outputs = undefined; // a retry runs all scripts again
      await failed;
      expect(output?.error).toBeUndefined();
      expect(output).toBeDefined();
      if (block.text.includes('console.log')) expect(output?.lines).not.toEqual([]);
    },
  );

  it('have samples that compile under strict rules, with the types of the package', { timeout: 120_000 }, async () => {
    const samples = all.filter(
      ({ language, text }) => /^ts(?: run| client)?$/.test(language) && text.includes('import '),
    );
    expect(all.filter(({ language }) => /^(?:js|javascript)\b/.test(language) && language !== 'json')).toEqual([]);
    const samplesFolder = join(root, '.dev', `samples-${process.pid}`);
    const compilerOptions = {
      ...{
        module: 'NodeNext',
        target: 'ES2022',
        lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
        types: ['node'],
        noEmit: true,
      },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    };
    await mkdir(samplesFolder, { recursive: true });
    try {
      await writeFile(join(samplesFolder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
      await Promise.all(
        samples.map(({ file, text }, index) =>
          writeFile(join(samplesFolder, `${file.replace(/\W+/g, '-')}-${index}.ts`), `${text}\nexport {};\n`),
        ),
      );
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const compiled = run(process.execPath, [compiler, '-p', samplesFolder], { cwd: root });
      await expect(compiled.then(() => '').catch((error: { stdout: string }) => error.stdout)).resolves.toBe('');
    } finally {
      await rm(samplesFolder, { recursive: true, force: true });
    }
  });

  it('describe every folder of the source, and name only files that exist', async () => {
    const text = await readFile(join(root, 'docs/architecture.md'), 'utf8');
    const entries = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true });
    const paths = entries.map((entry) => relative(join(root, 'src'), join(entry.parentPath, entry.name)));
    const named = [...text.matchAll(/`([a-z][\w./-]*(?:\/|\.ts))`/g)].map(([, path = '']) => path.replace(/\/$/, ''));
    for (const path of named)
      expect(paths.some((one) => one === path || one.endsWith(`/${path}`)) || existsSync(join(root, path)), path).toBe(
        true,
      );
    const folders = new Set(
      entries.filter((entry) => entry.isFile()).map((entry) => relative(join(root, 'src'), entry.parentPath)),
    );
    for (const folder of folders) expect(folder === '' || text.includes(`| \`${folder}/\` |`), folder).toBe(true);
  });

  it('show only sentences that are understood', async () => {
    const guide = await readFile(join(root, 'docs/guides/tasks.md'), 'utf8');
    const table = /^## How to say it$.*?^\|---\|---\|$(.*?)^$/ms.exec(guide)?.[1] ?? '';
    const cells = table
      .trim()
      .split('\n')
      .map((row) => row.split('|')[2] ?? '');
    expect(cells.length).toBeGreaterThan(5);
    for (const cell of cells) expect(() => parseTask(cell), cell).not.toThrow();
  });

  it.each(commands)('`%s` works', { timeout: imageMs }, async (command) => {
    if (/\bcontainer up\b/.test(command)) await testImage(); // the layers that all images share are built then
    const elsewhere = runElsewhere.get(command);
    if (elsewhere) {
      const { scripts: known } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      expect(known[elsewhere.script]).toContain(elsewhere.does);
      return;
    }
    await runCommands(command, root);
  });

  it.each(sessions.map((block, index) => [`${block.file} #${index + 1}`, block] as const))(
    'the commands of %s work one after the other',
    async (_, block) => {
      try {
        await runCommands(block.text, folder);
      } finally {
        await runCommands('handrail close --all', folder);
      }
    },
  );

  /** Without `npx`, which only finds the program: the test of the package runs it. */
  async function runCommands(text: string, cwd: string): Promise<void> {
    const here = text.replaceAll('https://shop.example', shop.url).replaceAll(/^npx /gm, '');
    const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
    const own = {
      HANDRAIL_HOME: join(folder, '.handrail'),
      HANDRAIL_RUNTIME: join(folder, 'runtime'),
      HANDRAIL_IDLE: '60',
    };
    const env = { ...process.env, PATH: path, ...own };
    await run('sh', ['-ec', here], { cwd, timeout: 120_000, maxBuffer: 1 << 26, env });
  }
});
