import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type FaraResult, faraComputerUse } from '../../../../src/exports/compat.js';
import { faraContract, faraScoreContract, scoreShapes, serveContract } from '../../../../src/testing/index.js';
import { callFara, dataOf, folder, say, site, type Used, use } from './fara-site.js';

export function describeRunEnd(): void {
  describe('How a run ends', () => {
    let failed: Used;
    let over: Used;

    beforeAll(async () => {
      failed = await use([say("fail(reason='Cannot find element')")]);
      const turns = Array.from({ length: 26 }, (_, index) => say(`scroll(direction='down', amount=${10 + index})`));
      over = await use(turns);
    });

    it('F35: ends as failed when the model says so', () => {
      const { data } = failed;
      expect(data).toMatchObject({
        success: false,
        status: 'fail',
        failure_reason: 'Cannot find element',
        iterations: 1,
      });
      expect(data.action_log[0]?.parsed_action).toEqual({ type: 'fail', reason: 'Cannot find element' });
      expect(data).not.toHaveProperty('error');
    });

    it('F16: reports failure, with an error if the tool itself failed', async () => {
      await using server = await serveContract(faraScoreContract(), []);
      server.faults.push({ status: 401, message: 'Wrong key: test-key' });
      const data = await callFara(`${server.url}/score`);
      expect(Object.keys(data)).toEqual([
        ...[
          'success',
          'operation',
          'task',
          'environment',
          'error',
          'iterations',
          'status',
          'failure_reason',
          'action_log',
        ],
      ]);
      expect(data).toMatchObject({ success: false, status: 'fail', iterations: 1, action_log: [] });
      expect(data.error).toMatch(
        /^FARA computer use failed: .*Azure ML request failed with status 401: Wrong key: \(key\)/,
      );
      expect(data.failure_reason).toContain('status 401');
      expect(server.requests).toHaveLength(1);
    });

    it('F7: stops after 25 iterations', () => {
      expect([over.data.iterations, over.server.requests.length, over.data.action_log.length]).toEqual([25, 25, 25]);
      expect(Math.max(...over.server.inputs.map(({ pictures }) => pictures.length))).toBe(3);
    });

    it('F17, F46: has a status of its own for that', () => {
      expect(over.data).toMatchObject({ success: false, status: 'max_iterations_reached' });
      expect(over.data).not.toHaveProperty('error');
    });

    it.each([
      ['cannot be read', 'I would rather not.', null],
      ['cannot be done', say('click(x=9000, y=9000)'), 'click'],
      ['make no difference', say('click(x=1400, y=800)'), 'click'],
    ])('continues to the last iteration with replies that %s', async (_, reply, type) => {
      const { data } = await use(Array(5).fill(reply), { max_iterations: 5 });
      expect(data).toMatchObject({ success: false, status: 'max_iterations_reached', iterations: 5 });
      expect(data.action_log.map(({ parsed_action }) => parsed_action?.type ?? null)).toEqual(Array(5).fill(type));
    });

    it('F18: results can be distinguished in the order of the tool’s own example', async () => {
      const told = (data: FaraResult): string => {
        if (data.success) return 'done';
        if ('error' in data) return `Error: ${data.error}`;
        if (data.status === 'fail') return `Task failed: ${data.failure_reason}`;
        return data.status === 'max_iterations_reached' ? 'Task not completed within iteration limit' : 'nothing known';
      };
      expect(told(failed.data)).toBe('Task failed: Cannot find element');
      expect(told(over.data)).toBe('Task not completed within iteration limit');
      expect(told(dataOf(await faraComputerUse({ task: 'x' })))).toMatch(/^Error: FARA Azure ML API key not found/);
    });

    it('F25: reads all forms of responses', async () => {
      const shapes = Object.values(scoreShapes);
      const turns = shapes.map((shape, index) => ({ raw: shape(say(`scroll(amount=${index + 5})`)) as unknown }));
      await using server = await serveContract(faraScoreContract(), [
        ...turns,
        { raw: scoreShapes.output(say('done()')) },
      ]);
      const data = await callFara(`${server.url}/score`);
      expect(data).toMatchObject({ success: true, iterations: shapes.length + 1 });
      const amounts = data.action_log.slice(0, -1).map((one) => one.parsed_action?.amount);
      expect(amounts).toEqual(shapes.map((_, index) => index + 5));
    });

    it('reports unreadable replies and failed actions to the model', async () => {
      const { data, server } = await use([
        'I will click the box.',
        say('click(x=5000, y=5)'),
        say('fly(x=1)'),
        say('done()'),
      ]);
      expect(server.inputs[1]?.text).toMatch(/could not be read.*Action: <action_command>/s);
      expect(server.inputs[2]?.text).toMatch(/failed: .*x goes from 0 to 1439/);
      expect(server.inputs[3]?.text).toContain('Valid: click, double_click');
      expect(data.action_log.map(({ parsed_action }) => parsed_action?.type ?? null)).toEqual([
        null,
        'click',
        null,
        'done',
      ]);
      expect(data.action_log[0]?.error).toContain('Action: <action_command>');
    });

    it.each(['<html><body>Sign in</body></html>', { output: null }])(
      'F38: an endpoint that sends %j instead of replies ends the run with that reason',
      async (body) => {
        await using server = await serveContract(faraScoreContract(), Array(5).fill({ raw: body }));
        const data = await callFara(`${server.url}/score`);
        expect(data).toMatchObject({ success: false, status: 'fail', iterations: 1 });
        expect(data.failure_reason).toMatch(/The response contains no reply of a model\. It starts with "[<{]/);
      },
    );

    it('describes a dialog that no screenshot shows, and answers it by key', async () => {
      const { data, server } = await use([say('click(x=200, y=120)'), say("key(key='Enter')"), say('done()')], {
        initial_url: `${site.url}/asks`,
      });
      expect(server.inputs[1]?.text).toMatch(
        /A dialog \(confirm\) is open.*Really\?.*No screenshot is available for this step/s,
      );
      expect(data).toMatchObject({ success: true, iterations: 3 });
      await vi.waitFor(() => expect(site.log).toContain('POST /track/answered?true'));
    });

    it('describes a dialog that is open from the start', async () => {
      const { data, server } = await use([say("key(key='Escape')"), say('done()')], {
        initial_url: `${site.url}/greets`,
      });
      expect(server.inputs[0]?.text).toMatch(/^You are FARA.*A dialog \(alert\) is open.*Welcome!/s);
      expect(data).toMatchObject({ success: true, iterations: 2 });
      await vi.waitFor(() => expect(site.log).toContain('POST /track/greeted'));
    });

    it.each([
      ['all', true],
      [undefined, false],
    ] as const)('stops at a critical point, and goes on when approve is %s: %s', async (approve, agreed) => {
      const order = { do: 'click', at: { x: 110 / 1440, y: 110 / 900 }, safety: 'It orders.' } as const;
      await using server = await serveContract(faraContract('7b'), [
        [order],
        // The second attempt leads to another page, which the model must be shown first.
        [{ do: 'wait', seconds: 0 }],
        [{ do: 'done', answer: 'Ordered.' }],
      ]);
      const data = dataOf(
        await faraComputerUse({
          task: 'Look for a report.',
          initial_url: `${site.url}/dashboard`,
          azure_ml_endpoint: server.url,
          azure_ml_api_key: 'test-key',
          agent_cwd: folder,
          ...(approve ? { approve } : {}),
        }),
      );
      expect(site.log.includes('GET /export?')).toBe(agreed);
      expect(data).toMatchObject(
        agreed ? { success: true, iterations: 3 } : { success: false, status: 'fail', iterations: 1 },
      );
      if (!agreed) expect(data.failure_reason).toContain('It orders.');
      expect(server.violations).toEqual([]);
    });

    it('ends when it is cancelled, and reports it', async () => {
      const stop = new AbortController();
      const cancelled = await use([say('wait(seconds=60)')], {
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(1_500)]),
      });
      expect(cancelled.data).toMatchObject({
        success: false,
        status: 'fail',
        error: expect.stringContaining('cancel'),
      });
    });
  });
}
