import { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import { plain } from '../fields.js';
import { defineTool } from '../tool.js';

const utility = { category: 'utility', safety: 'safe', effect: 'none', idempotent: true, timeoutMs: 10_000 } as const;

const remember = defineTool({
  ...utility,
  ...plain,
  name: 'remember',
  title: 'Remember a fact',
  description: 'Keeps a fact for later steps, under a name.',
  input: z.object({ key: z.string().min(1), value: z.string() }),
  output: z.object({ key: z.string(), value: z.string() }),
  returns: 'What was kept.',
  examples: ['remember(key="price", value="12.50")'],
  aliases: ['pause_and_memorize_fact'],
  fieldAliases: { name: 'key', fact: 'value' },
  async run({ key, value }, { memory }) {
    memory.set(key, value);
    return { key, value };
  },
});

const recall = defineTool({
  ...utility,
  ...plain,
  name: 'recall',
  title: 'Recall a fact',
  description: 'Tells what was remembered under a name, or everything that was.',
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
      `Nothing was remembered as "${key}".`,
      memory.size > 0 ? `Remembered: ${[...memory.keys()].join(', ')}.` : 'Nothing was remembered yet.',
    );
  },
});

const log = defineTool({
  ...utility,
  ...plain,
  name: 'log',
  title: 'Write a line',
  description: 'Writes a line for whoever watches the run.',
  input: z.object({ message: z.string().min(1) }),
  output: z.object({ logged: z.literal(true) }),
  returns: 'That it was written.',
  examples: ['log(message="Comparing the prices now.")'],
  fieldAliases: { text: 'message' },
  async run({ message }, context) {
    context.log(message);
    return { logged: true as const };
  },
});

const evaluate = defineTool({
  ...utility,
  ...plain,
  environments: 'pages',
  name: 'evaluate',
  title: 'Run a script',
  description: 'Runs JavaScript in the page and gives back its value. Off unless it was allowed.',
  safety: 'dangerous',
  effect: 'outside',
  idempotent: false,
  timeoutMs: 30_000,
  input: z.object({ script: z.string().min(1).describe('An expression, or statements with a return') }),
  output: z.object({ value: z.unknown() }),
  returns: 'The value of the script.',
  examples: ['evaluate(script="document.title")'],
  aliases: ['execute_javascript', 'run_script'],
  fieldAliases: { code: 'script', expression: 'script' },
  async run({ script }, { perform, allow }) {
    if (!allow.evaluate)
      throw new HandrailError(
        'denied',
        'Running scripts is not allowed here.',
        'Use the other tools, or allow it with { allow: { evaluate: true } }.',
      );
    return { value: (await perform({ type: 'evaluate', script })).value };
  },
});

export const utilityTools = [remember, recall, log, evaluate];
