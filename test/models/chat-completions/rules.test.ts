import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { pickTools } from '../../../src/exports/tools.js';
import { buildConversation } from '../../../src/models/adapter/conversation.js';
import { toolImages } from '../../../src/models/chat-completions/capabilities.js';
import { chatAdapter } from '../../../src/models/chat-completions/chat.js';
import type { CallResult, Message, Turn } from '../../../src/models/model.js';
import { chatContract } from '../../../src/testing/index.js';
import { drawnSize, drawScreen } from '../../contract/drawn-screen.js';
import { spoiled } from '../../contract/spoil.js';
import { calling, completion } from './wire.js';

const two = [
  { id: 'a', type: 'function', function: { name: 'click', arguments: '{"selector":"el_1"}' } },
  { id: 'b', type: 'function', function: { name: 'type', arguments: '{"text":"x","selector":"400,300"}' } },
];
const answers = [
  calling('click', '{"selector":"el_1"}'),
  completion({ content: null, tool_calls: two }, 'tool_calls'),
  completion({ content: 'Done.', reasoning_content: 'Because.' }),
  completion({ content: '{"tool": "click", "input": {"selector": "el_1"}}' }),
  completion({ content: null, function_call: { name: 'click', arguments: '{}' } }),
].map(({ raw }) => raw);

let turn: Turn;
beforeAll(async () => {
  const observation = await drawScreen().session.observe({ picture: 'plain' });
  const seen = {
    screen: drawnSize,
    map: observation.text,
    ...(observation.image ? { picture: observation.image } : {}),
  };
  turn = {
    task: 'Go on.',
    history: [{ role: 'user', text: 'Go on.', snapshot: seen }],
    observation,
    tools: pickTools([]).definitions(),
    step: 1,
    observe: async () => observation,
    read: () => Promise.reject(new Error('Nobody reads here.')),
    memory: new Map(),
  };
});

/** The next request after any response, with and without a message of the user in between, breaks no rule of the server. */
it.each(toolImages.filter((one) => one !== 'inline'))(
  'whatever was said, the next question keeps the rules: %s',
  (mode) => {
    const adapter = chatAdapter({ model: 'test', apiKey: 'test-key', vision: true, toolImages: mode });
    const servers = (['openai', 'ollama', 'lmstudio', 'vllm'] as const).map((flavour) => chatContract({ flavour }));
    let asked = 0;
    fc.assert(
      fc.property(spoiled(answers), fc.boolean(), (answer, speaks) => {
        const { retryReason, ...reply } = adapter.readReply(answer, turn);
        if (retryReason !== undefined || reply.refusal !== undefined) return;
        const results = reply.calls.map(
          (call): CallResult => ({
            call,
            result: { success: true, data: undefined, metadata: { tool: 'any', ms: 0 } },
          }),
        );
        const history: Message[] = [
          ...turn.history,
          { role: 'model', reply },
          {
            role: 'results',
            results,
            notes: [],
            ...(turn.history[0]?.role === 'user'
              ? { snapshot: { ...turn.history[0].snapshot, screen: drawnSize } }
              : {}),
          },
          ...(speaks ? [{ role: 'user', text: 'And now this.' } as const] : []),
        ];
        const { body } = adapter.buildRequest(
          buildConversation(history, adapter.historyWindow),
          { ...turn, history },
          false,
        );
        const sent: unknown = JSON.parse(JSON.stringify({ model: 'test', ...body }));
        const request = {
          method: 'POST',
          path: '/v1/chat/completions',
          headers: { authorization: 'Bearer test-key' },
          body: sent,
          bytes: 0,
        };
        for (const server of servers) server.readRequest(request, server.createState());
        asked += 1;
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(asked).toBeGreaterThan(40);
  },
);
