import { describe, expect, it } from 'vitest';
import type { AgentOptions } from '../../../src/index.js';
import { drawScreen } from '../../contract/drawn-screen.js';
import { type Body, bodies, conversation, done, ofType, on, type Script } from './play.js';

/** A response with one computer call that the server does not know: it has no id to continue from. */
const asks = (...actions: object[]): { raw: unknown } => ({
  raw: { status: 'completed', output: [{ type: 'computer_call', id: 'cc_x', call_id: 'call_x', actions }] },
});

describe('openai, what went wrong in a batch', () => {
  const click = (x: number, y: number) => ({ type: 'click', button: 'left', x, y });

  it.each([
    [
      { type: 'fly' },
      /^Action 2 failed: There is no action or function "fly"\. Valid: click, .*, screenshot; actions 3-4 were not executed\.$/,
    ],
    [
      click(900, 10),
      /^Action 2 failed: \(900, 10\) is not on the screenshot\..*0 to 799.*; actions 3-4 were not executed\.$/,
    ],
  ])('is reported after its one screenshot: %o', async (wrong, words) => {
    const batch = asks(click(200, 60), wrong, click(200, 160), { type: 'screenshot' });
    await conversation([batch, done], {}, async ({ agent, server, screen }) => {
      expect(await agent.send('Click')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      expect(screen.hits).toEqual(['One']);
      const body = bodies(server)[1] as Body;
      expect(body.input.slice(-2)).toMatchObject([
        { type: 'computer_call_output', call_id: 'call_x' },
        { role: 'user', content: [{ type: 'input_text', text: expect.stringMatching(words) }] },
      ]);
      expect(ofType(body, 'computer_call_output')).toHaveLength(1);
    });
  });

  it('is reported after a page change, too', async () => {
    const screen = drawScreen(['One', 'Two'], (_, own) => {
      own.url = 'http://drawn.test/2';
    });
    const turns: Script = [[on(screen, 'One'), on(screen, 'Two')], done];
    await conversation(turns, { screen }, async ({ agent, server }) => {
      expect(await agent.send('Click')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      expect(screen.hits).toEqual(['One']);
      expect(server.inputs[1]?.text).toMatch(/^Action 2 was not executed: .*changed the page/);
    });
  });

  it('asks the user once for all checks of a call', async () => {
    const asked: string[] = [];
    const checks = [
      { id: 'cu_sc_a', code: 'irrelevant_domain', message: 'Is this the right place?' },
      { id: 'cu_sc_b', code: 'sensitive_domain', message: null },
    ];
    const call = { type: 'computer_call', id: 'cc_x', call_id: 'call_x', pending_safety_checks: checks };
    const raw = { output: [{ ...call, actions: [click(200, 60), click(200, 160)] }] };
    const approve: AgentOptions['approve'] = ({ reason }) => {
      asked.push(String(reason));
      return true;
    };
    await conversation([{ raw }, done], { approve }, async ({ agent, server, screen }) => {
      expect(await agent.send('Click')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      expect(screen.hits).toEqual(['One', 'Two']);
      expect(asked).toEqual([expect.stringMatching(/Is this the right place\?.*sensitive_domain/)]);
      expect(bodies(server)[1]?.input.at(-1)).toMatchObject({ acknowledged_safety_checks: checks });
    });
  });
});

describe('openai, unusable responses', () => {
  const said = (text: string) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });

  it('retries after a failure, and asks for a shorter reply after an incomplete one', async () => {
    const failed = { status: 'failed', error: { code: 'server_error', message: 'Sorry.' }, output: [] };
    const broken = {
      id: 'resp_broken',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'computer_call', id: 'cc_x', call_id: 'call_x', status: 'incomplete' }],
    };
    const script: Script = [{ raw: failed }, { raw: broken }, done];
    await conversation(script, {}, async ({ agent, server, screen }) => {
      expect(await agent.send('Click')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      expect(screen.done).toEqual([]);
      expect(server.inputs[2]?.text).toContain('max_output_tokens');
    });
  });

  it('sends less if the pictures were too large', async () => {
    const raw = {
      status: 'failed',
      error: { code: 'image_too_large', message: 'The image is too large.' },
      output: [],
    };
    const screen = drawScreen();
    const turns: Script = [[on(screen, 'One')], [on(screen, 'Two')], { raw }, done];
    await conversation(turns, { screen, way: { store: false } }, async ({ agent, server }) => {
      expect(await agent.send('Click')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      expect(bodies(server).map((body) => ofType(body, 'computer_call_output').length)).toEqual([0, 1, 2, 0]);
      expect(server.inputs.at(-1)?.pictures).toHaveLength(1);
    });
  });

  it('gives up on a provider that keeps failing', async () => {
    const raw = { status: 'failed', error: { code: 'server_error', message: 'Sorry.' }, output: [] };
    await conversation([{ raw }, { raw }, { raw }], { way: { maxAttempts: 3 } }, async ({ agent, server }) => {
      const result = await agent.send('Click');
      expect(result).toMatchObject({ status: 'failed', error: { code: 'model_failed' } });
      expect(result.reason).toContain('server_error: Sorry.');
      expect(server.requests).toHaveLength(3);
    });
  });

  it.each([
    [
      { status: 'completed', output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'I will not.' }] }] },
      'I will not.',
    ],
    [{ status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] }, 'content filter'],
  ])('ends if the model refuses: %o', async (raw, words) => {
    await conversation([{ raw }, done], {}, async ({ agent, server }) => {
      const result = await agent.send('Click');
      expect(result).toMatchObject({ status: 'refused', reason: expect.stringContaining(words) });
      expect(await agent.send('Something else')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
    });
  });

  it('uses the final answer if there is a comment beside it', async () => {
    const raw = {
      output: [
        { ...said('Let me see.'), phase: 'commentary' },
        { ...said('It is 7.'), phase: 'final_answer' },
      ],
    };
    await conversation([{ raw }], {}, async ({ agent }) => {
      expect(await agent.send('How many?')).toMatchObject({ status: 'done', answer: 'It is 7.' });
    });
  });
});
