import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  builtinRegistry,
  builtinTools,
  createRegistry,
  inputSchema,
  outputSchema,
  safetyLevels,
  toolCategories,
} from '../../src/exports/tools.js';
import { defineTool, type Tool } from '../../src/index.js';
import { toolFacts } from './tool-facts.js';

const greet = defineTool({
  ...toolFacts,
  name: 'greet',
  title: 'Greet',
  description: 'Says hello.',
  input: z.object({
    name: z.string().describe('Who is greeted'),
    times: z.number().default(1),
    tone: z.enum(['warm', 'dry']).optional(),
  }),
  output: z.object({ words: z.string() }),
  returns: 'The words.',
  examples: ['greet(name="Ada")'],
  aliases: ['say_hello'],
  run: async ({ name, times }) => ({ words: `Hello ${name}! `.repeat(times).trim() }),
});

describe('The built-in tools', () => {
  it('are more than 32, each with every fact about it', () => {
    expect(builtinTools.length).toBeGreaterThanOrEqual(32);
    for (const tool of builtinTools) {
      expect(tool.description, tool.name).toMatch(/\.$/);
      expect(tool.returns, tool.name).not.toBe('');
      expect(tool.examples.length, tool.name).toBeGreaterThan(0);
      expect(tool.timeoutMs, tool.name).toBeGreaterThan(0);
      expect(toolCategories).toContain(tool.category);
      expect(safetyLevels).toContain(tool.safety);
    }
  });

  it.each([
    ['navigation', ['goto', 'navigate', 'back', 'forward', 'refresh', 'tabs', 'search']],
    ['interaction', ['click', 'type', 'scroll', 'hover', 'press_key', 'double_click', 'right_click', 'drag', 'focus']],
    ['extraction', ['extract_text', 'extract_structured', 'get_page_content', 'screenshot', 'get_element_info']],
    ['form', ['select', 'check', 'fill', 'fill_form', 'submit', 'clear', 'upload_file', 'download']],
    ['system', ['wait', 'wait_for', 'complete', 'fail', 'ask_user']],
    ['utility', ['remember', 'recall', 'log', 'evaluate']],
  ] as const)('are found by category %s', (category, names) => {
    const found = builtinRegistry().byCategory(category);
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
    for (const tool of found) expect(tool.category).toBe(category);
  });

  it('have the right safety levels', () => {
    const level = (name: string) => builtinRegistry().get(name)?.safety;
    expect(safetyLevels).toEqual(['safe', 'low_risk', 'medium', 'high', 'dangerous']);
    expect(level('extract_text')).toBe('safe');
    expect(level('click')).toBe('low_risk');
    expect(level('submit')).toBe('medium');
    expect(level('upload_file')).toBe('high');
    expect(level('evaluate')).toBe('dangerous');
  });

  it.each([
    ['type_text', 'type'],
    ['go_back', 'back'],
    ['go_forward', 'forward'],
    ['select_option', 'select'],
    ['check_checkbox', 'check'],
    ['drag_and_drop', 'drag'],
    ['done', 'complete'],
  ])('have the alias %s for %s', (alias, name) => {
    expect(builtinRegistry().get(alias)?.name).toBe(name);
  });

  it('that end a task are marked as terminal', () => {
    expect(builtinTools.filter(({ terminal }) => terminal).map(({ name }) => name)).toEqual(['complete', 'fail']);
  });
});

describe('A registry', () => {
  it('returns registered tools by name and alias, and lists them', () => {
    const registry = createRegistry().register(greet);
    expect(registry.get('greet')).toBe(greet);
    expect(registry.get('say_hello')).toBe(greet);
    expect(registry.get('nothing')).toBeUndefined();
    expect(registry.names()).toEqual(['greet']);
    expect(registry.list()).toEqual([greet]);
  });

  it('rejects a name that is taken, as a name or as an alias', () => {
    const registry = createRegistry([greet]);
    expect(() => registry.register(greet)).toThrow('The tool name "greet" is taken.');
    expect(() => registry.register({ ...greet, name: 'say_hello', aliases: [] })).toThrow('"say_hello"');
    expect(registry.names()).toEqual(['greet']);
  });

  it('rejects a tool with missing facts, and names them', () => {
    const without = (fact: keyof Tool) => {
      const { [fact]: _, ...rest } = greet;
      return rest as unknown as Tool;
    };
    const registry = createRegistry();
    expect(() => registry.register(without('run'))).toThrow('has no run function');
    for (const fact of ['safety', 'effect', 'idempotent', 'examples', 'timeoutMs', 'takes', 'needs'] as const)
      expect(() => registry.register(without(fact))).toThrow(fact);
    expect(() => registry.register({ ...greet, name: 'Not A Name' })).toThrow('models cannot use');
    expect(() => registry.register({ ...greet, safety: 'harmless' as never })).toThrow('harmless');
    expect(() => registry.register({ ...greet, category: 'magic' as never })).toThrow('magic');
    expect(() => registry.register({ ...greet, takes: { urls: ['link'], paths: [], secrets: [] } })).toThrow('link');
    expect(registry.list()).toEqual([]);
  });

  it('removes tools that a model cannot use and warns of missing optimal capabilities', () => {
    const seeing = { ...greet, name: 'look', aliases: [], needs: { required: ['vision'], optimal: [] } } as const;
    const thinking = { ...greet, name: 'think', aliases: [], needs: { required: [], optimal: ['reasoning'] } } as const;
    const registry = createRegistry([greet, seeing, thinking]);
    const warnings: string[] = [];
    const blind = registry.filtered(['tool_calling'], (text) => warnings.push(text));
    expect(blind.names()).toEqual(['greet', 'think']);
    expect(warnings).toEqual(['think works better with a model that has: reasoning.']);
    expect(registry.filtered(['vision', 'reasoning']).names()).toEqual(['greet', 'look', 'think']);
    expect(builtinRegistry().filtered(['tool_calling']).get('screenshot')).toBeUndefined();
    expect(builtinRegistry().filtered(['tool_calling', 'vision']).get('screenshot')).toBeDefined();
  });

  it('includes or excludes tools by name, and rejects unknown names', () => {
    expect(builtinRegistry().only(['click', 'go_back']).names().sort()).toEqual(['back', 'click']);
    expect(builtinRegistry().only(['-click']).get('click')).toBeUndefined();
    expect(() => builtinRegistry().only(['clik'])).toThrow('Did you mean click?');
  });

  it('defines the input of each tool as JSON Schema', () => {
    expect(inputSchema(greet)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Who is greeted' },
        times: { type: 'number', default: 1 },
        tone: { type: 'string', enum: ['warm', 'dry'] },
      },
      required: ['name'],
    });
    expect(outputSchema(greet)).toMatchObject({ type: 'object', properties: { words: { type: 'string' } } });
    const click = builtinRegistry()
      .definitions()
      .find(({ name }) => name === 'click');
    expect(click).toMatchObject({
      category: 'interaction',
      safety: 'low_risk',
      terminal: false,
      parameters: {
        type: 'object',
        required: ['selector'],
        properties: { selector: { type: 'string' }, timeout: { type: 'number' } },
      },
    });
    for (const tool of builtinTools) expect(inputSchema(tool), tool.name).toMatchObject({ type: 'object' });
  });
});
