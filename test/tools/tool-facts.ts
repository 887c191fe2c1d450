import type { z } from 'zod';
import { defineTool, type Tool } from '../../src/index.js';

/** The facts of a tool that most tests do not depend on: the tool is safe, changes nothing and needs nothing. */
export const toolFacts = {
  category: 'utility',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  timeoutMs: 1_000,
  needs: { required: [], optimal: [] },
  takes: { urls: [], paths: [], secrets: [] },
} as const;

type Parts<Input extends z.ZodObject, Output extends z.ZodType> = Pick<
  Tool<Input, Output>,
  'name' | 'input' | 'output' | 'run'
>;

/** A tool that a test defines by its name, its schemas, one example and its function. */
export const plainTool = <Input extends z.ZodObject, Output extends z.ZodType>(
  example: string,
  parts: Parts<Input, Output>,
): Tool<Input, Output> =>
  defineTool({
    ...toolFacts,
    title: parts.name,
    description: `Does ${parts.name}.`,
    returns: 'A value.',
    examples: [example],
    ...parts,
  });
