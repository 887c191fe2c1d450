import { describe, expect, it } from 'vitest';
import { anthropic, chat, fara, google, openai, qwen, uiTars } from '../../src/exports/models.js';
import { scripted } from '../../src/exports/testing.js';
import { type AgentOptions, createAgent, openSession, run } from '../../src/index.js';

const wrong = (options: Record<string, unknown>): never => options as never;

describe('A misspelt option is an error that names it and the closest one', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'createAgent',
      () => createAgent(wrong({ modle: 'steps' })),
      /createAgent has no option "modle"\. Did you mean model\?/,
    ],
    ['createAgent', () => createAgent(wrong({ max_pictures: 1 })), /Did you mean maxPictures\?/],
    [
      'createAgent',
      () => createAgent(wrong({ environment: { headles: true } })),
      /environment of createAgent has no option "headles"\. Did you mean headless\?/,
    ],
    ['createAgent', () => createAgent(wrong({ allow: { evaluat: true } })), /Did you mean evaluate\?/],
    ['anthropic', () => anthropic(wrong({ apikey: 'x' })), /anthropic has no option "apikey"\. Did you mean apiKey\?/],
    ['openai', () => openai(wrong({ baseURL: 'x' })), /openai has no option "baseURL"\. Did you mean baseUrl\?/],
    ['qwen', () => qwen(wrong({ model: 'qwen3-vl', versions: '3' })), /Did you mean version\?/],
    ['uiTars', () => uiTars(wrong({ model: 'ui-tars', maxAttempt: 2 })), /Did you mean maxAttempts\?/],
    ['chat', () => chat(wrong({ model: 'x', timeout: 5 })), /Did you mean timeoutMs\?/],
    ['fara', () => fara(wrong({ base_url: 'x' })), /Did you mean baseUrl\?/],
    ['google', () => google(wrong({ excludeFunctions: [] })), /Did you mean excludedFunctions\?/],
  ])('%s', (_, create, message) => {
    expect(create).toThrow(message);
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_option' }));
  });

  it('openSession, run and send', async () => {
    await expect(openSession(wrong({ viewPort: { width: 1, height: 1 } }))).rejects.toThrow(/Did you mean viewport\?/);
    await expect(openSession(wrong({ limits: { settleTimeout: 1 } }))).rejects.toThrow(
      /Did you mean settleTimeoutMs\?/,
    );
    await expect(openSession(wrong({ environment: 'desktop', dispaly: ':1' }))).rejects.toThrow(
      /Did you mean display\?/,
    );
    await expect(run(wrong({ task: 'x', modell: 'steps' }))).rejects.toThrow(/run has no option "modell"/);
    const agent = createAgent({ model: scripted([]), journal: false });
    await expect(agent.send('x', wrong({ expects: {} }))).rejects.toThrow(/Did you mean expect\?/);
    await agent.close();
  });
});

describe('A value of a wrong type is an error that names the option', () => {
  it.each<[string, AgentOptions, RegExp]>([
    [
      'a text for a flag',
      wrong({ environment: { headless: 'False' } }),
      /headless of environment of createAgent is "False", but it must be true or false/,
    ],
    ['a number for a text', wrong({ systemPrompt: 5 }), /systemPrompt of createAgent is 5, but it must be a text/],
    ['an unknown choice', wrong({ approve: 'some' }), /must be a function or "all" or "none"/],
    ['an unknown environment', wrong({ environment: 'browsr' }), /There is no environment "browsr"/],
  ])('%s', (_, options, message) => {
    expect(() => createAgent(options)).toThrow(message);
  });
});
