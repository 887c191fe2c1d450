import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { faraComputerUse } from '../../../../src/exports/compat.js';
import { faraScoreContract, serveContract } from '../../../../src/testing/index.js';
import { dataOf, folder, lease, say, site, use } from './fara-site.js';

export function describeFaults(): void {
  describe('What goes wrong', () => {
    it('F40: no key', async () => {
      expect(dataOf(await faraComputerUse({ task: 'x', azure_ml_endpoint: 'http://127.0.0.1:1/score' }))).toEqual({
        success: false,
        operation: 'fara_computer_use',
        task: 'x',
        environment: 'browser',
        error: 'FARA Azure ML API key not found. Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
        iterations: 0,
        status: 'fail',
        failure_reason:
          'FARA Azure ML API key not found. Set FARA_AZURE_API_KEY in .env or pass azure_ml_api_key parameter.',
        action_log: [],
      });
    });

    it('F41: no endpoint', async () => {
      const { error } = dataOf(await faraComputerUse({ task: 'x', azure_ml_api_key: 'test-key' }));
      expect(error).toBe(
        'FARA Azure ML endpoint not found. Set FARA_AZURE_ENDPOINT in .env or pass azure_ml_endpoint parameter.',
      );
    });

    it('F42: no browser', async () => {
      vi.stubEnv('HANDRAIL_BROWSER', join(folder, 'nothing'));
      const { data } = await use([]);
      expect(data).toMatchObject({ success: false, status: 'fail', iterations: 0 });
      expect(data.error).toMatch(/^Playwright not installed\. .*HANDRAIL_BROWSER/);
    });

    const inContainer = async (): Promise<string> => {
      vi.stubEnv('DOCKER_HOST', `unix://${join(folder, 'docker.sock')}`);
      const { data } = await use([], { environment: 'linux' });
      expect(data).toMatchObject({ success: false, status: 'fail', iterations: 0, action_log: [] });
      return data.error ?? '';
    };

    it('F43: "Docker not installed" without Docker', async () => {
      vi.stubEnv('PATH', mkdtempSync(join(folder, 'path-')));
      expect(await inContainer()).toMatch(
        /^Docker not installed\. No Docker engine .*docker\.sock.*\? Install it: \S+$/,
      );
    });

    it('F43: "Docker not installed" if Docker does not respond', async () => {
      const programs = mkdtempSync(join(folder, 'path-'));
      writeFileSync(join(programs, 'docker'), '');
      vi.stubEnv('PATH', programs);
      expect(await inContainer()).toMatch(/^Docker not installed or not running\. .*docker\.sock/);
    });

    /** A browser that fails to capture after a number of pictures. */
    const drawOnly = (most: number): void => {
      const { browser } = lease;
      const open = browser.newContext.bind(browser);
      let drawn = 0;
      vi.spyOn(browser, 'newContext').mockImplementation(async (options) => {
        const context = await open(options);
        const attach = context.sessionOf.bind(context);
        vi.spyOn(context, 'sessionOf').mockImplementation(async (page) => {
          const session = await attach(page);
          const send = session.send.bind(session);
          vi.spyOn(session, 'send').mockImplementation((method, params) => {
            const isPicture = method === 'Page.captureScreenshot';
            if (isPicture) drawn += 1;
            const isOver = isPicture && drawn > most;
            return isOver ? Promise.reject(new Error('Unable to capture screenshot')) : send(method, params);
          });
          return session;
        });
        return context;
      });
    };

    it.each([
      [1, 0],
      [2, 1],
    ])('F45: no picture of the screen in iteration %i', async (iterations, drawn) => {
      drawOnly(drawn);
      const { data, server } = await use([say('click(x=200, y=120)')]);
      expect(data).toMatchObject({ success: false, status: 'fail', iterations });
      expect(data.error).toBe('Failed to capture screenshot: Unable to capture screenshot');
      expect([server.requests.length, data.action_log.length]).toEqual([drawn, drawn]);
    });

    it('F47: needs only the package: keys come from .env, requests use fetch, process.env stays as it is', async () => {
      await using server = await serveContract(faraScoreContract(), [[{ do: 'done', answer: 'x' }]]);
      const before = process.cwd();
      const own = mkdtempSync(join(folder, 'env-'));
      writeFileSync(join(own, '.env'), `FARA_AZURE_ENDPOINT=${server.url}/score\nFARA_AZURE_API_KEY=test-key\n`);
      vi.stubEnv('FARA_AZURE_ENDPOINT', undefined);
      vi.stubEnv('FARA_AZURE_API_KEY', undefined);
      process.chdir(own);
      try {
        const data = dataOf(await faraComputerUse({ task: 'x', initial_url: site.url }));
        expect(data.success).toBe(true);
        expect(process.env.FARA_AZURE_API_KEY).toBeUndefined();
      } finally {
        process.chdir(before);
      }
    });

    it('F48: the guide compares it with the others', () => {
      const guide = readFileSync(new URL('../../../../docs/guides/fara.md', import.meta.url), 'utf8');
      const rows = guide.split('\n').filter((line) => line.startsWith('|'));
      const cells = rows.map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
      const row = (name: string) => cells.find(([first]) => first === name)?.slice(1, 5);
      expect(row('Feature')).toEqual(['FARA', 'UI-TARS', 'Qwen', 'Claude']);
      expect(row('Provider')).toEqual(['Microsoft Azure ML', 'HuggingFace', 'Alibaba DashScope', 'Anthropic']);
      for (const same of ['Browser', 'Docker', 'Reasoning']) expect(row(same)).toHaveLength(4);
      for (const own of ['Custom endpoint', 'Self-hosted']) expect(row(own)).toEqual(['✓', '✓', '✗', '✗']);
    });
  });
}
