import type { z } from 'zod';
import { createAgent } from './agent.js';
import { checkRunOptions } from './check-options.js';
import type { RunResult } from './events.js';
import type { AgentOptions, SendOptions } from './options.js';

export interface RunOptions<Schema extends z.ZodType = z.ZodType>
  extends AgentOptions,
    Pick<SendOptions<Schema>, 'answer' | 'attachments' | 'expect' | 'signal'> {
  /** What to do, in plain language. */
  task: string;
}

/** Runs one task and closes the session it opened. Errors of the run are in the result. */
export async function run<Schema extends z.ZodType = z.ZodType<unknown>>(
  runOptions: RunOptions<Schema>,
): Promise<RunResult<z.output<Schema>>> {
  checkRunOptions(runOptions);
  const { task, answer, attachments, expect, signal, ...options } = runOptions;
  const agent = createAgent(options);
  try {
    return await agent.send(task, { answer, attachments, expect, signal });
  } finally {
    await agent.close();
  }
}
