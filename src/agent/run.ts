import { createAgent } from './agent.js';
import { checkRunOptions } from './check-options.js';
import type { RunResult } from './events.js';
import type { AgentOptions, SendOptions } from './options.js';

export interface RunOptions extends AgentOptions, Pick<SendOptions, 'attachments' | 'expect' | 'signal'> {
  /** What to do, in plain language. */
  task: string;
}

/** Runs one task and closes the session it opened. Errors of the run are in the result. */
export async function run(runOptions: RunOptions): Promise<RunResult> {
  checkRunOptions(runOptions);
  const { task, attachments, expect, signal, ...options } = runOptions;
  const agent = createAgent(options);
  try {
    return await agent.send(task, { attachments, expect, signal });
  } finally {
    await agent.close();
  }
}
