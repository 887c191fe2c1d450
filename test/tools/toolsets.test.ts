import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scripted } from '../../src/exports/testing.js';
import {
  builtinTools,
  countTokens,
  createRegistry,
  inputSchema,
  pickTools,
  toolsetNames,
} from '../../src/exports/tools.js';
import { createAgent, defineTool, type Tool } from '../../src/index.js';

const browse = ['navigate', 'click', 'type', 'scroll', 'keypress', 'wait', 'observe'].map((name) => `browse_${name}`);
const all = builtinTools.map(({ name }) => name);
const names = builtinTools
  .filter(({ environments }) => environments?.includes('browser') ?? true)
  .map(({ name }) => name);
const onDesktops = builtinTools
  .filter(({ environments }) => environments?.includes('desktop') ?? true)
  .map(({ name }) => name);

function tokensOf(set: string): number {
  const told = ({ name, description, ...tool }: Tool) =>
    JSON.stringify({ name, description, inputSchema: inputSchema({ name, description, ...tool }) });
  return pickTools([set])
    .list()
    .reduce((sum, tool) => sum + countTokens(told(tool)), 0);
}

describe('Tool sets', () => {
  it('are five', () => {
    expect(toolsetNames).toEqual(['computer_use', 'browse', 'browser', 'desktop', 'all']);
    expect(pickTools(['computer_use']).names()).toEqual(['computer_use']);
    expect(pickTools(['browse']).names()).toEqual(browse);
    expect(pickTools(['browser']).names()).toEqual(names);
    expect(pickTools(['desktop']).names()).toEqual(onDesktops);
    expect(pickTools(['all']).names().sort()).toEqual([...all, ...browse, 'computer_use'].sort());
  });

  it('can be combined with each other and with single tools, and tools excluded', () => {
    expect(pickTools(['browse', 'screenshot', '-browse_wait']).names()).toEqual([
      'screenshot',
      ...browse.filter((name) => name !== 'browse_wait'),
    ]);
    expect(pickTools(['all', '-browser', '-desktop', '-browse']).names()).toEqual(['computer_use']);
    expect(pickTools(['go_back', 'back']).names()).toEqual(['back']);
  });

  it('default to the browser tools, also with exclusions only', () => {
    expect(pickTools([]).names()).toEqual(names);
    expect(pickTools(['-evaluate']).names()).toEqual(names.filter((name) => name !== 'evaluate'));
  });

  it.each([
    ['brows', 'browse'],
    ['computeruse', 'computer_use'],
    ['browse_observ', 'browse_observe'],
    ['-clik', 'click'],
  ])('that do not exist are rejected with a suggestion: %s', (asked, meant) => {
    expect(() => pickTools([asked])).toThrow(`Did you mean ${meant}?`);
  });

  it('serve an agent, which can always end its task', () => {
    const agent = createAgent({ model: scripted([]), tools: ['browse', '-browse_type'] });
    expect(agent.tools.names().sort()).toEqual(
      [...browse.filter((name) => name !== 'browse_type'), 'complete', 'fail'].sort(),
    );
  });

  it('offer a model on a desktop only desktop tools', () => {
    const agent = createAgent({ model: scripted([]), environment: 'desktop' });
    expect(agent.tools.names().sort()).toEqual([...onDesktops].sort());
    expect(onDesktops).toContain('launch_app');
    for (const name of ['goto', 'back', 'tabs', 'evaluate', 'download']) expect(onDesktops).not.toContain(name);
    const asked = createAgent({
      model: scripted([]),
      environment: { environment: 'container' },
      tools: ['click', 'goto'],
    });
    expect(asked.tools.names().sort()).toEqual(['click', 'complete', 'fail']);
  });

  it('cost little: computer_use 780, browse 600, browser and desktop 3,500 tokens', () => {
    expect(tokensOf('computer_use')).toBeLessThanOrEqual(780);
    expect(tokensOf('browse')).toBeLessThanOrEqual(600);
    expect(tokensOf('browser')).toBeLessThanOrEqual(3_500);
    expect(tokensOf('desktop')).toBeLessThanOrEqual(3_500);
  });
});

describe('Positional arguments', () => {
  it('are fields of the tool', () => {
    for (const tool of pickTools(['all']).list()) {
      const fields = Object.keys(tool.input.shape);
      for (const field of tool.positional ?? []) expect(fields, tool.name).toContain(field);
    }
    expect(pickTools(['type']).get('type')?.positional).toEqual(['selector', 'text']);
    expect(pickTools(['screenshot']).get('screenshot')?.positional).toEqual(['selector']);
  });

  it('are rejected if they are not fields', () => {
    const [first] = builtinTools;
    if (!first) throw new Error('There are no tools.');
    const strange = defineTool({
      ...first,
      name: 'strange',
      aliases: [],
      input: z.object({}),
      takes: { urls: [], paths: [], secrets: [] },
      positional: ['where'],
    });
    expect(() => createRegistry([strange])).toThrow('names where in positional, which is not an input field');
  });
});
