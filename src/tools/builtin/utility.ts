import { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import { noRequirements } from '../fields.js';
import { defineTool } from '../tool.js';

const utilityTool = {
  ...noRequirements,
  category: 'utility',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  timeoutMs: 10_000,
} as const;

/** Utilities that need no screen. */
const memoryTool = { ...utilityTool, requiresPage: false } as const;

const remember = defineTool({
  ...memoryTool,
  name: 'remember',
  title: 'Remember a fact',
  description: 'Stores a fact under a name for later steps.',
  input: z.object({ key: z.string().min(1), value: z.string() }),
  output: z.object({ key: z.string(), value: z.string() }),
  returns: 'The stored fact.',
  examples: ['remember(key="price", value="12.50")'],
  aliases: ['pause_and_memorize_fact'],
  fieldAliases: { name: 'key', fact: 'value' },
  async run({ key, value }, { memory }) {
    memory.set(key, value);
    return { key, value };
  },
});

const recall = defineTool({
  ...memoryTool,
  name: 'recall',
  title: 'Recall a fact',
  description: 'Returns the fact with this name, or all facts.',
  input: z.object({ key: z.string().min(1).optional() }),
  output: z.object({ facts: z.record(z.string(), z.string()) }),
  returns: 'The facts.',
  examples: ['recall()'],
  positional: ['key'],
  fieldAliases: { name: 'key' },
  async run({ key }, { memory }) {
    if (key === undefined) return { facts: Object.fromEntries(memory) };
    const value = memory.get(key);
    if (value !== undefined) return { facts: { [key]: value } };
    throw new HandrailError(
      'not_found',
      `There is no fact "${key}".`,
      memory.size > 0 ? `Facts: ${[...memory.keys()].join(', ')}.` : 'No fact was stored.',
    );
  },
});

const log = defineTool({
  ...memoryTool,
  name: 'log',
  title: 'Log a message',
  description: 'Writes a progress message for the user.',
  input: z.object({ message: z.string().min(1) }),
  output: z.object({ logged: z.literal(true) }),
  returns: 'Confirmation.',
  examples: ['log(message="Comparing the prices now.")'],
  fieldAliases: { text: 'message' },
  async run({ message }, context) {
    context.log(message);
    return { logged: true as const };
  },
});

const evaluate = defineTool({
  ...utilityTool,
  environments: ['browser'],
  name: 'evaluate',
  title: 'Run a script',
  description: 'Runs JavaScript in the page and returns its value. Disabled unless allowed.',
  safety: 'dangerous',
  effect: 'outside',
  idempotent: false,
  timeoutMs: 30_000,
  input: z.object({ script: z.string().min(1).describe('An expression, or statements with return') }),
  output: z.object({ value: z.unknown() }),
  returns: 'The value of the script.',
  examples: ['evaluate(script="document.title")'],
  aliases: ['evaluate_javascript', 'execute_javascript', 'run_script'],
  fieldAliases: { code: 'script', expression: 'script' },
  async run({ script }, { perform, allow }) {
    if (!allow.evaluate)
      throw new HandrailError(
        'denied',
        'Scripts are not allowed in this session.',
        'Use the other tools, or open the session with { allow: { evaluate: true } } (command line: --allow-evaluate).',
      );
    return { value: (await perform({ type: 'evaluate', script })).value };
  },
});

export const utilityTools = [remember, recall, log, evaluate];
