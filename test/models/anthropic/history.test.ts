import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Message, Turn } from '../../../src/exports/models.js';
import { scripted } from '../../../src/exports/testing.js';
import { createAgent, HandrailError, type ToolResult } from '../../../src/index.js';
import { buildConversation, restartConversation } from '../../../src/models/adapter/conversation.js';
import { anthropic, anthropicAdapter } from '../../../src/models/anthropic/anthropic.js';
import type { ContractServer, Intent, Policy } from '../../../src/testing/index.js';
import { anthropicContract, serveContract } from '../../../src/testing/index.js';
import { changingScreen, drawScreen } from '../../contract/drawn-screen.js';
import { spoiled } from '../../contract/spoil.js';
import { plainTool } from '../../tools/tool-facts.js';
import { bodyOf, playClaude } from './play.js';
import type { Block, Fields, Said } from './wire.js';

const done: Intent = { do: 'done', answer: 'That was all.' };
const clicks =
  (steps: number): Policy =>
  ({ turn }) =>
    turn > steps ? [done] : [{ do: 'click', at: drawScreen().at(turn % 2 ? 'One' : 'Two') }];
const limits = { maxSteps: 200, maxModelCalls: 200 };

const adapter = anthropicAdapter({ apiKey: 'test-key', baseUrl: 'http://127.0.0.1:9' });
const screen = { width: 800, height: 600 };
const unused = () => Promise.reject(new Error('not asked for'));
const turnOf = (history: Message[]): Turn => ({
  task: 'Go.',
  history,
  observation: { id: 1, at: '', screen, elements: [], total: 0, truncated: 0, text: '' },
  tools: [],
  step: 1,
  observe: unused,
  read: unused,
  memory: new Map(),
});

/** Messages without cache marks, as text. */
const bare = (messages: readonly Said[]): string[] =>
  messages.map((message) =>
    JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
  );
const begins = (longer: readonly string[], shorter: readonly string[]): boolean =>
  shorter.every((message, index) => longer[index] === message);
const changes = (server: ContractServer): number[] =>
  server.requests.flatMap((_, index) => {
    if (index === 0) return [];
    const isSame = begins(bare(bodyOf(server, index).messages), bare(bodyOf(server, index - 1).messages));
    return isSame ? [] : [index];
  });
const marks = (value: unknown): number => JSON.stringify(value).split('"cache_control"').length - 1;

/** The requests of a run with this many clicks, each of which changes the screen. */
async function clickOften(model: string, count: number): Promise<ContractServer> {
  const { server, result } = await playClaude(clicks(count), { claude: { model }, screen: changingScreen(), limits });
  expect([result.status, server.violations]).toEqual(['done', []]);
  return server;
}

