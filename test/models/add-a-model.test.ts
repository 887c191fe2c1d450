import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Uses the example as a reader would: by its name, against the server of the guide, on a screen that records clicks. */
const play = `
import { createAgent } from 'handrail';
import { serveContract } from 'handrail/testing';
import { cases } from './out/test/contract/cases.js';
import { drawScreen } from './out/test/contract/drawn-screen.js';

const acme = cases.find(({ name }) => name === 'acme/one');
const screen = drawScreen();
const server = await serveContract(acme.contract, [
  [{ do: 'click', at: screen.at('Two') }],
  { raw: acme.odd.clickAt(5000, 1) },
  [{ do: 'tool', name: 'remember', input: { key: 'a', value: 'b' } }, { do: 'click', at: screen.at('Three') }],
  [{ do: 'done', answer: 'Both are clicked.' }],
]);
process.env.ACME_BASE_URL = server.url;
process.env.ACME_API_KEY = 'test-key';
const agent = createAgent({ model: 'acme/one', session: screen.session, journal: false });
const { status, answer, usage } = await agent.send('Click Two and Three.');
const violationCount = server.violations.length;
const wrong = { turns: [{ who: 'user' }, { who: 'acme', act: [{ id: 'x' }] }, { who: 'user', results: [] }] };
await fetch(server.url + '/act', { method: 'POST', headers: { authorization: 'Bearer k' }, body: JSON.stringify(wrong) });
console.log(JSON.stringify({
  status, answer, tokens: usage.inputTokens, hits: screen.hits, violationCount,
  invalid: server.inputs[2].results[0].text, violations: server.violations.map(({ message }) => message),
}));
await agent.close();
await server.close();
`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handrail-acme-'));
  const isSource = (path: string): boolean => !path.endsWith('.test.ts');
  await cp(join(root, 'src'), join(folder, 'src'), { recursive: true });
  await cp(join(root, 'test/contract'), join(folder, 'test/contract'), { recursive: true, filter: isSource });
  await cp(join(root, 'test/support'), join(folder, 'test/support'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'real.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the guide adds a working model with one file, one folder and one line', { timeout: 240_000 }, async () => {
  const guide = await readFile(join(root, 'docs/guides/add-a-model.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```(ts|diff) (\S+)\n(.*?)^```/gms)];
  const written = blocks.filter(([, kind]) => kind === 'ts').map(([, , path = '']) => path);
  expect(written.filter((path) => path.startsWith('src/'))).toEqual(['src/models/acme/acme.ts']);
  expect(new Set(written.filter((path) => !path.startsWith('src/')).map(dirname))).toEqual(
    new Set(['test/contract/acme']),
  );
  for (const [, kind, path = '', text = ''] of blocks) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, kind === 'ts' ? text : patch(await readFile(target, 'utf8'), text));
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify(await manifest()));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(await compiling()));
  await writeFile(join(folder, 'play.mjs'), play);
  await build();
  const { stdout } = await run(process.execPath, ['play.mjs'], { cwd: folder, timeout: 60_000 });
  expect(JSON.parse(stdout)).toEqual({
    status: 'done',
    answer: 'Both are clicked.',
    tokens: 3_001,
    hits: ['Two', 'Three'],
    violationCount: 0,
    invalid: expect.stringContaining('x goes from 0 to 1000'),
    violations: ['Act x has no result.'],
  });
});

/** Inserts the lines with a + before or after the line that the guide shows. */
function patch(text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  const shown = lines.findIndex((line) => line.startsWith(' '));
  const anchor = lines[shown]?.slice(1) ?? '';
  expect(text).toContain(anchor);
  const added = (some: readonly string[]): string => some.map((line) => `${line.slice(1)}\n`).join('');
  expect(lines.filter((line) => line.startsWith('+') && !line.startsWith('+import'))).toHaveLength(1);
  return `${added(lines.slice(0, shown))}${text.replace(`${anchor}\n`, `${anchor}\n${added(lines.slice(shown + 1))}`)}`;
}

/** A manifest that resolves the package's own name to the files built here. */
async function manifest(): Promise<object> {
  const { name, type, exports } = JSON.parse(await readFile(join(folder, 'real.json'), 'utf8'));
  const moved = JSON.stringify(exports).replaceAll('./dist/', './out/src/');
  expect(moved).toContain('./out/src/testing/index.js');
  return { name, type, exports: JSON.parse(moved) };
}

async function compiling(): Promise<object> {
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  const files = ['src/index.ts', 'test/contract/cases.ts', 'test/contract/drawn-screen.ts'];
  return {
    compilerOptions: {
      ...compilerOptions,
      rootDir: '.',
      outDir: 'out',
      declaration: false,
      sourceMap: false,
      inlineSources: false,
    },
    files,
  };
}

async function build(): Promise<void> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  try {
    await run(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: folder, timeout: 180_000 });
  } catch (error) {
    throw new Error(`The guide does not compile:\n${String(Reflect.get(Object(error), 'stdout'))}`);
  }
}
