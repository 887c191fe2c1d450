import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgent, createSession, openSession } from '../../../src/index.js';
import { paperScreen } from '../../agent/paper-screen.js';
import { ensureBuilt, handrail, script } from '../../cli/handrail.js';

let folder = '';
beforeAll(() => {
  ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), 'handrail-entrances-'));
}, 120_000);
afterAll(async () => {
  await handrail(['close', '--all'], { folder, env: own() });
  rmSync(folder, { recursive: true, force: true });
});

const own = () => ({ HANDRAIL_RUNTIME: join(folder, 'runtime'), HANDRAIL_HOME: join(folder, 'home') });

const contents: [string, string | undefined, RegExp][] = [
  ['missing', undefined, /cannot be read/],
  ['empty', '', /is empty/],
  ['no JSON', '{ "preset": ', /is not JSON/],
  ['an unknown key', '{ "preset": "open", "rulez": [] }', /rulez/],
  ['a bad pattern', '{ "rules": [{ "when": { "host": "https://a.example" }, "do": "allow" }] }', /is not a host/],
  ['an empty object', '{}', /is empty/],
];

describe.each(contents)('a policy file that is %s refuses to start', (name, content, message) => {
  const path = () => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.json`);
    if (content !== undefined) writeFileSync(file, content);
    return file;
  };

  test('openSession', async () => {
    await expect(openSession({ policy: path() })).rejects.toThrow(message);
  });
  test('createSession', () => {
    const { environment } = paperScreen(['Next']).session;
    expect(() => createSession(environment, { policy: path() })).toThrow(message);
  });
  test('createAgent', async () => {
    const agent = createAgent({ policy: path(), session: undefined, journal: false });
    const result = await agent.send('Click Next');
    expect([result.status, result.error?.message]).toEqual(['failed', expect.stringMatching(message)]);
  });
  test('handrail run', async () => {
    const model = script(folder, [{ tool: 'complete', input: { summary: 'Done.' } }]);
    const { code, stderr } = await handrail(['run', 'x', '--model', model, '--policy', path()], { folder, env: own() });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
  test('handrail mcp', async () => {
    const { code, stderr } = await handrail(['mcp', '--policy', path()], { folder, env: own() });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
  test('handrail open, which the background process executes', async () => {
    const { code, stderr } = await handrail(['open', 'about:blank', '--policy', path()], { folder, env: own() });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect((await handrail(['sessions'], { folder, env: own() })).stdout).toMatch(/^No session is open/);
  });
  test('a run, mcp and open in a folder with such a handrail.policy.json', async () => {
    if (content === undefined) return expect(existsSync(join(folder, 'handrail.policy.json'))).toBe(false);
    const project = mkdtempSync(join(folder, 'project-'));
    writeFileSync(join(project, 'handrail.policy.json'), content);
    for (const command of [['run', 'x'], ['mcp'], ['open', 'about:blank']]) {
      const { code, stderr } = await handrail(command, { folder: project, env: own() });
      expect([command[0], code, stderr]).toEqual([command[0], 2, expect.stringMatching(message)]);
    }
    expect(readdirSync(project)).toEqual(['handrail.policy.json']);
  });
});
