import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programs } from '../src/environments/processes/package-paths.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const script = `
import { createServer } from 'node:http';
import { openSession } from 'handrail';

const posted = [];
const server = createServer((request, response) => {
  if (request.method === 'POST') posted.push(request.url);
  response.setHeader('content-type', 'text/html').end('<title>Bell</title><form method="post" action="/rung"><button>Ring</button></form>');
}).listen(0, '127.0.0.1', async () => {
  const session = await openSession({ environment: 'browser', url: \`http://127.0.0.1:\${server.address().port}/\` });
  const { elements } = await session.observe();
  const bell = elements.find(({ role, name }) => role === 'Button' && name === 'Ring');
  const { ok, effect } = await session.perform({ type: 'click', target: { element: bell.id } });
  await session.close();
  server.close();
  server.closeAllConnections();
  console.log(JSON.stringify({ ok, effect, posted }));
});
`;

/** Runs a model against a server of the test kit. */
const kit = `
import { run } from 'handrail';
import { chat } from 'handrail/models';
import { chatContract, serveContract } from 'handrail/testing';

const server = await serveContract(chatContract({ flavour: 'ollama', vision: false }), [
  [{ do: 'tool', name: 'log', input: { message: 'Hello' } }],
  [{ do: 'done', answer: 'Said.' }],
]);
const model = chat({ model: 'any', baseUrl: server.url + '/v1' });
const { status } = await run({ task: 'Say hello.', model, url: 'about:blank', journal: false });
await server.close();
console.log(JSON.stringify({ status, asked: server.requests.length, violations: server.violations.length }));
`;

/** Runs a program, which must succeed. A failure shows its output. */
function run(folder: string, program: string, ...parameters: string[]): string {
  const shell = process.platform === 'win32' && program !== process.execPath;
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 240_000,
    env: { ...process.env, HANDRAIL_RUNTIME: runtime, HANDRAIL_IDLE: '5' },
    shell,
  });
  expect(error, `${program} ${parameters.join(' ')}`).toBeUndefined();
  expect(status, `${program} ${parameters.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

const runtime = join(tmpdir(), `handrail-package-${process.pid}`);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-package-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(runtime, { recursive: true, force: true });
});

test('the packed package installs into an empty folder and works there', { timeout: 600_000 }, () => {
  run(root, process.execPath, 'scripts/setup.mjs');
  const [packed] = JSON.parse(run(root, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder));
  const shipped: string[] = packed.files.map(({ path }: { path: string }) => path);
  expect(shipped).toContain('dist/index.js');
  expect(shipped).toContain('dist/index.d.ts');
  expect(shipped).toEqual(expect.arrayContaining(Object.values(programs)));
  expect(shipped).toEqual(expect.arrayContaining(['bin/handrail', 'bin/handrail.js']));
  expect(shipped).toContain('docker/Dockerfile');
  expect(
    shipped.filter(
      (path) =>
        !/^(bin\/handrail(\.js)?$|dist\/|docker\/|docs\/|package\.json$|README\.md$|CHANGELOG\.md$|LICENSE$)/.test(
          path,
        ),
    ),
  ).toEqual([]);

  const app = mkdtempSync(join(folder, 'app-'));
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(app, 'ring.mjs'), script);
  writeFileSync(join(app, 'kit.mjs'), kit);
  // A browser must work without the optional packages (desktop driver, container engine client).
  run(app, 'npm', 'install', '--no-audit', '--no-fund', '--omit=optional', join(folder, packed.filename));
  expect(readdirSync(join(app, 'node_modules')), 'no development tools').not.toContain('vitest');
  expect(JSON.parse(run(app, 'npx', 'handrail', 'tools', 'click', '--json'))).toMatchObject({ name: 'click' });
  expect(run(app, 'npx', 'handrail', 'open', 'about:blank')).toContain('about:blank');
  expect(run(app, 'npx', 'handrail', 'sessions')).toContain('default');
  expect(run(app, 'npx', 'handrail', 'close')).toBe('closed default\n');
  expect(JSON.parse(run(app, process.execPath, 'ring.mjs'))).toEqual({
    ok: true,
    effect: 'changed',
    posted: ['/rung'],
  });
  expect(JSON.parse(run(app, process.execPath, 'kit.mjs'))).toEqual({ status: 'done', asked: 2, violations: 0 });
});
