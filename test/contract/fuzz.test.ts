import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call, Turn } from '../../src/exports/models.js';
import { parseAction } from '../../src/exports/tools.js';
import { createAgent, errorCodes } from '../../src/index.js';
import { buildConversation } from '../../src/models/adapter/conversation.js';
import type { AdapterReply, ProviderAdapter } from '../../src/models/adapter/provider-adapter.js';
import type { CallResult, Message, Reply } from '../../src/models/model.js';
import { answersOf } from './answers.js';
import { cases } from './cases.js';
import { drawnSize, drawScreen } from './drawn-screen.js';
import { spoiled } from './spoil.js';

/** A few fixed cases; `npm run fuzz` runs many random ones. */
const asked = process.env.HANDRAIL_FUZZ_RUNS;
const runs = Number(asked ?? 100);
const luck = asked === undefined ? { seed: 5 } : {};

let turn: Turn;
beforeAll(async () => {
  const { session } = drawScreen();
  const observation = await session.observe({});
  const picture = {
    bytes: Buffer.from('picture'),
    type: 'image/png',
    size: drawnSize,
    region: { x: 0, y: 0, ...drawnSize },
    marks: false,
  } as const;
  turn = {
    task: 'Go on.',
    history: [{ role: 'user', text: 'Go on.', snapshot: { screen: drawnSize, picture, uiMap: observation.text } }],
    observation,
    tools: [],
    step: 1,
    observe: async () => observation,
    read: async () => {
      throw new Error('Nobody reads here.');
    },
    memory: new Map(),
  };
});

/** Checks that the loop can work with a reply, whatever the response was. */
function check(reply: AdapterReply): void {
  const says =
    reply.calls.length > 0 || reply.text || reply.unreadable || reply.retryReason || reply.refusal !== undefined;
  expect(says, 'a reply without anything in it').toBeTruthy();
  for (const said of [reply.text, reply.thought, reply.unreadable, reply.refusal, reply.retryReason])
    if (said !== undefined && typeof said !== 'string') throw new Error(`${typeof said} in place of words`);
  for (const call of reply.calls) checkCall(call);
}

function checkCall(call: Call): void {
  if (typeof call.id !== 'string' || call.id === '') throw new Error('a call without an id');
  if ('action' in call) {
    parseAction(call.action);
    checkPlaces(call.action);
  } else if ('fault' in call) {
    if (!errorCodes.includes(call.fault.code) || call.fault.code === 'internal' || !call.fault.message)
      throw new Error(`a fault that says nothing: ${JSON.stringify(call.fault)}`);
  } else if ('tool' in call) {
    if (
      typeof call.tool !== 'string' ||
      typeof call.input !== 'object' ||
      call.input === null ||
      Array.isArray(call.input)
    )
      throw new Error('a tool without an input');
  } else if ('capture' in call) {
    if (call.capture !== 'screen') checkPlaces(call.capture);
  } else if (typeof call.answer !== 'string') throw new Error('an answer that is no text');
}

/** Checks that all points are on the screen and all numbers are finite. */
function checkPlaces(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('a number that is none');
  if (typeof value !== 'object' || value === null) return;
  if ('x' in value && 'y' in value) {
    const { x, y } = value;
    const isOn = typeof x === 'number' && typeof y === 'number' && x >= 0 && y >= 0 && x < 800 && y < 600;
    if (!isOn) throw new Error(`a place that is not on the screen: ${String(x)}, ${String(y)}`);
  }
  for (const inner of Object.values(value)) checkPlaces(inner);
}

/** Checks that the reply can be sent back with the next request. */
function checkNext(adapter: ProviderAdapter, reply: Reply): void {
  const results: CallResult[] = reply.calls.map((call) => ({
    call,
    result: { success: true, data: undefined, metadata: { tool: 'any', ms: 0 } },
  }));
  const history: Message[] = [
    ...turn.history,
    { role: 'model', reply },
    { role: 'results', results, notes: [], snapshot: { screen: drawnSize } },
  ];
  adapter.buildRequest(buildConversation(history, adapter.historyWindow), { ...turn, history }, false);
}

function checkUsage(usage: object | undefined): void {
  for (const [name, count] of Object.entries(usage ?? {}))
    if (typeof count !== 'number' || !Number.isFinite(count) || count < 0)
      throw new Error(`${name} is ${String(count)}`);
}

describe.each(cases)('$name reads', (one) => {
  it(
    'whatever comes, without falling over',
    () => {
      const adapter = one.adapter('http://127.0.0.1:1');
      turn = { ...turn, tools: createAgent({ model: one.model('http://127.0.0.1:1') }).tools.definitions() };
      const answers = answersOf(one);
      for (const answer of answers) check(adapter.readReply(structuredClone(answer), turn));
      fc.assert(
        fc.property(spoiled(answers), (answer) => {
          const reply = adapter.readReply(answer, turn);
          check(reply);
          checkUsage(adapter.readUsage(answer));
          checkNext(adapter, reply);
        }),
        { numRuns: runs, ...luck },
      );
    },
    60_000 + runs * 5,
  );
});
