import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { actionSchema } from '../../core/action.js';
import { HandrailError, messageOf } from '../../core/errors.js';
import type { Model, Reply } from '../model.js';
import { scripted } from './scripted.js';

const inputSchema = z.record(z.string(), z.unknown()).default({});
const callSchema = z.union([
  z.strictObject({ tool: z.string().min(1), input: inputSchema }),
  z.strictObject({ action: actionSchema }),
]);
const usageSchema = z.strictObject({
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  cost: z.number().optional(),
});
const turnSchema = z.union([
  callSchema,
  z.strictObject({
    thought: z.string().optional(),
    text: z.string().optional(),
    calls: z.array(callSchema).default([]),
    usage: usageSchema.optional(),
    unreadable: z.string().optional(),
  }),
]);

const example =
  'Write a list of turns: [{ "thought": "…", "calls": [{ "tool": "click", "input": { "selector": "Buy" } }] }]';

/** A model that gives the replies of a JSON file, turn by turn. Throws `invalid_option` if the file is not such a list. */
export function scriptedFromFile(path: string): Model {
  const turns = z.array(turnSchema).safeParse(readJson(path));
  if (!turns.success) {
    const [issue] = turns.error.issues;
    const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
    throw new HandrailError('invalid_option', `The script ${path} is invalid${where}: ${issue?.message}.`, example);
  }
  let count = 0;
  const withId = (call: z.infer<typeof callSchema>) => {
    count += 1;
    return { id: `call_${count}`, ...call };
  };
  return scripted(
    turns.data.map((turn): Partial<Reply> => {
      if ('tool' in turn || 'action' in turn) return { calls: [withId(turn)] };
      return { ...turn, calls: turn.calls.map(withId) };
    }),
  );
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new HandrailError('invalid_option', `The script cannot be read: ${messageOf(error)}.`, example);
  }
}
