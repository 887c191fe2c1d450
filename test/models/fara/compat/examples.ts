import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type ExecutionResult, type FaraResult, faraComputerUse } from '../../../../src/exports/compat.js';
import { faraScoreContract, scoreShapes, serveContract } from '../../../../src/testing/index.js';
import { dataOf, folder, say, site } from './fara-site.js';

export function describeExamples(): void {
  describe('The examples', () => {
    const withServer = async (says: string[], run: () => Promise<ExecutionResult>): Promise<FaraResult> => {
      await using server = await serveContract(
        faraScoreContract(),
        says.map((text) => ({ raw: scoreShapes.choices(text) })),
      );
      vi.stubEnv('FARA_AZURE_ENDPOINT', `${server.url}/score`);
      vi.stubEnv('FARA_AZURE_API_KEY', 'test-key');
      vi.stubEnv('HANDRAIL_HOME', join(folder, 'examples'));
      const data = dataOf(await run());
      expect(server.violations).toEqual([]);
      return data;
    };

    it('F36: a web search', async () => {
      const data = await withServer(
        [
          say('click(x=200, y=120)'),
          say("type(text='machine learning tutorials')"),
          say("key(key='Return')"),
          say('click(x=120, y=110)'),
          say("done(result='The first result is open.')"),
        ],
        () =>
          faraComputerUse({
            task: "Search for 'machine learning tutorials' on Google and click the first result",
            environment: 'browser',
            initial_url: site.url,
            max_iterations: 10,
          }),
      );
      expect(data).toMatchObject({ success: true, status: 'done', iterations: 5 });
      expect(site.log).toContain('GET /results?q=machine+learning+tutorials');
      expect(site.log).toContain('GET /first');
    });

    it('F37: a form at 1920 by 1080, with a window where there is a display', async () => {
      const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      const data = await withServer(
        [
          say('click(x=1600, y=120)'),
          say("type(text='John Doe')"),
          say('click(x=1600, y=220)'),
          say("type(text='john@example.com')"),
          say('click(x=1600, y=920)'),
          say("done(result='Registered.')"),
        ],
        () =>
          faraComputerUse({
            task: "Fill out the registration form with name 'John Doe', email 'john@example.com'",
            environment: 'browser',
            initial_url: `${site.url}/register`,
            display_width: 1920,
            display_height: 1080,
            environment_config: {
              browser_type: 'chromium',
              headless: false,
            },
          }),
      );
      expect(data).toMatchObject({ success: true, final_result: 'Registered.' });
      expect(site.log).toContain('GET /registered?name=John+Doe&email=john%40example.com');
      expect(warned.mock.calls.flat().join(' ')).toContain('no display');
      warned.mockRestore();
    });

    it('F39: explicit credentials', async () => {
      await using server = await serveContract(faraScoreContract('generated_text'), [
        [{ do: 'click', at: { x: 120 / 1440, y: 110 / 900 } }],
        [{ do: 'done', answer: 'Exported.' }],
      ]);
      const result = await faraComputerUse({
        task: 'Navigate to dashboard and export report',
        environment: 'browser',
        initial_url: `${site.url}/dashboard`,
        azure_ml_endpoint: `${server.url}/score`,
        azure_ml_api_key: 'test-key',
        agent_cwd: folder,
      });
      expect(dataOf(result)).toMatchObject({ success: true, final_result: 'Exported.' });
      expect(site.log).toContain('GET /export?');
    });
  });
}
