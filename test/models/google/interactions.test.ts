import { describe, expect, it } from 'vitest';
import { changingScreen } from '../../contract/drawn-screen.js';
import { click, done } from './intents.js';
import { askGemini, modernModel } from './play.js';

describe('interactions', () => {
  const options = { model: modernModel, api: 'interactions' } as const;
  interface Sent {
    previous_interaction_id?: string;
    store?: boolean;
    input: { type: string; is_error?: boolean; result?: { type: string; text: string }[] }[];
    tools: unknown[];
    system_instruction: string;
  }
  const bodies = (requests: { body: unknown }[]): Sent[] => requests.map(({ body }) => body as Sent);

  it('continues from the last one, with only new content, and with tools and instructions each time', async () => {
    const { server, result } = await askGemini([[click('One')], [click('Two')], done], {
      options: {
        ...options,
        environment: 'browser',
        promptInjectionDetection: true,
        disabledSafetyPolicies: ['ACCOUNT_CREATION'],
      },
      systemPrompt: 'Be quick.',
      screen: changingScreen(),
    });
    const sent = bodies(server.requests);
    expect(sent.map((body) => body.previous_interaction_id !== undefined)).toEqual([false, true, true]);
    expect(sent.map(({ input }) => input.map(({ type }) => type))).toEqual([
      ['user_input'],
      ['function_result'],
      ['function_result'],
    ]);
    for (const { tools, system_instruction } of sent) {
      expect(tools[0]).toEqual({
        type: 'computer_use',
        environment: 'browser',
        enable_prompt_injection_detection: true,
        disabled_safety_policies: ['account_creation'],
      });
      expect(system_instruction).toContain('Be quick.');
    }
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('sends everything, thoughts too, if nothing is stored', async () => {
    const { server } = await askGemini([[click('One')], [click('Two')], done], {
      options: { ...options, store: false },
    });
    const last = bodies(server.requests).at(-1);
    expect([last?.store, last?.previous_interaction_id]).toEqual([false, undefined]);
    const turn = ['thought', 'function_call', 'function_result'];
    expect(last?.input.map(({ type }) => type)).toEqual(['user_input', ...turn, ...turn]);
    expect(server.violations).toEqual([]);
  });

  it('marks failures, with the URL, and acknowledges with true', async () => {
    const wrong = { type: 'function_call', id: 'w', name: 'click', arguments: { x: 5_000, y: 5 } };
    const script = [
      { raw: { status: 'requires_action', steps: [wrong] } },
      [click('One', { safety: 'It buys.' })],
      done,
    ];
    const { server } = await askGemini(script, { options, approve: 'all' });
    const [, failed, agreed] = bodies(server.requests);
    const result = failed?.input.at(-1);
    expect(result?.is_error).toBe(true);
    expect(JSON.parse(result?.result?.[0]?.text ?? '')).toMatchObject({
      url: 'http://drawn.test/1',
      error: expect.any(String),
    });
    expect(JSON.parse(agreed?.input.at(-1)?.result?.[0]?.text ?? '')).toMatchObject({ safety_acknowledgement: true });
    expect(server.violations).toEqual([]);
  });

  it('gives a call without an id its own, and rejects one without a name', async () => {
    const calling = (call: object) => ({
      raw: { status: 'requires_action', steps: [{ type: 'function_call', arguments: { x: 375, y: 116 }, ...call }] },
    });
    const { server, screen, result } = await askGemini([calling({ name: 'click' }), calling({ id: 'n' }), done], {
      options: { ...options, store: false },
    });
    const last = bodies(server.requests).at(-1)?.input ?? [];
    expect(last.slice(1, 3)).toMatchObject([
      { id: 'call_1', name: 'click' },
      { call_id: 'call_1', name: 'click' },
    ]);
    expect(JSON.stringify(last.slice(3))).toContain('no name');
    expect([screen.hits, result.status, server.violations]).toEqual([['One'], 'done', []]);
  });

  it('does not execute the last call of a reply that was cut off', async () => {
    const half = { type: 'function_call', id: 'h', name: 'type', arguments: { text: 'transfer 10' } };
    const { server, screen } = await askGemini([{ raw: { status: 'incomplete', steps: [half] } }, done], { options });
    expect(screen.done).toEqual([]);
    expect(server.inputs[1]?.results).toMatchObject([{ failed: true, text: expect.stringContaining('cut off') }]);
  });

  it('restarts a long run, so that the stored conversation stays small', async () => {
    const turns = Array.from({ length: 40 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]);
    const { server, result } = await askGemini([...turns, done], {
      options,
      screen: changingScreen(),
      limits: { maxSteps: 50 },
    });
    const anew = bodies(server.requests).flatMap((body, index) => (body.previous_interaction_id ? [] : [index]));
    expect(anew).toEqual([0, 31]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('respects maxPictures by sending everything', async () => {
    const turns = Array.from({ length: 4 }, () => [click('One')]);
    const { server } = await askGemini([...turns, done], { options, screen: changingScreen(), maxPictures: 1 });
    expect(server.inputs.map(({ pictures }) => pictures.length)).toEqual([1, 1, 1, 1, 1]);
    expect(server.violations).toEqual([]);
  });
});
