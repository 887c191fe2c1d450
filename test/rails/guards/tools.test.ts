import { describe, expect, test } from 'vitest';
import type { Element } from '../../../src/core/element.js';
import { isAtLeast } from '../../../src/core/safety.js';
import { callTool, parseCallString } from '../../../src/exports/tools.js';
import type { Tool } from '../../../src/index.js';
import { createSession } from '../../../src/session/session.js';
import { pickTools } from '../../../src/tools/toolsets.js';
import { type Paper, paperScreen } from '../../agent/paper-screen.js';

const registry = pickTools(['all']);

interface Case {
  tool: Tool;
  example: string;
}
const cases: Case[] = registry.list().flatMap((tool) => tool.examples.map((example) => ({ tool, example })));

/** Actions that change nothing but what is on the screen. */
const reading = new Set([
  'navigate',
  'back',
  'forward',
  'reload',
  'scroll',
  'move',
  'wait',
  'select_text',
  'focus_app',
]);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Calls the tool on a screen that has a control for each text of the example. Returns what the screen was told to do. */
async function call({ tool, example }: Case, policy: 'watch' | 'careful' | 'open') {
  const { input } = parseCallString(example);
  const paper: Paper = paperScreen([...new Set(textsIn(input))].filter((text) => text !== ''));
  const kind = tool.environments?.includes('browser') === false ? (tool.environments[0] ?? 'desktop') : 'browser';
  const session = createSession({ ...paper.session.environment, kind }, { policy });
  const { elements } = await session.observe();
  const host = {
    session,
    memory: new Map<string, string>(),
    allow: { evaluate: true },
    knownElement: (id: string): Element | undefined => elements.find((element) => element.id === id),
  };
  const result = await callTool(registry, tool.name, input, host);
  return { result, done: paper.done.map((line) => line.split(' ')[0] ?? '') };
}

const named = (all: readonly Case[]) => all.map((one) => ({ ...one, name: `${one.tool.name}: ${one.example}` }));

describe('under the preset watch, nothing but reading reaches the screen', () => {
  test.each(named(cases))('$name', async (one) => {
    const { result, done } = await call(one, 'watch');
    expect(done.filter((type) => !reading.has(type))).toEqual([]);
    if (isAtLeast(one.tool.safety, 'medium')) expect([result.success, result.metadata.code]).toEqual([false, 'denied']);
  });
});

describe('a tool of level medium and above needs approval, and without an approver it does nothing', () => {
  const risky = cases.filter(({ tool }) => isAtLeast(tool.safety, 'medium'));
  test.each(named(risky))('$name', async (one) => {
    const { result, done } = await call(one, 'careful');
    expect([result.success, result.metadata.code, done]).toEqual([false, 'needs_approval', []]);
  });
});

test('without rules the same calls act, so these tests would notice', async () => {
  const types = new Set<string>();
  for (const one of cases) for (const type of (await call(one, 'open')).done) types.add(type);
  for (const type of ['click', 'type', 'key', 'drag', 'evaluate', 'navigate']) expect(types).toContain(type);
});

test('every tool has an example, so each is covered', () => {
  expect(new Set(cases.map(({ tool }) => tool.name)).size).toBe(registry.list().length);
  expect(registry.list().length).toBeGreaterThan(50);
});
