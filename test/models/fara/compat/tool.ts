import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type FaraResult, faraComputerUse, faraComputerUseTool } from '../../../../src/exports/compat.js';
import {
  type ContractServer,
  faraContract,
  faraScoreContract,
  scoreShapes,
  serveContract,
} from '../../../../src/testing/index.js';
import { callFara, dataOf, folder, say, site, use } from './fara-site.js';

export function describeTool(): void {
  describe('The tool itself', () => {
    /** A call with only a task and a folder: the environment provides the rest. */
    let plain: { data: FaraResult; server: ContractServer; folder: string; visited: string[] };

    beforeAll(async () => {
      await using server = await serveContract(faraScoreContract(), [{ raw: scoreShapes.choices(say('done()')) }]);
      vi.stubEnv('FARA_AZURE_ENDPOINT', `${server.url}/score`);
      vi.stubEnv('FARA_AZURE_API_KEY', 'key-of-the-environment');
      const own = mkdtempSync(join(folder, 'own-'));
      const data = dataOf(await faraComputerUse({ task: 'x', agent_cwd: own }));
      plain = { data, server, folder: own, visited: [...site.log] };
      vi.unstubAllEnvs();
    });

    it('F1: has its name, description, version and author', () => {
      expect(faraComputerUseTool).toEqual({
        name: 'fara_computer_use',
        description: "Execute computer automation tasks using Microsoft's FARA-7B model via Azure ML",
        version: '1.0.0',
        author: 'MassGen',
      });
    });

    it('F2: returns a promise of an ExecutionResult whose data is a JSON string', async () => {
      const promise = faraComputerUse({ task: 'Anything.' });
      expect(promise).toBeInstanceOf(Promise);
      const result = await promise;
      expect(Object.keys(result)).toEqual(['output_blocks']);
      expect(typeof result.output_blocks[0]?.data).toBe('string');
      expect(dataOf(result)).toMatchObject({ success: false, operation: 'fara_computer_use' });
    });

    it('F3: needs a task', async () => {
      const { data, server } = await use([], { task: ' ' });
      expect(data).toMatchObject({ success: false, status: 'fail', error: expect.stringContaining('task is empty') });
      expect(server.requests).toHaveLength(0);
    });

    it('F4: uses a browser by default, and has no third environment', async () => {
      expect(plain.data.environment).toBe('browser');
      const other = dataOf(await faraComputerUse({ task: 'x', environment: 'mac' as 'linux' }));
      expect(other).toMatchObject({
        environment: 'mac',
        error: expect.stringContaining('Valid environments: browser, linux'),
      });
    });

    it('F8: starts at initial_url, or on an empty page', async () => {
      expect(plain.visited).toEqual([]);
      await use([say('done()')]);
      expect(site.log[0]).toBe('GET /');
    });

    it('F9: takes browser_type and headless, container_name and display', async () => {
      const { data } = await use([say('done()')], { environment_config: { browser_type: 'chromium', headless: true } });
      expect(data.success).toBe(true);
      const wrong = await use([], { environment_config: { browser_type: 'netscape' as 'chromium' } });
      expect(wrong.data.error).toContain('Valid: chromium, firefox, webkit');
      const linux = await use([], {
        environment: 'linux',
        environment_config: { container_name: 'mine', display: ':7' },
      });
      expect(linux.data).toMatchObject({ success: false, environment: 'linux', iterations: 0, action_log: [] });
      expect(linux.data.error).toContain("'mine'");
    });

    it('F10: records the run in agent_cwd', () => {
      const runs = join(plain.folder, '.handrail', 'runs');
      const journal = readFileSync(join(runs, readdirSync(runs)[0] ?? '', 'journal.jsonl'), 'utf8');
      expect(journal).toContain('"run_ended"');
      expect(journal).not.toContain('key-of-the-environment');
    });

    it('F11: uses fara-7b by default, in its own format if the endpoint is a chat server', async () => {
      await using server = await serveContract(faraContract('7b'), [[{ do: 'done', answer: 'Seen.' }]]);
      const data = await callFara(`${server.url}/v1`, { task: 'Look.' });
      expect(data).toMatchObject({ success: true, final_result: 'Seen.', action_log: [{ thought: 'Seen.' }] });
      expect(data.action_log[0]?.parsed_action).toEqual({ type: 'terminate', status: 'success' });
      expect(server.requests[0]?.body).toMatchObject({ model: 'microsoft/Fara-7B' });
      expect(server.violations).toEqual([]);
    });

    it('F12: finds the endpoint in FARA_AZURE_ENDPOINT', () => {
      expect(plain.data).toMatchObject({ success: true, final_result: 'Task completed' });
      expect(plain.server.requests.map(({ path }) => path)).toEqual(['/score']);
    });

    it('F13: finds the key in FARA_AZURE_API_KEY, and sends it as a bearer token', () => {
      expect(plain.server.requests[0]?.headers.authorization).toBe('Bearer key-of-the-environment');
    });
  });
}
