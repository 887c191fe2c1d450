import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, createAgent, errorCodes, parseAction, type Turn } from '../../src/index.js';
import { conversationOf } from '../../src/models/adapter/conversation.js';
import type { ProviderAdapter } from '../../src/models/adapter/provider-adapter.js';
import type { CallResult, Message, Reply } from '../../src/models/model.js';
import { answersOf } from './answers.js';
import { cases } from './cases.js';
import { drawnSize, drawScreen } from './drawn-screen.js';
import { spoiled } from './spoil.js';

/** The same few each time; many, and others each time, in the longer job: `npm run fuzz`. */
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
    history: [{ role: 'user', text: 'Go on.', seen: { screen: drawnSize, picture, map: observation.text } }],
    observation,
    tools: [],
    step: 1,
    see: async () => observation,
    read: async () => {
      throw new Error('Nobody reads here.');
    },
    memory: new Map(),
  };
});

/** A reply that the loop can work with, whatever the answer was. */
function check(reply: Reply & { again?: string }): void {
  const says = reply.calls.length > 0 || reply.text || reply.unreadable || reply.again || reply.refusal !== undefined;
  expect(says, 'a reply without anything in it').toBeTruthy();
  for (const said of [reply.text, reply.thought, reply.unreadable, reply.refusal, reply.again])
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
  } else if ('look' in call) {
    if (call.look !== 'screen') checkPlaces(call.look);
  } else if (typeof call.answer !== 'string') throw new Error('an answer that is no text');
}

/** No place outside the screen, no number that is none. */
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

/** What was said is sent back with the next question: that must be possible too. */
function checkNext(dialect: ProviderAdapter, reply: Reply): void {
  const results: CallResult[] = reply.calls.map((call) => ({
    call,
    result: { success: true, metadata: { tool: 'any', ms: 0 } },
  }));
  const history: Message[] = [
    ...turn.history,
    { role: 'model', reply },
    { role: 'results', results, notes: [], seen: { screen: drawnSize } },
  ];
  dialect.request(conversationOf(history, dialect.historyWindow), { ...turn, history }, false);
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
      const dialect = one.dialect('http://127.0.0.1:1');
      turn = { ...turn, tools: createAgent({ model: one.model('http://127.0.0.1:1') }).tools.definitions() };
      const answers = answersOf(one);
      for (const answer of answers) check(dialect.read(structuredClone(answer), turn));
      fc.assert(
        fc.property(spoiled(answers), (answer) => {
          const reply = dialect.read(answer, turn);
          check(reply);
          checkUsage(dialect.usage(answer));
          checkNext(dialect, reply);
        }),
        { numRuns: runs, ...luck },
      );
    },
    60_000 + runs * 5,
  );
});
