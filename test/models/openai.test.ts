import { describe, expect, it } from 'vitest';
import { createAgent, type Model } from '../../src/index.js';
import { type GptOptions, gpt } from '../../src/models/openai.js';
import { type ContractServer, type Intent, openaiContract, serveContract } from '../../src/testing/index.js';
import { type DrawnScreen, drawScreen } from '../contract/drawn-screen.js';

const ways: [string, GptOptions][] = [
  ['computer', { model: 'gpt-5.6' }],
  ['computer, nothing stored', { model: 'gpt-5.6', store: false }],
  ['computer_use_preview', { model: 'computer-use-preview' }],
];

function modelFor(server: ContractServer, options: GptOptions = {}): Model {
  return gpt({ apiKey: 'test-key', baseUrl: `${server.url}/v1`, firstWaitMs: 1, ...options });
}

function agentOn(screen: DrawnScreen, model: Model, more: Parameters<typeof createAgent>[0] = {}) {
  return createAgent({ model, session: screen.session, journal: false, ...more });
}

describe.each(ways)('openai, %s', (_, options) => {
  it('a run of several turns keeps every rule', async () => {
    const screen = drawScreen(['One', 'Two', 'Three']);
    const turns: Intent[][] = [
      [{ do: 'screenshot' }],
      [{ do: 'click', at: screen.at('Two') }],
      [
        { do: 'type', text: 'hello', at: screen.at('One'), enter: true },
        { do: 'scroll', at: screen.at('One'), direction: 'down', pixels: 100 },
      ],
      [{ do: 'done', answer: 'All done.' }],
    ];
    await using server = await serveContract(openaiContract, turns);
    const agent = agentOn(screen, modelFor(server, options));
    const result = await agent.send('Click Two');
    expect(server.breaches).toEqual([]);
    expect(result).toMatchObject({ status: 'done', answer: 'All done.' });
    expect(screen.hits).toEqual(['Two', 'One']);
    expect(screen.done.map(({ type }) => type)).toEqual(['click', 'click', 'type', 'key', 'scroll']);
  });
});
