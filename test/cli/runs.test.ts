import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handrail, script, useFolder } from './handrail.js';

const folder = useFolder();

test('runs are listed, newest first, and a report is made again from the journal', { timeout: 180_000 }, async () => {
  const ask = (...parameters: string[]) => handrail(parameters, { folder: folder.path });
  expect((await ask('runs')).stdout).toBe('There are no recorded runs.\n');
  expect((await ask('report')).code).toBe(2);

  const good = script(folder.path, [{ tool: 'complete', input: { summary: 'It is so.' } }]);
  const bad = script(folder.path, [{ tool: 'fail', input: { reason: 'No.' } }]);
  expect((await ask('run', 'First thing', '--model', good, '--no-pictures')).code).toBe(0);
  expect((await ask('run', 'Second thing', '--model', bad, '--no-pictures')).code).toBe(1);

  const list = await ask('runs');
  expect(list.stdout).toMatch(/^failed +\d{4}-\d\d-\d\d .*\n +Second thing\ndone +.*\n +First thing\n$/);
  const runs = JSON.parse((await ask('runs', '--json')).stdout);
  expect(runs).toMatchObject([
    { status: 'failed', task: 'Second thing', steps: 1 },
    { status: 'done', task: 'First thing', answer: 'It is so.' },
  ]);
  expect(JSON.parse((await ask('runs', '--json', '--limit', '1')).stdout)).toHaveLength(1);

  const [{ id, folder: where }] = runs;
  const report = join(where, 'report.html');
  for (const name of [id, where, id.slice(0, -3), join(where, 'journal.jsonl')]) {
    rmSync(report);
    const again = await ask('report', name);
    expect(again).toMatchObject({ code: 0, stdout: `${report}\n` });
    expect(existsSync(report)).toBe(true);
  }

  appendFileSync(join(where, 'journal.jsonl'), '{"v":99,"seq":99,"at":"","type":"x"}\n');
  expect(JSON.parse((await ask('runs', '--json')).stdout)[0]).toMatchObject({ status: 'unreadable' });
  expect((await ask('report', id)).stderr).toMatch(/^journal_failed: /);
});
