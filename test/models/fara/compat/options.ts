import { describe, expect, it } from 'vitest';
import { type FaraComputerUseOptions, faraComputerUse } from '../../../../src/exports/compat.js';
import { fara } from '../../../../src/exports/models.js';
import { faraScoreContract, serveContract } from '../../../../src/testing/index.js';
import { callFara, dataOf, say, site, use } from './fara-site.js';

export function describeOptions(): void {
  describe('Options', () => {
    const errorOf = async (options: Record<string, unknown>): Promise<string> => {
      const given = { task: 'x', ...options } as unknown as FaraComputerUseOptions;
      const data = dataOf(await faraComputerUse(given));
      expect(data).toMatchObject({ success: false, status: 'fail', iterations: 0, action_log: [] });
      return data.error ?? '';
    };

    it('"environment_config": a text for headless, and an unknown key, are errors that name them', async () => {
      expect(await errorOf({ environment_config: { headless: 'False' } })).toBe(
        'The option headless of environment_config is "False", but it must be true or false.',
      );
      expect(await errorOf({ environment_config: { container: 'x', browsertype: 'chromium' } })).toMatch(
        /^environment_config has no option "container"\. Did you mean container_name\? environment_config has no option "browsertype"\. Did you mean browser_type\? Valid: browser_type, headless, container_name, display/,
      );
    });

    it('"max_iterations", "initial_url": a misspelt option is an error with the closest one', async () => {
      expect(await errorOf({ max_iteration: 5 })).toContain(
        'faraComputerUse has no option "max_iteration". Did you mean max_iterations?',
      );
      expect(await errorOf({ initialUrl: 'about:blank' })).toContain('Did you mean initial_url?');
      expect(await errorOf({ max_iterations: '10' })).toContain('max_iterations of faraComputerUse is "10"');
    });

    it('"environment: str": takes any text, and None for a default', async () => {
      const environment: string = ['brow', 'ser'].join('');
      const { data } = await use([say('done()')], { environment, environment_config: null, agent_cwd: null });
      expect(data).toMatchObject({ success: true, environment: 'browser' });
    });

    it('"https://xxx.inference.ml.azure.com/score": /SCORE is the same endpoint', async () => {
      await using server = await serveContract(faraScoreContract(), [[{ do: 'done', answer: 'Seen.' }]]);
      // The contract serves lower-case paths.
      const data = await callFara(`${server.url}/SCORE`, { max_iterations: 1 });
      expect(server.requests[0]?.path).toBe('/SCORE');
      expect(JSON.stringify(server.requests[0]?.body)).toContain('You are FARA, a Florence Agent');
      expect(data.iterations).toBe(1);
    });

    it('the command line and the function use the same format for an endpoint', async () => {
      await using server = await serveContract(faraScoreContract(), [[{ do: 'done', answer: 'Seen.' }]]);
      const { createAgent } = await import('../../../../src/index.js');
      await using agent = createAgent({
        model: fara({ model: 'fara-7b', baseUrl: `${server.url}/score`, apiKey: 'test-key' }),
        url: site.url,
        journal: false,
      });
      expect(await agent.send('Look.')).toMatchObject({ status: 'done', answer: 'Seen.' });
      expect(server.violations).toEqual([]);
    });
  });
}
