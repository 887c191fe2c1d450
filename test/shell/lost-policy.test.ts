import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alive, until } from '../cli/handrail.js';
import { type OrderServer, startOrderServer } from '../rails/wire/order-server.js';
import { openShell, type TestShell } from './shell.js';

let shell: TestShell;
let server: OrderServer;
beforeAll(async () => {
  shell = openShell();
  server = await startOrderServer();
}, 120_000);
afterAll(async () => {
  await shell.end();
  await server.close();
});

async function killDaemon(): Promise<void> {
  const pid = shell.daemon() ?? expect.unreachable();
  process.kill(pid, 'SIGKILL');
  await until(() => alive([pid]).length === 0, 'the background process ended');
}

test('a session keeps its policy when its background process is killed, and runs record it', {
  timeout: 180_000,
}, async () => {
  server.setPage(
    '<button>Place order</button><script>document.querySelector("button").onclick = () => fetch("/order", { method: "POST" });</script>',
  );
  writeFileSync(
    join(shell.folder, 'shop.json'),
    '{ "preset": "open", "rules": [{ "when": { "class": "pay" }, "do": "deny" }] }',
  );
  await shell.output('open', `${server.origin}/page`, '--policy', 'shop.json');
  expect((await shell.run(['click', 'Place order'])).code).toBe(3);

  await killDaemon();
  await shell.output('open', `${server.origin}/page`);
  const again = await shell.run(['click', 'Place order']);
  expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('denied')]);
  expect(server.received).toEqual([]);

  const runs = JSON.parse(await shell.output('runs', '--json'));
  expect(runs.map(({ policy }: { policy: { digest: string } }) => policy.digest)).toEqual([
    expect.stringMatching(/^[\da-f]{64}$/),
    runs[0].policy.digest,
  ]);
  const folders = readdirSync(join(shell.folder, '.handrail/runs'));
  for (const folder of folders) {
    const lines = readFileSync(join(shell.folder, '.handrail/runs', folder, 'journal.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      type: 'policy',
      policy: { preset: 'open', rules: [{ when: { class: 'pay' }, do: 'deny' }] },
    });
  }

  await killDaemon();
  await shell.output('open', `${server.origin}/page`, '--policy', 'open');
  expect((await shell.run(['click', 'Place order'])).code).toBe(0);
  await expect.poll(() => server.received).toHaveLength(1);
});
