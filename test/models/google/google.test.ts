import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, scripted } from '../../../src/exports/testing.js';
import { createAgent, HandrailError } from '../../../src/index.js';
import { google, googleProvider } from '../../../src/models/google/google.js';
import { googleMessages } from '../../../src/testing/index.js';
import { changingScreen, drawScreen } from '../../contract/drawn-screen.js';
import { click, done, here, said } from './intents.js';
import { askGemini, calls, legacyModel, modernModel, noting, responsesIn, wiresOf, withGemini } from './play.js';

describe('what Gemini receives', () => {
  it('its own content comes back unchanged, with unknown fields', async () => {
    const odd = [
      { text: 'Hm.', thought: true, thoughtSignature: 'YQ==' },
      {
        functionCall: { id: 'a', name: 'click', args: { ...here, odd: [null, 1e21] } },
        thoughtSignature: 'Yg==',
        partMetadata: { z: 1 },
      },
    ];
    const { wires } = await askGemini([said(...odd), done], { options: { model: modernModel } });
    expect(wires[1]?.contents[1]).toEqual({ role: 'model', parts: odd });
    expect(responsesIn(wires[1])).toMatchObject([{ id: 'a', name: 'click' }]);
  });

  it('a dialog that no picture shows is described, and Enter accepts it', async () => {
    const screen = drawScreen(['One']);
    screen.modal = { kind: 'confirm', text: 'Really?', clearedBy: 'dialog' };
    const { wires } = await askGemini([calls(['key_combination', { keys: 'Enter' }]), done], { screen });
    expect(JSON.stringify(wires[0]?.contents[0])).toContain('Really?');
    expect(screen.done).toEqual([{ type: 'dialog', accept: true }]);
  });

  it('a failure because of an open dialog names the keys that answer it', async () => {
    const screen = drawScreen(['One'], () => {
      throw new HandrailError(
        'modal_open',
        'A confirm is open: BLOCKED by confirm "Really?": answer it with the dialog action (handle_dialog) before anything else',
        "Answer it with { type: 'dialog', accept: true | false }.",
      );
    });
    const { wires } = await askGemini([calls(['click_at', here]), done], { screen });
    const [response] = responsesIn(wires[1]);
    expect(response?.response.error).toMatch(/press Enter or Escape.*Press Enter to accept it/);
    expect(JSON.stringify(wires[1])).not.toMatch(/handle_dialog|type: 'dialog'/);
  });

  it('a tool that replaces an action shows the screen itself', async () => {
    const { image } = await drawScreen().session.observe({ picture: 'plain' });
    if (!image) throw new Error('There is no picture.');
    const { tool } = noting('click_at', z.strictObject({ x: z.number(), y: z.number() }), { picture: image });
    const turns = Array.from({ length: 3 }, () => calls(['click_at', here]));
    const { server, wires } = await askGemini([...turns, done], {
      tools: [{ tool, skipDefinition: true }],
      screen: changingScreen(),
      maxPictures: 1,
    });
    for (const { pictures } of server.inputs.slice(1)) expect(pictures).toHaveLength(1);
    expect(responsesIn(wires.at(-1)).map(({ parts }) => parts?.length ?? 0)).toEqual([0, 0, 1]);
  });

  it('the calls of another model are described', async () => {
    const screen = drawScreen();
    await withGemini([[click('Two')], done], { screen }, async ({ agent, server }) => {
      await using mixed = createAgent({
        session: screen.session,
        model: scripted([
          { calls: [call('click', { selector: 'One' })] },
          new HandrailError('model_failed', 'It is tired.'),
        ]),
        fallback: agent.model,
        tools: ['click'],
        journal: false,
      });
      await mixed.send('Click both.');
      expect(screen.hits).toEqual(['One', 'Two']);
      expect(JSON.stringify(server.requests[0]?.body)).toContain('click(');
      expect(server.violations).toEqual([]);
    });
  });

  it('its usage has cached, reasoning and image tokens', async () => {
    const usageMetadata = {
      promptTokenCount: 1_000,
      candidatesTokenCount: 40,
      thoughtsTokenCount: 10,
      cachedContentTokenCount: 600,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 742 },
        { modality: 'IMAGE', tokenCount: 258 },
      ],
    };
    const { raw } = said({ text: 'Done.' });
    const { result } = await askGemini([{ raw: { ...raw, usageMetadata } }], {
      options: { price: { input: 2, output: 10, cached: 1 } },
    });
    expect(result.usage).toMatchObject({
      inputTokens: 1_000,
      outputTokens: 50,
      cachedTokens: 600,
      imageTokens: 258,
      reasoningTokens: 10,
      cost: expect.closeTo((400 * 2 + 600 * 1 + 50 * 10) / 1e6, 9),
    });
  });
});

describe('the provider', () => {
  const names = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GEMINI_BASE_URL'] as const;
  const before = names.map((name) => process.env[name]);
  afterEach(() => {
    for (const [index, name] of names.entries()) {
      const value = before[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('takes the URL from the environment, with or without the version, and a key for it', async () => {
    await withGemini([done, done], {}, async ({ server, screen }) => {
      for (const end of ['', '/v1beta/']) {
        process.env.GEMINI_BASE_URL = `${server.url}${end}`;
        await using agent = createAgent({
          model: google({ model: modernModel, apiKey: 'test-key' }),
          session: screen.session,
          journal: false,
        });
        expect(await agent.send('Do it.')).toMatchObject({ status: 'done', model: `google/${modernModel}` });
      }
      expect(server.requests.map(({ path }) => path)).toEqual(
        Array(2).fill(`/v1beta/models/${modernModel}:generateContent`),
      );
    });
  });

  it('reports what is missing, and what to do', async () => {
    for (const name of names) delete process.env[name];
    expect(() => google()).toThrow(/Google Gemini needs a key/);
    expect(() => google({ apiKey: 'test-key', environment: 'toaster' as never })).toThrow(/no environment "toaster"/);
    expect(() => google({ apiKey: 'test-key', model: 'a b' })).toThrow(/not the name of a Gemini model/);
    expect(() => google({ apiKey: 'test-key', disabledSafetyPolicies: ['all' as never] })).toThrow(
      /no safety policy "all"/,
    );
    expect(() => google({ apiKey: 'test-key', thinkingLevel: 'low' })).toThrow(/2\.5.* does not support thinkingLevel/);
    for (const model of [legacyModel, 'gemini-3-flash-preview']) {
      const one = { apiKey: 'test-key', model };
      expect(() => google({ ...one, promptInjectionDetection: true })).toThrow(
        /does not support promptInjectionDetection/,
      );
      expect(() => google({ ...one, disabledSafetyPolicies: ['account_creation'] })).toThrow(
        /does not support disabledSafety/,
      );
      expect(google({ ...one, promptInjectionDetection: false, disabledSafetyPolicies: [] }).name).toContain(model);
    }
    expect(google({ apiKey: 'test-key', model: 'gemini-3-flash-preview', thinkingLevel: 'low' }).priced).toBeDefined();
    expect(googleProvider.models).toContain(legacyModel);
    const wrongKey = await askGemini([done], { options: { apiKey: 'wrong-key' } });
    expect(wrongKey.result.reason).toContain(googleMessages.wrongKey);
    expect(wrongKey.server.requests).toHaveLength(1);
    const wrongModel = await askGemini([done], { options: { model: 'gemini-9' } });
    expect(wrongModel.result.reason).toMatch(/HTTP 404.*is not found.*handrail models/);
    expect(wiresOf(wrongModel.server)).toHaveLength(1);
  });
});