describe('a long run', () => {
  it('only appends messages on models with bound thinking, until the cut', async () => {
    const server = await clickOften('claude-opus-5-5', 70);
    // After 60 exchanges the conversation restarts: no earlier thinking is sent after changed messages.
    expect(changes(server)).toEqual([60]);
    expect(bodyOf(server, 60).messages).toHaveLength(1);
    expect(JSON.stringify(bodyOf(server, 60).messages[0])).toContain('So far, in 60 steps');
    const edits = Object(bodyOf(server).context_management).edits as Fields[];
    expect(edits).toMatchObject([{ type: 'clear_tool_uses_20250919', keep: { type: 'tool_uses', value: 3 } }]);
    expect(Math.max(...server.inputs.map(({ pictures }) => pictures.length))).toBe(60);
  });

  it('drops old pictures in batches on other models', async () => {
    const server = await clickOften('claude-opus-4-7', 58);
    expect(changes(server)).toEqual([27, 52]);
    const counts = server.inputs.map(({ pictures }) => pictures.length);
    expect([Math.max(...counts), counts[27], counts[52]]).toEqual([27, 3, 3]);
  });

  it('is read from the cache, with four marks at most', async () => {
    const used: Fields[] = [];
    const { server, result } = await playClaude(clicks(40), {
      claude: { model: 'claude-opus-5-5' },
      screen: changingScreen(),
      limits,
      on: (event) => {
        if (event.type === 'model_replied') used.push({ ...event.usage });
      },
    });
    expect(result.status).toBe('done');
    for (const [index] of server.requests.entries()) expect(marks(bodyOf(server, index))).toBeLessThanOrEqual(4);
    const shares = used.map(({ inputTokens, cachedTokens }) => Number(cachedTokens) / Number(inputTokens));
    // Each request reads everything that the previous one wrote.
    expect(Math.min(...shares.slice(2))).toBeGreaterThan(0.6);
    expect(Math.min(...shares.slice(20))).toBeGreaterThan(0.9);
  });

  it('sends an unchanged screen again before the provider drops it, and only then', async () => {
    const waits: Policy = ({ turn }) => (turn > 8 ? [done] : [{ do: 'move', at: { x: turn / 10, y: 0.5 } }]);
    const bound = await playClaude(waits, { claude: { model: 'claude-opus-5-5' }, limits });
    expect(bound.server.inputs.map(({ pictures }) => pictures.length)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect(changes(bound.server)).toEqual([]);
    const other = await playClaude(waits, { claude: { model: 'claude-opus-4-7' }, limits });
    expect(new Set(other.server.inputs.map(({ pictures }) => pictures.length))).toEqual(new Set([1]));
  });

  it('shortens long old results in batches, but never with bound thinking', async () => {
    const long = 'words '.repeat(2_000);
    const tool = plainTool('note(number=1)', {
      name: 'note',
      input: z.strictObject({ number: z.number() }),
      output: z.object({ text: z.string() }),
      run: async ({ number }) => ({ text: `${number} ${long}` }),
    });
    const asks: Policy = (told) => {
      const [next] = Object(clicks(20)(told)) as Intent[];
      return next?.do === 'click' ? [next, { do: 'tool', name: 'note', input: { number: told.turn } }] : [done];
    };
    const free = await playClaude(asks, {
      claude: { model: 'claude-opus-4-7' },
      tools: [tool],
      limits,
      screen: changingScreen(),
    });
    expect(free.server.violations).toEqual([]);
    expect(changes(free.server)).toEqual([15]);
    expect(JSON.stringify(bodyOf(free.server)).split('(shortened)')).toHaveLength(11);
    const bound = await playClaude(asks, {
      claude: { model: 'claude-opus-5-5' },
      tools: [tool],
      limits,
      screen: changingScreen(),
    });
    expect(changes(bound.server)).toEqual([]);
  });

  it('keeps as many pictures as configured', async () => {
    const { server } = await playClaude(clicks(6), {
      claude: { model: 'claude-opus-4-7' },
      screen: changingScreen(),
      maxPictures: 2,
    });
    expect(Math.max(...server.inputs.map(({ pictures }) => pictures.length))).toBe(2);
    const bound = await playClaude(clicks(6), {
      claude: { model: 'claude-opus-5-5' },
      screen: changingScreen(),
      maxPictures: 2,
    });
    expect(changes(bound.server)).toEqual([]);
    expect(JSON.stringify(bodyOf(bound.server).context_management)).toContain('"value":2');
  });

  it('stays below the size limit, whatever the pictures weigh', async () => {
    const region = { x: 0, y: 0, ...screen };
    const snapshot = (fill: number) => ({
      screen,
      picture: {
        bytes: Buffer.alloc(1_000_000, fill),
        type: 'image/webp' as const,
        size: screen,
        region,
        marks: false,
      },
    });
    const call = (index: number) => ({
      id: `toolu_${index}`,
      action: { type: 'click' as const, target: { x: 1, y: 1 } },
    });
    const history = [
      { role: 'user' as const, text: 'Go.', snapshot: snapshot(255) },
      ...Array.from({ length: 40 }, (_, index) => [
        {
          role: 'model' as const,
          reply: {
            calls: [call(index)],
            raw: [{ type: 'tool_use', id: `toolu_${index}`, name: 'left_click', toolset_name: 'computer', input: {} }],
          },
        },
        {
          role: 'results' as const,
          results: [
            {
              call: call(index),
              result: { success: true as const, data: undefined, metadata: { tool: 'click', ms: 0 } },
            },
          ],
          notes: [],
          snapshot: snapshot(index),
        },
      ]).flat(),
    ];
    const whole = buildConversation(history, adapter.historyWindow);
    expect(() => adapter.buildRequest(whole, turnOf(history), false)).toThrow(
      expect.objectContaining({ code: 'model_failed' }),
    );
    const anew = adapter.buildRequest(restartConversation(history), turnOf(history), true);
    expect(JSON.stringify(anew).length).toBeLessThan(2_000_000);
  });
});

describe('the content of a reply', () => {
  it('comes back unchanged', async () => {
    const odd: Block[] = [
      { type: 'thinking', thinking: 'Wörter …\n', signature: 'c2lnbmF0dXJl+/=' },
      { type: 'redacted_thinking', data: 'AAAA' },
      { type: 'text', text: ' spaced ' },
      {
        type: 'tool_use',
        id: 'toolu_odd',
        name: 'wait',
        toolset_name: 'computer',
        input: { duration: 0, extra: null },
        caller: { type: 'direct' },
        later: { field: [1] },
      },
    ];
    const message = {
      type: 'message',
      role: 'assistant',
      content: odd,
      stop_reason: 'tool_use',
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    const { server } = await playClaude([{ raw: message }, [done]]);
    expect(JSON.stringify(bodyOf(server).messages[1]?.content)).toBe(JSON.stringify(odd));
  });

  it('never breaks the next request', () => {
    const memory = anthropicContract.createState();
    const place = { x: 0.5, y: 0.5 };
    const told = { turn: 1, pictures: [], text: '', results: [], tools: [] };
    const turns: Intent[][] = [
      [{ do: 'click', at: place }, { do: 'type', text: 'x', at: place }, { do: 'screenshot' }],
      [
        { do: 'zoom', from: { x: 0, y: 0 }, to: place },
        { do: 'wait', seconds: 1 },
      ],
      [
        { do: 'remember', fact: 'x' },
        { do: 'click', at: place },
      ],
      [done],
    ];
    const answers = turns.map((turn) => Object(anthropicContract.respond(turn, told, memory)));
    const opening = { role: 'user' as const, text: 'Go.' };
    fc.assert(
      fc.property(spoiled(answers), fc.infiniteStream(fc.constantFrom('done', 'failed', 'skipped')), (answer, fate) => {
        const { retryReason, ...reply } = adapter.readReply(answer, turnOf([opening]));
        if (retryReason !== undefined) return;
        const results = reply.calls.map((call) => {
          const came = fate.next().value;
          const metadata = { tool: 'x', ms: 0 };
          const result: ToolResult =
            came === 'done' ? { success: true, data: undefined, metadata } : { success: false, error: 'No.', metadata };
          return { call, result, ...(came === 'skipped' ? { skipped: 'It did not run.' } : {}) };
        });
        const history: Message[] = [opening, { role: 'model', reply }, { role: 'results', results, notes: [] }];
        const { body, betas } = adapter.buildRequest(
          buildConversation(history, adapter.historyWindow),
          turnOf(history),
          false,
        );
        const headers = { 'x-api-key': 'k', 'anthropic-version': '2026-10-21', 'anthropic-beta': betas.join() };
        const request = {
          method: 'POST',
          path: '/v1/messages',
          headers,
          bytes: 1,
          body: JSON.parse(JSON.stringify(body)),
        };
        anthropicContract.readRequest(request, anthropicContract.createState());
      }),
      { numRuns: Number(process.env.HANDRAIL_FUZZ_RUNS ?? 200) },
    );
  });

  it('of another model is described', async () => {
    const words = {
      calls: [{ id: 'x', action: { type: 'click' as const, target: { x: 300, y: 70 } } }],
      thought: 'I click.',
    };
    const other = scripted(
      [{ ...words, raw: { choices: [] } }, new HandrailError('model_failed', 'It is gone.', 'Ask another.')],
      {
        vision: { picture: { type: 'webp', size: (screen) => screen } },
      },
    );
    await using server = await serveContract(anthropicContract, [[done]]);
    const screen = drawScreen();
    const fallback = anthropic({ apiKey: 'test-key', baseUrl: server.url });
    await using agent = createAgent({ session: screen.session, model: other, fallback, journal: false });
    const result = await agent.send('Do it.');
    expect([result.status, server.violations]).toEqual(['done', []]);
    expect(JSON.stringify(bodyOf(server).messages[1])).toContain('I click.');
    expect(JSON.stringify(bodyOf(server).messages[2])).toContain('done');
  });
});
